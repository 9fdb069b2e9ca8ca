"""Whether modules register a tensor that they keep, and where it is when they have moved."""

from __future__ import annotations

import weakref
from typing import Any

from .. import torch_state
from ..found import NotFound, found
from ..gradients import modules_of
from ..site import Site

MOST_OWNERS = 64


class UnregisteredTensor(Site):
    """Keeps the modules weakly, and looks at them once more at the end."""

    looks_at = ("attribute",)
    looks_after = "at"

    def begin(self) -> None:
        self._owners: list[tuple[Any, str]] = []
        self.facts = dict.fromkeys("owners unknown registered plain numbers left_behind".split(), 0)

    def visit(self, role: str, value: Any) -> None:
        root, path = value
        try:
            owner, tensor = found(root, path[:-1]), found(root, path)
        except NotFound:
            self.facts["unknown"] += 1
            return
        name = path[-1][1]
        if not isinstance(owner, torch_state.torch.nn.Module) or not torch_state.is_tensor(tensor):
            self.facts["unknown"] += 1
            return
        self.facts["owners"] += 1
        if any(name in vars(owner).get(kind, {}) for kind in ("_buffers", "_parameters")):
            self.facts["registered"] += 1
            return
        self.facts["plain"] += 1
        self.facts["numbers"] = max(self.facts["numbers"], int(tensor.numel()))
        if len(self._owners) < MOST_OWNERS:
            self._owners.append((weakref.ref(owner), name))

    def end(self) -> None:
        """Count the modules whose parameters and buffers are on another device, or of another type, than the tensor."""
        self.facts["left_behind"] = max(self.facts["left_behind"], sum(map(self._is_left, self._owners)))

    def _is_left(self, kept: tuple[Any, str]) -> bool:
        owner = kept[0]()
        tensor: Any = vars(owner).get(kept[1]) if owner is not None else None
        if not torch_state.is_tensor(tensor):
            return False
        kinds = [vars(part)[kind] for part in modules_of(owner) for kind in ("_parameters", "_buffers")]
        held = [t for kind in kinds for t in kind.values() if t is not None and t.is_floating_point()]
        moved = [t for t in held if (t.device, t.dtype) != (tensor.device, tensor.dtype)]
        return bool(tensor.is_floating_point() and held and len(moved) == len(held))
