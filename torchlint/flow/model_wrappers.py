"""Wrappers around models: which ones a model is inside, and when it is unwrapped."""

from __future__ import annotations

from typing import Final

from torchlint.binding.symbols import Class
from torchlint.domain.origins import Origin, OriginKind, Origins
from torchlint.domain.values import Value
from torchlint.flow.facts import ModelWrapperFact
from torchlint.flow.state import Frame
from torchlint.syntax import tree

DDP: Final = "DistributedDataParallel"
# The name under which a wrapper holds the model.
HELD_AS: dict[OriginKind, str] = {DDP: "module", "DataParallel": "module", "torch.compile": "_orig_mod"}
# Those that are given no functions.
_OF_MODULES = frozenset((DDP, "DataParallel"))
# The attributes that take a model out of its wrapper.
INSIDE = frozenset(HELD_AS.values())
# What a model has passed that was taken out of DistributedDataParallel.
TAKEN_OUT: Final = "taken out"
# The same of the other wrappers.
_TAKEN_OUT_OF_ANOTHER: Final = "taken out of another"
# What a model has passed whose wrapper at the same place is inside another one.
_INNER: Final = "inside another wrapper"


def wrapped(frame: Frame, wrapper: OriginKind, model: Value, node: tree.Call) -> Value:
    """What a wrapper gives: the model, which is known to be inside; other values stay as they are.

    An unknown object is a module from here on, as DistributedDataParallel and DataParallel take nothing else.
    """
    if model.kind == "unknown" and wrapper in _OF_MODULES:
        model = Value("module", origins=model.origins, source=node)
    if model.kind != "module":
        return model
    if frame.interpreter.records_facts:
        frame.interpreter.facts.model_wrappers.append(ModelWrapperFact(node, model, wrapper))
    inner = frozenset(Origin(_INNER, origin.node, origin.chain) for origin in wrappers_of(model))
    return model.with_origins(inner | {frame.origin(wrapper, node)})


def wrapper_of(frame: Frame, cls: Class) -> str:
    """The wrapper, such as DataParallel, that a class derives from and is constructed like; empty if there is none."""
    if not cls.is_module or cls.method("__init__") is not None:
        return ""
    rows = ((base, frame.unit.lookup.call_model(base)) for base in cls.external_bases)
    return next((base for base, row in rows if row is not None and row.wraps), "")


def wrappers_of(model: Value) -> Origins:
    """Where a model was wrapped, if it may still be."""
    return frozenset(origin for origin in model.origins if origin.what in HELD_AS)


def is_wrapped(model: Value) -> bool:
    """Whether a model may be inside a wrapper."""
    return any(origin.what in HELD_AS for origin in model.origins)


def is_called_through_ddp(model: Value) -> bool:
    """Whether a model is called through its DistributedDataParallel, and is not taken out of it on some path."""
    passed = {origin.what for origin in model.origins}
    return DDP in passed and TAKEN_OUT not in passed


def _outermost(model: Value) -> Origins:
    """The wrappers of a model that are in no other one; several where conditions decide which one it is."""
    inner = _places(model, _INNER)
    return frozenset(origin for origin in wrappers_of(model) if origin[1:] not in inner)


def _places(model: Value, *kinds: OriginKind) -> set[tuple[object, ...]]:
    """The places of origins of these kinds, with their call paths."""
    return {origin[1:] for origin in model.origins if origin.what in kinds}


def ways_out(model: Value) -> Origins:
    """Where a model was taken out of its wrappers, which goes for its parts, too."""
    return frozenset(origin for origin in model.origins if origin.what in (TAKEN_OUT, _TAKEN_OUT_OF_ANOTHER))


def held_as(model: Value) -> str:
    """The attribute under which the outermost wrapper holds a model; empty if there may be several, or none."""
    outermost = _outermost(model)
    if not _places(model, TAKEN_OUT, _TAKEN_OUT_OF_ANOTHER).isdisjoint(origin[1:] for origin in outermost):
        return ""  # taken out of it on some path
    names = {HELD_AS[origin.what] for origin in outermost}
    return names.pop() if len(names) == 1 else ""


def unwrapped(model: Value, name: str) -> Value:
    """The model as its wrapper holds it under this name; what is inside DistributedDataParallel may be compiled."""
    taken_off = _outermost(model)
    if {HELD_AS[origin.what] for origin in taken_off} != {name}:
        taken_off = wrappers_of(model)  # a compiled model passes the name on to what is inside
    marks = frozenset(
        Origin(TAKEN_OUT if origin.what == DDP else _TAKEN_OUT_OF_ANOTHER, origin.node, origin.chain)
        for origin in taken_off
    )
    inner = frozenset(origin for origin in model.origins if origin.what == _INNER)
    return model.replace(origins=(model.origins - taken_off - inner) | marks)
