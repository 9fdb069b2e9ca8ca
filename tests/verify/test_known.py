"""What is remembered of objects outlasts them, also where another object is put at their place in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.runtime_parts import importable, part


class Thing:
    """Something that can be referenced weakly."""


@pytest.fixture(autouse=True)
def runtime() -> Iterator[None]:
    with importable():
        yield


def remembered(known: Any, number: int) -> list[int]:
    """What is known of things of which each is gone when the next one is made."""
    for value in range(number):
        known.put(Thing(), value)
    return sorted(known.values())


def test_values_of_what_is_gone_are_told() -> None:
    known = part("known")
    assert remembered(known.Told(), 50) == list(range(50))
    assert len(remembered(known.Known(), 50)) < 50  # so that one thing did take the place of another
