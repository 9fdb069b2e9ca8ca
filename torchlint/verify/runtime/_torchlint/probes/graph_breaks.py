"""Whether torch.compile has ended a graph at an expression."""

from __future__ import annotations

from typing import Any

from .. import dynamo
from ..site import Site


class GraphBreaks(Site):
    """Asks TorchDynamo at the end, since nothing is captured in code that is compiled."""

    looks_at = ("once",)
    stands_at = ("body", "expression")

    def begin(self) -> None:
        self.facts = {"versions": 0, "breaks": 0, "reason": ""}

    def visit(self, role: str, value: Any) -> None:
        """The program has come to where the function is made, or is given to torch.compile."""

    def end(self) -> None:
        first, last = self.lines["expression"]
        here = [why for why, path, line in dynamo.breaks() if path == self.file and first <= line <= last]
        self.facts["breaks"] = len(here)
        self.facts["reason"] = here[0] if here else ""
        self.facts["versions"] = dynamo.versions_within(self.file, *self.lines["body"])
