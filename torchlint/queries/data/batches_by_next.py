"""Batches that training steps take by `next`, rather than in a loop over the loader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


@query
def taken_by_training(file: File) -> tuple[tree.Expression, ...]:
    """What loops that train by themselves take batches from by `next` in each pass, outside of any condition."""
    runs = (loop for fact in file.facts.forwards for loop in fact.where.loops if loop.trains_itself)
    loops = dict.fromkeys(loop.node for loop in runs if file.holds(loop.node))
    calls = (call for loop in loops for call in file.tree.inside(loop, tree.Call) if tree.dotted(call.func) == "next")
    return tuple(call.args[0].value for call in calls if call.args and not _is_under_condition(file, call))


@query
def feeding_steps(file: File) -> frozenset[tree.Node | None]:
    """Where the DataLoaders were made from which steps of training take their batches by `next`."""
    taken = (one for one in file.facts.batches_taken if one[1].trains_itself and file.holds(one[0]))
    return frozenset(loader.source for call, _, loader in taken if not _is_under_condition(file, call))


def _is_under_condition(file: File, call: tree.Call) -> bool:
    """Whether a condition decides in its loop whether a call runs, as it does for an evaluation every few steps."""
    above = file.tree.above(call, tree.If, tree.Conditional, *tree.Loops, tree.FunctionDef)
    return isinstance(above, (tree.If, tree.Conditional))
