"""Objects that something is remembered of, without being kept alive."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import Any


class Known:
    """Objects by their identity, since tensors and classes of the user's have an `==` of their own."""

    def __init__(self) -> None:
        self._values: dict[int, tuple[Any, Any]] = {}

    def put(self, it: Any, value: Any = True) -> None:
        """Remember something of an object; nothing of one that can't be referenced weakly."""
        try:
            self._values[id(it)] = weakref.ref(it), value
        except TypeError:
            return  # a class with slots

    def get(self, it: Any, otherwise: Any = None) -> Any:
        """What is remembered of an object."""
        known = self._values.get(id(it))
        return known[1] if known is not None and known[0]() is it else otherwise

    def pop(self, it: Any) -> Any:
        """What is remembered of an object, for the last time."""
        known = self._values.pop(id(it), None)
        return known[1] if known is not None and known[0]() is it else None

    def note(self, it: Any, belongs: bool) -> bool:
        """Whether any object is in here, now that this one is or is not; those that are gone are not."""
        if belongs:
            self.put(it)
        elif self._values:
            self.pop(it)
            self.sweep()
        return bool(self._values)

    def sweep(self) -> None:
        """Forget those that are gone."""
        self._values = {key: value for key, value in self._values.items() if value[0]() is not None}

    def clear(self) -> None:
        self._values.clear()

    def __contains__(self, it: Any) -> bool:
        return self.get(it, self) is not self

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Any]:
        """Those that are still there."""
        there = [reference() for reference, _ in self._values.values()]
        return iter([it for it in there if it is not None])

    def values(self) -> list[Any]:
        """What is remembered, also of those that are gone."""
        return [value for _, value in self._values.values()]


class Told(Known):
    """Objects of which a finding may tell after they are gone, and something else has taken their place in memory."""

    MOST_GONE = 1000

    def __init__(self) -> None:
        super().__init__()
        self._gone: list[Any] = []

    def put(self, it: Any, value: Any = True) -> None:
        reference, before = self._values.get(id(it), (None, None))
        if reference is not None and reference() is not it and len(self._gone) < self.MOST_GONE:
            self._gone.append(before)
        super().put(it, value)

    def values(self) -> list[Any]:
        return [*self._gone, *super().values()]
