"""Variables of the environment that libraries read."""

from __future__ import annotations

# CUDA reads these when it starts in a process, and never again.
READ_ONCE = frozenset(("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"))
