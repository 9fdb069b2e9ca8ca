"""Tells the monitors of the plan what happens, and writes what they have seen."""

from __future__ import annotations

from typing import Any

from . import evidence, models, plan, torch_state
from .faults import each_guarded, guarded, quietly
from .monitor import Monitor
from .monitors import monitor
from .sampling import Sampled
from .step_schedule import StepSchedule

MOST_SIGHTINGS = 200  # of one monitor
EVENTS = (
    *("optimizer_made", "backward_begins", "backward_due", "backward_ends"),
    *("step_begins", "step_due", "step_ends", "due_step_ends", "due_step_follows"),
    *("batch_asked", "batch_came", "samples_asked", "samples_came", "hook_made", "seeded"),
)

_monitors: dict[str, Monitor] = {}
Hearing = dict[str, list[tuple[str, Any]]]  # by the event: names and methods
_hearing: Hearing = {event: [] for event in EVENTS}  # of those who may touch tensors then
_light: Hearing = {event: [] for event in EVENTS}  # of those who touch none
_steps = Sampled()
_schedule = StepSchedule()
_due: list[int] = []  # the optimizers that make a due step now, by their ids: one may call another
_empty: set[str] = set()  # the monitors whose last record says that nothing was seen


def install() -> None:
    """Make the monitors of the plan, now that there is torch."""
    for name in plan.monitors:
        quietly(f"monitor {name}", _add, name)
    if _monitors:
        models.install()


def begin_again() -> None:
    """Hear from now on, with nothing seen so far; where torch is yet to be imported, from then on."""
    stop()
    start_anew()
    for name, one in _monitors.items():
        _subscribe(name, one)


def stop() -> None:
    """Hear nothing more."""
    for hearing in (*_hearing.values(), *_light.values()):
        hearing.clear()


def _add(name: str) -> None:
    _monitors[name] = one = monitor(name)()
    _subscribe(name, one)


def _subscribe(name: str, one: Monitor) -> None:
    for event in EVENTS:
        if getattr(type(one), event) is not getattr(Monitor, event):
            hearing = _light if event in one.light else _hearing
            hearing[event].append((f"monitor {name}", getattr(one, event)))


def tell(event: str, *about: Any) -> None:
    """Tell those who want to hear of an event."""
    if _hearing[event] or _light[event]:
        quietly("monitors", pass_on, event, *about)


def pass_on(event: str, *about: Any) -> None:
    """The same in a thread that is at work in a probe already."""
    light, hearing = _light[event], _hearing[event]
    if light:
        each_guarded(light, about)
    if hearing:
        guarded("monitors", torch_state.aside, each_guarded, hearing, about)


def backward_begins(outputs: Any, starts: list[Any]) -> None:
    """Tell of a backward, and whether it may lead to a step that is due."""
    if _monitors:
        if _schedule.is_backward_due:
            pass_on("backward_due", outputs)
        pass_on("backward_begins", starts)


def step_begins(optimizer: Any) -> None:
    """Tell of a step, and whether it is due."""
    if _monitors:
        number = guarded("schedule", _schedule.begins, optimizer)
        pass_on("step_begins", optimizer)
        if number:
            _due.append(id(optimizer))
            pass_on("step_due", optimizer, number)


def step_ends(optimizer: Any) -> None:
    """Tell of the end of a step, and whether it or the next one is due; now and then, what is known is written."""
    if _monitors:
        pass_on("step_ends", optimizer)
        if _due and id(optimizer) in _due:
            _due.remove(id(optimizer))
            pass_on("due_step_ends", optimizer)
        if _schedule.is_backward_due and guarded("schedule", _schedule.is_next_due, optimizer):
            pass_on("due_step_follows", optimizer)
        if _steps.is_due():
            guarded("monitors", write)


def write() -> None:
    """Write what the monitors know so far: the last such record of a monitor holds."""
    for name in _monitors:
        guarded(f"monitor {name}", _write, name)


def _write(name: str) -> None:
    found = _monitors[name].sightings()[:MOST_SIGHTINGS]
    if not found:
        if name in _empty:
            return
        _empty.add(name)
    else:
        _empty.discard(name)
    evidence.write("sightings", monitor=name, sightings=[{"place": place, "facts": facts} for place, facts in found])


def start_anew() -> None:
    """Forget what the process that this one was forked from has heard."""
    global _steps, _schedule
    _steps, _schedule = Sampled(), StepSchedule()
    _due.clear()
    _empty.clear()
    for one in _monitors.values():
        one.begin()
