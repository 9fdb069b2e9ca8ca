"""Samplers, loaders and timings."""

from __future__ import annotations

from benchmarks.mutation_operators.operators import operator, statements, without_argument

OPERATORS = (
    operator("shuffle left out", "train-loader-not-shuffled", without_argument("DataLoader", "shuffle", "True")),
    operator(
        "sampler left out",
        "distributed-training-without-sampler distributed-sampler-no-set-epoch",
        without_argument("DataLoader", "sampler", ""),
        "DistributedSampler",
    ),
    operator("set_epoch() left out", "distributed-sampler-no-set-epoch", statements("set_epoch")),
    operator("not synchronized", "benchmark-without-synchronize", statements("synchronize"), r"time\."),
)
