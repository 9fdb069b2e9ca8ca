"""Modules that other code enters by a method of theirs that isn't forward: what their code says of their layers."""

from __future__ import annotations

from torchlint.binding.symbols import Class
from torchlint.domain.values import NO, Value
from torchlint.flow.facts import LayerFact
from torchlint.flow.mode_effects import switches_of
from torchlint.flow.state import Frame
from torchlint.syntax import tree


def note_layer(frame: Frame, module: Value, node: tree.Call) -> None:
    """Record that a module's own method calls a layer without parameters, if that may depend on the mode."""
    interpreter = frame.interpreter
    if frame.entered is None or frame.inside_forward or not interpreter.records_facts:
        return  # of a forward, its class is asked
    if interpreter.layers.of(module) != NO:
        interpreter.facts.mode_layers.append(LayerFact(node, module, switches_of(frame, module), frame.where))


def is_layer_of_self(frame: Frame, module: Value, name: str) -> bool:
    """Whether a method calls an unknown attribute of its own module that is a layer, as the forward calls it, too."""
    cls, function = module.ref, frame.function
    if frame.entered is None or frame.inside_forward or function is None or not isinstance(cls, Class):
        return False
    if function.owner not in cls.lineage or function.name == "__init__" or not cls.has_parameters():
        return False
    held, forward = cls.attribute(name), cls.method("forward")
    if held is None or held.kind != "unknown" or forward is None or forward is function:
        return False
    return name in forward.unit.traits_of(forward.node).calls_of_self
