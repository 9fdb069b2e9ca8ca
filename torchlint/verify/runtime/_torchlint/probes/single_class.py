"""How many classes there are in what a softmax is applied to."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..site import Site


class SingleClass(Site):
    """Looks at shapes only: the classes are the columns of rows, and the second of more dimensions."""

    looks_at = ("scores", "at")

    def begin(self) -> None:
        self.facts = dict.fromkeys("one several unreadable".split(), 0)

    def visit(self, role: str, value: Any) -> None:
        if role != "scores":
            return
        shape = tuple(value.shape) if torch_state.is_tensor(value) else ()
        if not shape:
            self.facts["unreadable"] += 1
        else:
            self.facts["one" if 1 in (shape[-1], shape[min(1, len(shape) - 1)]) else "several"] += 1
