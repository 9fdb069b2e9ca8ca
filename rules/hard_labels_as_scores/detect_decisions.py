"""What a search for the decision behind labels comes to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from torchlint.syntax import tree


class Decision(NamedTuple):
    """The code that decides on labels: `logits.argmax(1)`, `p > 0.5`."""

    syntax: tree.Tree
    node: tree.Node


class Empty(NamedTuple):
    """A container that holds nothing yet."""


EMPTY: Final = Empty()
# Where labels were decided on; EMPTY where there are none yet; None where the numbers may be scores.
Found = Decision | Empty | None


def all_of(parts: Iterable[Found]) -> Found:
    """What several expressions are together: labels, if none of them may be anything else."""
    first: Found = EMPTY
    for one in parts:
        if one is None:
            return None
        first = first if isinstance(first, Decision) else one
    return first
