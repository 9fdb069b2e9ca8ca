"""Wrappers around models: which ones a model is inside, and when it is unwrapped."""

from __future__ import annotations

from typing import Final

from torchlint.domain.origins import Origin, OriginKind, Origins
from torchlint.domain.values import Value
from torchlint.flow.facts import ModelWrapperFact
from torchlint.flow.state import Frame
from torchlint.syntax import tree

DDP: Final = "DistributedDataParallel"
# The name under which a wrapper holds the model.
HELD_AS: dict[OriginKind, str] = {DDP: "module", "DataParallel": "module", "torch.compile": "_orig_mod"}
# The attributes that take a model out of its wrapper.
INSIDE = frozenset(HELD_AS.values())
# What a model has passed that was taken out of DistributedDataParallel.
TAKEN_OUT: Final = "taken out"
# The same of the other wrappers.
_TAKEN_OUT_OF_ANOTHER: Final = "taken out of another"


def wrapped(frame: Frame, wrapper: OriginKind, model: Value, node: tree.Call) -> Value:
    """What a wrapper gives: the model, which is known to be inside; other values stay as they are."""
    if model.kind != "module":
        return model
    if frame.interpreter.records_facts:
        frame.interpreter.facts.model_wrappers.append(ModelWrapperFact(node, model, wrapper))
    return model.with_origins(frozenset((frame.origin(wrapper, node),)))


def wrappers_of(model: Value) -> Origins:
    """Where a model was wrapped, if it may still be."""
    return frozenset(origin for origin in model.origins if origin.what in HELD_AS)


def is_wrapped(model: Value) -> bool:
    """Whether a model may be inside a wrapper."""
    return any(origin.what in HELD_AS for origin in model.origins)


def held_as(model: Value) -> str:
    """The attribute under which the outermost wrapper holds a model; empty if there may be several, or none."""
    if any(origin.what in (TAKEN_OUT, _TAKEN_OUT_OF_ANOTHER) for origin in model.origins):
        return ""
    names = {HELD_AS[origin.what] for origin in wrappers_of(model)}
    return names.pop() if len(names) == 1 else ""


def unwrapped(model: Value) -> Value:
    """The model as its wrapper holds it."""
    around = wrappers_of(model)
    marks = frozenset(
        Origin(TAKEN_OUT if origin.what == DDP else _TAKEN_OUT_OF_ANOTHER, origin.node, origin.chain)
        for origin in around
    )
    return model.replace(origins=(model.origins - around) | marks)
