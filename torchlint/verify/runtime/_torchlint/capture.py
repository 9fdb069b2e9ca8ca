"""What rewritten code calls: it gives back the very value it was given, and nothing that happens here reaches the user.

The functions stand behind a global name of the rewritten module: torch.compile refuses what is added to builtins.
"""

from __future__ import annotations

import sys
from threading import get_ident
from types import ModuleType
from typing import Any

from . import (
    busy,
    ending,
    hearing,
    hook_calls,
    limits,
    loaders,
    memory_snapshot,
    plan,
    roles,
    sites,
    timeline,
    torch_state,
    waits,
)
from .faults import guarded, quietly

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


def value(capture: int, result: Any) -> Any:
    """`result`, which the sites that capture it have looked at."""
    if is_compiling():
        return result  # torch.compile folds the condition: no break in its graph
    sites.look(capture, result)
    return result


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


def optimizer_made(optimizer: Any) -> None:
    """An optimizer is being made."""
    if is_compiling():
        return
    hearing.tell("optimizer_made", optimizer)


def stepping(optimizer: Any, arguments: Any = (), keywords: Any = None) -> None:
    """An optimizer is about to make a step."""
    if is_compiling():
        return
    thread = get_ident()
    if thread not in busy.threads:
        busy.threads.add(thread)
        try:
            if plan.memory_snapshot is not None:
                guarded("memory snapshot", memory_snapshot.begin)
            hearing.step_begins(optimizer)
            own = timeline.of(thread) if plan.timeline else None
            if own is not None:
                if own.looks.lines.is_on:
                    guarded("memory", own.looks.forward_breaks)
                guarded("timeline", own.step_begins)
        finally:
            busy.threads.discard(thread)


def stepped(optimizer: Any, arguments: Any = (), keywords: Any = None) -> None:
    """Look at an optimizer that has just made a step."""
    if is_compiling():
        return
    thread = get_ident()
    if thread not in busy.threads:
        busy.threads.add(thread)
        try:
            sites.optimizer_stepped(optimizer)
            hearing.step_ends(optimizer)
            if roles.is_open():
                guarded("roles", roles.note)
            own = timeline.of(thread) if plan.timeline else None
            if own is not None:
                guarded("timeline", own.step_ends)
                guarded("memory", own.looks.step_ends)
        finally:
            busy.threads.discard(thread)
    if plan.max_steps is not None and quietly("limits", limits.is_last_step):
        limits.end_program(ending.finish)


def backward(outputs: Any) -> None:
    """Look at what torch.autograd is about to differentiate."""
    if is_compiling():
        return
    thread = get_ident()
    if thread not in busy.threads:
        busy.threads.add(thread)
        try:
            if plan.memory_snapshot is not None:
                guarded("memory snapshot", memory_snapshot.begin)
            hearing.backward_begins(outputs, sites.backward_starts(outputs))
            own = timeline.of(thread) if plan.timeline else None
            if own is not None:
                guarded("memory", own.looks.backward_begins, outputs)
                guarded("timeline", own.backward_begins)
        finally:
            busy.threads.discard(thread)


def backward_ended() -> None:
    """What torch.autograd has differentiated is done, or has failed."""
    if is_compiling():
        return
    thread = get_ident()
    if thread not in busy.threads:
        busy.threads.add(thread)
        try:
            own = timeline.of(thread) if plan.timeline else None
            if own is not None:
                guarded("timeline", own.backward_ends)
                guarded("memory", own.looks.backward_ends)
            hearing.pass_on("backward_ends")
        finally:
            busy.threads.discard(thread)


def batch_asked(iterator: Any) -> bool:
    """Whether a DataLoader's iterator that is asked for a batch shall say that it has no more."""
    if is_compiling():
        return False
    if plan.limit_batches is not None and quietly("limits", limits.is_last_batch, iterator):
        return True
    thread = get_ident()
    if thread not in busy.threads:
        busy.threads.add(thread)
        try:
            own = timeline.of(thread) if plan.timeline else None
            if own is not None:
                if own.looks.lines.is_on:
                    guarded("memory", own.looks.forward_breaks)
                guarded("timeline", own.batch_asked)
            guarded("loaders", loaders.asked, iterator)
            hearing.pass_on("batch_asked", iterator)
        finally:
            busy.threads.discard(thread)
    return False


def batch_came(iterator: Any) -> None:
    """A DataLoader's iterator has answered: with a batch, with its end, or with an error."""
    if is_compiling():
        return
    thread = get_ident()
    if thread not in busy.threads:
        busy.threads.add(thread)
        try:
            if plan.memory_snapshot is not None:
                guarded("memory snapshot", memory_snapshot.begin)
            is_there = bool(guarded("loaders", loaders.came, iterator))
            if roles.is_open():
                guarded("roles", roles.note)
            own = timeline.of(thread) if plan.timeline else None
            if own is not None:
                guarded("timeline", own.batch_came, is_there)
                if is_there:
                    guarded("memory", own.looks.forward_begins)
            hearing.pass_on("batch_came", iterator)
        finally:
            busy.threads.discard(thread)


def seeded() -> None:
    """The generators of torch have been seeded."""
    if not is_compiling():
        hearing.tell("seeded")


def hook_made(handle: Any) -> None:
    """A hook is being registered."""
    if not is_compiling():
        hearing.tell("hook_made", handle)


def samples_asked(dataset: Any) -> None:
    """Samples of a batch are asked for, in a worker or in the process that trains."""
    if not is_compiling() and torch_state.worker_info() is not None:
        hearing.tell("samples_asked", dataset)


def samples_came(dataset: Any) -> None:
    """They are there, or the dataset has failed."""
    if not is_compiling() and torch_state.worker_info() is not None:
        hearing.tell("samples_came", dataset)
