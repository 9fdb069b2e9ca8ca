"""How a result that nobody keeps differs from the tensor that is used on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import budget, torch_state
from ..readable import is_ordinary, numbers, weakly
from ..site import Site

MOST_CHANGES = 8
NAMES = "module itself in_place same unknown different copied changed compared unmeasured"


class DiscardedResult(Site):
    """Looks at the tensor before the call, and at the result beside it."""

    looks_at = ("tensor", "at")

    def begin(self) -> None:
        self._before: Callable[[], Any] = nothing
        self._version: int | None = None
        self._kind = ""
        self.facts = dict.fromkeys(NAMES.split(), 0)
        self.facts["changes"] = {}

    def visit(self, role: str, value: Any) -> None:
        if role == "tensor":
            is_tensor = torch_state.is_tensor(value)
            is_module = not is_tensor and isinstance(value, torch_state.torch.nn.Module)
            self._kind = "tensor" if is_tensor else "module" if is_module else ""
            self._before = weakly(value)
            self._version = version(value) if is_tensor else None
            return
        before, self._before = self._before(), nothing
        if self._kind == "module":
            self.facts["module"] += 1
        elif before is None:
            self.facts["unknown"] += 1
        elif self._kind != "tensor" or not isinstance(value, torch_state.torch.Tensor):
            self.facts["itself" if value is before else "unknown"] += 1
        elif self._version is not None and version(before) != self._version:
            self.facts["in_place"] += 1
        elif value is before:
            self.facts["same"] += 1
        else:
            self._compare(before, value)

    def _compare(self, before: Any, result: Any) -> None:
        tensor = torch_state.torch.Tensor
        is_plain = type(before) is tensor and type(result) is tensor  # as a rule
        if not (is_plain or (is_ordinary(before) and is_ordinary(result))):
            self.facts["unknown"] += 1
            return
        change = "" if are_alike(before, result) else changes_between(properties(before), properties(result))
        if not change and (memory_of(before) != memory_of(result) or layout(before) != layout(result)):
            changed = self._values_changed(before, result)
            if changed is None:
                self.facts["unmeasured"] += 1
                return
            change = "other values" if changed else ""
        if not change:
            self.facts["same"] += 1
            return
        self.facts["different"] += 1
        self.facts["copied"] += copied_bytes(before, result)
        seen = self.facts["changes"]
        if change in seen or len(seen) < MOST_CHANGES:
            seen[change] = seen.get(change, 0) + 1

    def _values_changed(self, before: Any, result: Any) -> int | None:
        """How many of the numbers are other ones; None where they are not looked at."""
        if self.counted.count < self.counted.next_look or not self.is_worth_a_look() or not budget.is_left():
            return None
        with budget.counted():
            was, now = numbers(before), numbers(result)
            if was is None or now is None:
                return None
            changed = int(((was != now) & ~((was != was) & (now != now))).sum())
            self.facts["changed"] += changed
            self.facts["compared"] += was.numel()
        return changed


def nothing() -> None:
    """What a reference to no tensor gives back."""


def are_alike(before: Any, result: Any) -> bool:
    """Whether two tensors have the same properties: asked at each visit, and so one by one."""
    return bool(
        before.dtype is result.dtype
        and before.shape == result.shape
        and before.requires_grad == result.requires_grad
        and before.layout is result.layout
        and before.device == result.device
    )


def properties(tensor: Any) -> tuple[Any, ...]:
    """What can be told of a tensor without its numbers: device, type, shape, layout, and whether it has a graph."""
    return tensor.device, tensor.dtype, tuple(tensor.shape), tensor.layout, tensor.requires_grad


def changes_between(before: tuple[Any, ...], after: tuple[Any, ...]) -> str:
    """Which properties differ, in words; nothing if they are the same."""
    if before == after:
        return ""
    return ", ".join(f"{was} -> {now}" for was, now in zip(in_words(before), in_words(after)) if was != now)


def in_words(known: tuple[Any, ...]) -> tuple[str, ...]:
    device, dtype, shape, order, has_graph = known
    kind, arrangement = (str(each).replace("torch.", "") for each in (dtype, order))
    return str(device), kind, f"shape {shape}", arrangement, "graph" if has_graph else "no graph"


def version(tensor: Any) -> int | None:
    """How often the tensor was changed in place; None where nobody counts."""
    try:
        return int(tensor._version)
    except RuntimeError:
        return None  # an inference tensor


def layout(tensor: Any) -> Any:
    """What tells whether two tensors of one shape see the same memory in the same order."""
    try:
        return tensor.untyped_storage()._cdata, tensor.storage_offset(), tensor.stride()
    except RuntimeError:
        return id(tensor)  # a sparse tensor has none of this


def memory_of(tensor: Any) -> int:
    """Which memory a tensor sees; of a sparse one, which has none of this, who it is."""
    try:
        return int(tensor.untyped_storage()._cdata)
    except RuntimeError:
        return id(tensor)


def copied_bytes(before: Any, result: Any) -> int:
    """The bytes of a result that is no view of the tensor."""
    is_dense = all(tensor.layout is torch_state.torch.strided for tensor in (before, result))
    if is_dense and memory_of(before) == memory_of(result):
        return 0
    return int(result.numel() * result.element_size()) if is_dense else 0
