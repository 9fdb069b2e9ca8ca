"""How long the program waits for batches, against the time between them, per DataLoader."""

from __future__ import annotations

from typing import Any

from . import budget, events, evidence
from .known import Known

SET_OUT = 2  # batches of each pass that are not counted: workers start, and the first steps are slow
MOST_LOADERS = 1000
MOST_EPOCHS = 10_000


class Waits:
    """Batches of one DataLoader, the seconds in which the program waited for them, and those between them."""

    def __init__(self) -> None:
        self.passes = 0
        self.batches = 0
        self.waited = 0.0
        self.between = 0.0


class _Pass:
    """One iterator of a DataLoader: when its current batch was asked for, and when the last one came."""

    def __init__(self, waits: Waits) -> None:
        self.waits = waits
        self.asked = 0.0
        self.came = 0.0
        self.number = 0


is_watched = False  # whether torch's loaders tell us
_passes = Known()  # iterators
_waits: dict[int, Waits] = {}
_epochs = Known()  # of samplers that are looked at: how many passes began in which
_judged = Known()  # samplers of loaders whose waits a probe measures for a finding of the linter
_next_record = 8


def listen() -> None:
    """Hear of batches."""
    events.hear("batch_asked", "loaders", asked)
    events.hear("batch_came", "loaders", came)


def start_anew() -> None:
    """Forget the loaders of the process that this one was forked from."""
    global _next_record
    _passes.clear()
    _waits.clear()
    _epochs.clear()
    _judged.clear()
    _next_record = 8


def key_of(loader: Any) -> int:
    """What a DataLoader and its iterators are known by: one sampler, and nothing else leads back."""
    return id(loader._index_sampler)


def of_keys(keys: set[int]) -> Waits:
    """What is known of some DataLoaders together."""
    together = Waits()
    for one in [_waits[key] for key in keys if key in _waits]:
        together.passes += one.passes
        together.batches += one.batches
        together.waited += one.waited
        together.between += one.between
    return together


def note_judged(loader: Any) -> None:
    """A probe measures the waits for this DataLoader, and a finding of the linter is judged by them."""
    _judged.put(loader._index_sampler)


def is_judged(iterator: Any) -> bool:
    """Whether that is so of the DataLoader of an iterator."""
    return iterator._index_sampler in _judged


def asked(iterator: Any) -> None:
    """A batch is asked for."""
    now = budget.clock()
    one = _passes.get(iterator)
    if one is None:
        one = _Pass(_waits_of(iterator))
        _passes.sweep()
        _passes.put(iterator, one)
        _pass_begins(iterator)
    one.number = iterator._num_yielded
    one.waits.passes += one.number == 0  # one that keeps its workers begins again
    if one.number > SET_OUT:
        one.waits.between += now - one.came
    one.asked = now


def note_epochs(sampler: Any) -> dict[int, int]:
    """From now on, how many passes begin in each epoch of this sampler."""
    counts: dict[int, int] = {}
    _epochs.put(sampler, counts)
    return counts


def _pass_begins(iterator: Any) -> None:
    """The first batch of a pass is asked for; a BatchSampler has the sampler inside."""
    sampler = iterator._index_sampler
    if sampler not in _epochs:
        sampler = getattr(sampler, "sampler", None)
    counts = _epochs.get(sampler)
    if counts is not None and hasattr(sampler, "epoch") and (sampler.epoch in counts or len(counts) < MOST_EPOCHS):
        counts[sampler.epoch] = counts.get(sampler.epoch, 0) + 1


def came(iterator: Any) -> None:
    """The answer was a batch, the end of the pass, or an error."""
    global _next_record
    now = budget.clock()
    one = _passes.get(iterator)
    if one is None or iterator._num_yielded <= one.number:
        return
    one.came = now
    if one.number >= SET_OUT:
        waits = one.waits
        waits.batches += 1
        waits.waited += now - one.asked
        if waits.batches >= _next_record:
            _next_record = 2 * waits.batches
            write()


def _waits_of(iterator: Any) -> Waits:
    key = key_of(iterator)
    if key not in _waits and len(_waits) >= MOST_LOADERS:
        key = 0  # all others together
    return _waits.setdefault(key, Waits())


def write() -> None:
    """Write what is known of all loaders together."""
    if not _waits:
        return
    waits = of_keys(set(_waits))
    evidence.write("loading", batches=waits.batches, waited=round(waits.waited, 6), between=round(waits.between, 6))
