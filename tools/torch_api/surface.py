"""The public names of the installed torch: where the documentation has them and what kind of thing each is."""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType

import torch
from torch.nn.modules.loss import _Loss
from torch.utils.hooks import RemovableHandle

from tools.torch_api.places import (
    BORROWED,
    CLASSES,
    CORE_CLASSES,
    INTERNAL,
    NAMESPACES,
    OPERATORS,
    SINGLE,
    SPELLED,
    UNINTERESTING,
    WHOLE_CLASSES,
)


@dataclass(frozen=True)
class Entry:
    """One public name, the thing that it stands for and the kind of thing that is."""

    name: str
    thing: object
    kind: str

    @property
    def short(self) -> str:
        """The name's last part."""
        return self.name.rpartition(".")[2]


def entries() -> dict[str, Entry]:
    """Every public name with its thing; of one thing's equal names only that which the documentation uses."""
    found: dict[str, Entry] = {}
    taken: set[tuple[str, int]] = set()
    for namespace in NAMESPACES:
        module = importlib.import_module(namespace)
        for short in _public(module):
            thing = getattr(module, short)
            if _is_definition(thing) and (short, identity(thing)) in taken:
                continue  # its name is in a namespace that comes earlier
            taken.add((short, identity(thing)))
            name = f"{namespace}.{short}"
            found[name] = Entry(name, thing, kind_of(thing))
    for name in SINGLE:
        thing, kind = look_up(name), kind_of(look_up(name))
        is_method = kind == "function" and isinstance(look_up(name.rpartition(".")[0]), type)
        found.setdefault(name, Entry(name, thing, "method" if is_method else kind))
    for name in CLASSES:
        cls = found[name].thing
        for short in _attributes(cls, inherited=name in WHOLE_CLASSES):
            thing = getattr(cls, short)
            kind = kind_of(thing)
            found[f"{name}.{short}"] = Entry(f"{name}.{short}", thing, "method" if kind == "function" else kind)
    return found


def homes(known: dict[str, Entry]) -> dict[str, list[str]]:
    """Module -> the namespaces in which the documentation has the things that one may also import from it.

    A namespace counts where whatever the module offers by a name of the namespace's is the same thing.
    """
    found: dict[str, list[str]] = {}
    namespaces = sorted({name.rpartition(".")[0] for name in known})
    for path, module in sorted(sys.modules.items()):
        if not SPELLED.fullmatch(path):
            continue
        own = {short: identity(getattr(module, short)) for short in sorted(vars(module)) if _is_offered(module, short)}
        own = {short: thing for short, thing in own.items() if f"{path}.{short}" not in known}
        for namespace in namespaces:
            both = [short for short in own if f"{namespace}.{short}" in known]
            if both and all(own[short] == identity(known[f"{namespace}.{short}"].thing) for short in both):
                found.setdefault(path, []).append(namespace)
    for path, short, namespace in _imported_modules(namespaces):
        found.setdefault(f"{path}.{short}", []).append(namespace)
    return found


def _imported_modules(namespaces: list[str]) -> Iterator[tuple[str, str, str]]:
    """A module, the name under which it imports a namespace, and that: editors write `from torch.functional import F`.

    Only short names of its own, since nobody means `torch.functional.torch`.
    """
    for path, module in sorted(sys.modules.items()):
        if SPELLED.fullmatch(path) and vars(module).get("__name__") == path:
            for short, thing in sorted(vars(module).items()):
                if isinstance(thing, ModuleType) and thing.__name__ in namespaces and short in ("F", "nn", "optim"):
                    if f"{path}.{short}" != thing.__name__:
                        yield path, short, thing.__name__


def look_up(name: str) -> object:
    """The thing that a dotted name stands for, with its modules imported on the way."""
    head, *rest = name.split(".")
    thing: object = importlib.import_module(head)
    for part in rest:
        head = f"{head}.{part}"
        if not hasattr(thing, part):
            importlib.import_module(head)
        thing = getattr(thing, part)
    return thing


def kind_of(thing: object) -> str:
    """The kind of a thing, in the words of torchlint.knowledge.torch_api.Kind."""
    if not isinstance(thing, type):
        if not callable(thing) or isinstance(thing, (torch.dtype, torch.layout, torch.memory_format)):
            return "constant"
        return "context" if _is_context_function(thing) else "function"
    for kind, bases in KINDS.items():
        if issubclass(thing, bases):
            return kind
    return "context" if hasattr(thing, "__enter__") and thing.__module__ not in NOT_CONTEXTS else "class"


KINDS: dict[str, tuple[type, ...]] = {
    "loss": (_Loss,),
    "module": (torch.nn.Module,),
    "optimizer": (torch.optim.Optimizer,),
    "scheduler": (torch.optim.lr_scheduler.LRScheduler,),
    "sampler": (torch.utils.data.Sampler,),
    "dataset": (torch.utils.data.Dataset,),
    "loader": (torch.utils.data.DataLoader,),
    "distribution": (torch.distributions.Distribution,),
    "autograd-function": (torch.autograd.Function,),
    "class": (torch.Tensor, BaseException, torch.device, torch.Stream, torch.Event, RemovableHandle),
}
NOT_CONTEXTS = {"torch.distributed.device_mesh", "torch.package.package_exporter"}


def _public(module: ModuleType) -> list[str]:
    """The names that a namespace offers: its `__all__`, or what was defined for it rather than imported into it."""
    path = module.__name__
    exported = getattr(module, "__all__", None)
    if exported and path != "torch":
        return sorted(short for short in exported if not short.startswith("_") and _is_member(module, short, path))
    chosen = []
    for short in sorted(vars(module)):
        thing = getattr(module, short)
        origin = getattr(thing, "__module__", None) or ""
        if short.startswith("_") or not _is_member(module, short, path):
            continue
        if path == "torch" and INTERNAL.fullmatch(short):
            continue
        if isinstance(thing, type) and path != "torch" and not origin.startswith((path, "torch._C")):
            continue
        if isinstance(thing, type) and path == "torch":
            if short not in CORE_CLASSES and not short.endswith(("Tensor", "Storage")):
                continue
        chosen.append(short)
    return chosen


def _is_member(module: ModuleType, short: str, path: str) -> bool:
    """Whether the name is part of the namespace and not something of Python's or a helper of another module."""
    thing = getattr(module, short, module)  # torch.sparse.__all__ has names that are gone
    if isinstance(thing, ModuleType):
        return False
    if _is_definition(thing):
        origin = getattr(thing, "__module__", None) or path
        return origin.startswith("torch") and origin not in BORROWED and not short.startswith("has_torch_function")
    return (isinstance(thing, CONSTANTS) and short != "TYPE_CHECKING") or path == "torch.distributions.constraints"


CONSTANTS = (torch.dtype, torch.layout, torch.memory_format, torch.qscheme, torch.Generator, bool, int, float)


def _is_offered(module: ModuleType, short: str) -> bool:
    """Whether a module defines a class or function or is meant to offer it, and does not just use it."""
    thing = getattr(module, short)
    offered = getattr(thing, "__module__", None) == module.__name__ or short in getattr(module, "__all__", ())
    return _is_definition(thing) and (offered or hasattr(module, "__path__"))


def identity(thing: object) -> int:
    """What tells a thing from others, also where torch.compile has put a wrapper around it."""
    return id(inspect.unwrap(thing) if inspect.isfunction(thing) else thing)


def _is_definition(thing: object) -> bool:
    """Whether a thing is a class or function, which has one identity, and not a value that may come up anywhere."""
    return isinstance(thing, type) or inspect.isroutine(thing)


def _is_context_function(thing: object) -> bool:
    """Whether a function was made by contextlib.contextmanager, or returns a context manager by its annotation."""
    code = getattr(thing, "__code__", None)
    return code is not None and code.co_filename.endswith("contextlib.py") and code.co_name == "helper"


def _attributes(cls: object, inherited: bool) -> list[str]:
    """The public attributes and operators of a class; what object has only where the class itself defines it."""
    operators = {f"__{short}__" for short in OPERATORS}
    own = {
        short
        for base in getattr(cls, "__mro__", ())[: None if inherited else 1]
        if base is not object
        for short in vars(base)
    }
    public = {short for short in own if short[0].islower() or short in ("H", "T")} - UNINTERESTING
    return sorted((public | (operators & own)) & set(dir(cls)))
