"""Random generators that hold their own state, and what gives them a new one."""

from __future__ import annotations

from torchlint.knowledge.operations import operations

GENERATORS = (
    "numpy.random.default_rng",
    "numpy.random.RandomState",
    "numpy.random.Generator",
    "random.Random",
    "torch.Generator",
)
# Methods of PyTorch's and NumPy's generators, and of Python's own.
RESEEDING = operations("set-state", of="torch.Generator") | {"setstate"}
