"""Mutation operators: each takes one precaution out of a training program, as people forget it.

An operator looks at one syntax tree and yields a replacement for each place where it applies. It is named by what it
does, and lists the rules of which one has to report the mutant. It must apply only where the result is nearly always a
mistake; whether it is one depends on the program, so torchlint is right to be silent about a share of the mutants.
"""

from __future__ import annotations

from benchmarks.mutation_operators import data, graphs, hooks, layers, losses, modes, modules, processes, shapes, steps
from benchmarks.mutation_operators.operators import Operator

__all__ = ["OPERATORS", "Operator"]

_GROUPS = (data, graphs, hooks, layers, losses, modes, modules, processes, shapes, steps)
OPERATORS: tuple[Operator, ...] = tuple(operator for group in _GROUPS for operator in group.OPERATORS)
"""All of them."""
