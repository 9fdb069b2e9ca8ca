"""Every place that values, and what is inside them, have passed."""

from __future__ import annotations

from collections.abc import Iterable

from torchlint.domain.origins import NO_ORIGINS, Origins
from torchlint.domain.values import UNKNOWN, Value


def all_origins(value: Value, depth: int = 0) -> Origins:
    """The origins of a value and of everything inside it."""
    origins = value.origins
    if depth < 4 and (value.items or value.kind == "dict"):
        for item in value.elements:
            inside = all_origins(item, depth + 1)
            origins = origins | inside if inside else origins
    return origins


def origins_of_arguments(args: Iterable[Value], keywords: dict[str, Value]) -> Origins:
    """The origins of all arguments of a call."""
    origins = NO_ORIGINS
    for value in (*args, *keywords.values()) if keywords else args:
        inside = all_origins(value) if value.items or value.kind == "dict" else value.origins
        if inside:
            origins = origins | inside if origins else inside
    return origins


def held_tensors(value: Value) -> list[Value]:
    """The tensors, and what may be one, in an argument: itself, or what a container or a distribution holds.

    Each of them once: a `pair = (pair, pair)` that is made again and again holds more than can be listed.
    """
    found: list[Value] = []
    seen: set[int] = set()
    inside = [value]
    while inside:
        one = inside.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if one.kind in ("tensor", "output", "unknown"):
            found.append(one)
        elif one.kind in ("framework", "list", "tuple") or (one.kind == "instance" and one.items):
            inside += reversed(one.elements)
        elif one.kind not in ("number", "none", "array", "external"):
            found.append(UNKNOWN)
    return found
