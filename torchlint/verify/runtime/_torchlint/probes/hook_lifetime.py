"""How many of the hooks that a place registers are still there, how often they have run and how long that took."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..hook_calls import Calls, calls_of
from ..site import Site


class HookLifetime(Site):
    """Keeps of each handle what the handle itself keeps: a weak reference to the hooks, and the number in them."""

    looks_at = ("at",)
    may_look_at = ("hook",)
    looks_into = "body"

    def begin(self) -> None:
        self._handles: list[tuple[Any, int]] = []
        self._calls: dict[int, tuple[Calls, int, int, float]] = {}  # with what it had counted before
        names = "registered unknown removed live most_in_one_place counted calls timed seconds"
        self.facts = dict.fromkeys(names.split(), 0)

    def visit(self, role: str, value: Any) -> None:
        if role == "hook":
            self._count_calls(calls_of(value))
            return
        hooks, number = getattr(value, "hooks_dict_ref", None), getattr(value, "id", None)
        if hooks is None or number is None:
            self.facts["unknown"] += 1
            return
        self.facts["registered"] += 1
        self._handles.append((hooks, number))
        if self.is_worth_a_look():
            self.end()

    def _count_calls(self, calls: Calls | None) -> None:
        if calls is not None:
            self.facts["counted"] += 1
            self._calls.setdefault(id(calls), (calls, calls.made, calls.timed, calls.seconds))

    def end(self) -> None:
        """Sort the hooks: removed, still there, or gone with what carried them."""
        there = [(hooks(), number) for hooks, number in self._handles]
        live = [hooks is not None and number in hooks for hooks, number in there]
        self.facts["removed"] += sum(hooks is not None and number not in hooks for hooks, number in there)
        self._handles = [handle for handle, is_live in zip(self._handles, live) if is_live]
        in_each_place = Counter(id(hooks) for (hooks, _), is_live in zip(there, live) if is_live)
        self.facts["live"] = len(self._handles)
        self.facts["most_in_one_place"] = max(self.facts["most_in_one_place"], *in_each_place.values(), 0)
        counted = self._calls.values()
        self.facts["calls"] = sum(calls.made - made for calls, made, _, _ in counted)
        self.facts["timed"] = sum(calls.timed - timed for calls, _, timed, _ in counted)
        self.facts["seconds"] = sum(calls.seconds - seconds for calls, _, _, seconds in counted)
