"""Steps that are made every few batches of an epoch, and never for the batches that are left at its end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.naming_conventions import names_scheduler
from torchlint.queries import CallView, ExpressionView, training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_SHORTENS = frozenset(("islice", "range", "zip"))  # what may leave out the rest


@dataclass(frozen=True, slots=True, eq=False)
class Unfinished:
    """A step that is made every few batches."""

    step: CallView
    every: ExpressionView  # the number of batches
    is_cleared: bool  # whether the gradients of those that are left are cleared when the next epoch begins
    is_sure: bool = True  # whether the step is known to depend on that number


def unfinished(file: File) -> Iterator[Unfinished]:
    """One for each loop over batches, in source order; none where anything takes care of the rest."""
    found: dict[tree.Node, Unfinished] = {}
    for loop in training.trainings(file):
        node = loop.node
        if not isinstance(node, tree.For) or node in found or not file.holds(node) or not _is_over_batches(file, node):
            continue
        if len(loop.around) < 2 and not _is_of_one_epoch(file.tree.scope(node)):
            continue
        steps = [step for step in loop.steps if step.step.by != "closure"]
        counts = [_every(file, node, step) for step in steps]
        first = counts[0] if counts else None
        if first is None or None in counts or _minds_the_rest(file, node, first, "step"):
            continue
        found[node] = Unfinished(steps[0], file.value(first.right), _is_cleared_before(file, node))
    for node in file.tree.all(tree.For):
        one = None if node in found or not _is_over_batches(file, node) else _by_a_call(file, node)
        if one is not None and (file.tree.above(node, *tree.Loops) or _is_of_one_epoch(file.tree.scope(node))):
            found[node] = one
    yield from sorted(found.values(), key=lambda one: one.step.node.start)


def _by_a_call(file: File, loop: tree.For) -> Unfinished | None:
    """The call in a loop that is given an optimizer, and in which batches it steps: `update=(i + 1) % k == 0`."""
    calls = file.tree.own(loop, tree.Call)
    if any(_is_step(call, "step") for call in calls):
        return None
    for call in calls:
        given = [one.value for one in call.args]
        every = next((test for one in given if (test := _remainder(file, loop, one)) is not None), None)
        if every is None or not any(_is_optimizer(file, one) for one in given):
            continue
        if _minds_the_rest(file, loop, every, tree.last_name(call.func)):
            return None
        called = file.facts.functions.get(call, ())
        steps = any(tree.last_part(c.func) == "step" for f in called for c in f.unit.tree.inside(f.node, tree.Call))
        return Unfinished(CallView(file, call), file.value(every.right), _is_cleared_before(file, loop), is_sure=steps)
    return None


def _is_optimizer(file: File, node: tree.Expression) -> bool:
    """Whether this is an optimizer, by its value or its name."""
    return file.value(node).value.kind == "optimizer" or "optim" in tree.last_name(node).lower()


def _is_over_batches(file: File, loop: tree.For) -> bool:
    """Whether a loop goes over all that a loader gives."""
    names = [tree.last_name(n).lower() for n in tree.walk(loop.iter) if isinstance(n, (tree.Name, tree.Attribute))]
    if not _SHORTENS.isdisjoint(names) or any(isinstance(n, tree.Slice) for n in tree.walk(loop.iter)):
        return False
    return loop in file.facts.batch_loops or any("loader" in name for name in names)


def _is_of_one_epoch(function: tree.Node) -> bool:
    """Whether a function says that it trains for one epoch: by its name, or that of a parameter."""
    if not isinstance(function, tree.FunctionDef):
        return False
    return any("epoch" in name.lower() for name in (function.name, *(one.name for one in function.parameters)))


def _every(file: File, loop: tree.For, step: training.StepView) -> tree.BinaryOp | None:
    """The remainder on which a step depends, if it counts the batches of this epoch, and nothing else is asked."""
    guard = file.tree.above(step.node, tree.If, *tree.Loops, *tree.Scope)
    while isinstance(guard, tree.If):
        every = _remainder(file, loop, guard.test)
        if every is not None:
            return every
        guard = file.tree.above(guard, tree.If, *tree.Loops, *tree.Scope)
    return None


def _remainder(file: File, loop: tree.For, asked: tree.Expression) -> tree.BinaryOp | None:
    """The remainder of the number of passes that a condition compares, and nothing else.

    `(i + 1) % k == 0`, and `not accumulating` of `accumulating = (i + 1) % k != 0`.
    """
    test, op = resolved_expression(file.tree, asked), "=="
    if isinstance(test, tree.UnaryOp) and test.op == "not":
        test, op = resolved_expression(file.tree, test.operand), "!="
    left = test.left if isinstance(test, tree.Compare) and test.ops == [op] else None
    is_counted = isinstance(left, tree.BinaryOp) and left.op == "%" and _counts(file, loop, left.left)
    return left if is_counted and isinstance(left, tree.BinaryOp) else None


def _counts(file: File, loop: tree.For, counter: tree.Node) -> bool:
    """Whether a number counts the passes of this loop, from its first one on."""
    names = {n.id for n in tree.walk(counter) if isinstance(n, tree.Name)}
    if names & {n.id for n in tree.walk(loop.target) if isinstance(n, tree.Name)}:
        return "enumerate" in {tree.last_name(c.func) for c in tree.walk(loop.iter) if isinstance(c, tree.Call)}
    before = [one for one in file.tree.block(loop) if one.end <= loop.start]
    started = {one.name for part in before for one in assignments_in(part) if isinstance(one.value, tree.Constant)}
    return len(names) == 1 and names <= started


def _minds_the_rest(file: File, loop: tree.For, every: tree.BinaryOp, stepping: str) -> bool:
    """Whether the code steps after the loop, by a function of this name, or asks how many batches there are."""
    around = file.tree.scope(loop)
    for call in tree.walk(around, into_functions=False):
        if isinstance(call, tree.Call) and call.start > loop.end and _is_step(call, stepping):
            return True
    counted = {n.id for n in tree.walk(every.left) if isinstance(n, tree.Name)}
    tests = (n for n in tree.walk(around, into_functions=False) if isinstance(n, (tree.If, tree.Assert)))
    if any(_asks_for_the_end(file, one, counted) for one in tests):
        return True
    whole = (n for n in tree.walk(around) if isinstance(n, tree.BinaryOp) and n.op in ("//", "%") and n is not every)
    # In `len(loader) // k` it makes a number of whole steps, or of their batches.
    number = file.tree.text_of(every.right)
    return any(file.tree.text_of(n.right) == number and _has_length(n.left) for n in whole)


def _is_step(call: tree.Call, stepping: str) -> bool:
    """Whether a call is of this name, and not a scheduler's."""
    receiver = call.func.value if isinstance(call.func, tree.Attribute) else None
    is_scheduler = receiver is not None and names_scheduler(tree.last_name(receiver))
    return tree.last_name(call.func) == stepping and not is_scheduler


def _asks_for_the_end(file: File, asks: tree.If | tree.Assert, counted: set[str]) -> bool:
    """Whether a condition compares the passes with a length; or the whole steps with a number, and ends the epoch."""
    compares = [n for n in tree.walk(asks.test) if isinstance(n, tree.Compare)]
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
