"""Whether as many rows come out of a flattening as went in."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..site import Site


class FlattenedRows(Site):
    """Looks at shapes only."""

    looks_at = ("rows", "at")

    def begin(self) -> None:
        self._rows: int | None = None
        self.facts = dict.fromkeys("kept changed unknown before after".split(), 0)

    def visit(self, role: str, value: Any) -> None:
        rows = int(value.shape[0]) if torch_state.is_tensor(value) and value.dim() else None
        if role == "rows":
            self._rows = rows
            return
        before, self._rows = self._rows, None
        if before is None or rows is None:
            self.facts["unknown"] += 1
        elif before == rows:
            self.facts["kept"] += 1
        else:
            self.facts["changed"] += 1
            self.facts["before"], self.facts["after"] = before, rows

    def lose(self) -> None:
        self._rows = None
