"""Whether processes use a file or a database that was opened before they were forked."""

from __future__ import annotations

import os
from typing import Any

from ..site import Site


class InheritedHandle(Site):
    """Remembers in which process each handle was opened: what a fork takes along it takes with this memory."""

    looks_at = ("handle", "opened")

    def begin(self) -> None:
        # By identity: a handle that is still used has kept its own, in the forked process too.
        self._opened: dict[int, int] = getattr(self, "_opened", {})
        self.facts = dict.fromkeys("opened own inherited unknown".split(), 0)

    def visit(self, role: str, value: Any) -> None:
        if role == "opened":
            self.facts["opened"] += 1
            self._opened[id(value)] = os.getpid()
            return
        where = self._opened.get(id(value))
        self.facts["unknown" if where is None else "own" if where == os.getpid() else "inherited"] += 1
