"""Samplers, loaders and timings."""

from __future__ import annotations

from benchmarks.mutation_operators.operators import operator, statements, without_argument

OPERATORS = (
    operator("shuffle left out", "train-loader-not-shuffled", without_argument("DataLoader", "shuffle", "True")),
    operator("not synchronized", "benchmark-without-synchronize", statements("synchronize"), r"time\."),
)
