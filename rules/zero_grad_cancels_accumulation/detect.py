"""Gradients that are cleared in each pass, while a call steps every few: `scaler(loss, optimizer, i % k == 0)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.queries import CallView, training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File
    from torchlint.queries.training import IntervalStep


class ClearedSum(NamedTuple):
    """A `zero_grad` in each pass of a loop, and the call that steps in some of them."""

    zero: CallView
    step: IntervalStep


def cleared_sums(file: File) -> Iterator[ClearedSum]:
    """The first of each loop, in source order; steps that the loop itself makes are those of the training trace."""
    for step in training.interval_steps(file):
        if tree.last_name(step.callee.node) == "step" or not isinstance(step.node, tree.Call):
            continue
        given = {tree.dotted(_owner(one.value)) for one in step.node.args} - {None}
        for call in file.tree.own(step.batches, tree.Call):
            if tree.last_name(call.func) != "zero_grad" or not isinstance(call.func, tree.Attribute):
                continue
            if tree.dotted(call.func.value) in given and _is_in_each_pass(file, call, step.batches):
                yield ClearedSum(CallView(file, call), step)
                break


def _owner(given: tree.Expression) -> tree.Expression:
    """The model, where its parameters are given."""
    called = given.func if isinstance(given, tree.Call) else None
    return called.value if isinstance(called, tree.Attribute) and called.attr == "parameters" else given


def _is_in_each_pass(file: File, call: tree.Call, loop: tree.For) -> bool:
    return file.tree.above(call, tree.If, tree.Try, tree.Conditional, *tree.Loops, *tree.Scope) is loop
