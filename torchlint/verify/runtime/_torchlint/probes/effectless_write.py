"""Whether an attribute that was set is what PyTorch looks at."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from .. import torch_state
from ..found import NotFound, found
from ..gradients import modules_of
from ..site import Site


class EffectlessWrite(Site):
    """Compares what was written with the parameters, layers or groups that it was meant for."""

    looks_at = ("attribute",)
    looks_after = "at"

    def begin(self) -> None:
        self.facts = dict.fromkeys("writes unknown effectless things unchanged".split(), 0)
        self.facts["what"] = ""

    def visit(self, role: str, value: Any) -> None:
        root, path = value
        try:
            owner, written = found(root, path[:-1]), found(root, path)
        except NotFound:
            self.facts["unknown"] += 1
            return
        what, things, unchanged = held_against(owner, path[-1][1], written)
        if not what:
            self.facts["unknown"] += 1
            return
        self.facts["writes"] += 1
        self.facts["effectless"] += unchanged > 0
        self.facts["what"] = what
        self.facts["things"] = max(self.facts["things"], things)
        self.facts["unchanged"] = max(self.facts["unchanged"], unchanged)


def held_against(owner: Any, name: str, written: Any) -> tuple[str, int, int]:
    """What the attribute was meant for, how many of these there are, and for how many it does not hold."""
    torch = torch_state.torch
    if isinstance(owner, torch.nn.Module) and name == "requires_grad":
        inside = [p for part in modules_of(owner) for p in vars(part).get("_parameters", {}).values() if p is not None]
        return "parameter", len(inside), sum(p.requires_grad != bool(written) for p in inside)
    if isinstance(owner, torch.nn.Module) and name == "training":
        layers = modules_of(owner)[1:]
        return "layer", len(layers), sum(layer.training != bool(written) for layer in layers)
    if isinstance(owner, torch.optim.Optimizer):
        groups = [group for group in owner.param_groups if name in group]
        return "group", len(groups), sum(group[name] != written for group in groups)
    if torch_state.is_tensor(owner) or isinstance(owner, (torch.nn.Module, ModuleType)):
        return "attribute", 1, int(not hasattr(type(owner), name))
    return "", 0, 0
