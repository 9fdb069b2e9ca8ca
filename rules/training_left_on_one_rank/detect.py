"""Training loops of several processes that only some of these leave."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.use_def import changed_in, reaching_definitions, resolved_expression
from torchlint.domain.origins import Origin
from torchlint.knowledge.ranks import AGREES, IS_FIRST, RANKS
from torchlint.queries import View, distributed
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What asks whether there are other processes at all.
_SIZE = re.compile(r"world_size|num_processes|nprocs|distributed|n_?gpu", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class LonelyExit(View):
    """The condition on the rank under which a training loop is left, or under which that is decided."""

    leaves: View  # the `break` or `return`
    wrapper: Origin | None  # where the model of the loop was wrapped; None where another one of the program is
    is_direct: bool  # whether the loop is left right under the condition

    @property
    def is_sure(self) -> bool:
        """Whether the model of the loop is seen to be shared, and the others are seen to stay."""
        return self.is_direct and self.wrapper is not None


def lonely_exits(file: File) -> Iterator[LonelyExit]:
    """The first of each loop, in source order."""
    if not any(part in file.text for part in ("rank", "main", "master", "primary", "process")):
        return
    found: dict[tree.Node, LonelyExit] = {}
    for leaves in sorted((*file.tree.all(tree.Break), *file.tree.all(tree.Return)), key=lambda one: one.start):
        loop = file.tree.above(leaves, *tree.Loops, *tree.Scope)
        if not isinstance(loop, tree.Loops) or loop in found or not _trains(file, loop):
            continue
        direct = _under_rank(file, leaves, loop)
        condition = direct or _decided_on_rank(file, leaves, loop)
        if condition is None or _agrees(file, condition if direct else loop):
            continue
        wrapper = distributed.ddp_wrapping_in(file, loop)
        if wrapper is not None or distributed.is_spread(file):
            found[loop] = LonelyExit(file, condition.test, View(file, leaves), wrapper, direct is not None)
    yield from found.values()


def _trains(file: File, loop: tree.Node) -> bool:
    """Whether a pass of a loop calls `backward`, or a function that does."""
    calls = file.tree.inside(loop, tree.Call)
    return any(
        tree.last_name(call.func) == "backward" or any(f.usage.trains for f in file.facts.functions.get(call, ()))
        for call in calls
    )


def _under_rank(file: File, node: tree.Node, loop: tree.Node) -> tree.If | None:
    """The condition on the rank in a loop that leads to a place, and that the other ranks have no way out of."""
    inside, above = node, file.tree.parents.get(node)
    while above is not None and above is not loop:
        if isinstance(above, tree.If) and inside in above.body and _is_on_rank(file, above.test):
            others = (part for statement in above.orelse for part in tree.walk(statement))
            return None if any(isinstance(part, (tree.Break, tree.Return)) for part in others) else above
        inside, above = above, file.tree.parents.get(above)
    return None


def _decided_on_rank(file: File, leaves: tree.Node, loop: tree.Node) -> tree.If | None:
    """The condition on the rank that a loop is left for: `stop = True` below it, or a call of `stopper`.

    Then `if stop: break`, `if waited > patience: break`, or `if stopper.early_stop: break`.
    """
    choice = file.tree.parents.get(leaves)
    if not isinstance(choice, tree.If) or leaves not in choice.body:
        return None
    asked = choice.test
    if isinstance(asked, tree.Compare) and len(asked.ops) == 1 and not _changes(file, asked.comparators[0], loop):
        asked = asked.left
    name = tree.root_name(asked)
    if name is None or not isinstance(asked, (tree.Name, tree.Attribute)):
        return None
    if isinstance(asked, tree.Name):
        made = [one.node for one in reaching_definitions(file.tree, name) if one is not None]
        places = [one for one in made if loop.start <= one.start < loop.end]
    elif name.id == "self":
        places = _writes(file, asked, loop)
    else:
        calls = file.tree.inside(loop, tree.Call)
        roots = ((call, tree.root_name(call.func)) for call in calls if call.start < choice.start)
        places = [call for call, root in roots if root is not None and root.id == name.id]
    found = [_under_rank(file, place, loop) for place in places]
    return found[0] if found and all(found) else None


def _changes(file: File, node: tree.Expression, loop: tree.Node) -> bool:
    """Whether a loop gives another value to what an expression reads."""
    changed = changed_in(file.tree, loop)
    return any(tree.dotted(one) in changed for one in tree.walk(node) if isinstance(one, (tree.Name, tree.Attribute)))


def _writes(file: File, held: tree.Attribute, loop: tree.Node) -> list[tree.Node]:
    """Where a loop sets an attribute of its object; nowhere if other methods than the constructor set it, too."""
    owner = file.tree.above(loop, tree.ClassDef)
    dotted = tree.dotted(held)
    if owner is None or dotted is None:
        return []
    writes = [one.node for one in assignments_to(file.tree, owner, dotted)]
    around = file.tree.scope(loop)
    for node in writes:
        method = file.tree.scope(node)
        if method is not around and not (isinstance(method, tree.FunctionDef) and method.name == "__init__"):
            return []
    return [node for node in writes if loop.start <= node.start < loop.end]


def _is_on_rank(file: File, test: tree.Expression) -> bool:
    """Whether a condition holds on the first of several processes alone."""
    parts = test.values if isinstance(test, tree.BoolOp) else [test]
    if any(_SIZE.search(file.tree.text_of(part)) for part in parts):
        return False
    asked = [_chooses_first(file, part) for part in parts]
    return all(asked) if isinstance(test, tree.BoolOp) and test.op == "or" else any(asked)


def _chooses_first(file: File, test: tree.Expression) -> bool:
    known = resolved_expression(file.tree, test)
    if not isinstance(known, tree.Compare):
        named = test.func if isinstance(test, tree.Call) else test
        return tree.last_name(named) in IS_FIRST
    left, other = known.left, known.comparators[0]
    named = left.func if isinstance(left, tree.Call) else left
    if len(known.ops) != 1 or tree.last_name(named) not in RANKS:
        return False
    if isinstance(other, (tree.List, tree.Tuple, tree.Set)):
        return known.ops == ["in"]  # `local_rank in (-1, 0)`
    return known.ops == ["=="] and isinstance(other, tree.Constant) and other.value == 0


def _agrees(file: File, node: tree.Node) -> bool:
    """Whether anything that is called there may tell the other ranks."""
    return any(AGREES.search(tree.last_name(call.func)) for call in file.tree.inside(node, tree.Call))
