"""What was alive when a program ended for want of memory, as far as its traceback still holds it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from types import FrameType
from typing import Any

from . import evidence, memory, steps, torch_state
from .alive import Alive, Storages, is_plain
from .code_paths import is_installed

SIGNS = ("can't allocate memory", "out of memory", "not enough memory", "std::bad_alloc")
MOST_NAMED = 5
LEAST_NAMED = 1 << 20  # bytes: what is smaller has not used the memory up
MOST_VALUES = 10_000  # local variables that are looked at


def is_one(error: BaseException) -> bool:
    """Whether there was no memory left for what the program asked for."""
    if type(error).__name__ == "OutOfMemoryError" or isinstance(error, MemoryError):
        return True
    return isinstance(error, RuntimeError) and any(sign in str(error) for sign in SIGNS)


def tell(error: BaseException, lines: Any = None) -> None:
    """Write what is alive, if that is how the program has ended; `lines` knows those of the forward that broke off."""
    if not is_one(error):
        return
    said: dict[str, Any] = {"error": " ".join(str(error).split())[:300], "memory": memory.counter()}
    frames = list(frames_of(error))
    said["line"] = next((place_of(frame, line) for frame, line in reversed(frames) if is_own(frame)), "")
    if torch_state.torch is not None:
        with torch_state.undisturbed():
            said.update(_alive(frames, lines))
    evidence.write("out of memory", **said)


def _alive(frames: list[tuple[FrameType, int]], lines: Any) -> dict[str, Any]:
    used = memory.used_bytes()
    kind = "cuda" if memory.is_cuda_in_use() else "cpu"
    held = list(held_by(frames))
    tensors = [(name, frame, line, each) for name, frame, line, value in held for each in tensors_in(value)]
    modules = [value for *_, value in held if issubclass(type(value), torch_state.torch.nn.Module)]
    nodes = {each.grad_fn for *_, each in tensors if is_plain(each) and each.grad_fn is not None}
    parameters = [each for module in modules for each in parameters_of(module)]
    found = [value for *_, value in held if issubclass(type(value), torch_state.torch.optim.Optimizer)]
    optimizers = list({id(each): each for each in (*steps.optimizers(), *found)}.values())
    alive = Alive(kind, nodes, optimizers, parameters)
    known = Storages(kind)
    known.add(parameters)
    named = []
    for name, frame, line, each in tensors:
        size = known.add([each])
        if size >= LEAST_NAMED:
            named.append((size, name, place_of(frame, line), str(tuple(each.shape)), str(each.dtype)))
    is_known = lines is not None and lines.is_on  # the forward that broke off was followed
    if is_known:
        lines.stop()
    told = lines.of(alive.savers) if is_known else []
    return {"used": used, **alive.facts(), "named": sorted(named, reverse=True)[:MOST_NAMED], "lines": told}


def tensors_in(value: Any, depth: int = 2) -> Iterator[Any]:
    """The tensors in a variable or in a container: nothing else is asked, as it may be of any class."""
    kind = type(value)
    if issubclass(kind, torch_state.torch.Tensor):
        yield value
    elif depth and issubclass(kind, (list, tuple, dict)):
        for part in list(dict.values(value) if issubclass(kind, dict) else value)[:MOST_VALUES]:
            yield from tensors_in(part, depth - 1)


def frames_of(error: BaseException) -> Iterator[tuple[FrameType, int]]:
    """The frames of a traceback and where each was, outermost first."""
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def held_by(frames: list[tuple[FrameType, int]]) -> Iterator[tuple[str, FrameType, int, Any]]:
    """The local variables of functions that have not returned, innermost first."""
    left = MOST_VALUES
    for frame, line in reversed(frames):
        for name, value in list(frame.f_locals.items())[:left]:
            left -= 1
            yield name, frame, line, value


def parameters_of(module: Any) -> Iterator[Any]:
    """All parameters and buffers of a module, frozen ones among them."""
    from .gradients import modules_of

    for part in modules_of(module):
        for names in ("_parameters", "_buffers"):
            yield from filter(torch_state.is_tensor, vars(part).get(names, {}).values())


def place_of(frame: FrameType, line: int) -> str:
    return f"{os.path.abspath(frame.f_code.co_filename)}:{line}"


def is_own(frame: FrameType) -> bool:
    """Whether the code is neither installed nor Python's own."""
    path = frame.f_code.co_filename
    return not is_installed(path) and not path.startswith((os.path.dirname(os.__file__), "<"))
