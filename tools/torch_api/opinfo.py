"""Calls of operators and modules with the sample inputs that PyTorch tests itself with: OpInfo and ModuleInfo."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

import torch
from torch.testing._internal.common_methods_invocations import op_db
from torch.testing._internal.common_modules import module_db
from torch.utils._pytree import tree_map_only

from tools.torch_api.measure import Seen, observe, reset
from tools.torch_api.surface import Entry

Arguments = tuple[tuple[Any, ...], dict[str, Any]]

SAMPLES = 4  # of each operator: a graph shows in the first ones or in none, but for those with an odd first sample
DTYPES = (torch.float32, torch.complex64, torch.int64, torch.bool)


def operators(entries: dict[str, Entry]) -> dict[str, Seen]:
    """What the functions, methods and in-place methods show that OpInfo has samples for."""
    by_thing = {id(entry.thing): name for name, entry in entries.items()}
    found: dict[str, Seen] = {}
    for op in op_db:
        samples = list(_samples(op))
        for spelling in (op, *op.aliases):
            short = spelling.name.rpartition(".")[2]
            function = by_thing.get(id(spelling.op), f"torch.{spelling.name}")
            method, inplace = f"torch.Tensor.{short}", f"torch.Tensor.{short}_"
            for name, call in (
                (function, spelling.op),
                (f"torch.{short}_", getattr(torch, f"{short}_", None)),
                (f"torch.nn.functional.{short}_", getattr(torch.nn.functional, f"{short}_", None)),
                (method, spelling.method_variant),
                (inplace, spelling.inplace_variant),
                (f"torch.Tensor.__{short}__", getattr(spelling, "operator_variant", None)),
                (f"torch.Tensor.__i{short}__", getattr(spelling, "inplace_operator_variant", None)),
            ):
                if name in entries and entries[name].kind in ("function", "method") and call is not None:
                    _add(found, name, call, samples)
    return found


def modules(entries: dict[str, Entry]) -> dict[str, Seen]:
    """What the modules and losses show, when an instance is called, that ModuleInfo has samples for."""
    by_thing = {id(entry.thing): name for name, entry in entries.items()}
    found: dict[str, Seen] = {}
    for info in module_db:
        name = by_thing.get(id(info.module_cls))
        if name is None:
            continue
        reset()
        inputs = info.module_inputs_func(info, device="cpu", dtype=torch.float32, requires_grad=True, training=True)
        for sample in islice(inputs, SAMPLES):
            with suppress(RuntimeError):  # random numbers of another type than the module's
                found[name] = _both(found.get(name), _instance(info.module_cls, sample))
    return found


def _instance(cls: type[torch.nn.Module], sample: Any) -> Seen:
    """What a module shows when it is made and called as a sample says."""
    module = cls(*sample.constructor_input.args, **sample.constructor_input.kwargs)
    fed = (sample.forward_input.args, sample.forward_input.kwargs)
    return observe(lambda given: module(*given[0], **given[1]), lambda: fed)


class _Sample:
    """Arguments of one call."""

    def __init__(self, first: object, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.first, self.args, self.kwargs = first, args, kwargs

    @property
    def size(self) -> tuple[bool, int]:
        """Whether it asks for more results than plain calls do, and how many arguments it has."""
        asks = any(str(key).startswith(("return", "as_tuple")) and value for key, value in self.kwargs.items())
        return asks, len(self.args) + len(self.kwargs)


def _samples(op: Any) -> Iterator[_Sample]:
    """An operator's first samples, the plainest before the others, of the first type that it takes."""
    for dtype in DTYPES:
        if dtype not in op.dtypes:
            continue
        reset()
        differentiable = dtype.is_floating_point or dtype.is_complex
        drawn = islice(op.sample_inputs_func(op, "cpu", dtype, differentiable), SAMPLES)
        yield from sorted((_Sample(each.input, each.args, each.kwargs) for each in drawn), key=lambda each: each.size)
        return


def _add(found: dict[str, Seen], name: str, call: Callable[..., object], samples: list[_Sample]) -> None:
    """Note what the call shows on the samples that it takes."""
    for sample in samples:

        def prepare(sample: _Sample = sample) -> Arguments:
            first = tree_map_only(torch.Tensor, torch.clone, sample.first) if name.endswith("_") else sample.first
            return (first, *sample.args), sample.kwargs

        with suppress(Exception):  # a variant that does not take this sample, or a kernel that the CPU lacks
            found[name] = _both(found.get(name), observe(lambda given: call(*given[0], **given[1]), prepare))


def _both(first: Seen | None, other: Seen) -> Seen:
    """The plainest sample says what is returned and waited for; a graph counts in whichever sample it shows."""
    if first is None:
        return other
    return Seen(first.returns, first.differentiable or other.differentiable, first.sync)
