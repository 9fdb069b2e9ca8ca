"""What a run has seen, put together for each site: data only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


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


@dataclass(frozen=True, slots=True)
class Evidence:
    """What all processes have seen at one site, and what became of its file."""

    processes: int = 0  # that were observed at all
    file: str = "not loaded"  # rewritten, changed or failed otherwise
    is_placed: bool = False  # the captures could be put into the file
    compiled: int = 0  # graphs that torch.compile has made, in which nothing is seen
    observations: tuple[Observation, ...] = ()
