"""Numbers by which values are told apart in several processes: of plain data, arrays, tensors and random generators."""

from __future__ import annotations

import itertools
import random
import sys
import zlib
from collections.abc import Iterable
from typing import Any

from . import torch_state
from .readable import plain

MOST_PARTS, DEEPEST = 8, 3
_PLAIN = (bool, int, float, complex, str, bytes, type(None))
_ITERATORS: tuple[type, ...] = (type(iter([])), type(iter(())), type(iter(range(0))))  # which say what is in them


def digest(value: Any) -> int | None:
    """A number that equal values have in all processes; None for what can't be read without running the user's code."""
    read = _read(value, 0)
    return None if read is None else zlib.crc32(read) | zlib.adler32(read) << 32


def _read(value: Any, depth: int) -> bytes | None:
    kind = type(value)
    if kind in _PLAIN:
        return repr(value).encode("utf-8", "surrogatepass")
    if kind in (list, tuple) and depth < DEEPEST:
        return _joined(kind.__name__, itertools.islice(value, MOST_PARTS), depth)
    if kind is dict and depth < DEEPEST:
        return _joined("dict", itertools.islice(value.values(), MOST_PARTS), depth)
    if kind in _ITERATORS:
        return _joined("iterator", itertools.islice(value.__reduce__()[1][0], MOST_PARTS), depth)
    if kind is random.Random:
        return repr(value.getstate()).encode()
    return _of_torch(value) or _of_numpy(value)


def _joined(kind: str, parts: Iterable[Any], depth: int) -> bytes | None:
    found = [_read(part, depth + 1) for part in parts]
    return None if None in found else b"|".join([kind.encode(), *(part for part in found if part is not None)])


def _of_torch(value: Any) -> bytes | None:
    torch = torch_state.torch
    if torch is None:
        return None
    if type(value) is torch.Generator:
        return repr(value.get_state().tolist()).encode() if value.device.type == "cpu" else None
    numbers = plain(value)
    if numbers is None or numbers.device.type != "cpu":
        return None
    some = numbers.reshape(-1)[:: max(1, numbers.numel() // 256)][:256]
    return f"{tuple(numbers.shape)}{some.tolist()}".encode()


def _of_numpy(value: Any) -> bytes | None:
    numpy: Any = sys.modules.get("numpy")
    if numpy is None:
        return None
    if type(value) is numpy.random.Generator:
        return _state(value.bit_generator.state)
    if type(value) is numpy.random.RandomState:
        return _state(value.get_state(legacy=False))
    if type(value) is numpy.ndarray and value.dtype != object:
        some = value.reshape(-1)[:: max(1, value.size // 256)][:256]
        return f"{value.shape}{some.tolist()}".encode()
    return repr(value).encode() if isinstance(value, numpy.number) else None


def _state(state: dict[str, Any]) -> bytes:
    """The words of a generator's state, which may stand in an array."""
    inner = state["state"]
    words = {name: part.tolist() if hasattr(part, "tolist") else part for name, part in inner.items()}
    return repr((words, state.get("has_uint32"), state.get("uinteger"), state.get("has_gauss"))).encode()
