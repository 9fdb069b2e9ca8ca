"""What records each operation that runs while it is entered, for people who look for what takes time."""

from __future__ import annotations

# What keeps a record of each operation in memory until it is left.
KEEP_EVENTS = ("torch.profiler.profile", "torch.autograd.profiler.profile")
# What only annotates operations for a tool that watches the process.
ANNOTATE = ("torch.autograd.profiler.emit_nvtx", "torch.autograd.profiler.emit_itt")
# With it, a profiler records some steps only; and that turns one off.
SCHEDULE, ENABLED = "schedule", "enabled"
