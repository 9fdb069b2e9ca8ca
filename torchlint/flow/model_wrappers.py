"""Wrappers around models: which ones a model is inside, and when it is unwrapped."""

from __future__ import annotations

from typing import Final

from torchlint.domain.origins import Site, SiteKind, Sites
from torchlint.domain.values import Value
from torchlint.flow.facts import WrapEvent
from torchlint.flow.state import Frame
from torchlint.syntax import tree

DDP: Final = "DistributedDataParallel"
# What a wrapper is known by, and the name under which it holds the model.
WRAPPERS: dict[str, tuple[SiteKind, str]] = {
    "torch.nn.parallel.DistributedDataParallel": (DDP, "module"),
    "torch.nn.DataParallel": ("DataParallel", "module"),
    "torch.compile": ("torch.compile", "_orig_mod"),
}
_HELD_AS = dict(WRAPPERS.values())
# The attributes that take a model out of its wrapper.
INSIDE = frozenset(_HELD_AS.values())
# What a model has passed that was taken out of DistributedDataParallel.
TAKEN_OUT: Final = "taken out"
# The same of the other wrappers.
_TAKEN_OUT_OF_ANOTHER: Final = "taken out of another"


def wrapped(frame: Frame, name: str, model: Value, node: tree.Call) -> Value:
    """The result of a wrapper: the model, marked as wrapped; values from other calls are unchanged."""
    if name not in WRAPPERS or model.kind != "module":
        return model
    if frame.interpreter.recording:
        frame.interpreter.record.wraps.append(WrapEvent(node, model, WRAPPERS[name][0]))
    return model.passing(frozenset((frame.site(WRAPPERS[name][0], node),)))


def wrappers_of(model: Value) -> Sites:
    """Where a model was wrapped, if it may still be."""
    return frozenset(site for site in model.sites if site.what in _HELD_AS)


def is_wrapped(model: Value) -> bool:
    """Whether a model may be inside a wrapper."""
    return any(site.what in _HELD_AS for site in model.sites)


def held_as(model: Value) -> str:
    """The attribute under which the outermost wrapper holds a model; empty if there may be several, or none."""
    if any(site.what in (TAKEN_OUT, _TAKEN_OUT_OF_ANOTHER) for site in model.sites):
        return ""
    names = {_HELD_AS[site.what] for site in wrappers_of(model)}
    return names.pop() if len(names) == 1 else ""


def unwrapped(model: Value, node: tree.Node) -> Value:
    """The model as its wrapper holds it."""
    around = wrappers_of(model)
    marks = frozenset(
        Site(TAKEN_OUT if site.what == DDP else _TAKEN_OUT_OF_ANOTHER, site.node, site.chain) for site in around
    )
    return model.but(sites=(model.sites - around) | marks)
