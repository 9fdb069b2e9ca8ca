"""What a node of autograd's graph itself takes of memory, next to the tensors that it has saved."""

from __future__ import annotations

from typing import Any

# Bytes, fitted to what glibc's heap grows by with 50 kinds of nodes of PyTorch 2.13, most of them within 10 %.
NODE = 448
SLOT = 59  # for a saved tensor, also when backward has freed it
VECTOR = 49  # sizes, strides or dimensions that were saved
EDGE = 83  # to a node below it

_vectors: dict[type, int] = {}


def bytes_of(node: Any, slots: int, edges: int) -> int:
    """About how many bytes of the heap a node takes that saves so many tensors, and leads to so many nodes."""
    kind = type(node)
    if kind not in _vectors:
        _vectors[kind] = sum(_is_vector(node, name) for name in dir(kind) if name.startswith("_saved_"))
    return NODE + SLOT * slots + VECTOR * _vectors[kind] + EDGE * edges


def _is_vector(node: Any, name: str) -> bool:
    """Whether an attribute is a row of numbers; one that stands for a tensor is not touched, for that unpacks it."""
    return not hasattr(type(node), f"_raw{name}") and isinstance(getattr(node, name, None), tuple)
