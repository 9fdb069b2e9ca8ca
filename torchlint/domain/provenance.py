"""Every place that values, and what is inside them, have passed."""

from __future__ import annotations

from collections.abc import Iterable

from torchlint.domain.origins import NOWHERE, Sites
from torchlint.domain.values import Value


def all_sites(value: Value, depth: int = 0) -> Sites:
    """The origins of a value and of everything inside it."""
    sites = value.sites
    if depth < 4 and (value.items or value.kind == "dict"):
        for item in value.elements:
            inside = all_sites(item, depth + 1)
            sites = sites | inside if inside else sites
    return sites


def sites_of(args: Iterable[Value], keywords: dict[str, Value]) -> Sites:
    """The origins of all arguments of a call."""
    sites = NOWHERE
    for value in (*args, *keywords.values()) if keywords else args:
        inside = all_sites(value) if value.items or value.kind == "dict" else value.sites
        if inside:
            sites = sites | inside if sites else inside
    return sites
