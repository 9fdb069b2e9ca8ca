"""The random generators that a dataset may draw from: those of the process, and those that it holds itself."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from . import torch_state

DEEPEST = 4
MOST_PARTS = 50  # of a container that is looked into: transforms are few, and samples are many
MOST_OBJECTS = 500


def of_process() -> Iterator[tuple[str, Any]]:
    """The generators that all code of this process shares, by the names of their modules."""
    yield "torch", torch_state.torch.default_generator
    yield "random", getattr(random, "_inst", None)
    numpy: Any = sys.modules.get("numpy.random")
    if numpy is not None:
        yield "numpy.random", getattr(numpy.mtrand, "_rand", None)


def held_by(owner: Any) -> list[tuple[Any, str]]:
    """The attributes of an object, and of what is in it, that are generators: whose, and their names."""
    kinds = _kinds()
    found: list[tuple[Any, str]] = []
    waiting, seen = [(owner, 0)], {id(owner)}
    while waiting and len(seen) < MOST_OBJECTS:
        one, depth = waiting.pop()
        for name, part in _parts(one):
            if type(part) in kinds:
                found.append((one, name))
            elif depth < DEEPEST and id(part) not in seen and _may_hold(part):
                seen.add(id(part))
                waiting.append((part, depth + 1))
    return found


def _kinds() -> tuple[type, ...]:
    numpy: Any = sys.modules.get("numpy.random")
    of_numpy = () if numpy is None else (numpy.Generator, numpy.RandomState)
    return (random.Random, torch_state.torch.Generator, *of_numpy)


def _parts(one: Any) -> list[tuple[str, Any]]:
    if type(one) in (list, tuple):
        return [("", part) for part in one] if len(one) <= MOST_PARTS else []
    if type(one) is dict:
        return [(str(name), part) for name, part in one.items()] if len(one) <= MOST_PARTS else []
    return list(vars(one).items())


def _may_hold(part: Any) -> bool:
    """Whether something is a container, or an object with attributes; asked of its class, which runs no code of it."""
    kind = type(part)
    return kind in (list, tuple, dict) or (bool(kind.__dictoffset__) and not issubclass(kind, (type, ModuleType)))
