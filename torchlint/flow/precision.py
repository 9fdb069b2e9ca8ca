"""Casts of a model's parameters, and optimizer steps, in order."""

from __future__ import annotations

from torchlint.binding.use_def import resolved_expression
from torchlint.domain.values import Value
from torchlint.flow.facts import ParametersDtype, PrecisionFact
from torchlint.flow.mode_dependence import PART
from torchlint.flow.state import Frame
from torchlint.knowledge.dtypes import PRECISIONS, dtype_named
from torchlint.syntax import tree

# What from_pretrained, and the constructors of layers, call the dtype in which they make parameters.
_DTYPE_KEYWORDS = ("torch_dtype", "dtype")
_ASKING_FOR_A_GPU = ("cuda.is_available", "is_bf16_supported")
# The dtype that parameters have anyway.
_DEFAULTS = ("torch.float32", "torch.float")


def note_precision(
    frame: Frame, module: Value, name: str, args: list[Value], keywords: dict[str, Value], node: tree.Call
) -> None:
    """Record `.half()`, `.float()` or `.to(torch.float16)` on a module."""
    if module.made_by == PART:
        return  # a part of a model may be put back; the rest is what it is
    if name in ("to", "type"):
        _note(frame, module, node, [argument.value for argument in node.args], [*args, *keywords.values()])
    elif (dtype := PRECISIONS.get(dtype_named(name))) is not None:
        _record(frame, module, node, dtype)


def note_given_dtype(frame: Frame, module: Value, node: tree.Call, keywords: dict[str, Value]) -> None:
    """Record `from_pretrained(..., dtype=torch.bfloat16)`, or a layer that is made with a dtype."""
    given = [argument.value for argument in node.args if argument.keyword in _DTYPE_KEYWORDS]
    _note(frame, module, node, given, [value for name, value in keywords.items() if name in _DTYPE_KEYWORDS])


def _note(frame: Frame, module: Value, node: tree.Call, given: list[tree.Expression], values: list[Value]) -> None:
    written = (_written(frame, value) for value in given)
    attributes = (value for value in written if isinstance(value, tree.Attribute) and _is_of_torch(value))
    dtypes = [dtype for value in attributes if (dtype := PRECISIONS.get(dtype_named(value.attr))) is not None]
    if dtypes:
        _record(frame, module, node, dtypes[0])
        return
    for value in values:
        possible = _possible(value)
        low = [dtype for dtype in possible if dtype != "other"]
        is_chosen = len(possible) > 1 or value.assumed or not _is_always_given(frame, node)
        for dtype in low or possible[:1]:
            _record(frame, module, node, dtype, is_chosen=is_chosen)


def _possible(value: Value) -> list[ParametersDtype]:
    """What parameters are in that are given one of these dtypes; empty for a value that is none."""
    names = [one.ref for one in (value.items if value.kind == "choice" else (value,)) if one.kind == "external"]
    named = [str(name).removeprefix("torch.") for name in names]
    return list(dict.fromkeys(found for name in named if (found := PRECISIONS.get(dtype_named(name))) is not None))


def _is_always_given(frame: Frame, node: tree.Call) -> bool:
    """Whether a call gets its arguments on all ways: as its caller gives them, or by a dict that is written there."""
    syntax = frame.unit.tree
    dicts = [resolved_expression(syntax, argument.value) for argument in node.args if argument.star == "**"]
    if dicts:
        return all(_names_dtype(one) for one in dicts)
    return bool(frame.chain)


def _names_dtype(node: tree.Node) -> bool:
    """Whether an expression is a dict that is made with an entry for a dtype: `{"torch_dtype": torch.float16}`."""
    if isinstance(node, tree.Dict):
        return any(isinstance(key, tree.Constant) and key.value in _DTYPE_KEYWORDS for key in node.keys)
    if not isinstance(node, tree.Call) or tree.dotted(node.func) != "dict":
        return False
    return any(argument.keyword in _DTYPE_KEYWORDS for argument in node.args)


def _is_of_torch(value: tree.Attribute) -> bool:
    return tree.dotted(value.value) == "torch"


def _written(frame: Frame, given: tree.Expression) -> tree.Node:
    """The dtype that is written where a name is given it; of a choice by the device, the one for today's GPUs."""
    value = resolved_expression(frame.unit.tree, given) if isinstance(given, tree.Name) else given
    asked = frame.unit.tree.text_of(value.test) if isinstance(value, tree.Conditional) else ""
    if isinstance(value, tree.Conditional) and any(name in asked for name in _ASKING_FOR_A_GPU):
        sides = [side for side in (value.body, value.orelse) if tree.dotted(side) not in _DEFAULTS]
        return sides[0] if len(sides) == 1 else given
    return value


def _record(frame: Frame, module: Value, node: tree.Call, dtype: ParametersDtype, *, is_chosen: bool = False) -> None:
    if frame.interpreter.records_facts and module.source is not None:
        frame.interpreter.facts.precisions.append(PrecisionFact(node, dtype, module, frame.where, is_chosen))


def note_step(frame: Frame, optimizer: Value, node: tree.Call) -> None:
    """Record a plain optimizer step."""
    if frame.interpreter.records_facts:
        frame.interpreter.facts.precisions.append(PrecisionFact(node, "step", optimizer, frame.where))
