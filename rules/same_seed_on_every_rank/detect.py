"""Calls after which all processes of a training draw the same random numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.knowledge.meanings import MAKES_GROUP, SEEDING_FUNCTIONS
from torchlint.queries import CallView, View, distributed
from torchlint.syntax import tree

from .detect_draws import Draws, draws
from .detect_order import Event, traces

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class SameSeed(CallView):
    """A call that seeds PyTorch with what is the same in all processes, where no later one does otherwise."""

    seed: str  # the code of the seed
    drawn: Draws | None  # what the training draws; None if that is not seen
    undone: View | None  # the earlier seed of each process's own, which this one replaces
    is_certain: bool  # whether training is seen to draw from the generators that are seeded

    @property
    def advice(self) -> str:
        """What to seed with."""
        rank = "rank" if self.file.analysis.mentions("rank") else "torch.distributed.get_rank()"
        own = rank if self.seed == "0" else f"{self.seed} + {rank}"
        return f"seed with `{own}`, after the model is wrapped"  # before, FSDP would start with other weights

    @property
    def what(self) -> str:
        """What each process draws like all others."""
        return self.drawn.numbers if self.drawn is not None else "random numbers"


def same_seeds(file: File) -> Iterator[SameSeed]:
    """One for each way through the program, in source order."""
    if not any(file.analysis.mentions(word) for word in ("manual_seed", *(name[1:] for name in SEEDING_FUNCTIONS))):
        return
    if distributed.is_divided_model(file) or not distributed.is_spread(file):
        return
    if not any(file.analysis.mentions(word) for word in MAKES_GROUP) and not distributed.spawned(file):
        return  # wraps a model if there are several processes, in a program that never starts any
    drawn = draws(file)
    if drawn is not None and drawn.is_nothing:
        return
    found: dict[tree.Node, SameSeed] = {}
    is_started = bool(distributed.spawned(file))  # by this file, so an object that it makes may wrap the model
    for trace in traces(file):
        last = _last_same(trace)
        is_seen = any(event.effect == "spread" for event in trace)
        if last is not None and (is_seen or is_started) and not _is_of_others(last, drawn):
            own = _own_before(trace, last)
            undone = View(file, own.place) if own is not None and own.place is not last.place else None
            is_certain = is_seen and _is_certain(last, drawn)
            found.setdefault(last.place, SameSeed(file, last.place, last.seed, drawn, undone, is_certain))
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _is_certain(seeding: Event, drawn: Draws | None) -> bool:
    """Whether training is seen to draw from the generators that are seeded."""
    if drawn is None or drawn.place is None:
        return False
    return not seeding.is_of_cuda or drawn.numbers == "dropout"  # noise may be drawn on the CPU and moved


def _is_of_others(seeding: Event, drawn: Draws | None) -> bool:
    """Whether only the generators of GPUs are seeded, and augmentations are drawn, which takes the CPU's."""
    return seeding.is_of_cuda and drawn is not None and drawn.numbers == "augmentations"


def _last_same(trace: list[Event]) -> Event | None:
    """The last call that seeds, if that is with the same number in all processes, whatever conditions hold."""
    seeds = [event for event in trace if event.effect != "spread" and not event.is_undone]
    # Where a loop seeds, to show the same samples each time, all that was drawn before came from the seed before it.
    seeds = [event for event in seeds if event.effect != "same" or not event.is_in_loop]
    last = seeds[-1] if seeds else None
    if last is None or last.effect != "same":
        return None
    if any(event.excludes(last) for event in seeds if event.effect != "same"):
        return None
    beside = [event for event in seeds if event.path[-1].call in _block(last) and event.effect == "same"]
    return next((event for event in beside if not event.is_of_cuda), last)


def _block(event: Event) -> list[tree.Node]:
    """All code of the function around a call that seeds: what seeds other generators is beside it."""
    syntax, call = event.path[-1]
    return syntax.own(syntax.scope(call), tree.Call)


def _own_before(trace: list[Event], last: Event) -> Event | None:
    """The last seed of each process's own that comes before."""
    before = [event for event in trace[: trace.index(last)] if event.effect == "own"]
    return before[-1] if before else None
