"""Forwards in helpers of a training step: `targets(next_rows)` where a function takes one step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.flow.facts import ForwardFact
from torchlint.queries.modes.call_depth import depth_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


def is_in_step_of_caller(file: File, fact: ForwardFact) -> bool:
    """Whether a caller takes one training step, and no loop lies between it and the forward.

    What the forward gives then goes into that step, as the values of a target network do. An evaluation between steps
    is called by the loop over them, or has a loop over its data.
    """
    for depth in range(depth_of(fact)):
        function, call = fact.where.caller(depth), fact.where.called_from(depth)
        if function is None or call is None or any(loop.depth >= depth for loop in fact.where.loops):
            continue  # runs several times, for example once for each batch
        if _steps_after(file, function.node, call):
            return True
    return False


def _steps_after(file: File, function: tree.Node, call: tree.Node) -> bool:
    """Whether a function calls backward after some call, outside any loop of its own, itself or in what it calls."""
    if not isinstance(function, tree.FunctionDef):
        return False
    later = (n for n in tree.walk(function, into_functions=False) if isinstance(n, tree.Call) and n.end >= call.end)
    inside = {n for loop in tree.walk(function) if isinstance(loop, tree.Loops) for n in tree.walk(loop)}
    return any(one is not call and one not in inside and _differentiates(file, one) for one in later)


def _differentiates(file: File, call: tree.Call) -> bool:
    if isinstance(call.func, tree.Attribute) and call.func.attr == "backward":
        return True
    return any(function.usage.trains for function in file.facts.functions.get(call, ()))
