"""Whether what is computed again for a backward updates batch norms again, or drops other units."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from types import CellType, FunctionType, MethodType
from typing import Any

from .. import torch_state
from ..gradients import modules_of
from ..known import Known
from ..outputs import Outputs, nodes_of
from ..search import Roots
from ..site import Site


class BatchnormUpdates(Site):
    """Counts by the version of `num_batches_tracked` how often each batch norm is updated, by the call and later."""

    looks_at = ("function", "at")
    may_look_at = ("preserve",)

    def begin(self) -> None:
        self._versions = Known()  # of the counters, when they were last looked at
        self._outputs = Outputs()
        self._is_after_backward = False
        names = "calls unknown norms dropouts backwards forward_updates again_updates unpreserved"
        self.facts = dict.fromkeys(names.split(), 0)

    def visit(self, role: str, value: Any) -> None:
        if role == "preserve":
            self.facts["unpreserved"] += value is False
            return
        self._count("forward_updates" if role == "at" else None)
        if role == "at":
            self._outputs.add(nodes_of(value))
            return
        modules = [part for module in modules_behind(value) for part in modules_of(module)]
        self.facts["calls" if modules else "unknown"] += 1
        self._look_at(modules)

    def _look_at(self, modules: list[Any]) -> None:
        kinds = torch_state.torch.nn.modules
        active = [module for module in modules if module.training]
        dropouts = [m for m in active if isinstance(m, kinds.dropout._DropoutNd) and m.p > 0]
        norms = (m for m in active if isinstance(m, kinds.batchnorm._NormBase) and m.track_running_stats)
        counters = [m.num_batches_tracked for m in norms if torch_state.is_tensor(m.num_batches_tracked)]
        self.facts["dropouts"] = max(self.facts["dropouts"], len(dropouts))
        self.facts["norms"] = max(self.facts["norms"], len(counters))
        for counter in counters:
            self._versions.put(counter, counter._version)

    def backward(self, roots: Roots) -> None:
        self._count(None)  # elsewhere, before it
        self._is_after_backward = self._outputs.reach(roots)
        self.facts["backwards"] += self._is_after_backward

    def stepped(self, optimizer: Any) -> None:
        self._count(None)

    def _count(self, name: str | None) -> None:
        """Add up the updates since the last look: those that follow the start of a backward were made by it."""
        name = "again_updates" if self._is_after_backward else name
        self._is_after_backward = False
        for counter in self._versions:
            if name is not None:
                self.facts[name] += counter._version - self._versions.get(counter)
            self._versions.put(counter, counter._version)

    def end(self) -> None:
        self._count(None)


def modules_behind(function: Any, depth: int = 3) -> Iterator[Any]:
    """The modules that a function may run, as far as that can be told without running it."""
    if isinstance(function, torch_state.torch.nn.Module):
        yield function
    elif depth and isinstance(function, functools.partial):
        yield from modules_behind(function.func, depth - 1)
    elif depth and isinstance(function, MethodType):
        yield from modules_behind(function.__self__, 0)
    elif depth and isinstance(function, FunctionType):
        for held in held_by(function):
            yield from modules_behind(held, depth - 1)


def held_by(function: FunctionType) -> Iterator[Any]:
    """What a function refers to: the variables of functions around it, and those of its module by the names it uses."""
    yield from map(content_of, function.__closure__ or ())
    for name in function.__code__.co_names:
        yield function.__globals__.get(name)


def content_of(cell: CellType) -> Any:
    """What a variable of a function around is; None where it is not assigned yet."""
    try:
        return cell.cell_contents
    except ValueError:
        return None
