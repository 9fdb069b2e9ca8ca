"""How often, and for how long, the host waits for a device at the places that were put into the files, step by step."""

from __future__ import annotations

import weakref
from threading import get_ident
from typing import Any

from . import budget, torch_state
from .places import Place, line_of
from .wait_places import ALL, COPY, MASK

HOST = ("", "cpu", "meta")  # where nothing is waited for: what is no tensor has no device
MOST_STEPS = 128  # of one training
WARM_UP = 2  # steps of one training that don't count: kernels are compiled and chosen in them
MOST_OTHERS = 8  # steps of other optimizers, after which one of these sets the pace

places: list[tuple[Place, str]] = []  # by number: where it is, and what is waited for there
_judged: set[tuple[str, int, int]] = set()  # lines whose waits are timed for a finding of the linter
begun: dict[int, tuple[float, str]] = {}  # by number: when a wait has begun, on which device the tensor is
is_counting = False
# What most tests and indices are, which nothing is waited for.
PLAIN = frozenset((bool, int, float, str, bytes, list, dict, set, type(None)))


class _Step:
    """One place in one step."""

    __slots__ = ("number", "seconds", "took", "waits")

    def __init__(self) -> None:
        self.waits = 0
        self.seconds = 0.0
        self.number = 0  # of the step, once it has ended
        self.took = 0.0  # seconds, the whole step


class _Training:
    """The training that is counted: the optimizer that sets its pace, and its step."""

    def __init__(self, number: int = 0, optimizer: Any = None) -> None:
        self.thread = get_ident()
        self.optimizer: Any = optimizer and weakref.ref(optimizer)
        self.others = 0  # steps of other optimizers since its own last one
        self.steps = 0
        self.number = number  # of its step, of all that were counted in this process
        self.began = budget.clock()
        self.at: dict[int, _Step] = {}


_now = _Training()
_steps: dict[int, list[_Step]] = {}  # of each place


def add(place: Place, kind: str) -> int:
    """A number for a place."""
    places.append((place, kind))
    return len(places) - 1


def note_judged(path: str, first: int, last: int) -> None:
    """A probe times the waits on these lines, and a finding of the linter is judged by them."""
    start, end = line_of(path, first), line_of(path, last)
    if start is not None and end is not None:
        _judged.add((start[0], start[1], end[3]))


def begins(number: int, operand: Any) -> None:
    """The program is about to do something at a place with what it has evaluated."""
    if get_ident() != _now.thread:
        return
    kind = places[number][1]
    begun.pop(number, None)  # one that was left by an error
    device = _device_waited_for(kind, operand)
    if device:
        begun[number] = budget.clock(), device


def ends(number: int, result: Any) -> None:
    """It has done so."""
    now = budget.clock()
    if get_ident() != _now.thread or number not in begun:
        return
    began, device = begun.pop(number)
    if places[number][1] == COPY and device_of(result) in ("", "meta", device):
        return  # nothing was copied between two devices
    step = _now.at.setdefault(number, _Step())
    step.waits += 1
    step.seconds += now - began


def _device_waited_for(kind: str, operand: Any) -> str:
    """The device of a tensor, if it is one that may be waited for; of a mask, where it is among other indices."""
    if kind == ALL:
        return "all" if _is_of_accelerator(operand) else ""
    if type(operand) is tuple:
        return next(filter(None, (_device_waited_for(kind, each) for each in operand)), "")
    device = device_of(operand)
    if kind == COPY:
        return device if device != "meta" else ""
    return device if device not in HOST and (kind != MASK or _is_fetched(operand)) else ""


def _is_fetched(index: Any) -> bool:
    """Whether an index has to be known on the host: a mask, for the size of what it selects, and a single number."""
    torch = torch_state.torch
    return index.dtype in (torch.bool, torch.uint8) or index.dim() == 0


def device_of(value: Any) -> str:
    """The kind of device that a plain tensor is on; "" for what is none: a subclass would hear of the question."""
    torch = torch_state.torch
    return str(value.device.type) if torch and type(value) in (torch.Tensor, torch.nn.Parameter) else ""


def _is_of_accelerator(operand: Any) -> bool:
    """Whether it is `torch.cuda` and the like, or a stream or event of it."""
    torch = torch_state.torch
    modules = (getattr(torch, name, None) for name in ("cuda", "xpu", "mps", "accelerator"))
    return any(operand is each for each in modules if each is not None) or isinstance(
        operand, (torch.cuda.Stream, torch.cuda.Event)
    )


def step_ended(optimizer: Any) -> None:
    """An optimizer has made a step; the first one that does so on a device sets the pace."""
    global _now, is_counting
    if not _trains_on_device(optimizer):
        return
    pace = _now.optimizer() if _now.optimizer is not None else None
    if pace is optimizer:
        _close()
    elif pace is None or _now.others >= MOST_OTHERS:
        _now = _Training(_now.number, optimizer)
    else:
        _now.others += 1
        return
    begun.clear()
    is_counting = _now.steps < WARM_UP + MOST_STEPS


def _close() -> None:
    """Keep what was counted in the step that has ended, and begin the next one."""
    took = budget.clock() - _now.began
    _now.steps += 1
    if _now.steps > WARM_UP:
        _now.number += 1
        for number, step in _now.at.items():
            step.number, step.took = _now.number, took
            _steps.setdefault(number, []).append(step)
    _now.at, _now.others, _now.began = {}, 0, budget.clock()


def _trains_on_device(optimizer: Any) -> bool:
    first = next((one for group in optimizer.param_groups for one in group["params"]), None)
    return device_of(first) not in HOST


def counted() -> list[tuple[Place, str, list[_Step], bool]]:
    """Each place with what is waited for, its steps, and whether a finding of the linter tells of its waits."""
    at: dict[Place, tuple[str, list[_Step]]] = {}
    for number, steps in _steps.items():
        place, kind = places[number]
        at.setdefault(place, (kind, []))[1].extend(steps)
    return [(place, kind, steps, _is_judged(place)) for place, (kind, steps) in at.items()]


def _is_judged(place: Place) -> bool:
    return any(place[0] == path and first <= place[1] and place[3] <= last for path, first, last in _judged)


def start_anew() -> None:
    """Forget what the process that this one was forked from has counted."""
    global _now, is_counting
    _now, is_counting = _Training(), False
    for kept in (_judged, begun, _steps):
        kept.clear()
