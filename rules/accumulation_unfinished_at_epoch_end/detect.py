"""Steps that are made every few batches of an epoch, and never for the batches that are left at its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.naming_conventions import BACKWARDS
from torchlint.queries import CallView, ExpressionView, training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File
    from torchlint.queries.training import IntervalStep


@dataclass(frozen=True, slots=True, eq=False)
class Unfinished:
    """A step that is made every few batches."""

    step: CallView
    every: ExpressionView  # the number of batches
    is_cleared: bool  # whether the gradients of those that are left are cleared when the next epoch begins
    is_sure: bool  # whether the step is known to depend on that number


def unfinished(file: File) -> Iterator[Unfinished]:
    """One for each loop over batches, in source order; none where anything takes care of the rest."""
    for step in training.interval_steps(file):
        loop, stepping = step.batches, tree.last_name(step.callee.node)
        if step.has_other_reasons or (not step.is_repeated and not _is_of_one_epoch(file.tree.scope(loop))):
            continue
        if not _goes_backward_outside(file, loop, step):
            continue  # losses are added up, so that no gradients are left
        if not _minds_the_rest(file, loop, step, stepping):
            yield Unfinished(step, step.every, _is_cleared_before(file, loop), step.is_sure)


def _is_of_one_epoch(function: tree.Node) -> bool:
    """Whether a function says that it trains for one epoch: by its name, or that of a parameter."""
    if not isinstance(function, tree.FunctionDef):
        return False
    return any("epoch" in name.lower() for name in (function.name, *(one.name for one in function.parameters)))


def _goes_backward_outside(file: File, loop: tree.For, step: IntervalStep) -> bool:
    """Whether gradients are computed in other passes than those that step, as far as the loop shows it."""
    if file.is_within(step.asked, step.node):
        return True  # one call goes backward in each pass, and an argument says when it steps
    calls = [one for one in file.tree.own(loop, tree.Call) if tree.last_name(one.func) in BACKWARDS]
    guard = file.tree.above(step.asked, tree.If)
    if not isinstance(guard, tree.If) or not file.is_within(step.asked, guard.test):
        return True  # a flag, or an argument: what is around it chooses another way to train
    return not calls or not all(file.is_within(call, guard) for call in calls)


def _minds_the_rest(file: File, loop: tree.For, step: IntervalStep, stepping: str) -> bool:
    """Whether the code steps after the loop, by a function of this name, or asks how many batches there are."""
    around = file.tree.scope(loop)
    for call in tree.walk(around, into_functions=False):
        if isinstance(call, tree.Call) and call.start > loop.end and training.is_step(call, stepping):
            return True
    counted = {n.id for n in tree.walk(step.asked.left) if isinstance(n, tree.Name)}
    tests = (n for n in tree.walk(around, into_functions=False) if isinstance(n, (tree.If, tree.Assert)))
    tests = (n for n in tests if n.test is not step.asked)
    if any(_asks_for_the_end(file, one, step, counted) for one in tests):
        return True
    divided = (n for n in tree.walk(around) if isinstance(n, tree.BinaryOp) and not file.is_within(n, step.asked))
    whole = (n for n in divided if n.op in ("//", "%"))
    # In `len(loader) // k` it makes a number of whole steps, or of their batches.
    number = step.every.code
    return any(file.tree.text_of(n.right) == number and _has_length(n.left) for n in whole)


def _asks_for_the_end(file: File, asks: tree.If | tree.Assert, step: IntervalStep, counted: set[str]) -> bool:
    """Whether a condition compares the passes with a length; or the whole steps with a number, and ends the epoch."""
    compares = [n for n in tree.walk(asks.test) if isinstance(n, tree.Compare) and not file.is_within(step.asked, n)]
    if any(_has_length(one) and _mentions(file, one, counted) for one in compares):
        return True
    leaves = isinstance(asks, tree.If) and isinstance(asks.body[-1], (tree.Break, tree.Continue))
    return leaves and isinstance(asks.test, tree.Compare) and _mentions(file, asks.test, counted)


def _has_length(node: tree.Node) -> bool:
    """Whether it asks for a length, or for what is called a number or a total."""
    for one in tree.walk(node):
        if isinstance(one, (tree.Name, tree.Attribute)):
            last = tree.last_name(one)
            if last == "len" or last.startswith(("num_", "n_", "total")) or "last" in last:
                return True
    return False


def _mentions(file: File, node: tree.Node, counted: set[str]) -> bool:
    """Whether it is computed of the number of passes, by way of a name perhaps."""
    names = [n for n in tree.walk(node) if isinstance(n, tree.Name)]
    made = [part for name in names for part in tree.walk(resolved_expression(file.tree, name))]
    return any(n.id in counted for n in (*names, *made) if isinstance(n, tree.Name))


def _is_cleared_before(file: File, loop: tree.For) -> bool:
    """Whether gradients are cleared in front of the loop, in each epoch."""
    before: list[tree.Node] = []
    for node in file.tree.around(loop):
        if node is not loop and isinstance(node, (*tree.Loops, *tree.Scope)):
            break
        before += [one for one in file.tree.block(node) if one.end <= node.start]
    calls = (call for part in before for call in tree.walk(part) if isinstance(call, tree.Call))
    return any(tree.last_name(call.func) == "zero_grad" for call in calls)
