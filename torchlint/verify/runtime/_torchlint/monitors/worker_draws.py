"""From which states of which generators a DataLoader's worker draws random numbers for its samples."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from types import FunctionType
from typing import Any

from .. import budget, generators, torch_state
from ..digests import digest
from ..monitor import Monitor
from ..places import Place, line_of
from ..sampling import Sampled

MOST_DRAWS = 16  # that are kept of one generator
DEEPEST = 8  # datasets inside of datasets, as in a Subset


class _Generator:
    """One generator: where it is found, the code that draws from it, and its states when that begins to."""

    def __init__(self, name: str, place: Place, owner: Any = None) -> None:
        self.key = (0 if owner is None else id(owner), name)
        self.name = name
        self.place = place
        self.before: int | None = None
        self.draws: list[tuple[int, int]] = []  # of which batch, from which state
        self._owner = None if owner is None else weakref.ref(owner)

    def state(self) -> int | None:
        """A number for its state, which equal states have in all processes."""
        if self._owner is None:
            return digest(dict(generators.of_process()).get(self.name))
        owner = self._owner()
        return None if owner is None else digest(vars(owner).get(self.name))


class WorkerDraws(Monitor):
    """Looks at batches 1, 2, 3, 4, 8, 16, ... of a worker; a generator of which the state stays is not drawn from.

    Only map-style datasets are: one that is iterated over may shuffle alike in all workers to give each its share.
    """

    def begin(self) -> None:
        self._batches = Sampled()
        self._is_looked_at = False
        self._found: dict[tuple[int, str], _Generator] = {}  # by whose it is, and its name
        self._about: dict[str, Any] = {}

    def samples_asked(self, dataset: Any) -> None:
        self._is_looked_at = self._batches.is_due() and budget.is_left()
        if self._is_looked_at:
            with budget.counted():
                if self._batches.count <= 2:  # some are made when the first sample is asked for
                    self._note(dataset)
                for one in self._found.values():
                    one.before = one.state()

    def _note(self, dataset: Any) -> None:
        info = torch_state.worker_info()
        self._about = {"worker": info.id, "pass": str(info.seed - info.id), "of": info.num_workers}
        for one in generators_of(dataset):
            self._found.setdefault(one.key, one)

    def samples_came(self, dataset: Any) -> None:
        if self._is_looked_at:
            with budget.counted():
                for one in self._found.values():
                    if one.before is not None and one.state() != one.before and len(one.draws) < MOST_DRAWS:
                        one.draws.append((self._batches.count, one.before))

    def sightings(self) -> list[tuple[Place, dict[str, Any]]]:
        drawn = [one for one in self._found.values() if one.draws]
        return [(one.place, {**self._about, "generator": one.name, "draws": one.draws}) for one in drawn]


def generators_of(dataset: Any) -> Iterator[_Generator]:
    """What a dataset may draw from, as far as some code of it is in a file that was checked."""
    samples = next((place for one in within(dataset) if (place := place_of(one)) is not None), None)
    for owner, name in generators.held_by(dataset):
        place = place_of(owner) or samples
        if place is not None and hasattr(owner, "__weakref__"):
            yield _Generator(name, place, owner)
    if samples is not None:
        for name, _ in generators.of_process():
            yield _Generator(name, samples)


def within(dataset: Any) -> Iterator[Any]:
    """A dataset, and those that it takes its samples from."""
    for _ in range(DEEPEST):
        yield dataset
        attributes = vars(dataset) if type(dataset).__dictoffset__ else {}
        several = attributes.get("datasets")
        dataset = attributes.get("dataset", several[0] if isinstance(several, list) and several else None)
        if dataset is None:
            return


def place_of(owner: Any) -> Place | None:
    """The method by which a dataset or a transform gives samples, if its file was checked."""
    for name in ("__getitem__", "__getitems__", "__call__", "forward", "transform"):
        for kind in type(owner).__mro__:
            method = vars(kind).get(name)
            if isinstance(method, FunctionType):
                place = line_of(method.__code__.co_filename, method.__code__.co_firstlineno)
                if place is not None:
                    return place
    return None
