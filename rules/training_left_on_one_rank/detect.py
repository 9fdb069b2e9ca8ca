"""Training loops of several processes that only some of these leave."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.use_def import changed_in, reaching_definitions
from torchlint.domain.origins import Origin
from torchlint.knowledge.ranks import AGREES, IS_FIRST, RANKS
from torchlint.queries import View, distributed, training
from torchlint.syntax import tree
from torchlint.syntax.conditions import ifs_before

if TYPE_CHECKING:
    from torchlint.queries import File

# What asks whether there are other processes at all; `torch.distributed.get_rank()` does not.
_SIZE = re.compile(r"world_size|num_processes|nprocs|distributed(?!\.get_(node_local_)?rank\b)|n_?gpu", re.IGNORECASE)
# What ends the program.
_EXITS = ("exit", "quit", "_exit")
# How many methods may call each other between the loop and the place that decides.
_DEEPEST = 4


@dataclass(frozen=True, slots=True, eq=False)
class LonelyExit(View):
    """The condition on the rank under which a training loop is left, or under which that is decided."""

    leaves: View  # the `break` or `return`
    wrapper: Origin | None  # where the model of the loop was wrapped; None where another one of the program is
    is_direct: bool  # whether the loop is left right under the condition
    holds: bool = True  # whether it is left where the condition holds

    @property
    def who(self) -> str:
        """Which rank leaves it."""
        return f"the rank {'with' if self.holds else 'without'} `{self}`"

    @property
    def is_sure(self) -> bool:
        """Whether the model of the loop is seen to be shared, and the others are seen to stay."""
        return self.is_direct and self.wrapper is not None


def lonely_exits(file: File) -> Iterator[LonelyExit]:
    """The first of each loop, in source order."""
    if not any(part in file.text for part in ("rank", "main", "master", "primary", "process")):
        return
    found: dict[tree.Node, LonelyExit] = {}
    leaving = (*file.tree.all(tree.Break), *file.tree.all(tree.Return), *_exits(file))
    for leaves in sorted(leaving, key=lambda one: one.start):
        loop = file.tree.above(leaves, *tree.Loops, *tree.Scope)
        if not isinstance(loop, tree.Loops) or loop in found or not _trains(file, loop):
            continue
        direct = _under_rank(file, leaves, loop)
        condition = direct or _decided_on_rank(file, leaves, loop)
        if condition is None:
            continue
        holds = _is_on_rank(file, condition.test)
        if _agrees(file, condition if direct and holds else loop):
            continue
        wrapper = distributed.ddp_wrapping_in(file, loop)
        if wrapper is not None or distributed.is_spread(file):
            test = condition.test.operand if not holds and isinstance(condition.test, tree.UnaryOp) else condition.test
            holds = holds or test is not condition.test
            found[loop] = LonelyExit(file, test, View(file, leaves), wrapper, direct is not None, holds)
    yield from found.values()


def _exits(file: File) -> Iterator[tree.Node]:
    """The statements that end the program: `exit()`, `sys.exit(0)`."""
    for call in (call for name in _EXITS for call in file.tree.calls_named(name)):
        if tree.dotted(call.func) in (*_EXITS, "sys.exit", "os._exit"):
            yield file.tree.statement(call)


def _trains(file: File, loop: tree.Node) -> bool:
    """Whether a pass of a loop calls `backward`, or a function that leads there."""
    return any(training.leads_to_backward(file, call) for call in file.tree.inside(loop, tree.Call))


def _under_rank(file: File, node: tree.Node, loop: tree.Node) -> tree.If | None:
    """The condition on the rank in a loop that leads to a place, and that the other ranks have no way out of.

    Or that has sent the others to the next pass before: `if rank != 0: continue`.
    """
    inside, above = node, file.tree.parents.get(node)
    while above is not None:
        before = [one for one in ifs_before(file.tree, inside) if _goes_on(one) and _is_on_others(file, one.test)]
        if before or above is loop:
            return before[-1] if before else None
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
        # A flag that each pass begins with, `stop = False`, decides nothing.
        reaching = (one for one in reaching_definitions(file.tree, name) if one is not None)
        made = [one.node for one in reaching if not tree.is_false(one.value)]
        places = [one for one in made if loop.start <= one.start < loop.end]
    elif name.id == "self" and isinstance(asked, tree.Attribute):
        return _on_rank_by_attribute(file, asked, loop, {})
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


def _on_rank_by_attribute(
    file: File, held: tree.Attribute, loop: tree.Node, known: dict[str, tree.If | None]
) -> tree.If | None:
    """The condition on the rank in a loop under which alone an attribute of its object is set, there or in a method.

    Where a method that nothing in the class calls sets it, too, that one may tell the others. `known` has the answers
    so far; None for an attribute that is being asked for.
    """
    owner = file.tree.above(loop, tree.ClassDef)
    dotted = tree.dotted(held)
    if owner is None or dotted is None:
        return None
    if dotted in known:
        return known[dotted]
    known[dotted] = None
    found: list[tree.If | None] = []
    ending: list[tree.If] = []  # where it is set to True, which no other write takes back on the other ranks
    for one in assignments_to(file.tree, owner, dotted):
        method = file.tree.scope(one.node)
        if isinstance(method, tree.FunctionDef) and method.name == "__init__":
            continue  # its value before the training, the same on all ranks
        if method is file.tree.scope(loop) and not loop.start <= one.node.start < loop.end:
            continue  # set before or after the loop
        condition = _reached_on_rank(file, one.node, loop, owner, {})
        found.append(condition or _decided_before(file, one.node, loop, known))
        if found[-1] is not None and tree.is_true(one.value):
            ending.append(found[-1])
    if ending:
        known[dotted] = ending[0]
    elif found and all(found):
        known[dotted] = found[0]
    return known[dotted]


def _decided_before(file: File, place: tree.Node, loop: tree.Node, known: dict[str, tree.If | None]) -> tree.If | None:
    """The condition on the rank under which another attribute is set that a place in the loop is run for."""
    choice = file.tree.parents.get(place)
    asked = choice.test if isinstance(choice, tree.If) and place in choice.body else None
    if not isinstance(asked, tree.Attribute) or file.tree.scope(place) is not file.tree.scope(loop):
        return None
    return _on_rank_by_attribute(file, asked, loop, known) if tree.dotted(asked.value) == "self" else None


def _reached_on_rank(
    file: File,
    place: tree.Node,
    loop: tree.Node,
    owner: tree.Node,
    known: dict[tuple[tree.Node, int], tree.If | None],
    depth: int = 0,
) -> tree.If | None:
    """The condition on the rank in a loop that leads to a place: around it, or around the calls of its method."""
    method = file.tree.scope(place)
    if method is file.tree.scope(loop):
        return _under_rank(file, place, loop)
    if not isinstance(method, tree.FunctionDef) or depth > _DEEPEST:
        return None
    if (method, depth) in known:
        return known[method, depth]
    known[method, depth] = None
    if _agrees(file, method):
        return None  # it tells the others
    calls = [call for call in file.tree.inside(owner, tree.Call) if tree.dotted(call.func) == f"self.{method.name}"]
    found = [_reached_on_rank(file, call, loop, owner, known, depth + 1) for call in calls]
    known[method, depth] = found[0] if found and all(found) else None
    return known[method, depth]


def _is_on_rank(file: File, test: tree.Expression) -> bool:
    """Whether a condition holds on the first of several processes alone."""
    parts = test.values if isinstance(test, tree.BoolOp) else [test]
    if any(_SIZE.search(file.tree.text_of(part)) for part in parts):
        return False
    asked = [_chooses_first(file, part) for part in parts]
    return all(asked) if isinstance(test, tree.BoolOp) and test.op == "or" else any(asked)


def _goes_on(choice: tree.If) -> bool:
    return isinstance(choice.body[-1], tree.Continue) and not choice.orelse


def _is_on_others(file: File, test: tree.Expression) -> bool:
    """Whether a condition holds on all processes but the first: `not is_main`, `rank != 0`, `rank > 0`."""
    if isinstance(test, tree.UnaryOp) and test.op == "not":
        return _is_on_rank(file, test.operand)
    if not isinstance(test, tree.Compare) or len(test.ops) != 1 or _asked(test.left) not in RANKS:
        return False
    other = test.comparators[0]
    return test.ops[0] in ("!=", ">") and isinstance(other, tree.Constant) and other.value == 0


def _chooses_first(file: File, test: tree.Expression) -> bool:
    if _asked(test) in IS_FIRST:
        return True
    known = distributed.meant_by(file, test)
    if not isinstance(known, tree.Compare):
        return False
    left, other = known.left, known.comparators[0]
    if len(known.ops) != 1 or _asked(left) not in RANKS:
        return False
    if isinstance(other, (tree.List, tree.Tuple, tree.Set)):
        return known.ops == ["in"]  # `local_rank in (-1, 0)`
    return known.ops == ["=="] and isinstance(other, tree.Constant) and other.value == 0


def _asked(node: tree.Expression) -> str:
    """The name of a setting, or of a function without arguments: `get_rank()`."""
    is_function = isinstance(node, tree.Call) and not node.args
    return distributed.setting_name(node.func if isinstance(node, tree.Call) and is_function else node)


def _agrees(file: File, node: tree.Node) -> bool:
    """Whether anything that is called there may tell the other ranks."""
    return any(AGREES.search(tree.last_name(call.func)) for call in file.tree.inside(node, tree.Call))
