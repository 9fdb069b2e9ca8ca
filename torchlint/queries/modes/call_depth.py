"""How deep in the calls of functions the code is that uses a model."""

from __future__ import annotations

from torchlint.flow.facts import ForwardFact, LayerFact


def depth_of(fact: ForwardFact | LayerFact) -> int:
    """How many calls deep the code is that uses the model; calls inside models' own methods don't count."""
    depth = len(fact.where.chain)
    while depth and (function := fact.where.caller(depth)) is not None and function.computes:
        depth -= 1
    return depth
