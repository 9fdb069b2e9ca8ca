"""Modules made in the ways that one argument makes: which have no parameters, which are different in eval mode."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

import torch
from torch.testing._internal.common_modules import module_db
from torch.utils._pytree import tree_leaves, tree_map_only

from tools.torch_api.measure import reset
from tools.torch_api.opinfo import Arguments
from tools.torch_api.samples import expressions, given
from tools.torch_api.surface import Entry

SAMPLES = 3
TRIES = 2  # of each comparison of modes: with other random numbers


class Sample(NamedTuple):
    """How a module is made, and called."""

    made: Arguments
    fed: Arguments


@dataclass(frozen=True)
class Traits:
    """What is seen of a class of modules besides what calling one returns."""

    parameterless: bool = False
    mode: str = ""


def traits(entries: dict[str, Entry], samples: dict[str, list[Sample]]) -> dict[str, Traits]:
    """What is seen of the modules and losses that there are samples for."""
    found = {}
    for name, sampled in samples.items():
        cls: Any = entries[name].thing
        made = [module for sample in sampled for module in _variants(cls, sample.made)]
        if made:
            bare = not any(list(module.parameters()) for module in made)
            found[name] = Traits(bare, _mode(cls, sampled))
    return found


def sampled_modules(entries: dict[str, Entry]) -> dict[str, list[Sample]]:
    """The samples of ModuleInfo, and the calls of calls.txt, by the modules' names."""
    by_thing = {id(entry.thing): name for name, entry in entries.items()}
    found: dict[str, list[Sample]] = {}
    for info in module_db:
        name = by_thing.get(id(info.module_cls))
        if name is not None:
            reset()
            drawn = info.module_inputs_func(info, device="cpu", dtype=torch.float32, requires_grad=True, training=True)
            for each in islice(drawn, SAMPLES):
                made, fed = each.constructor_input, each.forward_input
                sample = Sample((made.args, made.kwargs), (fed.args, fed.kwargs))
                found.setdefault(name, []).append(sample)
    for name, expression in expressions():
        if entries[name].kind in ("module", "loss") and (written := _written(expression)) is not None:
            found.setdefault(name, []).append(written)
    return found


def _written(expression: str) -> Sample | None:
    """The sample that a call `nn.Dropout()(x)` is; None for another kind of expression."""
    call = ast.parse(expression, mode="eval").body
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Call):
        return None
    reset()
    variables = given(expression)
    return Sample(_arguments(call.func, variables), _arguments(call, variables))


def _arguments(call: ast.Call, variables: Mapping[str, Any]) -> Arguments:
    """The values of a call's arguments."""
    text = f"(lambda *args, **kwargs: (args, kwargs))({', '.join(map(ast.unparse, [*call.args, *call.keywords]))})"
    made: Arguments = eval(text, dict(variables))
    return made


def _variants(cls: Any, made: Arguments) -> Iterator[torch.nn.Module]:
    """A module made as a sample says, and with each argument that has a plain default changed."""
    args, kwargs = made
    for changed in ({}, *({name: other} for name, other in _others(cls).items())):
        with suppress(Exception):  # arguments that exclude each other
            yield cls(*args, **kwargs | changed)


def _others(cls: type) -> dict[str, Any]:
    """The arguments of the constructor, or of the one it hands all to, that switch something on or off."""
    found: dict[str, Any] = {}
    for base in cls.__mro__:
        if base is torch.nn.Module:
            break
        for parameter in inspect.signature(base.__init__).parameters.values():  # type: ignore[misc]  # only looked at
            default = parameter.default
            if isinstance(default, bool):
                found.setdefault(parameter.name, not default)
            elif isinstance(default, float) and default == 0:
                found.setdefault(parameter.name, 0.5)
    return found


def _mode(cls: Any, sampled: list[Sample]) -> str:
    """`always` if a module is another in eval mode unless an argument forbids it; else the argument for that."""
    for sample in sampled:
        if _depends(cls, _plain(cls, sample.made), sample.fed):
            return "always"
    for sample in sampled:
        args, kwargs = sample.made
        for name, other in _others(cls).items():
            if name not in kwargs and _depends(cls, (args, kwargs | {name: other}), sample.fed):
                return name
    return ""


def _plain(cls: Any, made: Arguments) -> Arguments:
    """A sample's arguments without those that people leave out: sizes stay, what is a fraction or a flag does not."""
    signature = inspect.signature(cls)
    if any(parameter.kind is parameter.VAR_POSITIONAL for parameter in signature.parameters.values()):
        return made
    named = signature.bind(*made[0], **made[1]).arguments
    left_out = {name for name, each in signature.parameters.items() if isinstance(each.default, (bool, float))}
    return (), {name: value for name, value in named.items() if name not in left_out}


def _depends(cls: Any, made: Arguments, fed: Arguments) -> bool:
    """Whether a module gives something else in eval mode, or leaves other buffers behind, with the same chances."""
    for seed in range(TRIES):
        shown = []
        with suppress(Exception):  # a module that can't be made or called so
            for mode in (True, False):
                torch.manual_seed(seed)
                module = cls(*made[0], **made[1]).train(mode)
                args, kwargs = tree_map_only(torch.Tensor, _drawn_anew, fed)
                result = module(*args, **kwargs)
                shown.append([each for each in tree_leaves(result) if isinstance(each, torch.Tensor)])
                shown[-1] += module.buffers()
        if len(shown) == 2 and not all(torch.allclose(a, b, atol=1e-5, equal_nan=True) for a, b in zip(*shown)):
            return True
    return False


def _drawn_anew(tensor: torch.Tensor) -> torch.Tensor:
    """Other numbers of any size and sign, where the tensor's are no indices."""
    return torch.randn_like(tensor) if tensor.is_floating_point() else tensor.clone()
