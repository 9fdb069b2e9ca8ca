"""Wrappers around models: which ones a model is inside, and when it is unwrapped."""

from __future__ import annotations

from typing import Final

from torchlint.domain.origins import Site, SiteKind, Sites
from torchlint.domain.values import Value
from torchlint.flow.facts import WrapEvent
from torchlint.flow.state import Frame
from torchlint.syntax import tree

DDP: Final = "DistributedDataParallel"
# The name under which a wrapper holds the model.
HELD_AS: dict[SiteKind, str] = {DDP: "module", "DataParallel": "module", "torch.compile": "_orig_mod"}
# The attributes that take a model out of its wrapper.
INSIDE = frozenset(HELD_AS.values())
# What a model has passed that was taken out of DistributedDataParallel.
TAKEN_OUT: Final = "taken out"
# The same of the other wrappers.
_TAKEN_OUT_OF_ANOTHER: Final = "taken out of another"


def wrapped(frame: Frame, wrapper: SiteKind, model: Value, node: tree.Call) -> Value:
    """What a wrapper gives: the model, which is known to be inside; other values stay as they are."""
    if model.kind != "module":
        return model
    if frame.interpreter.recording:
        frame.interpreter.record.wraps.append(WrapEvent(node, model, wrapper))
    return model.passing(frozenset((frame.site(wrapper, node),)))


def wrappers_of(model: Value) -> Sites:
    """Where a model was wrapped, if it may still be."""
    return frozenset(site for site in model.sites if site.what in HELD_AS)


def is_wrapped(model: Value) -> bool:
    """Whether a model may be inside a wrapper."""
    return any(site.what in HELD_AS for site in model.sites)


def held_as(model: Value) -> str:
    """The attribute under which the outermost wrapper holds a model; empty if there may be several, or none."""
    if any(site.what in (TAKEN_OUT, _TAKEN_OUT_OF_ANOTHER) for site in model.sites):
        return ""
    names = {HELD_AS[site.what] for site in wrappers_of(model)}
    return names.pop() if len(names) == 1 else ""


def unwrapped(model: Value, node: tree.Node) -> Value:
    """The model as its wrapper holds it."""
    around = wrappers_of(model)
    marks = frozenset(
        Site(TAKEN_OUT if site.what == DDP else _TAKEN_OUT_OF_ANOTHER, site.node, site.chain) for site in around
    )
    return model.but(sites=(model.sites - around) | marks)
