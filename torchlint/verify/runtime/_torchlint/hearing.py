"""The monitors of the plan: what they hear of, and what they have seen."""

from __future__ import annotations

from functools import partial
from typing import Any

from . import events, evidence, models, plan, torch_state
from .faults import each_guarded, guarded, quietly
from .monitor import Monitor
from .monitors import monitor
from .sampling import Sampled
from .step_schedule import StepSchedule

MOST_SIGHTINGS = 200  # of one monitor
EVENTS = tuple(event for event in events.NAMES if hasattr(Monitor, event))

_monitors: dict[str, Monitor] = {}
_steps = Sampled()
_schedule = StepSchedule()
_due: list[int] = []  # the optimizers that make a due step now, by their ids: one may call another
_empty: set[str] = set()  # the monitors whose last record says that nothing was seen


def listen() -> None:
    """Make the monitors of the plan, now that there is torch, and have them hear."""
    for name in plan.monitors:
        quietly(f"monitor {name}", _add, name)
    if _monitors:
        _listen()
        models.install()


def begin_again() -> None:
    """Hear from now on, with nothing seen so far; where torch is yet to be imported, from then on."""
    stop()
    start_anew()
    if _monitors:
        _listen()


def stop() -> None:
    """Hear nothing more."""
    events.forget("monitors")
    for one in _monitors.values():
        events.forget(one.part)


def _add(name: str) -> None:
    _monitors[name] = monitor(name)()
    _monitors[name].part = f"monitor {name}"


def _listen() -> None:
    events.hear("backward_begins", "monitors", _backward_begins)
    for event in EVENTS:
        heavy = []
        for one in _monitors.values():
            is_asked_for = event not in one.on_request or one.has_asked
            if is_asked_for and getattr(type(one), event) is not getattr(Monitor, event):
                listener = getattr(one, event)
                if event in one.light:
                    events.hear(event, one.part, listener)
                else:
                    heavy.append((one.part, listener))
        if heavy:
            events.hear(event, "monitors", partial(_tell_aside, tuple(heavy)))
    events.hear("step_begins", "monitors", _step_begins)
    events.hear("step_ends", "monitors", _step_ends)


def _tell_aside(listeners: events.Listeners, *about: Any) -> None:
    """Tell those who may touch tensors."""
    torch_state.aside(each_guarded, listeners, about)


def _tell(event: str, *about: Any) -> None:
    """Tell what follows from an event, in a thread that is at work in a probe already."""
    each_guarded(events.elsewhere[event], about)


def _backward_begins(starts: list[Any]) -> None:
    """Tell whether a backward may lead to a step that is due."""
    if _schedule.is_backward_due:
        _tell("backward_due", starts)


def _step_begins(optimizer: Any) -> None:
    """Tell whether a step is due."""
    number = _schedule.begins(optimizer)
    if number:
        _due.append(id(optimizer))
        _tell("step_due", optimizer, number)


def _step_ends(optimizer: Any) -> None:
    """Tell whether it or the next one is due; now and then, what is known is written."""
    if _due and id(optimizer) in _due:
        _due.remove(id(optimizer))
        _tell("due_step_ends", optimizer)
    if _schedule.is_backward_due and _schedule.is_next_due(optimizer):
        _tell("due_step_follows", optimizer)
    if _steps.is_due():
        write()


def write() -> None:
    """Write what the monitors know so far: the last such record of a monitor holds."""
    for name in _monitors:
        guarded(_monitors[name].part, _write, name)


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
