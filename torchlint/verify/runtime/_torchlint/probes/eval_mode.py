"""In which mode a model is called, which of its layers that concerns and changes, and whether it is for training."""

from __future__ import annotations

from typing import Any
from weakref import ref

from .. import torch_state
from ..known import Known
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
        self._versions = Known()  # of the batch norms' counters before the call, if it is looked at closely
        names = "train eval switched unknown differentiated_train differentiated_eval dropouts batch_norms"
        self.facts = dict.fromkeys(f"{names} looked_at updating updates".split(), 0)

    def visit(self, role: str, value: Any) -> None:
        if role == "at":
            self._count_updates()
            if self._mode is not None:
                self._called(self._mode, self._model(), nodes_of(value))
        elif isinstance(value, torch_state.torch.nn.Module):
            self._mode, self._model = "train" if value.training else "eval", ref(value)
            self.facts[self._mode] += 1
            self._versions.clear()
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
        norms = [n for n in layers if isinstance(n, modules.batchnorm._NormBase) and n.track_running_stats]
        self.facts["dropouts"] = max(self.facts["dropouts"], dropouts)
        self.facts["batch_norms"] = max(self.facts["batch_norms"], len(norms))
        for counter in (norm.num_batches_tracked for norm in norms if norm.training):
            if torch_state.is_tensor(counter) and not counter.is_inference():
                self._versions.put(counter, counter._version)  # that of `running_mean` does not move

    def _count_updates(self) -> None:
        """Which batch norms the call has updated, by the versions of their counters: no value is read."""
        updated = sum(counter._version != self._versions.get(counter) for counter in self._versions)
        self.facts["looked_at"] += bool(len(self._versions))
        self.facts["updating"] += bool(updated)
        self.facts["updates"] += updated
        self._versions.clear()

    def lose(self) -> None:
        self._versions.clear()

    def backward(self, roots: Roots) -> None:
        for mode, calls in self._calls.items():
            self.facts[f"differentiated_{mode}"] += calls.take(roots)
