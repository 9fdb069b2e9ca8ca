"""Sums of losses that are divided by the number of a loop's passes, of which some are skipped without a summand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assigned
from torchlint.queries import ExpressionView, View, data
from torchlint.syntax import tree

from .detect import Added, added_unit, divided_sum, loader_of_length, loop_before, place_of, sums_in

if TYPE_CHECKING:
    from torchlint.queries import File

# What passes are skipped for once, at the beginning of a run that goes on where another has ended.
_ONCE = re.compile(r"resum|start|skip|warm", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class SkippedAverage(View):
    """A division of a sum of losses by the number of passes."""

    total: tree.Expression
    summand: View  # the `+=`
    skip: View  # the `continue`
    is_mean: bool  # whether what is added is known to be a mean over a batch, and is not only called a loss

    @property
    def sum(self) -> ExpressionView:
        """What is divided."""
        return ExpressionView(self.file, self.total)


def skipped_averages(file: File) -> Iterator[SkippedAverage]:
    """One for each sum, in source order."""
    if "continue" not in file.text:
        return
    found = set[tree.Node]()
    for node in file.tree.all(tree.BinaryOp):
        total = divided_sum(node.left) if node.op == "/" else None
        name = place_of(file, total)
        if total is None or name is None:
            continue
        loop = _window(file, node, name) or _whole(file, node, name)
        added = next(sums_in(file, loop, name), None) if loop is not None else None
        if loop is None or added is None or added.node in found or not is_loss(file, added):
            continue
        skip = next(
            (one for one in file.tree.own(loop, tree.Continue) if _skips(file, loop, one, added.node, node)), None
        )
        if skip is not None:
            found.add(added.node)
            is_mean = added_unit(file, added) == "batches"
            yield SkippedAverage(file, node, total, View(file, added.node), View(file, skip), is_mean)


def _whole(file: File, division: tree.BinaryOp, name: str) -> tree.For | None:
    """The loop over a loader whose length a sum is divided by after it."""
    length, loop = loader_of_length(division.right), loop_before(file, division, name)
    if length is None or loop is None or length[1] != "batches":
        return None
    return loop if tree.dotted(data.iterated_loader(file, loop.iter)) == length[0] else None


def _window(file: File, division: tree.BinaryOp, name: str) -> tree.For | None:
    """The loop around `if (i + 1) % every == 0: print(total / every); total = 0`, where enumerate counts `i`."""
    found, every = window(file, division, name), tree.dotted(division.right)
    if found is None or every is None:
        return None
    loop, moduli = found
    return loop if any(tree.dotted(one) == every for one in moduli) else None


def window(
    file: File, division: tree.Node, name: str, *, by_hand: bool = False
) -> tuple[tree.For, list[tree.Expression]] | None:
    """The loop around a division in `if (i + 1) % every == 0:` that sets the sum to 0 again, and each such `every`.

    Each pass counts `i`, by `enumerate`, or also `by_hand`: `i += 1`, where a pass that `continue` skips may not count.
    """
    around = file.tree.above(division, tree.If, *tree.Loops, *tree.Scope)
    while isinstance(around, tree.If) and not _moduli(around.test):
        around = file.tree.above(around, tree.If, *tree.Loops, *tree.Scope)  # `if step > 0: total /= every` in it
    loop = file.tree.above(around, tree.For, tree.While, *tree.Scope) if isinstance(around, tree.If) else None
    if not isinstance(around, tree.If) or not isinstance(loop, tree.For):
        return None
    counts = {_index(loop), *(_counters(file, loop) if by_hand else ())} - {""}
    counted = [n.right for n in _moduli(around.test) if counts & _names(n.left)]
    is_reset = any(
        isinstance(n, tree.Assign) and any(tree.dotted(target) == name for _, target, _ in assigned(n))
        for one in around.body
        for n in tree.walk(one)
    )
    return (loop, counted) if counted and is_reset else None


def _moduli(test: tree.Expression) -> list[tree.BinaryOp]:
    return [n for n in tree.walk(test) if isinstance(n, tree.BinaryOp) and n.op == "%"]


def _index(loop: tree.For) -> str:
    """The name of what enumerate, or `range(steps)`, counts; empty where neither does."""
    called = tree.dotted(loop.iter.func) if isinstance(loop.iter, tree.Call) else None
    if called == "range":
        return loop.target.id if isinstance(loop.target, tree.Name) else ""
    if called != "enumerate":
        return ""
    first = loop.target.elements[0] if isinstance(loop.target, tree.Tuple) and loop.target.elements else None
    return first.id if isinstance(first, tree.Name) else ""


def _counters(file: File, loop: tree.For) -> Iterator[str]:
    """The names to which each pass of a loop adds 1: `step += 1`."""
    for node in loop.body:
        if isinstance(node, tree.AugmentedAssign) and isinstance(node.target, tree.Name):
            if tree.integer_literal(node.value) == 1 and any(True for _ in sums_in(file, loop, node.target.id)):
                yield node.target.id


def _names(node: tree.Node) -> set[str]:
    return {one.id for one in tree.walk(node) if isinstance(one, tree.Name)}


def is_loss(file: File, added: Added) -> bool:
    """Whether what is added is a loss: every pass that is counted should have one."""
    return added_unit(file, added) == "batches" or "loss" in file.tree.text_of(added.value).lower()


def _skips(file: File, loop: tree.For, skip: tree.Node, added: tree.Node, division: tree.Node) -> bool:
    """Whether a `continue` leaves a pass without a summand, as something in the data decides."""
    if file.tree.above(skip, *tree.Loops, *tree.Scope) is not loop or skip.start > max(added.start, division.start):
        return False
    if division.start > loop.end and skip.start > added.start:
        return False  # its summand is added before
    around = file.tree.branches(skip, tree.If, tree.Try)
    if file.tree.branches(added, tree.If, tree.Try).keys() & around.keys():
        return False  # in the other branch of the condition, or on a path that always adds a summand
    tests = [node.test for node in around if isinstance(node, tree.If) and node.start > loop.start]
    text = " ".join(file.tree.text_of(test) for test in tests)
    is_of_index = any(_names(test) & {_index(loop)} for test in tests)
    return not is_of_index and _ONCE.search(text) is None
