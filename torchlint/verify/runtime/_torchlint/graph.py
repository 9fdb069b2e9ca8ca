"""Walks through autograd's graph that unpack nothing, recompute nothing and keep nothing alive."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from . import node_size, torch_state

MOST_NODES = 20_000
MOST_SECONDS = 0.25
NODES_IN_A_ROW = 64  # that are looked at between two looks at the clock


def tensors_in(value: Any, depth: int = 3) -> Iterator[Any]:
    """The tensors in a tensor, a container or an object with attributes."""
    if torch_state.is_tensor(value):
        yield value
    elif depth:
        for part in _parts(value):
            yield from tensors_in(part, depth - 1)


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return list(value.values())
    if isinstance(value, (str, bytes, type, torch_state.torch.nn.Module)):
        return ()
    try:
        return list(value) if isinstance(value, (list, tuple, set, frozenset, deque)) else list(vars(value).values())
    except TypeError:
        return ()


def starts_of(outputs: Any) -> list[Any]:
    """The nodes at which a backward through these outputs starts; none where they can't be looked at now."""
    try:
        if torch_state.is_tensor(outputs):
            node = outputs.grad_fn
            return [] if node is None else [node]
        is_one = hasattr(outputs, "node") or not isinstance(outputs, (tuple, list))  # an edge is a tuple too
        several = (outputs,) if is_one else outputs
        nodes = [getattr(output, "grad_fn", None) or getattr(output, "node", None) for output in several]
    except Exception:
        return []
    return [node for node in nodes if node is not None]


class Walk:
    """What hangs on some nodes: nodes, bytes saved for backward, slots whose bytes can't be told without unpacking."""

    def __init__(self, roots: Iterable[Any]) -> None:
        self.numbers: set[int] = set()
        self.own_bytes = 0  # of the nodes themselves
        self.opaque = 0
        self.is_cut = False
        self._storages: dict[int, int] = {}
        self._leaves: set[int] = set()
        self._go(roots)

    @property
    def nodes(self) -> int:
        return len(self.numbers)

    @property
    def saved_bytes(self) -> int:
        """Bytes of the storages that only the graph holds; parameters live anyway."""
        return sum(size for storage, size in self._storages.items() if storage not in self._leaves)

    def bytes_beside(self, tensors: Iterable[Any]) -> int:
        """Bytes of these tensors' storages that the graph does not save: dense ones, each storage once."""
        dense = [tensor.untyped_storage() for tensor in tensors if tensor.layout == torch_state.torch.strided]
        storages = {storage._cdata: storage.nbytes() for storage in dense}
        return sum(size for storage, size in storages.items() if storage not in self._storages)

    def _go(self, roots: Iterable[Any]) -> None:
        end = time.perf_counter() + MOST_SECONDS
        waiting = [root for root in roots if root is not None]
        seen = set(waiting)
        looked = 0
        while waiting:
            looked += 1
            if len(seen) > MOST_NODES or (looked % NODES_IN_A_ROW == 0 and time.perf_counter() > end):
                self.is_cut = True
                return
            node = waiting.pop()
            edges = node.next_functions  # a tuple that is made anew whenever it is asked for
            self._look(node, len(edges))
            for following, _ in edges:
                if following is not None and following not in seen:
                    seen.add(following)
                    waiting.append(following)

    def _look(self, node: Any, edges: int) -> None:
        kind = _kinds.get(type(node)) or _kind_of(type(node))
        if kind.is_leaf:
            self._leaves.add(node.variable.untyped_storage()._cdata)
            return  # a parameter's end of the graph belongs to the parameter
        self.numbers.add(node._sequence_nr())
        self.own_bytes += node_size.bytes_of(node, len(kind.saved), edges)
        for name in kind.saved:
            if not self._look_at_saved(node, name):
                break
        if kind.has_attributes:  # what a Function puts on its ctx outlives backward
            for kept in node.__dict__.values():
                if torch_state.is_tensor(kept):
                    self._note(kept)

    def _look_at_saved(self, node: Any, name: str) -> bool:
        """Note what a node has saved, unless backward has freed that, and all else that it has saved."""
        try:
            slots = getattr(node, name)
        except RuntimeError:
            return False
        for slot in slots if isinstance(slots, (tuple, list)) else (slots,):
            data = self if getattr(slot, "unpack_hook", None) is not None else getattr(slot, "data", self)
            if data is self:  # there is nothing that may be read
                self.opaque += 1
            elif data is not None:
                self._note(data)
        return True

    def _note(self, tensor: Any) -> None:
        storage = tensor.untyped_storage()
        self._storages[storage._cdata] = storage.nbytes()


class _Kind(NamedTuple):
    """What all nodes of one type have in common: to ask a node for what it lacks takes long."""

    is_leaf: bool  # the end of the graph at a parameter
    saved: tuple[str, ...]  # under which names it has saved tensors
    has_attributes: bool


_kinds: dict[type, _Kind] = {}


def _kind_of(kind: type) -> _Kind:
    saved = tuple(name for name in dir(kind) if name.startswith("_raw_saved_"))
    _kinds[kind] = _Kind(hasattr(kind, "variable"), saved, bool(kind.__dictoffset__))
    return _kinds[kind]


def leaf_of(node: Any) -> Any:
    """The parameter whose end of the graph a node is; None for all other nodes."""
    kind = _kinds.get(type(node)) or _kind_of(type(node))
    return node.variable if kind.is_leaf else None


def saved_names(kind: type) -> tuple[str, ...]:
    """Under which names nodes of this type have saved tensors."""
    return (_kinds.get(kind) or _kind_of(kind)).saved


def nodes_behind(roots: Iterable[Any]) -> Iterator[Any]:
    """The nodes that some nodes lead to, each once and these first; not more of them than a walk looks at."""
    waiting = [root for root in roots if root is not None]
    seen = set(waiting)
    while waiting and len(seen) <= MOST_NODES:
        node = waiting.pop()
        yield node
        following = {after for after, _ in node.next_functions if after is not None} - seen
        seen |= following
        waiting.extend(following)


def leaves(roots: Iterable[Any]) -> list[Any]:
    """The parameters, and other leaves, that a graph leads to."""
    found = map(leaf_of, nodes_behind(roots))
    return list({id(leaf): leaf for leaf in found if leaf is not None}.values())
