"""What a backward is about to do to a few nodes, done aside: C++ nodes are asked one by one, and no hook is called."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable
from typing import Any

from . import torch_state
from .graph import leaf_of, saved_names

MOST_NODES = 2000  # that are searched through
MOST_ASKED = 200

Gradients = dict[Any, list[Any]]  # what has arrived at a node, for each of its outputs


class Unmeasured(Exception):
    """A node can't be asked alone: it is the user's code, or what it has saved is packed by hooks."""


def found(root: Any, number: int) -> Any:
    """The node with this sequence number among those that `root` was made from; None if there is none near."""
    return next((node for node in _newer(root, number) if node._sequence_nr() == number), None)


def between(root: Any, ends: Collection[Any]) -> list[Any]:
    """The nodes from which the ends can be reached, newest first: the order in which a backward runs them."""
    nodes = list(_newer(root, min(end._sequence_nr() for end in ends)))
    leading = set(ends)
    for node in reversed(nodes):
        if any(following in leading for following, _ in node.next_functions):
            leading.add(node)
    return [node for node in nodes if node in leading]


def _newer(root: Any, oldest: int) -> Iterable[Any]:
    """The nodes not older than a sequence number, from the newest to the oldest."""
    waiting = [(-root._sequence_nr(), 0, root)] if _is_step(root) and root._sequence_nr() >= oldest else []
    seen = {root}
    while waiting and len(seen) < MOST_NODES:
        node = heapq.heappop(waiting)[2]
        yield node
        for following, _ in node.next_functions:
            if following not in seen and _is_step(following) and following._sequence_nr() >= oldest:
                seen.add(following)
                heapq.heappush(waiting, (-following._sequence_nr(), len(seen), following))


def _is_step(node: Any) -> bool:
    return node is not None and leaf_of(node) is None


def ones_for(root: Any) -> Gradients:
    """The gradient with which a backward starts at a loss. Raises Unmeasured where that is no single number."""
    outputs: Any = getattr(root, "_input_metadata", None)  # autograd's word for what a backward brings to a node
    if outputs is None or len(outputs) != 1 or tuple(outputs[0].shape):
        raise Unmeasured
    return {root: [torch_state.torch.ones((), dtype=outputs[0].dtype, device=outputs[0].device)]}


def carried(
    nodes: Collection[Any], gradients: Gradients, ends: Collection[Any], through: Callable[[Any, list[Any]], Any]
) -> Gradients:
    """The gradients that arrive at the ends, on the way that `nodes` are. Raises Unmeasured."""
    if len(nodes) > MOST_ASKED:
        raise Unmeasured
    known = dict(gradients)
    on_way = set(nodes)
    for node in nodes:
        if node in ends or node not in known:
            continue
        for (following, output), gradient in zip(node.next_functions, through(node, known.pop(node))):
            if gradient is not None and following in on_way:
                arrived = known.setdefault(following, [None] * len(following._input_metadata))
                arrived[output] = gradient if arrived[output] is None else arrived[output] + gradient
    return {end: known[end] for end in ends if end in known}


def asked(node: Any, gradients: list[Any]) -> tuple[Any, ...]:
    """What a node makes of the gradients of its outputs. Raises Unmeasured."""
    if type(node).__module__ != "builtins":
        raise Unmeasured
    for name in saved_names(type(node)):
        slots = getattr(node, name)
        for slot in slots if isinstance(slots, (tuple, list)) else (slots,):
            saved(slot)
    made = node(*gradients)
    return made if isinstance(made, tuple) else (made,)


def saved(slot: Any) -> Any:
    """The tensor that a node has saved, not unpacked. Raises Unmeasured where hooks have packed it."""
    data = getattr(slot, "data", None)
    plain = torch_state.torch.Tensor.__torch_dispatch__
    is_packed = getattr(slot, "unpack_hook", None) is not None or not hasattr(slot, "data")
    if is_packed or (data is not None and type(data).__torch_dispatch__ is not plain):
        raise Unmeasured
    return data
