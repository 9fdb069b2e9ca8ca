"""Whether the running statistics of frozen batch norms move from step to step."""

from __future__ import annotations

from typing import Any

from .. import budget, torch_state
from ..gradients import modules_of
from ..known import Known
from ..readable import numbers
from ..site import Site

MOST_NORMS = 64
SAMPLE = 64  # channels of a batch norm, of which a copy is kept


class Statistics:
    """Of one batch norm: how often it was updated when it was last looked at, and its means as they were at first."""

    def __init__(self, norm: Any) -> None:
        self.updates = updates_of(norm)
        self.first = means_of(norm)

    def moved(self, norm: Any) -> bool:
        """Whether it was updated since it was last looked at."""
        before, self.updates = self.updates, updates_of(norm)
        return before is not None and self.updates is not None and self.updates != before

    def distance(self, norm: Any) -> float:
        """How far the means are from where they were, on average."""
        now = means_of(norm)
        if self.first is None or now is None or now.shape != self.first.shape:
            return 0.0
        return float((now - self.first).abs().mean())


class FrozenStatistics(Site):
    """Looks at the frozen batch norms of a module after steps of optimizers."""

    looks_at = ("model",)
    touches_tensors = True

    def begin(self) -> None:
        self._modules = Known()
        self._norms = Known()
        self._steps = 0
        self._next = 1
        names = "modules unknown norms frozen updated in_train steps"
        self.facts = {**dict.fromkeys(names.split(), 0), "distance": 0.0}

    def visit(self, role: str, value: Any) -> None:
        if torch_state.torch is None or not isinstance(value, torch_state.torch.nn.Module):
            self.facts["unknown"] += 1
        elif value not in self._modules:
            self.facts["modules"] += 1
            self._modules.put(value)

    def awaits_step(self) -> bool:
        return bool(self._modules)

    def stepped(self, optimizer: Any) -> None:
        self._steps += 1
        if self._steps < self._next or not budget.is_left():
            return
        self._next = self._steps + 1 if self._steps < 4 else self._steps * 2
        with budget.counted():
            self._look()

    def _look(self) -> None:
        norms = [norm for module in self._modules for norm in modules_of(module) if keeps_statistics(norm)]
        frozen = [norm for norm in norms if is_frozen(norm)][:MOST_NORMS]
        self.facts["steps"] = self._steps
        self.facts["norms"] = max(self.facts["norms"], len(norms))
        self.facts["frozen"] = max(self.facts["frozen"], len(frozen))
        self.facts["in_train"] += sum(norm.training for norm in frozen)
        known = [(norm, self._norms.get(norm)) for norm in frozen]
        updated = [norm for norm, statistics in known if statistics is not None and statistics.moved(norm)]
        self.facts["updated"] = max(self.facts["updated"], len(updated))
        moved = [self._norms.get(norm).distance(norm) for norm in updated]
        self.facts["distance"] = max(self.facts["distance"], *moved, 0.0)
        for norm, statistics in known:
            if statistics is None:
                self._norms.put(norm, Statistics(norm))


def keeps_statistics(module: Any) -> bool:
    """Whether a module is a batch norm with running statistics."""
    kind = torch_state.torch.nn.modules.batchnorm._BatchNorm
    return isinstance(module, kind) and torch_state.is_tensor(module.running_mean)


def is_frozen(norm: Any) -> bool:
    """Whether a batch norm has weights, and none of them wants a gradient."""
    own = [each for each in (norm.weight, norm.bias) if torch_state.is_tensor(each)]
    return bool(own) and not any(each.requires_grad for each in own)


def updates_of(norm: Any) -> int | None:
    """What counts the updates of the statistics: no value is read."""
    counter = norm.num_batches_tracked  # the version of `running_mean` does not move
    return int(counter._version) if torch_state.is_tensor(counter) and not counter.is_inference() else None


def means_of(norm: Any) -> Any:
    """A copy of the first running means; None where they can't be read."""
    row = numbers(norm.running_mean)
    return None if row is None else row[:SAMPLE].to("cpu", torch_state.torch.float64, copy=True)
