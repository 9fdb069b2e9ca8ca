"""The layers of each Sequential that a file makes, in the order in which they are called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.domain.values import Sequential, Value
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


def sequentials(file: File) -> Iterator[tuple[Value, ...]]:
    """The parts of each Sequential that is constructed here with known parts, in source order."""
    for node in file.tree.all(tree.Call):
        value = file.facts.values.get(node)
        if value is not None and value.kind == "module" and isinstance(value.ref, Sequential) and value.source is node:
            yield value.ref.parts
