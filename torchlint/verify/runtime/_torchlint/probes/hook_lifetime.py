"""How many of the hooks that a place registers are still there."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..site import Site


class HookLifetime(Site):
    """Keeps of each handle what the handle itself keeps: a weak reference to the hooks, and the number in them."""

    looks_at = ("at",)

    def begin(self) -> None:
        self._handles: list[tuple[Any, int]] = []
        self.facts = {"registered": 0, "unknown": 0, "live": 0, "on_one": 0}

    def visit(self, role: str, value: Any) -> None:
        hooks, number = getattr(value, "hooks_dict_ref", None), getattr(value, "id", None)
        if hooks is None or number is None:
            self.facts["unknown"] += 1
            return
        self.facts["registered"] += 1
        self._handles.append((hooks, number))

    def end(self) -> None:
        self._handles = [(hooks, number) for hooks, number in self._handles if number in (hooks() or ())]
        on_each = Counter(id(hooks()) for hooks, _ in self._handles)
        self.facts.update(live=len(self._handles), on_one=max(on_each.values(), default=0))
