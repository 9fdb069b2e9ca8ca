"""Where a value has been: the places that it has passed on its way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from torchlint.syntax.tree import Node

# What a value has passed, or what it is where it has been made.
OriginKind = Literal[
    "forward",
    "operation",
    "leaf",
    "accumulation",
    "use",
    "hook",
    "load",
    "sampler",
    "optimizer",
    "scheduler",
    "scaler",
    "scaled",
    "scaled within",
    "DistributedDataParallel",
    "DataParallel",
    "torch.compile",
    "taken out",
    "taken out of another",
    "inside another wrapper",
]


class Origin(NamedTuple):
    """An origin: a place that a value has passed, such as a forward or a hook registration, with its call path."""

    what: OriginKind
    node: Node
    chain: tuple[Node, ...]


Origins = frozenset[Origin]
NO_ORIGINS: Origins = frozenset()
# Values that have passed more places than this are the deep insides of models; the rest is forgotten.
MOST_ORIGINS = 48


def limited(origins: Origins) -> Origins:
    """The same places, or those that matter most where there are too many."""
    if len(origins) <= MOST_ORIGINS:
        return origins
    # Accumulations and handles decide findings; forwards are many. A stable order keeps runs alike.
    kept = sorted(origins, key=lambda s: (s.what in ("forward", "operation"), s.node.start, len(s.chain)))
    return frozenset(kept[:MOST_ORIGINS])
