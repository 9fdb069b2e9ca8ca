"""A call in train mode, made again in eval mode on a copy of the model and of what it was given.

The copy has tensors and flags of its own, no hook sees it, and only a forward that does nothing but compute is run.
"""

from __future__ import annotations

import threading
import warnings
from collections import OrderedDict, UserDict, defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import ref

from . import models, rng, torch_state
from .code_scan import HasEffects, Scan, is_constant
from .graph import tensors_in
from .readable import is_ordinary

MOST_BYTES = 128 << 20  # of parameters and buffers
MOST_INPUT = 64 << 20
MOST_MODULES = 2000
WRAPPERS = ("DistributedDataParallel", "DataParallel", "OptimizedModule")  # what they hold does the work
HOOKS = ("_forward_hooks", "_forward_pre_hooks", "_backward_hooks", "_backward_pre_hooks")


class NotReplayed(Exception):
    """Why a call is not made again."""


class Arguments:
    """What a call is about to be given: its tensors are held weakly, as nobody knows whether the call will be made."""

    def __init__(self, expected: int) -> None:
        self._left = expected
        self._given: list[tuple[str, Any]] = []

    def take(self, name: str, value: Any) -> bool:
        """Take an argument by its position or keyword, with stars where it is unpacked; whether it is the last."""
        self._given.append((name, _weakly(value)))
        self._left -= 1
        return not self._left

    def together(self) -> tuple[list[Any], dict[str, Any]]:
        """The positional arguments and those by keyword."""
        positional: list[Any] = []
        named: dict[str, Any] = {}
        for name, value in ((name, _strongly(value)) for name, value in self._given):
            if name.startswith("**"):
                named.update(value)
            elif name.startswith("*"):
                positional.extend(value)
            elif name.isdigit():
                positional.append(value)
            else:
                named[name] = value
        return positional, named


def _weakly(value: Any) -> Any:
    """Plain containers anew, with weak references to the tensors in them; raises NotReplayed for all else."""
    if torch_state.is_tensor(value):
        return ref(value)
    if type(value) in (list, tuple):
        return type(value)(map(_weakly, value))
    if isinstance(value, UserDict) and type(value.data) is dict:
        value = value.data  # of a tokenizer
    if type(value) in (dict, OrderedDict):
        return {name: _weakly(part) for name, part in value.items()}
    if is_constant(value):
        return value
    raise NotReplayed(f"one of its arguments is a {type(value).__name__}")


def _strongly(value: Any) -> Any:
    if isinstance(value, ref):
        value = value()
        if value is None:
            raise NotReplayed("its input was already freed")
        return value
    if isinstance(value, (list, tuple)):
        return type(value)(map(_strongly, value))
    return {name: _strongly(part) for name, part in value.items()} if isinstance(value, dict) else value


class Replay:
    """A copy of a model as it is before a call, and of what it is about to be given."""

    def __init__(self, model: Any, positional: list[Any], named: dict[str, Any]) -> None:
        model = _unwrapped(model)
        modules = _checked(model)
        given = list(tensors_in([positional, named], 6))
        own = [*model.parameters(), *model.buffers()]
        if not all(map(is_ordinary, (*own, *given))):
            raise NotReplayed("it has tensors of a custom type")
        size, brought = (sum(each.numel() * each.element_size() for each in some) for some in (own, given))
        if size > MOST_BYTES or brought > MOST_INPUT:
            raise NotReplayed("its parameters or its input are too large to be copied")
        _hold_room(own, size + 2 * brought)
        try:
            Scan(modules).run()
        except HasEffects as why:
            raise NotReplayed(str(why)) from None
        copies: dict[int, Any] = {}
        self._model = _copied(model, copies)
        self._positional, self._named = _copied(positional, copies), _copied(named, copies)

    def run(self) -> Any:
        """What the copy gives in eval mode."""
        torch = torch_state.torch
        with rng.kept(), _device_numbers_kept(), _silent(), _no_fast_path(), torch.no_grad():
            return self._model(*self._positional, **self._named)


def _unwrapped(model: Any) -> Any:
    while type(model).__name__ in WRAPPERS and type(model).__module__.startswith("torch."):
        model = getattr(model, "_orig_mod", None) or model.module
    return model


def _hooks_on_all() -> list[Any]:
    """The hooks of all modules, but the one that monitors have set: the copy is given nothing that it would note."""
    everywhere = vars(torch_state.torch.nn.modules.module)
    kinds = [value for name, value in everywhere.items() if name.startswith("_global_") and isinstance(value, dict)]
    return [hook for kind in kinds for hook in kind.values() if hook is not models.note]


def _checked(model: Any) -> list[Any]:
    """The modules of the model; raises NotReplayed where somebody looks on, or where it is not torch that runs it."""
    torch = torch_state.torch
    modules = list(model.modules())
    if _hooks_on_all() or any(vars(module).get(name) for module in modules for name in HOOKS):
        raise NotReplayed("a hook would see it")
    if len(modules) > MOST_MODULES:
        raise NotReplayed("it has too many modules")
    is_strange = any("forward" in vars(module) or vars(module).get("_compiled_call_impl") for module in modules)
    if is_strange or any(isinstance(module, torch.jit.ScriptModule) for module in modules):
        raise NotReplayed("its forward is compiled or was replaced")
    if torch._C._autograd._profiler_enabled():
        raise NotReplayed("a profiler would see it")
    return modules


def _hold_room(tensors: list[Any], size: int) -> None:
    """Raise NotReplayed unless there is memory that was in use before: a peak that the program may ask for stays."""
    cuda = torch_state.torch.cuda
    for device in {tensor.device for tensor in tensors}:
        if device.type == "cuda" and cuda.max_memory_allocated(device) - cuda.memory_allocated(device) < 2 * size:
            raise NotReplayed("there is not enough memory on the GPU")
        if device.type not in ("cpu", "cuda"):
            raise NotReplayed(f"it runs on {device.type}")


def _copied(value: Any, copies: dict[int, Any]) -> Any:
    """A copy of modules, tensors and containers of them, each once; all else as it is."""
    torch = torch_state.torch
    if id(value) in copies:
        return copies[id(value)]
    if isinstance(value, torch.nn.Module):
        made = copies[id(value)] = object.__new__(type(value))
        vars(made).update({name: _copied(part, copies) for name, part in vars(value).items()})
        vars(made)["training"] = False
    elif isinstance(value, torch.Tensor):
        made = copies[id(value)] = value.detach().clone()
    elif type(value) in (dict, OrderedDict, defaultdict):
        made = value.copy()  # also one with an order or a default
        copies[id(value)] = made
        made.update({name: _copied(part, copies) for name, part in value.items()})
    elif type(value) in (list, set, deque):
        made = copies[id(value)] = type(value)(_copied(part, copies) for part in value)
    elif isinstance(value, tuple):
        parts = [_copied(part, copies) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts) if type(value) is tuple else value
    else:
        return value
    return made


@contextmanager
def _device_numbers_kept() -> Iterator[None]:
    """The random numbers of GPUs are those that would have come."""
    cuda = torch_state.torch.cuda
    states = cuda.get_rng_state_all() if cuda.is_available() and cuda.is_initialized() else []
    try:
        yield
    finally:
        if states:
            cuda.set_rng_state_all(states)


@contextmanager
def _silent() -> Iterator[None]:
    """What torch's own Python warns of in this thread is not said, nor remembered as said."""
    warn, thread = warnings.warn, threading.get_ident()

    def said(*given: Any, **named: Any) -> None:
        if threading.get_ident() != thread:
            named["stacklevel"] = (named.get("stacklevel") or 1) + 1
            warn(*given, **named)

    warnings.warn = said
    try:
        yield
    finally:
        warnings.warn = warn


@contextmanager
def _no_fast_path() -> Iterator[None]:
    """Attention runs as in train mode: the ways that only eval mode has warn, and round in another way."""
    mha = torch_state.torch.backends.mha
    was = mha.get_fastpath_enabled()
    mha.set_fastpath_enabled(False)
    try:
        yield
    finally:
        mha.set_fastpath_enabled(was)
