"""From which states of torch's generators a rank draws random numbers while it trains."""

from __future__ import annotations

import sys
from typing import Any

from .. import budget, models, steps, torch_state
from ..digests import digest
from ..monitor import Monitor
from ..places import Place, here

MOST_DRAWS = 16  # that are kept of one generator
WRAPPERS = ("DistributedDataParallel", "FullyShardedDataParallel")


class RankDraws(Monitor):
    """Looks before and after what leads to steps 2, 3, 4, 8, 16, ... of each optimizer.

    A generator whose state stays the same is not drawn from. A loader draws as well when a pass begins, which has to be
    the same on all ranks: there is no look then.
    """

    light = frozenset({"seeded", "batch_asked", "step_begins"})
    on_request = frozenset({"batch_asked", "step_begins"})

    def begin(self) -> None:
        self._steps = 0
        self._before: dict[str, int] | None = None
        self._seeded: Place | None = None  # where the last seed was set
        self._draws: dict[tuple[Place, str], list[tuple[int, int]]] = {}  # at which step, from which state
        self._rank: tuple[int, int] | None = None

    def seeded(self) -> None:
        self._seeded = here() or self._seeded

    def batch_asked(self, iterator: Any) -> None:
        if iterator._num_yielded == 0:
            self._before = None

    def step_begins(self, optimizer: Any) -> None:
        before, self._before = self._before, None
        self._steps += 1
        place = None if before is None else self._seeded or here()
        if before is not None and place is not None:
            torch_state.aside(self._look_after, before, place)

    def _look_after(self, before: dict[str, int], place: Place) -> None:
        with budget.counted():
            now = states()
            for name, state in before.items():
                draws = self._draws.setdefault((place, name), [])
                if now.get(name) != state and len(draws) < MOST_DRAWS:
                    draws.append((self._steps, state))

    def due_step_follows(self, optimizer: Any) -> None:
        if budget.is_left():
            with budget.counted():
                rank = rank_of_replica()
                if rank is not None and not self.has_asked:
                    self._steps = sum(map(steps.made_by, steps.optimizers()))
                    self.ask()
                self._rank = rank or self._rank
                self._before = None if rank is None else states()

    def sightings(self) -> list[tuple[Place, dict[str, Any]]]:
        if self._rank is None:
            return []
        about = {"rank": self._rank[0], "ranks": self._rank[1]}
        drawn = [(place, name, draws) for (place, name), draws in self._draws.items() if draws]
        return [(place, {**about, "generator": name, "draws": draws}) for place, name, draws in drawn]


def states() -> dict[str, int]:
    """Numbers for the states of torch's generators, on the CPU and on the GPU of this process."""
    torch = torch_state.torch
    found = {"cpu": torch.get_rng_state()}
    if torch.cuda.is_available() and torch.cuda.is_initialized():
        found["cuda"] = torch.cuda.get_rng_state()
    return {name: digest(str(state.tolist())) or 0 for name, state in found.items()}


def rank_of_replica() -> tuple[int, int] | None:
    """Which rank this is, and of how many, if each has a copy of one model; those that share its layers draw alike."""
    distributed = sys.modules.get("torch.distributed")
    if distributed is None or not distributed.is_available() or not distributed.is_initialized():
        return None
    ranks = distributed.get_world_size()
    wrapped = [one for one in models.outermost() if type(one).__name__ in WRAPPERS]
    groups = [vars(one).get("process_group") for one in wrapped]
    if ranks < 2 or not groups or any(group is None or group.size() != ranks for group in groups):
        return None
    return distributed.get_rank(), ranks
