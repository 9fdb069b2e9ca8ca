"""Hooks that clear gradients: on an optimizer's step, a module's forward or backward, or a tensor's gradient."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, function_of
from torchlint.domain.values import UNKNOWN, Value
from torchlint.flow.training_trace import Step, steps_of
from torchlint.queries.file import ExpressionView
from torchlint.queries.training.other_branches import never_together
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File
    from torchlint.queries.training.training_loops import StepView, Training

_CLEARS = ("zero_", "fill_")
# What does nothing for the passes of an inner loop, where only the loop around it does so: new parameters are not made
# by a new optimizer, and unknown code is not called between two batches.
_ONCE_AROUND = ("make", "unseen")
_DEEPEST = 3  # calls from a hook to what clears


def clears_of_hooks(file: File, step: Step) -> Iterator[Step]:
    """The clears by hooks that may be registered on the optimizer of this step."""
    for unit in file.analysis.units:
        for call in unit.tree.once_of_all(_registrations):
            if _is_for(file, call, step) or _may_run_together(file, unit.tree, call, step.node):
                yield from _clears_of(file, call)
        for statement in unit.tree.once_of_all(_replaced_steps):
            if _may_run_together(file, unit.tree, statement, step.node):
                yield from _clears_in(file, statement.value, UNKNOWN)


def _is_for(file: File, call: tree.Call, step: Step) -> bool:
    """Whether a hook on an optimizer is on this one, or on an unknown one."""
    if not _is_on_steps(call):
        return False
    given = {origin for origin in _receiver(file, call).origins if origin.what == "optimizer"}
    return not given or bool(given & step.subject.origins)


def _may_run_together(file: File, syntax: tree.Tree, registered: tree.Node, training: tree.Node) -> bool:
    """Whether one function or class, or a caller of both, contains the registration and the training."""
    return not _callers(file, syntax, registered).isdisjoint(_callers(file, file.tree, training))


def _callers(file: File, syntax: tree.Tree, node: tree.Node) -> set[tree.Node]:
    """The functions and classes around a place, and those that call them."""
    trees = [unit.tree for unit in file.analysis.units]
    found: set[tree.Node] = set()
    waiting = list(_around(syntax, node))
    while waiting:
        here = waiting.pop()
        if here in found:
            continue
        found.add(here)
        for call, called in file.facts.functions.items():
            if any(function.node is here for function in called):
                waiting += [one for other in trees if call in other.parents for one in _around(other, call)]
    return found


def _around(syntax: tree.Tree, node: tree.Node) -> list[tree.Node]:
    around: list[tree.Node] = [n for n in syntax.around(node) if isinstance(n, (tree.FunctionDef, tree.ClassDef))]
    return around or [syntax.root]


def _registrations(syntax: tree.Tree) -> list[tree.Call]:
    """The calls that register a hook: methods of optimizers, modules and tensors, and global functions."""
    calls = ((call, tree.last_part(call.func)) for call in syntax.all(tree.Call) if call.args)
    return [call for call, name in calls if name.startswith("register_") and name.endswith("hook")]


def _is_on_steps(call: tree.Call) -> bool:
    return "_step_" in tree.last_part(call.func)


def _replaced_steps(syntax: tree.Tree) -> list[tree.Assign]:
    """Assignments of another function to an object's `step`."""
    return [
        s for s in syntax.all(tree.Assign) if any(isinstance(t, tree.Attribute) and t.attr == "step" for t in s.targets)
    ]


def _clears_of(file: File, call: tree.Call) -> Iterator[Step]:
    receiver = _receiver(file, call)
    hook = call.args[0].value
    if _body(file, hook) is not None:
        yield from _clears_in(file, hook, receiver)
    elif _is_on_steps(call):  # an optimizer is given to code that is not seen
        known = any(origin.what == "optimizer" for origin in receiver.origins)
        yield Step("unseen", call, Value("tuple", items=(receiver,))) if known else Step("foreign", call, receiver)


def _receiver(file: File, call: tree.Call) -> Value:
    return ExpressionView(file, call.func.value).value if isinstance(call.func, tree.Attribute) else UNKNOWN


def _clears_in(file: File, hook: tree.Node, receiver: Value) -> Iterator[Step]:
    """The clears in a hook's body, and in functions of the project that it calls."""
    body = _body(file, hook)
    waiting: list[tuple[tree.Node, int]] = [(body, 0)] if body is not None else []
    given = _first(body, receiver) if body is not None else {}
    seen = set()
    while waiting:
        code, depth = waiting.pop()
        seen.add(code)
        for node in tree.walk(code):
            if (clear := _clear(file, node, given if code is body else {})) is not None:
                yield clear
            if isinstance(node, tree.Call) and depth < _DEEPEST:
                called = (function.node for function in file.facts.functions.get(node, ()))
                waiting += [(function, depth + 1) for function in called if function not in seen]


def _body(file: File, hook: tree.Node) -> tree.FunctionDef | tree.Lambda | None:
    """The function that an expression evaluates to, if known: a `def`, a method, a lambda, or a `partial` of one."""
    value = ExpressionView(file, hook).value
    if value.kind == "partial" and value.items:
        value = value.items[0]
    node = function_of(value).node if value.kind in ("function", "method") and value.ref else hook
    return node if isinstance(node, (tree.FunctionDef, tree.Lambda)) else None


def _first(body: tree.FunctionDef | tree.Lambda, receiver: Value) -> dict[str, Value]:
    """The value of a hook's first parameter: the optimizer or module that it is registered on."""
    names = [parameter.name for parameter in body.parameters if parameter.name != "self"]
    return {names[0]: receiver} if names else {}


def _clear(file: File, node: tree.Node, given: dict[str, Value]) -> Step | None:
    """The clear that a piece of a hook's code is; None for other code."""
    if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute):
        cleared, name = node.func.value, node.func.attr
        if name == "zero_grad":
            by_name = given.get(cleared.id) if isinstance(cleared, tree.Name) else None
            return Step("zero", node, by_name or ExpressionView(file, cleared).value)
        is_grad = any(isinstance(n, tree.Attribute) and n.attr == "grad" for n in tree.walk(cleared))
        return Step("zero", node, UNKNOWN, "hand") if name in _CLEARS and is_grad else None
    targets = node.targets if isinstance(node, (tree.Assign, tree.Delete)) else []
    by_hand = any(isinstance(target, tree.Attribute) and target.attr == "grad" for target in targets)
    return Step("zero", node, UNKNOWN, "hand") if by_hand else None


def may_be_cleared(loop: Training, at: StepView) -> bool:
    """Whether anything in a loop or around it may clear the gradients that the step applies."""
    return bool(_clearing(loop, at)) or may_be_cleared_by_hook(loop, at)


def may_be_cleared_unseen(loop: Training, at: StepView) -> bool:
    """Whether only code that is not followed may do so, which is not given the optimizer: `model.after_batch()`."""
    clearing = _clearing(loop, at)
    return bool(clearing) and not may_be_cleared_by_hook(loop, at) and all(loop.is_guess(s, at.step) for s in clearing)


def may_be_cleared_for_another(loop: Training, at: StepView) -> bool:
    """Whether only an optimizer whose model is another parameter of the constructor may clear them."""
    clearing = _clearing(loop, at)
    return (
        bool(clearing)
        and not may_be_cleared_by_hook(loop, at)
        and all(
            step.what == "zero" and step.by != "hand" and loop.relations.are_of_other_parameters(step, at.step)
            for step in clearing
        )
    )


def _clearing(loop: Training, at: StepView) -> list[Step]:
    """What may clear the gradients that the step applies, in a loop or around it."""
    outermost = loop.around[0].node if loop.around else loop.node
    everywhere = list(steps_of(loop.around[0].body)) if loop.around else loop.all
    inside = set(loop.all) if _is_passed_often(loop) else set(everywhere)
    clearing = (
        step for step in everywhere if (step in inside or step.what not in _ONCE_AROUND) and loop.clears(step, at.step)
    )
    return [step for step in clearing if not _is_for_others(loop, at, step, outermost)]


def _is_passed_often(loop: Training) -> bool:
    """Whether a loop makes several steps for each pass of the loop around it: not one over the parts of a batch."""
    is_long = loop.node in loop.file.facts.batch_loops or isinstance(loop.node, tree.While) or _counts(loop.node)
    return len(loop.around) > 1 and is_long and not loop.runs_once


def _counts(loop: tree.Node) -> bool:
    """Whether a loop only counts its passes: `for _ in range(iterations)`."""
    return isinstance(loop, tree.For) and isinstance(loop.iter, tree.Call) and tree.dotted(loop.iter.func) == "range"


def _is_for_others(loop: Training, at: StepView, clear: Step, outermost: tree.Node) -> bool:
    """Whether a zero_grad is never called in a run that makes this step: the condition decides once for all passes."""
    if clear.what != "zero" or not loop.file.holds(clear.node):
        return False
    if _are_of_siblings(loop.file, clear.node, at.node):
        return True
    return isinstance(outermost, tree.Loops) and never_together(loop.file, clear.node, at.node, outermost)


def _are_of_siblings(file: File, clear: tree.Node, step: tree.Node) -> bool:
    """Whether no object runs both methods of `self.optimizer`: they are in different subclasses of one base class.

    Or the first is in a method of a base class that the class of the second overrides.
    """
    clearing, stepping = _class_with_own(file, clear), _class_with_own(file, step)
    if clearing is None or stepping is None or stepping in clearing.lineage:
        return False
    if clearing in stepping.lineage:
        method = file.tree.above(clear, tree.FunctionDef)
        override = stepping.methods.get(method.name) if isinstance(method, tree.FunctionDef) else None
        return override is not None and "super" not in override.unit.tree.text_of(override.node)
    return not set(clearing.lineage).isdisjoint(stepping.lineage)


def _class_with_own(file: File, call: tree.Node) -> Class | None:
    """The class around the call of a method of an attribute of `self`."""
    called = tree.dotted(call.func) if isinstance(call, tree.Call) else None
    if called is None or not called.startswith("self."):
        return None
    return file.analysis.class_at.get(file.tree.above(call, tree.ClassDef))


def may_be_cleared_by_hook(loop: Training, at: StepView) -> bool:
    """Whether a hook, registered anywhere, may clear the gradients that the step applies."""
    return any(loop.clears(step, at.step) for step in clears_of_hooks(loop.file, at.step))
