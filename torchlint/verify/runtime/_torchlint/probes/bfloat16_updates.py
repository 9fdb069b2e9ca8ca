"""What becomes of bfloat16 parameters when their optimizer steps."""

from __future__ import annotations

from .half_updates import HalfUpdates


class Bfloat16Updates(HalfUpdates):
    """Compares bfloat16 parameters with what they were before, as for float16."""

    dtype = "bfloat16"
