"""Methods that a framework calls, such as `training_step`: what it does before and with the result."""

from __future__ import annotations

from torchlint.binding.symbols import Function
from torchlint.domain.values import GUESSED, NONE, Value
from torchlint.flow.facts import LoopRun
from torchlint.flow.function_calls import run_function
from torchlint.flow.mode_effects import put_in
from torchlint.flow.state import Frame
from torchlint.knowledge.effects import CallbackModel


def step_for(function: Function) -> CallbackModel | None:
    """How a framework calls a function of this file; None if it doesn't."""
    if function.step is not None or function.owner is None:
        return function.step
    return function.owner.callback(function.name)


def enter_step(frame: Frame, function: Function, step: CallbackModel) -> None:
    """Set up a body's frame as the framework does: for each batch, with the model in its mode."""
    if step.per_batch:
        frame.loops = (LoopRun(function.node, 0, "sure", again=True),)
        names = dict(frame.scope.names)
        run_function(frame, function)  # what one batch leaves in a global, the next one finds
        frame.scope.names, frame.returned = names, None
    if step.model >= len(function.node.parameters):
        return
    parameter = function.node.parameters[step.model]
    model = frame.scope.names[parameter.name]
    if step.model and (model.kind == "unknown" or model.made_by == GUESSED):
        model = frame.scope.names[parameter.name] = Value("module", source=parameter)
    if step.mode and model.kind == "module":
        put_in(frame, model, step.mode, function.node)


def leave_step(frame: Frame, function: Function, step: CallbackModel, result: Value) -> Value:
    """Do what the framework does with a step's result; returns the part that is not differentiated."""
    if does_itself(function, step):
        return result
    loss, rest = _loss_of(result) if step.differentiates else (None, result)
    if loss is not None:
        frame.differentiate(loss)
    if step.steps:
        frame.note_action("step")
    if step.zeroes_gradients:
        frame.note_action("zero_grad")
    return rest


def does_itself(function: Function, step: CallbackModel) -> bool:
    """Whether a class goes backward and steps by itself, such as a LightningModule without automatic optimization."""
    owner = function.owner
    return bool(owner is not None and step.unless and (owner.method(step.unless) or owner.attribute(step.unless)))


def _loss_of(result: Value) -> tuple[Value, Value]:
    """The part of a step's result that a framework differentiates, and the rest."""
    if result.kind == "dict" and "'loss'" in result.entries:
        return result.entries["'loss'"], result.with_entries({k: v for k, v in result.entries.items() if k != "'loss'"})
    if result.kind == "tuple" and result.items:
        return result.items[0], result.replace(items=result.items[1:])
    return result, NONE
