"""Whether a loss that wants logits is given probabilities, and what that costs on the user's own batch."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from math import isnan
from types import FunctionType
from typing import Any

from .. import budget, dynamo, torch_state
from ..double_activation import floor_of_classes, of_classes, of_labels
from ..readable import HALF, numbers, plain, rows, weakly
from ..site import Site

# The losses of PyTorch that want logits, by the role of what they are given.
WANTING = {
    "class_logits": ("CrossEntropyLoss", "cross_entropy"),
    "logits": (
        *("BCEWithLogitsLoss", "MultiLabelSoftMarginLoss", "SoftMarginLoss"),
        *("binary_cross_entropy_with_logits", "multilabel_soft_margin_loss", "soft_margin_loss"),
    ),
}
MEASURED_AFTER = 4  # times the visits until the effect is measured again: it takes longer than all else


class SoftmaxedInput(Site):
    """Looks at the input of the loss, as soon as its targets are there, too."""

    may_look_at = ("class_logits", "logits", "target", "callee")
    rests = True

    @classmethod
    def captured(cls, planned: Collection[str]) -> tuple[str, ...]:
        """The callee first, as the program evaluates it: a visit begins with it."""
        return tuple(sorted(super().captured(planned), key=lambda role: role != "callee"))

    def begin(self) -> None:
        self._input = next((role for role in self.roles if role != "callee"), "")
        self._given: dict[str, Any] = {}
        self._other = ""  # what is called instead of a loss that wants logits
        self._is_looking = False
        self._next_measure = 1
        names = "checked unreadable empty nans numbers normalised between logarithms classes"
        self.facts = dict.fromkeys(names.split(), 0)
        self.facts.update(lowest=None, highest=None, floor=None, effect=None, others={})

    def visit(self, role: str, value: Any) -> None:
        if role == self.first:
            self._is_looking = self.is_worth_a_look() and budget.is_left()
        if role == "callee":
            self._other = "" if wants_logits(value, self._input) else name_of(value)
            return
        self._given[role] = weakly(value)
        if len(self._given) < len(self.roles) - ("callee" in self.roles):
            return
        if self._other:
            self.facts["others"][self._other] = self.facts["others"].get(self._other, 0) + 1
        elif self._is_looking:
            with budget.counted():
                self._look(self._given[self._input](), self._given["target"]() if "target" in self._given else None)
        self._given.clear()

    def _look(self, given: Any, target: Any) -> None:
        is_of_classes = self._input == "class_logits"
        values = rows(given) if is_of_classes else numbers(given)
        if values is None or not values.is_floating_point() or self._input == "target":
            self.facts["unreadable"] += 1
            return
        if not values.numel():
            self.facts["empty"] += 1
            return
        values, slack = values.double(), 1e-2 if str(given.dtype) in HALF else 1e-3
        lowest, highest = torch_state.torch.stack(values.aminmax()).tolist()
        if isnan(lowest):  # one is enough
            self.facts["nans"] += 1  # of a model that has diverged; nothing can be said of them
            return
        is_between = lowest >= 0 and highest <= 1 + slack
        self.facts["checked"] += 1
        self.facts["numbers"] += values.numel()
        self.facts["between"] += is_between
        self.facts["lowest"] = min(lowest, self.facts["lowest"] if self.facts["lowest"] is not None else lowest)
        self.facts["highest"] = max(highest, self.facts["highest"] if self.facts["highest"] is not None else highest)
        if is_of_classes:
            self.facts["classes"] = values.shape[1]
            self.facts["normalised"] += is_between and float((values.sum(1) - 1).abs().max()) <= slack
            self.facts["logarithms"] += highest <= slack and float(values.logsumexp(1).abs().max()) <= 10 * slack
        if is_between and (self.facts["effect"] is None or self.visits >= self._next_measure):
            self._next_measure = MEASURED_AFTER * self.visits
            self._measure(values, target, is_of_classes)

    def _measure(self, values: Any, target: Any, is_of_classes: bool) -> None:
        if is_of_classes:
            self.facts["floor"] = floor_of_classes(values.shape[1])
            wanted = plain(target)
            if wanted is not None and wanted.is_floating_point():
                wanted = rows(target)
            elif wanted is not None:
                wanted = wanted.reshape(-1)[: len(values)]
            effect = of_classes(values.clamp(0, 1), wanted) if wanted is not None else None
        else:
            wanted = numbers(target)
            is_usable = wanted is not None and wanted.numel() == values.numel() and not wanted.is_complex()
            effect = of_labels(values.clamp(0, 1), wanted.double()) if is_usable else None
        self.facts["effect"] = effect or self.facts["effect"]


def wants_logits(callee: Any, role: str) -> bool:
    """Whether one of PyTorch's losses that want logits is called, or what may be one: no module, and no function."""
    wanting = WANTING.get(role, ())
    if isinstance(callee, partial):
        return wants_logits(callee.func, role)
    if isinstance(callee, torch_state.torch.nn.Module):
        return any(kind.__name__ in wanting for kind in type(dynamo.inside(callee)).__mro__)
    return not isinstance(callee, FunctionType) or callee.__name__ in wanting


def name_of(callee: Any) -> str:
    """What people call it."""
    return callee.__name__ if isinstance(callee, FunctionType) else type(dynamo.inside(callee)).__name__
