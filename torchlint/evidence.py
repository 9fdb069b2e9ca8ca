"""What a run has seen, put together for each site: data only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Loading:
    """How long loops waited for batches of DataLoaders; the first two batches of each pass are not counted."""

    batches: int = 0
    waited: float = 0.0  # seconds inside the loaders
    between: float = 0.0  # seconds from one batch to the request for the next

    def __add__(self, other: Loading) -> Loading:
        return Loading(self.batches + other.batches, self.waited + other.waited, self.between + other.between)

    @property
    def share(self) -> float | None:
        """The share of the loops' time that was spent waiting; None where no batch was counted."""
        total = self.waited + self.between
        return self.waited / total if self.batches and total else None


NOT_LOADING = Loading()


@dataclass(frozen=True, slots=True)
class Observation:
    """What one process has seen at one site; the facts are its probe's own."""

    visits: int
    skipped: int
    errors: int
    error: str
    facts: dict[str, Any]
    torch: str | None
    backward_is_watched: bool
    loading: Loading = NOT_LOADING  # of all processes: who waits for a sample is rarely who makes it


@dataclass(frozen=True, slots=True)
class Evidence:
    """What all processes have seen at one site, and what became of its file."""

    processes: int = 0  # that were observed at all
    # rewritten, changed, failed or unseen otherwise; of a notebook's cell also not run, no kernel, cell failed or magic
    file: str = "not loaded"
    is_placed: bool = False  # the captures could be put into the file
    compiled: int = 0  # graphs that torch.compile has made, in which nothing is seen
    observations: tuple[Observation, ...] = ()
