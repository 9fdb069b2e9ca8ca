"""What rows of models can't say by their fields: adapters, parts of pipelines, and methods that do as forward does."""

from __future__ import annotations

from torchlint.domain.modes import EVAL, UNCLEAR
from torchlint.domain.provenance import origins_of_arguments
from torchlint.domain.values import FALSE, UNKNOWN, Value, truth_of
from torchlint.flow.framework_effects import LibraryCall, carry_out, handles
from torchlint.flow.frozen_modules import set_trainable
from torchlint.flow.graphs import graph_of
from torchlint.flow.mode_effects import put_in, sources_of
from torchlint.flow.module_calls import run_by_method
from torchlint.syntax import tree


@handles("runs-model")
def _runs_model(call: LibraryCall) -> Value | None:
    """A method that computes with the parameters of its model: `model.encode_image(images)`."""
    if call.receiver.kind != "module":
        return None
    return run_by_method(call.frame, call.receiver, call.args, call.keywords, call.code)


@handles("differentiable")
def _differentiable(call: LibraryCall) -> Value:
    """A function, or a layer without parameters, whose result has a graph exactly where what it is given has one."""
    grad, assumed = graph_of(call.values)
    if call.first is not None and call.first.kind == "array":  # einops takes arrays of NumPy, too
        return call.first
    if not grad and any(value.kind in ("unknown", "star") for value in call.values):
        return Value("unknown", origins=origins_of_arguments(call.args, call.keywords))
    origins = origins_of_arguments(call.args, call.keywords)
    return Value("output", call.frame.graph(grad), origins=origins, assumed=assumed)


@handles("given-part")
def _given_part(call: LibraryCall) -> Value | None:
    """What an object was given under this name where it was made, or else what it has made itself."""
    made = call.receiver.source
    if not isinstance(made, tree.Call) or any(argument.star == "**" for argument in made.args):
        return UNKNOWN
    given = next((argument.value for argument in made.args if argument.keyword == call.name), None)
    return carry_out(call) if given is None else call.frame.interpreter.facts.values.get(given, UNKNOWN)


@handles("adapter")
def _adapter(call: LibraryCall) -> Value:
    """PEFT's model around the one that it is given.

    A new one trains what it adds, in whatever modes its parts are; one that is loaded is in eval mode and trains
    nothing, unless it was asked for with `is_trainable=True`.
    """
    frame, node = call.frame, call.code
    model = (call.model or Value("module", source=node)).replace(made_by="peft.PeftModel")
    trains = True
    if call.effect.pretrained:
        frame.interpreter.facts.loaded.update(sources_of(model))
        spread = any(argument.star for argument in node.args)
        asked = truth_of(call.keywords.get("is_trainable", UNKNOWN if spread else FALSE))
        if asked is None:
            put_in(frame, model, UNCLEAR, node)
            return model
        trains = asked
    put_in(frame, model, UNCLEAR if trains else EVAL, node)
    for source in list(sources_of(model)):
        set_trainable(frame, source, node, trainable=trains)
    return model
