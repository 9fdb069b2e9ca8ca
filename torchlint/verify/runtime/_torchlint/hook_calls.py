"""How often functions that were registered as hooks have run, and how long they took."""

from __future__ import annotations

import functools
from types import CodeType, FrameType, FunctionType, MethodType
from typing import Any

from . import budget
from .bodies import HANDLE

MOST_RUNNING = 64  # calls of one function that have begun and not ended: more are left behind by calls that raised
now = budget.clock  # a probe may be at work in a hook


class Calls:
    """The calls of one function. Those that raise are counted, but not timed."""

    def __init__(self, code: CodeType) -> None:
        self.code = code  # kept, so that its identity stays its own
        self.made = 0
        self.timed = 0
        self.seconds = 0.0
        self._begun: dict[int, float] = {}  # a frame, by its identity: when its call began

    def begin(self, frame: int) -> None:
        """A call begins in this frame."""
        self.made += 1
        if len(self._begun) >= MOST_RUNNING:
            self._begun.clear()
        self._begun[frame] = now()

    def end(self, frame: int, moment: float) -> None:
        """The call in this frame has come to its end."""
        begun = self._begun.pop(frame, None)
        if begun is not None:
            self.timed += 1
            self.seconds += moment - begun


_counted: dict[int, Calls] = {}  # by the identity of the function's code


def calls_of(hook: Any) -> Calls | None:
    """The calls of a hook, counted from now on; None for a callable whose calls nobody tells."""
    code = _code_of(hook)
    if code is None:
        return None
    return _counted.setdefault(id(code), Calls(code))


def entered(frame: FrameType) -> None:
    """A function that tells of its calls begins."""
    calls = _counted.get(id(frame.f_code))
    if calls is not None:
        calls.begin(id(frame))


def left(frame: FrameType, moment: float) -> None:
    """A function that tells of its calls is about to return."""
    calls = _counted.get(id(frame.f_code))
    if calls is not None:
        calls.end(id(frame), moment)


def _code_of(hook: Any, depth: int = 4) -> CodeType | None:
    """The code behind a callable that was made to tell of its calls: of a method, of what a decorator wraps."""
    if not depth:
        return None
    if isinstance(hook, MethodType):
        return _code_of(hook.__func__, depth - 1)
    if isinstance(hook, functools.partial):
        return _code_of(hook.func, depth - 1)
    if not isinstance(hook, FunctionType):
        return None
    code: CodeType = hook.__code__
    return code if {HANDLE, "entered"} <= set(code.co_names) else _code_of(vars(hook).get("__wrapped__"), depth - 1)
