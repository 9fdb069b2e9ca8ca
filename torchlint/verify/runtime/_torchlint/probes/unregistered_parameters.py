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
COUNTED = ("trained", "modules", "parameters", "numbers", "missing", "missing_numbers", "with_gradient")


class UnregisteredParameters(Site):
    """Keeps the module whose attribute the container is, or that it is itself, weakly, and looks into it at steps."""

    looks_at = ("container",)
    looks_after = "at"

    def begin(self) -> None:
        self._owners: list[tuple[Any, tuple[tuple[str, Any], ...]]] = []
        self._seen = Known()  # optimizers
        self._next_look = 1
        self._held = Known()  # parameters that are in an optimizer
        self.facts = dict.fromkeys(("owners", "unknown", "steps", *COUNTED), 0)

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
        """Count what is in the containers: of the modules that are trained, and of all if none is."""
        counts = [self._counts(owner, path) for reference, path in self._owners if (owner := reference()) is not None]
        trained = list(filter(is_trained, counts))
        together = {name: sum(each[name] for each in trained or counts) for name in COUNTED}
        # Else the modules are gone, or those of them that were trained, with what was known of them.
        if (trained or not is_trained(self.facts)) and (together["parameters"] or not self.facts["parameters"]):
            self.facts.update(together)

    def _counts(self, owner: Any, path: tuple[tuple[str, Any], ...]) -> dict[str, int]:
        try:
            modules = list(modules_in(found(owner, path)))
        except NotFound:
            return dict.fromkeys(COUNTED, 0)  # it is called otherwise now
        known = {id(p): p for part in modules for p in own_parameters(part)}
        missing = [p for p in known.values() if p not in self._held]
        return {
            "trained": int(any(p in self._held for _, p in named_parameters(owner))),
            "modules": sum(isinstance(part, torch_state.torch.nn.Module) for part in modules),
            "parameters": len(known),
            "numbers": sum(p.numel() for p in known.values()),
            "missing": len(missing),
            "missing_numbers": sum(p.numel() for p in missing),
            "with_gradient": sum(p.grad is not None for p in missing),
        }


def is_trained(counts: dict[str, int]) -> bool:
    """Whether something of a module is in an optimizer, or has a gradient."""
    return bool(counts["trained"] or counts["with_gradient"])


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
