"""Whether the parameters in a container are in an optimizer that steps."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from typing import Any

from .. import torch_state
from ..found import NotFound, found
from ..gradients import is_trainable, named_parameters, parameters_of
from ..known import Known
from ..site import Site

MOST_OWNERS = 64


class UnregisteredParameters(Site):
    """Keeps the module whose attribute the container is, or that it is itself, weakly, and looks into it at steps."""

    looks_at = ("container",)
    looks_after = "at"

    def begin(self) -> None:
        self._owners: list[tuple[Any, tuple[tuple[str, Any], ...]]] = []
        self._seen = Known()  # optimizers
        self._next_look = 1
        self._held = Known()  # parameters that are in an optimizer
        names = "owners unknown steps trained modules parameters numbers missing missing_numbers with_gradient"
        self.facts = dict.fromkeys(names.split(), 0)

    def visit(self, role: str, value: Any) -> None:
        owner, path = value
        if torch_state.torch is None or not isinstance(owner, torch_state.torch.nn.Module):
            self.facts["unknown"] += 1
        elif len(self._owners) < MOST_OWNERS:
            self.facts["owners"] += 1
            self._owners.append((weakref.ref(owner), path))

    def stepped(self, optimizer: Any) -> None:
        self.facts["steps"] += 1
        if optimizer in self._seen and self.facts["steps"] < self._next_look:
            return
        self._next_look = self.facts["steps"] * 2
        self._seen.put(optimizer)
        for parameter in parameters_of(optimizer):
            self._held.put(parameter)
        self._look()

    def _look(self) -> None:
        counts = dict.fromkeys("trained modules parameters numbers missing missing_numbers with_gradient".split(), 0)
        for reference, path in self._owners:
            owner = reference()
            try:
                container = None if owner is None else found(owner, path)
            except NotFound:
                continue  # it is called otherwise now, or gone
            modules = list(modules_in(container))
            known = {id(p): p for part in modules for p in own_parameters(part)}
            missing = [p for p in known.values() if p not in self._held]
            counts["modules"] += sum(isinstance(part, torch_state.torch.nn.Module) for part in modules)
            counts["parameters"] += len(known)
            counts["numbers"] += sum(p.numel() for p in known.values())
            counts["missing"] += len(missing)
            counts["missing_numbers"] += sum(p.numel() for p in missing)
            counts["with_gradient"] += sum(p.grad is not None for p in missing)
            counts["trained"] += owner is not None and any(p in self._held for _, p in named_parameters(owner))
        if counts["parameters"] or not self.facts["parameters"]:
            self.facts.update(counts)  # else the modules are gone, with what was known of them


def modules_in(container: Any, depth: int = 3) -> Iterator[Any]:
    """The modules and parameters in a plain container, and in those inside it."""
    if isinstance(container, torch_state.torch.nn.Module) or is_trainable(container):
        yield container
    elif depth and isinstance(container, (list, tuple, set, frozenset, dict)):
        for part in dict.values(container) if isinstance(container, dict) else container:
            yield from modules_in(part, depth - 1)


def own_parameters(part: Any) -> list[Any]:
    """The parameters of a module, or the one that something is."""
    return [part] if torch_state.is_tensor(part) else parameters_of(part)
