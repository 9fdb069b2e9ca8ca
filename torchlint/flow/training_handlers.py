"""What calls of libraries do in a training step, and what takes part in it: scalers, optimizers, schedulers."""

from __future__ import annotations

from torchlint.domain.values import NONE, NUMBER, TRUE, UNKNOWN, Value, truth_of
from torchlint.flow.framework_effects import LibraryCall, handles
from torchlint.flow.graphs import proven_by_backward
from torchlint.flow.host_sync import note_logged
from torchlint.flow.precision import note_step
from torchlint.flow.training_steps import made_optimizer, made_scaler, made_scheduler, note
from torchlint.syntax import tree

# How many arguments timm's scalers take before `need_update`.
_OF_A_SCALER = 6


@handles("clip")
def _clip(call: LibraryCall) -> None:
    note(call.frame, "clip", call.code, call.given(0, "parameters"))


@handles("scaler")
def _scaler(call: LibraryCall) -> Value:
    return made_scaler(call.frame, call.name, call.code)


@handles("scale-loss")
def _scale_loss(call: LibraryCall) -> Value:
    """A loss that is scaled within a `with`, whose end unscales the gradients unless it is told to delay that."""
    loss = call.given(0, "loss")
    delays = any(argument.keyword == "delay_unscale" for argument in call.code.args) or len(call.args) > 3
    return loss if delays else loss.with_origins(frozenset((call.frame.origin("scaled within", call.code),)))


@handles("scaled-step")
def _scaled_step(call: LibraryCall) -> Value | None:
    """A scaler that is called with a loss and an optimizer: backward, and a step unless it is told to accumulate.

    Whether it steps may depend on a condition: then the row says no more than that it may.
    """
    if truth_of(call.keywords.get("need_update", TRUE)) is not True or len(call.args) > _OF_A_SCALER:
        return None
    operand, optimizer = tree.positional(call.code, 0), call.given(1, "optimizer")
    loss = proven_by_backward(call.frame, operand, call.given(0, "loss"))
    call.frame.differentiate(loss)
    note(call.frame, "backward", call.code, loss, "library")
    note(call.frame, "step", call.code, optimizer, "library", name=tree.positional(call.code, 1))
    call.frame.note_action("step")
    return NONE


@handles("optimizer")
def _optimizer(call: LibraryCall) -> Value:
    return made_optimizer(call.frame, Value("optimizer", ref=call.name), call.code, call.given(0, "params"))


@handles("scheduler")
def _scheduler(call: LibraryCall) -> Value:
    given = next((value for value in call.values if value.kind == "optimizer"), UNKNOWN)
    # A scheduler that is given steps as this one does.
    call.frame.give(frozenset(one for value in call.values if value.kind == "scheduler" for one in value.origins))
    return made_scheduler(call.frame, call.name, call.code, given)


@handles("steps-optimizers")
def _steps_optimizers(call: LibraryCall) -> None:
    """A trainer that is given an optimizer, or one beside its scheduler, and lets it step."""
    given = call.keywords.get("optimizers", UNKNOWN)
    for optimizer in (given, *(given.items if given.kind == "tuple" else ())):
        if optimizer.kind == "optimizer":
            note_step(call.frame, optimizer, call.code)


@handles("optimizer-of-model")
def _optimizer_of_model(call: LibraryCall) -> Value:
    """An optimizer over all that is trainable in a model, or over parameters that are given in its place."""
    return made_optimizer(call.frame, Value("optimizer"), call.code, call.model or call.given(0, ""))


@handles("scheduler-and-epochs")
def _scheduler_and_epochs(call: LibraryCall) -> Value:
    return Value("tuple", items=(_scheduler(call), NUMBER))


@handles("logs")
def _logs(call: LibraryCall) -> None:
    for argument in call.code.args:
        note_logged(call.frame, call.code, argument.value)
