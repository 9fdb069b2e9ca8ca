"""How far what a model gave in train mode is from what it gives in eval mode: predictions, and numbers."""

from __future__ import annotations

from typing import Any

from . import torch_state
from .graph import tensors_in
from .readable import plain

MOST_COMPARED = 1 << 22  # numbers of an output; the first samples


def apart(now: Any, evaluated: Any) -> dict[str, Any] | None:
    """The largest change of any number, and how many predictions differ where there are classes; None if not alike.

    Classes are taken to be the second dimension of an output of two, or of four and more: of samples or of pixels.
    """
    pairs = list(zip(_floating(now), _floating(evaluated)))
    if not pairs or len(_floating(now)) != len(_floating(evaluated)) or not all(_are_alike(*pair) for pair in pairs):
        return None
    found: dict[str, Any] = {"kind": "", "predictions": 0, "differing": 0, "change": 0.0, "largest": 0.0}
    for one, other in pairs:
        _changes(_first_samples(one), _first_samples(other), found)
    if len(pairs) == 1 and not isinstance(now, dict):
        now, evaluated = map(_first_samples, pairs[0])
        _predictions(now, evaluated, found)
    return found


def _floating(value: Any) -> list[Any]:
    tensors = [plain(tensor) for tensor in tensors_in(value)]
    return [tensor for tensor in tensors if tensor is not None and tensor.is_floating_point()]


def _are_alike(one: Any, other: Any) -> bool:
    """Whether two outputs have one shape, and the same of their numbers are finite."""
    return one.shape == other.shape and bool((one.isfinite() == other.isfinite()).all())


def _first_samples(values: Any) -> Any:
    if values.dim() and values.numel() > MOST_COMPARED:
        values = values[: max(1, MOST_COMPARED * len(values) // values.numel())]
    return values


def _changes(one: Any, other: Any, found: dict[str, Any]) -> None:
    for name, numbers in (("change", one.double() - other.double()), ("largest", other.double())):
        finite = numbers[numbers.isfinite()]
        if finite.numel():
            found[name] = max(found[name], float(finite.abs().max()))


def _predictions(one: Any, other: Any, found: dict[str, Any]) -> None:
    if one.dim() not in (2, 4, 5) or one.shape[1] < 2:
        return
    differ = one.argmax(1) != other.argmax(1)
    found["kind"] = "samples" if one.dim() == 2 else "pixels"
    found.update(predictions=differ.numel(), differing=int(torch_state.torch.count_nonzero(differ)))
