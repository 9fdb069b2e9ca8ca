"""What `load_state_dict(strict=False)` says that it did not load."""

from __future__ import annotations

from typing import Any

from ..site import Site

SHOWN = 3


class UnloadedWeights(Site):
    """Looks at the names that the call gives back."""

    looks_at = ("at",)

    def begin(self) -> None:
        self.facts = {**dict.fromkeys("loads silent missing unexpected unknown".split(), 0), "names": []}

    def visit(self, role: str, value: Any) -> None:
        missing, unexpected = (getattr(value, name, None) for name in ("missing_keys", "unexpected_keys"))
        if not isinstance(missing, list) or not isinstance(unexpected, list):
            self.facts["unknown"] += 1
            return
        self.facts["loads"] += 1
        self.facts["silent"] += bool(missing or unexpected)
        self.facts["missing"] = max(self.facts["missing"], len(missing))
        self.facts["unexpected"] = max(self.facts["unexpected"], len(unexpected))
        if not self.facts["names"]:
            self.facts["names"] = [str(name) for name in (missing or unexpected)[:SHOWN]]
