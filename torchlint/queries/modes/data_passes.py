"""Loops over data, and held-out rows: which inputs of a model are not the batch of the current training step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from torchlint.binding.definitions import assignments_in
from torchlint.flow.facts import LoopRun
from torchlint.syntax import tree


def pass_around(call: tree.Call, loops: Sequence[LoopRun]) -> LoopRun | None:
    """The innermost loop over data around a model's call; `loops` are those of the same function, outermost first."""
    for at in reversed(range(len(loops))):
        loop = loops[at]
        if loop.loader:
            return loop
        steps = [outer.node for outer in loops[:at] if outer.trains_itself]
        inputs = _inputs(call, loop.node)
        if _goes_over_data(loop.node, call, inputs) and not any(_makes(step, loop.node, inputs) for step in steps):
            return loop
    return None


def is_held_out(call: tree.Call, loops: Sequence[LoopRun]) -> bool:
    """Whether a model's input in a training step was made before the loop, so that it is no batch of that step."""
    if not loops or not loops[-1].trains_itself:
        return False
    step = loops[-1].node
    inputs = _inputs(call, step)
    made = {*_assigned(step), *(_names([step.target]) if isinstance(step, tree.For) else ())}
    return bool(inputs) and inputs.isdisjoint(made) and not any("." in name for name in inputs)


def _goes_over_data(loop: tree.Node, call: tree.Call, inputs: set[str]) -> bool:
    """Whether the model's input comes from the loop's elements; a loop over models does not count."""
    if not isinstance(loop, tree.For):
        return False
    targets = _names([loop.target])
    return not targets & _names([call.func]) and bool(targets & inputs)


def _makes(step: tree.Node, loop: tree.Node, inputs: set[str]) -> bool:
    """Whether a training step makes what an inner loop iterates over, or the model's input, such as crops."""
    iterated = _names([loop.iter]) if isinstance(loop, tree.For) else set()
    own = _names([step.target]) if isinstance(step, tree.For) else set()
    return bool((inputs | iterated) & (own | set(_assigned(step, without=loop))))


def _inputs(call: tree.Call, loop: tree.Node) -> set[str]:
    """The names that a call's arguments depend on, followed back through assignments in the loop's body."""
    assigned = _assigned(loop)
    todo = sorted(_names(argument.value for argument in call.args))
    found = set(todo)
    for name in todo:  # grows as names are found
        more = _names(assigned.get(name, ())) - found
        found |= more
        todo += sorted(more)
    return found


def _assigned(loop: tree.Node, without: tree.Node | None = None) -> dict[str, list[tree.Expression]]:
    """The values that each name is assigned in a loop's body, leaving out one loop inside it."""
    made: dict[str, list[tree.Expression]] = {}
    for one in assignments_in(loop, into_functions=False):
        is_left_out = without is not None and without.start <= one.node.start and one.node.end <= without.end
        if is_left_out or one.node is loop or one.kind in ("comprehension", "named", "with"):
            continue
        if one.target is not None and one.source is not None:
            for name in _names([one.target]):
                made.setdefault(name, []).append(one.source)
    return made


def _names(nodes: Iterable[tree.Expression]) -> set[str]:
    """The names in expressions, and attributes of `self`; not those of called functions."""
    found: set[str] = set()
    for root in nodes:
        inside = list(tree.walk(root))
        called = {node.func for node in inside if isinstance(node, tree.Call) and isinstance(node.func, tree.Name)}
        found |= {node.id for node in inside if isinstance(node, tree.Name) and node not in called}
        found |= {name for node in inside if isinstance(node, tree.Attribute) and (name := tree.dotted(node))}
    return found - {"self"}
