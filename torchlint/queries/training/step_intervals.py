"""Steps that are made every few batches of a loop over a loader: `if (i + 1) % k == 0: optimizer.step()`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.naming_conventions import names_scheduler
from torchlint.queries.file import CallView, ExpressionView
from torchlint.queries.memo import query
from torchlint.queries.training.restarted_counters import restart
from torchlint.queries.training.training_loops import StepView, Training, trainings
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function
    from torchlint.queries.file import File

# Names of parameters that say in which passes to step, unlike `create_graph`, `verbose` and `update_ema`.
_SAYS_WHEN = re.compile(r"step|update(?!_?(ema|lr|bar|avg))|accum|sync|apply", re.IGNORECASE)
_SHORTENS = frozenset(("islice", "range", "zip"))  # what may leave out the rest


@dataclass(frozen=True, slots=True, eq=False)
class IntervalStep(CallView):
    """A call that steps every few batches."""

    batches: tree.For  # the loop over them
    is_repeated: bool  # whether that loop is inside another one, in a caller perhaps
    asked: tree.BinaryOp | tree.Compare  # `(i + 1) % k`, or `waiting == k` where the count begins again
    is_sure: bool  # whether what is called is known to step

    @property
    def has_other_reasons(self) -> bool:
        """Whether it may step in other passes as well: `... or is_last`."""
        compared = self.asked if isinstance(self.asked, tree.Compare) else self.file.tree.parents[self.asked]
        return isinstance(self.file.tree.parents.get(compared), tree.BoolOp)

    @property
    def every(self) -> ExpressionView:
        """The number of batches."""
        return self.file.value(self.asked.comparators[0] if isinstance(self.asked, tree.Compare) else self.asked.right)


@query
def interval_steps(file: File) -> tuple[IntervalStep, ...]:
    """The first step of each loop whose steps are all made every few batches, in source order."""
    found: dict[tree.Node, IntervalStep] = {}
    for loop in trainings(file):
        node = loop.node
        if isinstance(node, tree.For) and node not in found and file.holds(node) and _is_over_batches(file, node):
            if (step := _by_itself(file, node, loop)) is not None:
                found[node] = step
    for node in file.tree.all(tree.For):
        if node not in found and _is_over_batches(file, node) and (call := _by_a_call(file, node)) is not None:
            found[node] = call
    return tuple(sorted(found.values(), key=lambda one: one.node.start))


def _by_itself(file: File, node: tree.For, loop: Training) -> IntervalStep | None:
    """The `optimizer.step()` under a condition on the number of the pass."""
    steps = [step for step in loop.steps if step.step.by != "closure"]
    counts = [_every(file, node, step) for step in steps]
    if not counts or counts[0] is None or None in counts or not isinstance(steps[0].node, tree.Call):
        return None
    return IntervalStep(file, steps[0].node, node, len(loop.around) > 1, counts[0], is_sure=True)


def _by_a_call(file: File, loop: tree.For) -> IntervalStep | None:
    """The call in a loop that is given an optimizer, and in which batches it steps: `update=(i + 1) % k == 0`."""
    calls = file.tree.own(loop, tree.Call)
    steps_by_themselves = [call for call in calls if is_step(call, "step")]
    for call in calls:
        if not any(_is_optimizer(file, one.value) for one in call.args):
            continue
        if not all(_is_in_other_branch(file, step, call) for step in steps_by_themselves):
            continue  # that call may only compute gradients
        for given in call.args:
            every, called = _remainder(file, loop, given.value), file.facts.functions.get(call, ())
            steps = any(_steps_if_told(one, call, given) for one in called)
            if every is not None and (steps or (not called and _SAYS_WHEN.search(given.keyword or "step"))):
                is_repeated = file.tree.above(loop, *tree.Loops) is not None
                return IntervalStep(file, call, loop, is_repeated, every, is_sure=steps)
    return None


def _is_in_other_branch(file: File, one: tree.Node, other: tree.Node) -> bool:
    """Whether two places are in different branches of an `if`: no pass of a loop reaches both."""
    mine, its = file.tree.branches(one, tree.If), file.tree.branches(other, tree.If)
    return any(its.get(around, side) != side for around, side in mine.items())


def _steps_if_told(function: Function, call: tree.Call, given: tree.Argument) -> bool:
    """Whether a function steps under a condition on what it is given: `if update: optimizer.step()`."""
    syntax = function.unit.tree
    told = {name for name, value in function.passed_by(call).items() if value is given.value}
    steps = [one for one in syntax.inside(function.node, tree.Call) if tree.last_part(one.func) == "step"]
    tests = [one.test for step in steps for one in syntax.around(step) if isinstance(one, tree.If)]
    return any(isinstance(part, tree.Name) and part.id in told for test in tests for part in tree.walk(test))


def is_step(call: tree.Call, stepping: str) -> bool:
    """Whether a call is of this name, and not a scheduler's."""
    receiver = call.func.value if isinstance(call.func, tree.Attribute) else None
    is_scheduler = receiver is not None and names_scheduler(tree.last_name(receiver))
    return tree.last_name(call.func) == stepping and not is_scheduler


def _is_optimizer(file: File, node: tree.Expression) -> bool:
    """Whether this is an optimizer, by its value or its name."""
    return file.value(node).value.kind == "optimizer" or "optim" in tree.last_name(node).lower()


def _is_over_batches(file: File, loop: tree.For) -> bool:
    """Whether a loop goes over all that a loader gives."""
    over = resolved_expression(file.tree, loop.iter)  # of `bar = tqdm(loader)`
    names = [tree.last_name(n).lower() for n in tree.walk(over) if isinstance(n, (tree.Name, tree.Attribute))]
    if not _SHORTENS.isdisjoint(names) or any(isinstance(n, tree.Slice) for n in tree.walk(over)):
        return False
    if loop in file.facts.batch_loops or any("loader" in name for name in names):
        return True
    # The project's own loader, whatever the variable is called.
    made = (file.value(one).value.ref for one in tree.walk(over) if isinstance(one, (tree.Name, tree.Attribute)))
    return any(isinstance(one, Class) and "loader" in one.name.lower() for one in made)


def _every(file: File, loop: tree.For, step: StepView) -> tree.BinaryOp | tree.Compare | None:
    """The count on which a step depends, if it is of the batches of this epoch, and nothing else is asked."""
    guard = file.tree.above(step.node, tree.If, *tree.Loops, *tree.Scope)
    while isinstance(guard, tree.If):
        every = _remainder(file, loop, guard.test)
        if every is not None:
            return every
        again = restart(file.tree, loop, guard, step.node)
        if again is not None and _counts(file, loop, again.left):
            return again
        guard = file.tree.above(guard, tree.If, *tree.Loops, *tree.Scope)
    return None


def _remainder(file: File, loop: tree.For, asked: tree.Expression) -> tree.BinaryOp | None:
    """The remainder of the number of passes that a condition, or a part of it before or after `or`, compares.

    `(i + 1) % k == 0`, and `not accumulating` of `accumulating = (i + 1) % k != 0`.
    """
    test, op = resolved_expression(file.tree, asked), "=="
    if isinstance(test, tree.BoolOp) and test.op == "or":
        return next((made for part in test.values if (made := _remainder(file, loop, part)) is not None), None)
    if isinstance(test, tree.UnaryOp) and test.op == "not":
        test, op = resolved_expression(file.tree, test.operand), "!="
    left = test.left if isinstance(test, tree.Compare) and test.ops == [op] else None
    is_counted = isinstance(left, tree.BinaryOp) and left.op == "%" and _counts(file, loop, left.left)
    return left if is_counted and isinstance(left, tree.BinaryOp) else None


def _counts(file: File, loop: tree.For, counter: tree.Node) -> bool:
    """Whether a number counts the passes of this loop, from its first one on."""
    names = {n.id for n in tree.walk(counter) if isinstance(n, tree.Name)}
    if names & {n.id for n in tree.walk(loop.target) if isinstance(n, tree.Name)}:
        over = resolved_expression(file.tree, loop.iter)
        return "enumerate" in {tree.last_name(c.func) for c in tree.walk(over) if isinstance(c, tree.Call)}
    before = [one for one in file.tree.block(loop) if one.end <= loop.start]
    started = {one.name for part in before for one in assignments_in(part) if isinstance(one.value, tree.Constant)}
    return len(names) == 1 and names <= started
