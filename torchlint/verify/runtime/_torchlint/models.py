"""The modules of this process that are still there, and the names that their parameters have in them."""

from __future__ import annotations

from typing import Any

from . import torch_state
from .gradients import named_parameters
from .known import Known

MOST_NAMES = 5  # that are told of many parameters

_modules = Known()
# Those that are made between two looks and are gone again must not pile up.
_sweep_at = 10_000


def install() -> None:
    """Hear of every module that is given a parameter or another module."""
    of_modules = torch_state.torch.nn.modules.module
    of_modules.register_module_parameter_registration_hook(note)
    of_modules.register_module_module_registration_hook(note)


def note(module: Any, name: str, part: Any) -> None:
    """Remember a module that is given something."""
    global _sweep_at
    try:
        if module not in _modules:
            _modules.put(module)
            if len(_modules) > _sweep_at:
                _modules.sweep()
                _sweep_at = 2 * len(_modules) + 10_000
    except Exception:
        return  # a module that can't be remembered has no names


def outermost() -> list[Any]:
    """The modules that are in no other one."""
    modules = list(_modules)
    inner = {id(part) for module in modules for part in vars(module).get("_modules", {}).values()}
    return [module for module in modules if id(module) not in inner]


def names(parameters: list[Any]) -> list[str]:
    """What the first few of some parameters are called, and their shape where no module has them."""
    wanted = {id(parameter): "" for parameter in parameters[:MOST_NAMES]}
    for module in outermost():
        for name, parameter in named_parameters(module):
            if id(parameter) in wanted:
                wanted[id(parameter)] = wanted[id(parameter)] or name
    return [wanted[id(one)] or f"{type(one).__name__} {tuple(one.shape)}" for one in parameters[:MOST_NAMES]]


def names_of_modules(model: Any, wanted: list[Any]) -> list[str]:
    """What some of the modules in a model are called in it; a model of its own by its class."""
    names = {id(model): ""}
    waiting = [model]
    while waiting:
        outer = waiting.pop()
        for name, part in vars(outer).get("_modules", {}).items():
            if part is not None and id(part) not in names:
                names[id(part)] = f"{names[id(outer)]}.{name}".lstrip(".")
                waiting.append(part)
    return [names.get(id(one)) or type(one).__name__ for one in wanted]
