"""How soon Python hands the GIL to the thread that asks which code runs.

After 5 ms, it does at any place. Code that runs for less than that hands it over where it next lets go of it by itself,
as in each operation of PyTorch: that would seem to take the time of the Python code before it.
"""

from __future__ import annotations

import sys

USUAL = 0.005  # seconds: Python's own
SOON = 0.0001


def hand_over_soon(is_alone: bool) -> None:
    """Ask for the GIL sooner, unless other threads would have to switch as often, or the program has its own wish."""
    wanted, other = (SOON, USUAL) if is_alone else (USUAL, SOON)
    if abs(sys.getswitchinterval() - other) < 1e-6:
        sys.setswitchinterval(wanted)
