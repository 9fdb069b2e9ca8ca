"""Whether the workers of DataLoaders see what other workers see: states of random numbers, seeds, samples."""

from __future__ import annotations

from typing import Any

from .. import budget, torch_state
from ..digests import digest
from ..site import Site

MOST = 512  # values that are kept of one process
MOST_STATES = 16  # of generators, which have long states


class RepeatedInWorkers(Site):
    """Keeps the digests of the first values that this process has seen, and which worker of which pass it is."""

    may_look_at = ("generator", "seed", "sample")

    def begin(self) -> None:
        self._digests: list[int] = []
        self.facts = {"worker": None, "pass": None, "of": 0, "role": "", "values": 0, "unreadable": 0, "digests": []}

    def visit(self, role: str, value: Any) -> None:
        info = torch_state.worker_info()
        self.facts["role"] = role
        if info is None:
            return  # values of the main process have nobody to be repeated by
        self.facts.update({"worker": info.id, "pass": info.seed - info.id, "of": info.num_workers})
        self.facts["values"] += 1
        if len(self._digests) >= (MOST_STATES if role == "generator" else MOST) or not budget.is_left():
            return
        with budget.counted():
            found = digest(value)
        if found is None:
            self.facts["unreadable"] += 1
        else:
            self._digests.append(found)

    def end(self) -> None:
        """Write what there is: JSON's numbers are long enough."""
        self.facts["digests"] = list(self._digests)
