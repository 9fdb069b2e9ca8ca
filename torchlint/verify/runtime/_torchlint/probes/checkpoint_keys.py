"""Whether the names in a state dict are those of a wrapped model."""

from __future__ import annotations

from typing import Any

from ..site import Site

PREFIXES = ("module", "_orig_mod")


class CheckpointKeys(Site):
    """Counts the names that begin with what wrappers put before them."""

    looks_at = ("state",)

    def begin(self) -> None:
        self.facts: dict[str, Any] = dict.fromkeys(("looked", "unknown", "keys", *PREFIXES), 0)
        self.facts["first"] = ""

    def visit(self, role: str, value: Any) -> None:
        if not isinstance(value, dict):
            self.facts["unknown"] += 1
            return
        if not self.is_worth_a_look():
            return
        self.facts["looked"] += 1
        names = [name for name in value if isinstance(name, str)]
        self.facts["keys"] += len(names)
        for prefix in PREFIXES:
            found = [name for name in names if name.startswith(f"{prefix}.")]
            self.facts[prefix] += len(found)
            self.facts["first"] = self.facts["first"] or (found[0] if found else "")
