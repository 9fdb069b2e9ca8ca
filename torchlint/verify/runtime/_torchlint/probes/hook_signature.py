"""Whether hooks can be called with what they will be given, and whether their calls come to their end."""

from __future__ import annotations

import inspect
from typing import Any

from ..hook_calls import Calls, calls_of
from ..site import Site

GIVEN = {"takes_1": 1, "takes_2": 2, "takes_3": 3, "takes_4": 4}


class HookSignature(Site):
    """Looks at each function that is registered, without calling it, and at how many of its calls have returned."""

    may_look_at = tuple(GIVEN)
    looks_into = "body"

    def begin(self) -> None:
        self._calls: dict[int, tuple[Calls, int, int]] = {}  # with what it had counted before
        self.facts = dict.fromkeys("hooks unknown fitting given takes calls raised".split(), 0)

    def visit(self, role: str, value: Any) -> None:
        self.facts["given"] = GIVEN[role]
        try:
            signature = inspect.signature(value, follow_wrapped=False)
        except (TypeError, ValueError):
            self.facts["unknown"] += 1
            return
        self.facts["hooks"] += 1
        self.facts["takes"] = len(signature.parameters)
        try:
            signature.bind(*range(GIVEN[role]))
        except TypeError:
            return
        self.facts["fitting"] += 1
        calls = calls_of(value)
        if calls is not None:
            self._calls.setdefault(id(calls), (calls, calls.made, calls.timed))

    def end(self) -> None:
        counted = self._calls.values()
        self.facts["calls"] = sum(calls.made - made for calls, made, _ in counted)
        self.facts["raised"] = self.facts["calls"] - sum(calls.timed - timed for calls, _, timed in counted)
