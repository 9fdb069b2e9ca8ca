"""Calls of unknown code, judged only by arguments and names."""

from __future__ import annotations

from torchlint.binding.symbols import Class
from torchlint.domain.provenance import origins_of_arguments
from torchlint.domain.values import NONE, UNKNOWN, Value, unknown
from torchlint.flow.escaping_functions import note_escaping
from torchlint.flow.held_callables import reached
from torchlint.flow.interpreter import Arguments, Keywords
from torchlint.flow.mode_effects import blur
from torchlint.flow.state import Frame
from torchlint.flow.training_steps import acts_in_environment, note, note_unknown_training
from torchlint.flow.training_trace import By
from torchlint.knowledge.lookup import says_that_it_trains
from torchlint.knowledge.naming_conventions import BACKWARDS, leaves_mode, steps_optimizer
from torchlint.knowledge.torch_api import fact
from torchlint.syntax import tree


def call_unknown(
    frame: Frame,
    name: str,
    args: Arguments,
    keywords: Keywords,
    receiver: Value = UNKNOWN,
    node: tree.Node | None = None,
) -> Value:
    """The result of calling unknown code: an unknown value with the origins of the arguments."""
    origins = origins_of_arguments(args, keywords)
    if name in BACKWARDS:
        for value in [receiver, *args[:1]]:
            frame.differentiate(value)
        note(frame, "backward", frame.unit.tree.root, args[0] if args else receiver, "engine")
        return NONE
    if says_that_it_trains(name):
        frame.interpreter.facts.differentiate(origins)
        frame.note_action("maybe-backward")
    is_step = name == "step" and not acts_in_environment(frame, node, args)
    if is_step or (name.endswith("_step") and steps_optimizer(name) and _holds_optimizer(args, keywords)):
        frame.note_action("step")
    if origins:
        trains = any(value.kind in ("optimizer", "scaler") for value in (receiver, *args, *keywords.values()))
        frame.give(origins, for_result=not trains and node is not None and not _is_discarded(frame, node))
    note_escaping(frame, (receiver, *args, *keywords.values()))
    by: By = "method" if receiver.kind == "module" or receiver.origins or isinstance(receiver.ref, Class) else ""
    note_unknown_training(frame, [receiver, *args, *keywords.values()], "train" if says_that_it_trains(name) else by)
    known = receiver.kind == "module" and (fact(f"torch.nn.Module.{name}") is not None or leaves_mode(name))
    switched = [] if known else reached(receiver, name)
    blur(frame, [*switched, *args, *keywords.values()], node)
    return unknown(origins | receiver.origins)


def _holds_optimizer(args: Arguments, keywords: Keywords) -> bool:
    return any(value.kind == "optimizer" for value in (*args, *keywords.values()))


def _is_discarded(frame: Frame, node: tree.Node) -> bool:
    """Whether the result of a call is unused."""
    return isinstance(frame.unit.tree.parents.get(node), tree.ExpressionStatement)
