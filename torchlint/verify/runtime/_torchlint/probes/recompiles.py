"""How many versions torch.compile has made of a function."""

from __future__ import annotations

from typing import Any

from .. import dynamo
from ..site import Site


class Recompiles(Site):
    """Asks TorchDynamo at the end, since nothing is captured in code that is compiled."""

    looks_at = ("once",)
    stands_at = ("body",)

    def begin(self) -> None:
        self.facts = {"versions": 0, "most": 0}

    def visit(self, role: str, value: Any) -> None:
        """The program has come to where the function is made, or is given to torch.compile."""
        dynamo.note_judged(self.file, *self.lines["body"])

    def end(self) -> None:
        self.facts["versions"] = dynamo.versions_within(self.file, *self.lines["body"])
        self.facts["most"] = dynamo.most_versions()
