"""What the memory of tensors that are alive now is for: parameters, gradients, optimizer state, the graph.

Each storage is counted once, for the first of these that it belongs to. Only tensors of PyTorch's own types are
counted: a subclass may hold its memory anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import graph, torch_state

MOST_KINDS = 3  # of operations, that are named for a line


class Storages:
    """Bytes of storages on the device that is counted, each once."""

    def __init__(self, kind: str) -> None:
        self.kind = kind  # of device: `cpu` or `cuda`
        self.known: set[int] = set()
        self.foreign = 0  # tensors of types that are not counted
        self._index = torch_state.torch.cuda.current_device() if kind == "cuda" else None

    def has(self, tensor: Any) -> bool:
        """Whether the tensor's memory is what the counter counts; that of a loader's workers is not in the heap."""
        if tensor.device.type != self.kind or tensor.layout != torch_state.torch.strided:
            return False
        return tensor.device.index == self._index if self.kind == "cuda" else not tensor.untyped_storage().is_shared()

    def add(self, tensors: Iterable[Any]) -> int:
        """Count the storages of some tensors; the bytes of those that were not counted before."""
        size = 0
        for tensor in tensors:
            if not is_plain(tensor):
                self.foreign += 1
            elif self.has(tensor):
                storage = tensor.untyped_storage()
                if storage._cdata not in self.known:
                    self.known.add(storage._cdata)
                    size += storage.nbytes()
        return size


class SavedWalk(graph.Walk):
    """A walk that notes by which node each storage was saved first."""

    def __init__(self, roots: Iterable[Any], storages: Storages) -> None:
        self.savers: dict[int, tuple[int, str, int]] = {}  # storage: sequence number and kind of the node, bytes
        self.parameters: list[Any] = []  # leaves of the graph, and frozen ones that it has saved
        self._where = storages
        self._node: tuple[int, str] = (0, "")
        super().__init__(roots)

    def _look(self, node: Any, edges: int) -> None:
        leaf = graph.leaf_of(node)
        if leaf is not None:
            self.parameters.append(leaf)
        else:
            self._node = node._sequence_nr(), type(node).__name__
        super()._look(node, edges)

    def _note(self, tensor: Any) -> None:
        super()._note(tensor)
        whole = tensor if tensor._base is None else tensor._base  # a linear layer saves its weight transposed
        if isinstance(whole, torch_state.torch.nn.Parameter):
            self.parameters.append(whole)
        elif is_plain(tensor) and self._where.has(tensor):
            storage = tensor.untyped_storage()
            saver = (*self._node, storage.nbytes())
            self.savers[storage._cdata] = min(self.savers.get(storage._cdata, saver), saver)


class Alive:
    """The bytes of each category, and by which nodes of the graph what is saved was saved."""

    def __init__(self, kind: str, roots: Iterable[Any], optimizers: Iterable[Any], parameters: Iterable[Any]) -> None:
        storages = Storages(kind)
        walk = SavedWalk(roots, storages)
        held = [each for optimizer in optimizers for group in optimizer.param_groups for each in group["params"]]
        every = {id(each): each for each in (*held, *walk.parameters, *parameters) if torch_state.is_tensor(each)}
        self.parameters = storages.add(every.values())
        self.gradients = storages.add(each.grad for each in every.values() if each.is_leaf and each.grad is not None)
        states = (part for optimizer in optimizers for part in optimizer.state.values())
        self.state = storages.add(tensor for part in states for tensor in graph.tensors_in(part, 2))
        self.savers = [saver for storage, saver in walk.savers.items() if storage not in storages.known]
        self.saved = sum(size for _, _, size in self.savers)
        self.opaque, self.is_cut, self.foreign = walk.opaque, walk.is_cut, storages.foreign

    def facts(self) -> dict[str, Any]:
        """What there is to write."""
        sizes = {name: getattr(self, name) for name in ("parameters", "gradients", "state", "saved")}
        return {**sizes, "opaque": self.opaque, "cut": self.is_cut, "foreign": self.foreign}


def is_plain(tensor: Any) -> bool:
    """Whether a tensor is of PyTorch's own types."""
    torch = torch_state.torch
    return type(tensor) in (torch.Tensor, torch.nn.Parameter)


def kinds_of(savers: Iterable[tuple[int, str, int]]) -> list[tuple[str, int]]:
    """The operations that have saved the most, with their bytes: `gelu` for GeluBackward0."""
    sizes: dict[str, int] = {}
    for _, kind, size in savers:
        name = kind.rstrip("0123456789").removesuffix("Backward")
        sizes[name] = sizes.get(name, 0) + size
    return sorted(sizes.items(), key=lambda item: -item[1])[:MOST_KINDS]
