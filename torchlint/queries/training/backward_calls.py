"""Calls that lead to a backward: `backward()`, a helper that calls it, and code that gets the loss and optimizer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.flow.training_trace import Called, Choice, Repeat, Step, Trace
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_LOSS = re.compile(r"(^|_)loss(es)?(_|$)", re.IGNORECASE)


def leads_to_backward(file: File, call: tree.Call) -> bool:
    """Whether a call computes gradients, by itself, in a function that it runs, or in code that this project lacks.

    Such code is known by what it is given, the loss and its optimizer: `loss_scaler(loss, optimizer)`.

    Example:
        calls = (call for call in file.tree.own(loop, tree.Call) if training.leads_to_backward(file, call))
    """
    if tree.last_name(call.func) == "backward" or call in _backward_calls(file):
        return True
    return any(function.usage.trains for function in file.facts.functions.get(call, ())) or _is_handed_over(file, call)


@query
def _backward_calls(file: File) -> frozenset[tree.Node]:
    """The calls whose run, or whose functions' run, is seen to come to a backward."""
    found: set[tree.Node] = set()
    for _, entry in file.analysis.tracer.entries:
        _gather(entry, found)
    return frozenset(found)


def _gather(trace: Trace, found: set[tree.Node]) -> bool:
    """Whether a trace comes to a backward; adds the calls in it that do."""
    comes = False
    for part in trace:
        inside = False
        if isinstance(part, Step):
            inside = part.what == "backward"
            if inside:
                found.add(part.node)
        elif isinstance(part, Choice):
            for way in part.ways:
                inside |= _gather(way, found)
        elif isinstance(part, (Repeat, Called)):
            inside = _gather(part.body, found)
            if inside and isinstance(part, Called):
                found.add(part.node)
        comes |= inside
    return comes


def _is_handed_over(file: File, call: tree.Call) -> bool:
    """Whether unseen code is given an optimizer together with what is called a loss, or has a graph."""
    if file.facts.functions.get(call) or len(call.args) < 2:
        return False
    values = [(one.value, file.value(one.value).value) for one in call.args if not one.star]
    if not any(value.kind == "optimizer" or tree.last_name(node).startswith("optim") for node, value in values):
        return False
    return any(isinstance(node, tree.Name) and _LOSS.search(node.id) for node, _ in values)
