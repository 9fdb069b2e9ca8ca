"""Whether an iterator is given to somebody when nothing is left in it."""

from __future__ import annotations

import types
from typing import Any

from ..site import Site


class UsedUpIterator(Site):
    """Looks whether a generator has ended; of other iterators that can't be told without taking from them."""

    looks_at = ("iterator",)

    def begin(self) -> None:
        self.facts = dict.fromkeys("ended alive other".split(), 0)

    def visit(self, role: str, value: Any) -> None:
        if not isinstance(value, types.GeneratorType):
            self.facts["other"] += 1
        else:
            self.facts["ended" if value.gi_frame is None else "alive"] += 1
