"""Training loops of several processes that only some of these leave."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.domain.origins import Origin
from torchlint.queries import View, distributed
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_RANKS = frozenset("rank local_rank global_rank world_rank process_index local_process_index get_rank".split())
_IS_FIRST = frozenset(
    "is_main_process is_local_main_process is_master is_master_process is_rank_zero is_global_zero is_main "
    "is_world_process_zero master_process main_process".split()
)
# What asks whether there are other processes at all.
_SIZE = re.compile(r"world_size|num_processes|nprocs|distributed|n_?gpu", re.IGNORECASE)
# What makes all ranks decide alike, in functions of whatever name.
_AGREES = re.compile(r"reduce|gather|broadcast|bcast|sync|agree|any_rank|all_ranks|trigger", re.IGNORECASE)


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
    if not any(part in file.text for part in ("rank", "main", "master", "process")):
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

    Then `if stop: break`, or `if stopper.early_stop: break`.
    """
    choice = file.tree.parents.get(leaves)
    if not isinstance(choice, tree.If) or leaves not in choice.body:
        return None
    name = tree.root_name(choice.test)
    if name is None or not isinstance(choice.test, (tree.Name, tree.Attribute)):
        return None
    if isinstance(choice.test, tree.Name):
        made = [one.node for one in reaching_definitions(file.tree, name) if one is not None]
        places = [one for one in made if loop.start <= one.start < loop.end]
    else:
        calls = file.tree.inside(loop, tree.Call)
        roots = ((call, tree.root_name(call.func)) for call in calls if call.start < choice.start)
        places = [call for call, root in roots if root is not None and root.id == name.id]
    found = [_under_rank(file, place, loop) for place in places]
    return found[0] if found and all(found) else None


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
        return tree.last_name(named) in _IS_FIRST
    left, other = known.left, known.comparators[0]
    named = left.func if isinstance(left, tree.Call) else left
    if len(known.ops) != 1 or tree.last_name(named) not in _RANKS:
        return False
    if isinstance(other, (tree.List, tree.Tuple, tree.Set)):
        return known.ops == ["in"]  # `local_rank in (-1, 0)`
    return known.ops == ["=="] and isinstance(other, tree.Constant) and other.value == 0


def _agrees(file: File, node: tree.Node) -> bool:
    """Whether anything that is called there may tell the other ranks."""
    return any(_AGREES.search(tree.last_name(call.func)) for call in file.tree.inside(node, tree.Call))
