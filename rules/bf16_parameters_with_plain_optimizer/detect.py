"""How large the updates of bfloat16 parameters are, and whether these are all the parameters that there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.knowledge.signatures import NORMALISED_STEPS

if TYPE_CHECKING:
    from torchlint.queries import File
    from torchlint.queries.training import CastTraining

# bfloat16 numbers around 0.02, the usual size of a weight, are 1.2e-4 apart: a smaller step than half of that is lost.
_LOST = 2e-5
# The gains of normalization layers are around 1, where they are 8e-3 apart.
_LOST_BY_SOME = 1e-3
# What trains float32 copies of the parameters, or other parameters than these.
_COPYING = ("deepspeed", "megatron", "peft", "apex", "MixedPrecision", "stochastic_rounding", "kahan")


def may_keep_float32_copies(file: File) -> bool:
    """Whether the program names something that updates float32 copies, or adapters in float32."""
    return any(file.analysis.mentions(word) for word in _COPYING)


def small_learning_rates(cast: CastTraining) -> bool | None:
    """Whether the optimizer's steps are certainly too small for most weights; None if they are large or unknown."""
    if cast.optimizer not in NORMALISED_STEPS:
        return None
    known = [rate for rate in cast.learning_rates if rate is not None]
    if any(rate > _LOST_BY_SOME for rate in known):
        return None
    return bool(known) and len(known) == len(cast.learning_rates) and all(rate <= _LOST for rate in known)
