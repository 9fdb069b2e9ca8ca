"""How often, and for how long, the host waits for a device at the places that were put into the files, step by step."""

from __future__ import annotations

import os
import weakref
from threading import get_ident
from typing import Any

from . import budget, torch_state
from .places import Place
from .wait_places import ALL, COPY, MASK

HOST = ("cpu", "meta")  # the devices that nothing is waited for
MOST_STEPS = 128  # of one training
WARM_UP = 2  # steps of one training that don't count: kernels are compiled and chosen in them
MOST_OTHERS = 8  # steps of other optimizers, after which one of these sets the pace

_places: list[tuple[Place, str]] = []  # by number: where it is, and what is waited for there
_judged: set[tuple[str, int, int]] = set()  # lines whose waits are timed for a finding of the linter
begun: dict[int, tuple[float, str]] = {}  # by number: when a wait has begun, on which device the tensor is
is_counting = False
# What most tests and indices are, which nothing is waited for.
PLAIN = frozenset((bool, int, float, str, bytes, list, dict, set, type(None)))


class _Step:
    """One place in one step."""

    __slots__ = ("number", "seconds", "took", "waits")

    def __init__(self, number: int) -> None:
        self.number = number  # of the step
        self.waits = 0
        self.seconds = 0.0
        self.took = 0.0  # seconds, the whole step


class _Now:
    """The training that is counted: the optimizer that sets its pace, and its step."""

    thread = 0
    optimizer: Any = None  # weakly
    others = 0
    number = 0  # of the step, of all that were counted in this process
    of_training = 0
    began = 0.0
    at: dict[int, _Step] = {}
    steps: dict[int, list[_Step]] = {}  # of each place


def add(place: Place, kind: str) -> int:
    """A number for a place."""
    _places.append((place, kind))
    return len(_places) - 1


def note_judged(path: str, first: int, last: int) -> None:
    """A probe times the waits on these lines, and a finding of the linter is judged by them."""
    _judged.add((os.path.realpath(path), first, last))


def begins(number: int, operand: Any) -> None:
    """The program is about to do something at a place with what it has evaluated."""
    if get_ident() != _Now.thread:
        return
    kind = _places[number][1]
    begun.pop(number, None)  # one that was left by an error
    device = _device_waited_for(kind, operand)
    if device:
        begun[number] = budget.clock(), device


def ends(number: int, result: Any) -> None:
    """It has done so."""
    now = budget.clock()
    if get_ident() != _Now.thread or number not in begun:
        return
    began, device = begun.pop(number)
    if _places[number][1] == COPY and device_of(result) in ("", "meta", device):
        return  # nothing was copied between two devices
    step = _Now.at.setdefault(number, _Step(_Now.number))
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
        return device
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
    if not _trains_on_device(optimizer):
        return
    pace = _Now.optimizer() if _Now.optimizer is not None else None
    if pace is optimizer:
        _close()
    elif pace is None or _Now.others >= MOST_OTHERS:
        _Now.optimizer, _Now.of_training, _Now.thread = weakref.ref(optimizer), 0, get_ident()
        _begin()
    else:
        _Now.others += 1


def _close() -> None:
    """Keep what was counted in the step that has ended."""
    took = budget.clock() - _Now.began
    _Now.of_training += 1
    if _Now.of_training > WARM_UP:
        _Now.number += 1
        for number, step in _Now.at.items():
            step.number, step.took = _Now.number, took
            _Now.steps.setdefault(number, []).append(step)
    _begin()


def _begin() -> None:
    global is_counting
    _Now.at, _Now.others = {}, 0
    begun.clear()
    _Now.began = budget.clock()
    is_counting = _Now.of_training < WARM_UP + MOST_STEPS


def _trains_on_device(optimizer: Any) -> bool:
    first = next((one for group in optimizer.param_groups for one in group["params"]), None)
    return device_of(first) not in ("", *HOST)


def counted() -> list[tuple[Place, str, list[_Step], bool]]:
    """Each place with what is waited for, its steps, and whether a finding of the linter tells of its waits."""
    at: dict[Place, tuple[str, list[_Step]]] = {}
    for number, steps in _Now.steps.items():
        place, kind = _places[number]
        at.setdefault(place, (kind, []))[1].extend(steps)
    return [(place, kind, steps, _is_judged(place)) for place, (kind, steps) in at.items()]


def _is_judged(place: Place) -> bool:
    return any(place[0] == path and first <= place[1] and place[3] <= last for path, first, last in _judged)


def start_anew() -> None:
    """Forget what the process that this one was forked from has counted."""
    global is_counting
    is_counting = False
    _judged.clear()
    _Now.optimizer, _Now.number, _Now.of_training = None, 0, 0
    _Now.at, _Now.steps, _Now.others = {}, {}, 0
    begun.clear()
