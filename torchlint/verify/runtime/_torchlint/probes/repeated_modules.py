"""How many modules a list really holds."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..gradients import parameters_of
from ..site import Site


class RepeatedModules(Site):
    """Counts a list's entries that are modules, and how many different ones they are."""

    looks_at = ("container",)

    def begin(self) -> None:
        self.facts = dict.fromkeys("lists unknown entries modules parameters numbers".split(), 0)

    def visit(self, role: str, value: Any) -> None:
        inside = list(value) if type(value) in (list, tuple) else []
        modules = [each for each in inside if isinstance(each, torch_state.torch.nn.Module)]
        if not modules:
            self.facts["unknown"] += 1
            return
        different = {id(module): module for module in modules}
        parameters = {id(p): p for module in different.values() for p in parameters_of(module)}
        self.facts["lists"] += 1
        if len(modules) - len(different) >= self.facts["entries"] - self.facts["modules"]:
            self.facts["entries"], self.facts["modules"] = len(modules), len(different)
            self.facts["parameters"] = len(parameters)
            self.facts["numbers"] = sum(int(parameter.numel()) for parameter in parameters.values())
