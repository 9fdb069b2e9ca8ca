"""Whether what a loss is given as a target leads to parameters of the optimizer that steps then."""

from __future__ import annotations

from .reached_parameters import ReachedParameters


class TrainedTarget(ReachedParameters):
    """Looks at what the target's graph leads to, and at the optimizers that step then."""

    looks_at = ("target",)
