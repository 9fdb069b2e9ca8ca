"""Loops over phases: one body that trains in one phase, and only evaluates in the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import is_rebound_in, resolved_expression
from torchlint.domain.modes import TRAIN, mode_of
from torchlint.domain.values import YES
from torchlint.knowledge.naming_conventions import BACKWARDS
from torchlint.queries.memo import query
from torchlint.queries.modes.evaluation import EvaluationView
from torchlint.queries.modes.model_calls import ForwardView, forwards
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# The handlers of what differentiates in every phase.
_DIFFERENTIATING = frozenset(("autograd-grad", "differentiates-functions"))


@dataclass(frozen=True, slots=True)
class PhaseView:
    """A forward of a loop over phases, and a phase in which no backward follows it."""

    forward: ForwardView  # the call of the model
    evaluation: EvaluationView  # the same, as of an evaluation
    training: str  # the condition under which it trains, as it is written
    phase: str  # when it does not: "`phase` is `"val"`"

    @property
    def grad_enabled(self) -> bool:
        """Whether gradients are enabled in every phase."""
        return all(e.where.grad == YES for e in self.forward.events)

    @property
    def is_in_train_mode(self) -> bool:
        """Whether nothing can have put the model in eval mode in any phase."""
        return all(mode_of(e.switches) == TRAIN for e in self.forward.events)


@query
def phases_without_training(file: File) -> Iterator[PhaseView]:
    """Forwards in loops over phases, each with the first phase that never calls backward, in source order."""
    for loop in file.tree.all(tree.For):
        for name, values in _phases(file, loop):
            test = _condition_of_training(file, loop, name)
            idle = next((value for value in values if test is not None and _truth(test, name, value) is False), None)
            if test is None or idle is None or not any(_truth(test, name, value) for value in values):
                continue
            for forward in forwards(file):
                if file.tree.above(forward.node, tree.FunctionDef) is not file.tree.above(loop, tree.FunctionDef):
                    continue
                if _runs_in_every_phase(file, loop, name, forward.node) and not forward.is_test:
                    seen = EvaluationView(file, forward.node, forward.events)
                    yield PhaseView(forward, seen, file.tree.text_of(test), f"`{name}` is `{file.tree.text_of(idle)}`")


def _phases(file: File, loop: tree.For) -> Iterator[tuple[str, list[tree.Constant]]]:
    """The loop's targets that take constants which are written out, with these; no target that the body assigns."""
    rows = _rows(file, loop.iter)
    targets = loop.target.elements if isinstance(loop.target, tree.Tuple) else [loop.target]
    for at, target in enumerate(targets):
        cells = rows
        if isinstance(loop.target, tree.Tuple):
            cells = [r.elements[at] for r in rows if isinstance(r, tree.Tuple) and len(r.elements) == len(targets)]
        values = [cell for cell in cells if isinstance(cell, tree.Constant)]
        if isinstance(target, tree.Name) and len(values) == len(rows) > 1:
            if not any(is_rebound_in(file.tree, target.id, statement) for statement in loop.body):
                yield target.id, values


def _rows(file: File, over: tree.Expression) -> list[tree.Expression]:
    """What a loop may go over, of lists that are written out, put together or chosen by a condition."""
    todo, rows = [over], list[tree.Expression]()
    while todo:
        part = resolved_expression(file.tree, todo.pop(0))
        if isinstance(part, tree.BinaryOp) and part.op == "+":
            todo = [part.left, part.right, *todo]
        elif isinstance(part, tree.Conditional):
            todo = [part.body, part.orelse, *todo]  # the phases of one of them may be all that there are
        elif isinstance(part, (tree.List, tree.Tuple)):
            rows += part.elements
        else:
            return []
    return rows


def _condition_of_training(file: File, loop: tree.For, name: str) -> tree.Expression | None:
    """The test of the phase around all calls of backward in a loop; None if there are others, or none."""
    inside = [n for n in tree.walk(loop, into_functions=False) if isinstance(n, tree.Call)]
    if any(_wants_gradients(file, call) for call in inside):
        return None
    trained = [call for call in inside if tree.last_name(call.func) in BACKWARDS]
    tests = [_test_around(file, loop, name, call) for call in trained]
    return tests[0] if tests and all(test is not None for test in tests) else None


def _wants_gradients(file: File, call: tree.Call) -> bool:
    """Whether a call needs gradients, whatever the phase."""
    if tree.last_name(call.func) in ("requires_grad_", "enable_grad"):
        return True
    return any(file.lookup.handler(name) in _DIFFERENTIATING for name in file.names.spelled(call))


def _runs_in_every_phase(file: File, loop: tree.For, name: str, node: tree.Node) -> bool:
    """Whether a node is in the loop's body, and no test of the phase is around it."""
    is_inside = loop.start < node.start < loop.end
    return is_inside and _test_around(file, loop, name, node, any_branch=True) is None


def _test_around(
    file: File, loop: tree.For, name: str, node: tree.Node, *, any_branch: bool = False
) -> tree.Expression | None:
    """The nearest test of the phase whose body holds a node, or one of whose branches does."""
    here: tree.Node | None = node
    while here is not None and here is not loop:
        above = file.tree.parents.get(here)
        if isinstance(above, tree.If) and _is_of(above.test, name) and (any_branch or here in above.body):
            return above.test
        here = above
    return None


def _is_of(test: tree.Expression, name: str) -> bool:
    return any(isinstance(node, tree.Name) and node.id == name for node in tree.walk(test))


def _truth(test: tree.Expression, name: str, value: tree.Constant) -> bool | None:
    """What a test of the phase gives for a value; None if that is not known."""
    if isinstance(test, tree.Name) and test.id == name:
        return bool(value.value)
    if isinstance(test, tree.UnaryOp) and test.op == "not":
        inside = _truth(test.operand, name, value)
        return None if inside is None else not inside
    if not isinstance(test, tree.Compare) or len(test.ops) != 1 or tree.dotted(test.left) != name:
        return None
    other = test.comparators[0]
    if isinstance(other, tree.Constant) and test.ops[0] in ("==", "!=", "is", "is not"):
        return (value.value == other.value) == (test.ops[0] in ("==", "is"))
    if isinstance(other, (tree.List, tree.Tuple, tree.Set)) and test.ops[0] in ("in", "not in"):
        if all(isinstance(one, tree.Constant) for one in other.elements):
            known = [one.value for one in other.elements if isinstance(one, tree.Constant)]
            return (value.value in known) == (test.ops[0] == "in")
    return None
