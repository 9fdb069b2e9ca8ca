"""How deep in the calls of functions the code is that uses a model."""

from __future__ import annotations

from torchlint.binding.symbols import Function
from torchlint.flow.facts import ForwardFact


def depth_of(fact: ForwardFact) -> int:
    """How many calls deep the code is that uses the model; calls inside models' own methods don't count."""
    depth = len(fact.where.chain)
    while depth and _computes(fact.where.caller(depth)):
        depth -= 1
    return depth


def _computes(function: Function | None) -> bool:
    """Whether a function is a method of a module that computes, not one that trains or evaluates."""
    return function is not None and function.owner is not None and function.owner.is_module and not function.drives
