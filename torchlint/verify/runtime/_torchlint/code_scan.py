"""Whether a model's forward does nothing but compute: then it can be run aside, on a copy, and nobody notices.

A name is enough to refuse it: what is not known to be harmless, such as `print`, a logger or a file, is not run again.
What it changes in place, its own attributes included, is harmless: all of that is the copy's.
"""

from __future__ import annotations

import builtins
import dis
import inspect
import os
from collections.abc import Iterator
from types import BuiltinFunctionType, CodeType, FunctionType, ModuleType
from typing import Any

from . import torch_state
from .bodies import HANDLE

PURE = frozenset(
    """abs all any bool callable complex dict divmod enumerate filter float frozenset hasattr int isinstance
    issubclass iter len list map max min next object pow range reversed round set slice sorted str sum super tuple type
    zip Exception AssertionError IndexError KeyError NotImplementedError RuntimeError TypeError ValueError
    NotImplemented Ellipsis""".split()
)
LIBRARIES = frozenset(
    "torch torch.nn torch.nn.functional torch.fft torch.linalg torch.special torch.utils.checkpoint math numpy".split()
)
# What torch and NumPy offer besides computing. All that is called `set_...` changes a switch for the whole program.
EFFECTS = frozenset(
    """save savez savetxt load tofile dump seed manual_seed manual_seed_all shuffle compile distributed multiprocessing
    hub profiler autograd backward ops classes library _C __dict__ __class__ __globals__ __code__ register_hook
    register_post_accumulate_grad_hook share_memory_ share_memory use_deterministic_algorithms empty_cache monitor
    reset_peak_memory_stats overrides package export onnx random __config__ futures rpc
    from_file init_num_threads""".split()
)
GLOBAL_WRITES = frozenset("STORE_GLOBAL DELETE_GLOBAL IMPORT_NAME IMPORT_STAR DELETE_ATTR".split())
CONTAINERS = (list, tuple, dict, set, frozenset, str, int, float)
MOST_CODES = 200


class HasEffects(Exception):
    """Why a forward may do more than compute."""


class Scan:
    """Reads the code of the forwards of some modules, and of all functions that they use."""

    def __init__(self, modules: list[Any]) -> None:
        torch = torch_state.torch
        self._folder = os.path.dirname(torch.__file__) + os.sep
        self._every = modules
        self._modules = [module for module in modules if not is_of_torch(type(module))]
        kinds = (torch.Tensor, torch.nn.Module, torch.Size, *CONTAINERS)
        libraries = (torch, torch.nn, torch.nn.functional, torch.fft, torch.linalg, torch.special)
        self._known = frozenset(name for kind in (*kinds, *libraries) for name in dir(kind))
        self._seen: set[Any] = set()

    def run(self) -> None:
        """Raise HasEffects if one of the forwards may do more than compute."""
        for module in self._every:
            for name, value in vars(module).items():
                if callable(value) and not is_own(value):
                    self._value(value, name)  # an activation that a layer is given
        for module in self._modules:
            kind = type(module)
            if kind.__module__.startswith("torch."):
                raise HasEffects(f"what `{kind.__name__}` does is not known")  # to other processes, for example
            if not _is_plain_module(kind):
                raise HasEffects(f"`{kind.__name__}` overrides how it is called or how attributes are looked up")
            self._value(inspect.getattr_static(kind, "forward", None), "forward")
            for name in _replaced(kind):
                self._value(inspect.getattr_static(kind, name), name)

    def _value(self, value: Any, name: str) -> None:
        """Raise HasEffects for a value that a forward uses under this name, unless it is known to be harmless."""
        if isinstance(value, staticmethod):
            value = value.__func__
        if isinstance(value, property):
            value = value.fget
        if isinstance(value, FunctionType):
            self._function(value)
        elif not self._is_harmless(value):
            raise HasEffects(f"its forward uses `{name}`")

    def _is_harmless(self, value: Any) -> bool:
        if isinstance(value, ModuleType):
            return value.__name__ in LIBRARIES
        if isinstance(value, type):
            return value.__module__ in ("torch", "typing") or is_of_torch(value) or hasattr(value, "_fields")
        if isinstance(value, BuiltinFunctionType) or type(value).__name__ in (
            "method_descriptor",
            "wrapper_descriptor",
        ):
            where = getattr(value, "__module__", None) or ""
            return where.startswith(("torch", "math")) or type(getattr(value, "__self__", None)).__module__ == "torch"
        return is_constant(value)

    def _function(self, function: FunctionType) -> None:
        if function in self._seen:
            return
        self._seen.add(function)
        if len(self._seen) > MOST_CODES:
            raise HasEffects("its forward calls too many functions")
        if hasattr(function, "_torchdynamo_orig_callable"):
            raise HasEffects("a part of it is compiled")
        is_of_torch_itself = function.__code__.co_filename.startswith(self._folder)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
            value = _content(cell)
            if isinstance(value, FunctionType) or not (is_of_torch_itself or name == "__class__"):
                self._value(value, name)
        if is_of_torch_itself:
            return
        for value in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            self._value(value, f"{function.__name__}'s default")
        self._code(function.__code__, function.__globals__)

    def _code(self, code: CodeType, names: dict[str, Any]) -> None:
        instructions = list(dis.get_instructions(code))
        for index, instruction in enumerate(instructions):
            operation, name = instruction.opname, instruction.argval
            if operation in GLOBAL_WRITES:
                raise HasEffects(f"its forward changes or imports `{name}`")
            if operation in ("STORE_DEREF", "DELETE_DEREF") and name in code.co_freevars:
                raise HasEffects(f"its forward changes `{name}`")
            if operation in ("LOAD_GLOBAL", "LOAD_NAME"):
                self._global(name, names)
            elif operation == "STORE_ATTR" and not _sets_its_own(instructions[:index], name, code):
                raise HasEffects(f"its forward sets `{name}`")
            elif operation in ("LOAD_ATTR", "LOAD_METHOD") or operation.startswith("LOAD_SUPER"):
                self._attribute(name)
        for inner in code.co_consts:
            if isinstance(inner, CodeType):
                self._code(inner, names)

    def _global(self, name: str, names: dict[str, Any]) -> None:
        if name == HANDLE:
            return  # ours, which looks at nothing while we are at work
        if name in EFFECTS or name.startswith("set_"):
            raise HasEffects(f"its forward uses `{name}`")
        if name in names:
            self._value(names[name], name)
        elif not hasattr(builtins, name) or name not in PURE:
            raise HasEffects(f"its forward uses `{name}`")

    def _attribute(self, name: str) -> None:
        """An attribute may be of a module of the model, or of something that torch or Python has made."""
        if name in EFFECTS or name.startswith("set_"):
            raise HasEffects(f"its forward uses `{name}`")
        is_known = name in self._known or name in ("value", "after", "waiting", "waited")
        for module in self._modules:
            kept = held_by(module, name)
            is_known |= kept is not None
            for value in kept or ():
                self._value(value, name)
        if not is_known:
            raise HasEffects(f"its forward uses `{name}`")


def held_by(module: Any, name: str) -> list[Any] | None:
    """What a module knows under a name and shares with its copy; None if it does not know it."""
    own = vars(module)
    if name in own:
        return [] if is_own(own[name]) else [own[name]]
    if any(name in own[kept] for kept in ("_parameters", "_buffers", "_modules")):
        return []
    classes = [base for base in type(module).__mro__ if name in vars(base) and not is_of_torch(base)]
    return [vars(base)[name] for base in classes] or None


def is_own(value: Any, depth: int = 3) -> bool:
    """Whether a copy of a module has a copy of such a value: tensors, modules, and plain containers of those."""
    torch = torch_state.torch
    if isinstance(value, (torch.Tensor, torch.nn.Module)) or is_constant(value):
        return True
    if not depth or type(value) not in (list, tuple, dict, set):
        return False
    parts = value.values() if type(value) is dict else value
    return all(is_own(part, depth - 1) for part in parts)


def is_constant(value: Any) -> bool:
    """Whether a value can't be changed, whoever holds it."""
    torch = torch_state.torch
    plain = (bool, int, float, complex, str, bytes, type(None), type(...))
    if type(value) in plain or isinstance(value, (torch.dtype, torch.device, torch.Size, torch.layout)):
        return True
    return type(value) in (tuple, frozenset) and all(map(is_constant, value))


def _replaced(kind: type) -> Iterator[str]:
    """The methods of torch's own layers that a class of the user's has others for: torch's code calls those."""
    bases = [base for base in kind.__mro__ if base is not torch_state.torch.nn.Module]
    layers = [base for base in bases if is_of_torch(base)]
    for base in bases:
        if not is_of_torch(base):
            for name, member in vars(base).items():
                is_shown = name.startswith("__") or name == "extra_repr"
                if isinstance(member, FunctionType) and not is_shown and any(name in vars(layer) for layer in layers):
                    yield name


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return None  # nothing is in it yet


def is_of_torch(kind: type) -> bool:
    """Whether a class is one of PyTorch's layers, or something that those are made of."""
    return kind.__module__.startswith(("torch.nn.modules.", "torch.nn.utils.", "torch.nn.parameter"))


def _is_plain_module(kind: type) -> bool:
    """Whether attributes are found and set, and calls are made, as torch.nn.Module does it."""
    module = torch_state.torch.nn.Module
    names = ("__call__", "__setattr__", "__getattr__", "__getattribute__", "__delattr__")
    return not hasattr(kind, "__del__") and all(getattr(kind, name) is getattr(module, name) for name in names)


def _sets_its_own(before: list[Any], name: str, code: CodeType) -> bool:
    """Whether what is set is an attribute of `self`, anew or by `+=` and the like."""
    if before[-1].opname not in ("SWAP", "ROT_TWO"):
        return _loads_first(before[-1], code)
    loads = [i for i, each in enumerate(before) if each.opname == "LOAD_ATTR" and each.argval == name and i > 1]
    return (
        bool(loads)
        and before[loads[-1] - 1].opname in ("COPY", "DUP_TOP")
        and _loads_first(before[loads[-1] - 2], code)
    )


def _loads_first(instruction: Any, code: CodeType) -> bool:
    """Whether an instruction loads the function's first argument: `self`."""
    loaded = instruction.argval
    loaded = loaded[-1] if isinstance(loaded, tuple) else loaded  # two at once
    return instruction.opname.startswith("LOAD_FAST") and bool(code.co_varnames) and loaded == code.co_varnames[0]
