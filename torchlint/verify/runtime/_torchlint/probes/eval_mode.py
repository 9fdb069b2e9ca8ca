"""In which mode a model is called, which of its layers that concerns, and whether it is called for training."""

from __future__ import annotations

from typing import Any
from weakref import ref

from .. import torch_state
from ..outputs import Calls, nodes_of
from ..search import Roots
from ..site import Site


class EvalMode(Site):
    """Looks at the model before and after each call, and at its output: is a backward run that makes it training?"""

    looks_at = ("model", "at")

    def begin(self) -> None:
        self._calls = {"train": Calls(), "eval": Calls()}
        self._mode: str | None = None
        self._model: Any = None
        names = "train eval switched unknown differentiated_train differentiated_eval dropouts batch_norms"
        self.facts = dict.fromkeys(names.split(), 0)

    def visit(self, role: str, value: Any) -> None:
        if role == "at":
            if self._mode is not None:
                self._called(self._mode, self._model(), nodes_of(value))
        elif isinstance(value, torch_state.torch.nn.Module):
            self._mode, self._model = "train" if value.training else "eval", ref(value)
            self.facts[self._mode] += 1
            if self.is_worth_a_look():
                self._count_layers(value)
        else:
            self._mode = None
            self.facts["unknown"] += 1

    def _called(self, mode: str, model: Any, nodes: list[Any]) -> None:
        if model is not None and model.training != (mode == "train"):
            self.facts[mode] -= 1  # a hook or its forward has switched it: nobody knows which layers ran before that
            self.facts["switched"] += 1
        else:
            self._calls[mode].add(nodes)

    def _count_layers(self, model: Any) -> None:
        modules = torch_state.torch.nn.modules
        layers = [layer for layer in model.modules() if layer.training == model.training]
        dropouts = sum(isinstance(layer, modules.dropout._DropoutNd) and layer.p > 0 for layer in layers)
        norms = (layer for layer in layers if isinstance(layer, modules.batchnorm._NormBase))
        self.facts["dropouts"] = max(self.facts["dropouts"], dropouts)
        self.facts["batch_norms"] = max(self.facts["batch_norms"], sum(bool(n.track_running_stats) for n in norms))

    def backward(self, roots: Roots) -> None:
        for mode, calls in self._calls.items():
            self.facts[f"differentiated_{mode}"] += calls.take(roots)
