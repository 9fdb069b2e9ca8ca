"""What monitors share: they hear what every training does, whatever its code looks like, and note facts at places."""

from __future__ import annotations

from typing import Any, ClassVar

from . import events
from .places import Place


class Rise:
    """The most looks in a row that have each counted more than the one before."""

    def __init__(self) -> None:
        self.longest: list[Any] = []
        self._rising: list[Any] = []
        self._last = 0

    def add(self, count: int, look: Any) -> None:
        """One more look, and what it has counted."""
        is_more = bool(self._rising) and count > self._last
        self._rising = [*self._rising, look] if is_more else [look]
        self._last = count
        if len(self._rising) >= len(self.longest):
            self.longest = self._rising


class Monitor:
    """One monitor in this process. It overrides what it wants to hear; what it does not override costs nothing.

    The thread is marked as at work in a probe while a monitor hears something, and none of the user's tensor
    subclasses and modes hears of what is done with tensors. Where tensors can't be touched, as in tracing, nothing
    is told. A monitor that has raised is not told anything any more.
    """

    # The events at which it touches no tensors, or sees to that itself: what is done around the others takes longer
    # than most monitors do.
    light: ClassVar[frozenset[str]] = frozenset()
    # Those of them at which it has nothing to do until it has asked for them: few programs ever bring it to that.
    on_request: ClassVar[frozenset[str]] = frozenset()

    def __init__(self) -> None:
        self.part = ""  # of ours that it is, for those who tell it of events
        self.has_asked = False
        self.begin()

    def ask(self) -> None:
        """Be told of the events that are told on request, from the next one on."""
        if not self.has_asked:
            self.has_asked = True
            for event in self.on_request:
                events.hear(event, self.part, getattr(self, event), is_first=True)

    def begin(self) -> None:
        """Set what the monitor keeps: at the start, and again in a forked process. No strong references to tensors."""

    def optimizer_made(self, optimizer: Any) -> None:
        """An optimizer is being made, which has no parameters yet."""

    def backward_begins(self, starts: list[Any]) -> None:
        """The program is about to differentiate: the nodes at which that starts."""

    def backward_due(self, starts: list[Any]) -> None:
        """The same, where a due step may follow; it is told first."""

    def step_begins(self, optimizer: Any) -> None:
        """An optimizer is about to make a step, and has the gradients for it."""

    def step_due(self, optimizer: Any, number: int) -> None:
        """The same, at steps 1, 2, 3, 4, 8, 16, ... of each optimizer."""

    def step_ends(self, optimizer: Any) -> None:
        """It has made the step."""

    def due_step_ends(self, optimizer: Any) -> None:
        """The same, of a due step."""

    def due_step_follows(self, optimizer: Any) -> None:
        """The same, where its next step is due."""

    def batch_asked(self, iterator: Any) -> None:
        """A DataLoader's iterator is asked for a batch."""

    def batch_came(self, iterator: Any) -> None:
        """It has answered: with a batch, with its end, or with an error."""

    def seeded(self) -> None:
        """The program has seeded the generators of torch."""

    def hook_made(self, handle: Any) -> None:
        """A hook is being registered on a module or tensor; what holds it does not have it yet."""

    def samples_asked(self, dataset: Any) -> None:
        """A worker of a DataLoader is about to ask a map-style dataset for the samples of a batch."""

    def samples_came(self, dataset: Any) -> None:
        """It has them, or has failed."""

    def sightings(self) -> list[tuple[Place, dict[str, Any]]]:
        """What is known so far: facts, as plain JSON, each at a place. It is asked now and then, and at the end."""
        return []
