"""How a result that nobody keeps differs from the tensor that is used on."""

from __future__ import annotations

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
        self._before = weakly(None)
        self._version: int | None = None
        self._kind = ""
        self.facts = dict.fromkeys(NAMES.split(), 0)
        self.facts["changes"] = {}

    def visit(self, role: str, value: Any) -> None:
        if role == "tensor":
            is_tensor = torch_state.is_tensor(value)
            is_module = isinstance(value, torch_state.torch.nn.Module)
            self._kind = "tensor" if is_tensor else "module" if is_module else ""
            self._before = weakly(value)
            self._version = version(value) if is_tensor else None
            return
        before, self._before = self._before(), weakly(None)
        if self._kind == "module":
            self.facts["module"] += 1
        elif before is None:
            self.facts["unknown"] += 1
        elif self._kind != "tensor" or not torch_state.is_tensor(value):
            self.facts["itself" if value is before else "unknown"] += 1
        elif self._version is not None and version(before) != self._version:
            self.facts["in_place"] += 1
        elif value is before:
            self.facts["same"] += 1
        else:
            self._compare(before, value)

    def _compare(self, before: Any, result: Any) -> None:
        if not (is_ordinary(before) and is_ordinary(result)):
            self.facts["unknown"] += 1
            return
        changes = [f"{was} -> {now}" for was, now in zip(properties(before), properties(result)) if was != now]
        if not changes and layout(before) != layout(result):
            changed = self._values_changed(before, result)
            if changed is None:
                self.facts["unmeasured"] += 1
                return
            changes += ["other values"] if changed else []
        if not changes:
            self.facts["same"] += 1
            return
        self.facts["different"] += 1
        self.facts["copied"] += copied_bytes(before, result)
        seen, change = self.facts["changes"], ", ".join(changes)
        if change in seen or len(seen) < MOST_CHANGES:
            seen[change] = seen.get(change, 0) + 1

    def _values_changed(self, before: Any, result: Any) -> int | None:
        """How many of the numbers are other ones; None where they are not looked at."""
        if not self.is_worth_a_look() or not budget.is_left():
            return None
        with budget.counted():
            was, now = numbers(before), numbers(result)
            if was is None or now is None:
                return None
            changed = int(((was != now) & ~((was != was) & (now != now))).sum())
            self.facts["changed"] += changed
            self.facts["compared"] += was.numel()
        return changed


def properties(tensor: Any) -> tuple[str, ...]:
    """What can be told of a tensor without its numbers."""
    kind, layout = str(tensor.dtype).replace("torch.", ""), str(tensor.layout).replace("torch.", "")
    return (
        str(tensor.device),
        kind,
        f"shape {tuple(tensor.shape)}",
        layout,
        "graph" if tensor.requires_grad else "no graph",
    )


def version(tensor: Any) -> int | None:
    """How often the tensor was changed in place; None where nobody counts."""
    try:
        return int(tensor._version)
    except RuntimeError:
        return None  # an inference tensor


def layout(tensor: Any) -> Any:
    """What tells whether two tensors of one shape see the same memory in the same order."""
    try:
        return memory(tensor), tensor.storage_offset(), tensor.stride()
    except RuntimeError:
        return id(tensor)  # a sparse tensor has none of this


def memory(tensor: Any) -> int:
    return int(tensor.untyped_storage()._cdata)


def copied_bytes(before: Any, result: Any) -> int:
    """The bytes of a result that is no view of the tensor."""
    is_dense = all(tensor.layout is torch_state.torch.strided for tensor in (before, result))
    if is_dense and memory(before) == memory(result):
        return 0
    return int(result.numel() * result.element_size()) if is_dense else 0
