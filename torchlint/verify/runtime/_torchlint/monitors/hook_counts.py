"""How many hooks that one place registers are on one module or tensor, from step to step."""

from __future__ import annotations

from typing import Any

from .. import budget
from ..known import Known
from ..monitor import Monitor, Rise
from ..places import Place, here
from ..sampling import Sampled

MOST_PLACES = 200
MOST_HOLDERS = 1000  # that are remembered of one place before those that are gone are forgotten


class _Place:
    """The hooks of one place, by what holds them, and how many the fullest holder had at looks."""

    def __init__(self) -> None:
        self.steps = 0
        self.batches = 0
        self._looks = Sampled()
        self._holders = Known()  # the numbers of the hooks in each
        self.counts = Rise()
        self.live = 0

    def add(self, handle: Any) -> None:
        """Note a hook that is about to be held."""
        hooks = handle.hooks_dict_ref()
        numbers = self._holders.get(hooks)
        if numbers is None:
            if len(self._holders) >= MOST_HOLDERS:
                self._holders.sweep()
            if len(self._holders) < MOST_HOLDERS:
                self._holders.put(hooks, [handle.id])
            return
        if len(numbers) & (len(numbers) - 1) == 0:  # now and then: most are removed again, as a rule
            numbers[:] = [number for number in numbers if number in hooks]
        numbers.append(handle.id)

    def goes_on(self) -> None:
        """Look how many are there, if it is time."""
        if not self._looks.is_due() or not budget.is_left():
            return
        with budget.counted():
            held = [sum(number in hooks for number in self._holders.get(hooks)) for hooks in self._holders]
        self.live, most = sum(held), max(held, default=0)
        self.counts.add(most, most)


class HookCounts(Monitor):
    """Looks at steps and batches 1, 2, 3, 4, 8, 16, ... since the place registered its first hook."""

    light = frozenset({"hook_made", "step_begins", "batch_asked"})
    on_request = frozenset({"step_begins", "batch_asked"})

    def begin(self) -> None:
        self._places: dict[Place, _Place] = {}

    def hook_made(self, handle: Any) -> None:
        place = here()
        if place is not None and (place in self._places or len(self._places) < MOST_PLACES):
            self._places.setdefault(place, _Place()).add(handle)
            self.ask()

    def step_begins(self, optimizer: Any) -> None:
        for seen in self._places.values():
            seen.steps += 1
            seen.goes_on()

    def batch_asked(self, iterator: Any) -> None:
        for seen in self._places.values():
            seen.batches += 1
            seen.goes_on()

    def sightings(self) -> list[tuple[Place, dict[str, Any]]]:
        return [
            (place, {"looks": seen.counts.longest, "live": seen.live, "steps": seen.steps, "batches": seen.batches})
            for place, seen in self._places.items()
            if len(seen.counts.longest) > 1
        ]
