"""Places at which the host waits for the device in training steps, with the time that this takes."""

from __future__ import annotations

from typing import Any

from .. import torch_state, waits
from ..monitor import Monitor
from ..places import Place

FEWEST = 0.5  # of the steps from the first to the last one in which a place waits


class DeviceWaits(Monitor):
    """Counts steps; the waits themselves are counted by `waits`, where the program is rewritten to tell of them."""

    light = frozenset({"step_ends"})

    def begin(self) -> None:
        waits.start_anew()

    def step_ends(self, optimizer: Any) -> None:
        if waits.places:  # the program tells of some
            torch_state.aside(waits.step_ended, optimizer)

    def sightings(self) -> list[tuple[Place, dict[str, Any]]]:
        found = [
            (place, facts_of(kind, steps, is_judged))
            for place, kind, steps, is_judged in waits.counted()
            if len(steps) >= FEWEST * (steps[-1].number - steps[0].number + 1)
        ]
        return [(place, {**facts, "others": len(found) - 1}) for place, facts in found]


def facts_of(kind: str, steps: list[Any], is_judged: bool) -> dict[str, Any]:
    """The waits of a typical step: medians, since evaluation and checkpoints fall between two steps, too."""
    return {
        "waits_for": kind,
        "steps": len(steps),
        "of": steps[-1].number - steps[0].number + 1,
        "waits": median([step.waits for step in steps]),
        "blocked": median([step.seconds for step in steps]),
        "step": median([step.took for step in steps]),
        "is_judged": is_judged,
    }


def median(values: list[Any]) -> Any:
    """The middle one; of an even number, the lower of the two in the middle."""
    return sorted(values)[(len(values) - 1) // 2]
