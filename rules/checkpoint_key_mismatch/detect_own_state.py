"""Entries that a class's `load_state_dict` reads, and that its own `state_dict` does not give."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.queries import View, checkpoints
from torchlint.syntax import tree

from .detect import MissingKey, similar_key

if TYPE_CHECKING:
    from torchlint.binding.symbols import Class
    from torchlint.queries import File

_GIVES, _TAKES = "state_dict", "load_state_dict"


def keys_not_given(file: File) -> Iterator[MissingKey]:
    """Each such read, in source order, where no derived class gives more."""
    for cls in sorted(file.analysis.classes, key=lambda one: one.node.start):
        given, taking = _keys(file, cls), cls.methods.get(_TAKES)
        node = taking.node if taking is not None else None
        if given is None or not isinstance(node, tree.FunctionDef) or len(node.parameters) < 2:
            continue  # what it gives is not known
        reads = list(checkpoints.entry_reads(file.tree, node.parameters[1]))
        keys = {one.node: tree.string_of(one.key) for one in reads}
        if not given.intersection(key for key in keys.values() if key):
            continue  # a state of another kind
        for read in reads:
            key = keys[read.node]
            if key and read.is_required and key not in given:
                saved = View(file, cls.methods[_GIVES].node)
                yield MissingKey(file, read.node, key, similar_key(key, sorted(given)), saved, is_sure=True)


def _keys(file: File, cls: Class) -> frozenset[str] | None:
    """The keys of what the class's objects give as their state; None if they may give others."""
    gives = cls.methods.get(_GIVES)
    if gives is None or any(_GIVES in one.methods for one in cls.descendants):
        return None
    return checkpoints.keys_returned(file.tree, gives.node) if isinstance(gives.node, tree.FunctionDef) else None
