"""Mutation operators: each takes one precaution out of a training program, as people forget it.

An operator looks at one syntax tree and yields a replacement for each place where it applies. It is named by what it
does, and lists the rules of which one has to report the mutant. It must apply only where the result is nearly always a
mistake; whether it is one depends on the program, so torchlint is right to be silent about a share of the mutants.
"""

from __future__ import annotations

from benchmarks.mutation_operators import (
    checkpoints,
    data,
    devices,
    evaluations,
    graphs,
    hooks,
    layer_settings,
    layers,
    losses,
    modes,
    modules,
    numbers,
    options,
    precision,
    processes,
    seeds,
    shapes,
    statements,
    steps,
    text_models,
)
from benchmarks.mutation_operators.operators import Operator

__all__ = ["OPERATORS", "Operator"]

_GROUPS = (
    checkpoints,
    data,
    devices,
    evaluations,
    graphs,
    hooks,
    layer_settings,
    layers,
    losses,
    modes,
    modules,
    numbers,
    options,
    precision,
    processes,
    seeds,
    shapes,
    statements,
    steps,
    text_models,
)
OPERATORS: tuple[Operator, ...] = tuple(operator for group in _GROUPS for operator in group.OPERATORS)
"""All of them."""
