"""Casts of a model's parameters, and optimizer steps, in order."""

from __future__ import annotations

from typing import Literal

from torchlint.domain.values import Value
from torchlint.flow.facts import PrecisionFact
from torchlint.flow.mode_dependence import PART
from torchlint.flow.state import Frame
from torchlint.syntax import tree

_OTHERS = frozenset(("float", "double", "bfloat16"))
_HALF = frozenset(("half", "float16"))


def note_precision(frame: Frame, module: Value, name: str, node: tree.Call) -> None:
    """Record `.half()`, `.float()` or `.to(torch.float16)` on a module."""
    if not frame.interpreter.records_facts or module.source is None or module.made_by == PART:
        return  # a part of a model may be put back; the rest is what it is
    what: Literal["half", "other", ""] = "half" if name == "half" else "other" if name in _OTHERS else ""
    if name in ("to", "type"):
        given = [a.value for a in node.args if isinstance(a.value, tree.Attribute)]
        types = {value.attr for value in given if tree.dotted(value.value) == "torch"}
        what = "half" if types & _HALF else "other" if types & {"float32", *_OTHERS} else ""
    if what:
        frame.interpreter.facts.precisions.append(PrecisionFact(node, what, module, frame.where))


def note_step(frame: Frame, optimizer: Value, node: tree.Call) -> None:
    """Record a plain optimizer step."""
    if frame.interpreter.records_facts:
        frame.interpreter.facts.precisions.append(PrecisionFact(node, "step", optimizer, frame.where))
