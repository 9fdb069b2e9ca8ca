"""What rewritten code calls: it gives back the very value it was given, and nothing that happens here reaches the user.

The functions stand behind a global name of the rewritten module: torch.compile refuses what is added to builtins.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from threading import get_ident
from types import ModuleType
from typing import Any

from . import busy, ending, events, hook_calls, limits, sites, torch_state, waits
from .faults import each_guarded, quietly

# What takes this module's place where there is no torchlint, made of builtins alone.
UNOBSERVED = (
    "type('unobserved', (), dict(value=staticmethod(lambda _, it: it), after=staticmethod(lambda *_: None),"
    " entered=staticmethod(lambda: None), left=staticmethod(lambda _, it: it),"
    " waiting=staticmethod(lambda _, it: it), waited=staticmethod(lambda _, it: it)))"
)


class Handle(ModuleType):
    """What a function takes along that cloudpickle writes by value, into files and to other machines: this module."""

    def __reduce__(self) -> Any:
        return eval, (UNOBSERVED,)


sys.modules[__name__].__class__ = Handle


def is_compiling() -> bool:
    """Whether torch.compile reads this code; torch's own function takes this place once torch is there."""
    return False


value = sites.look  # at the value of an expression


def after(capture: int, root: Any, *path: Any) -> None:
    """Look at what is found from `root` along `path`, now that a statement has run."""
    if is_compiling():
        return
    sites.look(capture, (root, path))


def waiting(number: int, operand: Any) -> Any:
    """`operand`, of which the program is about to ask something that a device may have to finish first."""
    if is_compiling():
        return operand
    if waits.is_counting and type(operand) not in waits.PLAIN:
        quietly("waits", waits.begins, number, operand)
    return operand


def waited(number: int, result: Any) -> Any:
    """`result`, which it was given."""
    if is_compiling():
        return result
    if number in waits.begun:
        quietly("waits", waits.ends, number, result)
    return result


def entered() -> None:
    """The function that this is called from begins."""
    if is_compiling():
        return
    quietly("hook_calls", hook_calls.entered, sys._getframe(1))


def left(before: Any, result: Any) -> Any:
    """`result`, which the function that this is called from is about to return; `before` was evaluated first."""
    if is_compiling():
        return result
    moment = hook_calls.now()  # at once: the time of what follows is ours
    quietly("hook_calls", hook_calls.left, sys._getframe(1), moment)
    return result


def telling(event: str, look: Callable[[Any], Any] | None = None) -> Callable[..., None]:
    """What is called when something happens, perhaps with what it is about, and tells all who hear of it.

    With `look`, they are told what that sees in it.
    """

    def tell(*about: Any) -> None:
        if is_compiling():
            return
        thread = get_ident()
        if thread not in busy.threads:
            busy.threads.add(thread)
            try:
                listeners = events.in_main if thread == events.main else events.elsewhere
                told = about[:1] if look is None else (look(*about),)  # torch tells more of a step
                each_guarded(listeners[event], told)
            finally:
                busy.threads.discard(thread)

    return tell


optimizer_made = telling("optimizer_made")  # an optimizer is being made
stepping, stepped = telling("step_begins"), telling("step_ends")  # an optimizer makes a step
backward = telling("backward_begins", sites.backward_starts)  # torch.autograd is about to differentiate
backward_ended = telling("backward_ends")  # it is done, or has failed
batch_asked = telling("batch_asked")  # a DataLoader's iterator is asked for a batch
batch_came = telling("batch_came")  # it has answered: with a batch, with its end, or with an error
seeded = telling("seeded")  # the generators of torch have been seeded
hook_made = telling("hook_made")  # a hook is being registered
_samples_asked, _samples_came = telling("samples_asked"), telling("samples_came")


def samples_asked(dataset: Any) -> None:
    """Samples of a batch are asked for, in a worker or in the process that trains."""
    if not is_compiling() and torch_state.worker_info() is not None:
        _samples_asked(dataset)


def samples_came(dataset: Any) -> None:
    """They are there, or the dataset has failed."""
    if not is_compiling() and torch_state.worker_info() is not None:
        _samples_came(dataset)


def is_last_batch(iterator: Any) -> bool:
    """Whether a DataLoader's iterator that is asked for a batch shall say that it has no more."""
    return not is_compiling() and bool(quietly("limits", limits.is_last_batch, iterator))


def end_after_last_step(*_: Any) -> None:
    """End the program if it has made as many steps as the plan allows."""
    if not is_compiling() and quietly("limits", limits.is_last_step):
        limits.end_program(ending.finish)
