"""Runs the garbage collector between checks, never while an editor waits for one."""

from __future__ import annotations

import gc

# What looks leave behind is young. Trees of files are old and hold no cycles: they are gone through this rarely.
_FULL = 100


class Garbage:
    """Takes over the garbage collector of the process."""

    def __init__(self) -> None:
        gc.disable()
        self._collections = 0

    def collect(self) -> None:
        """Collect what a check has left; what exists after the first check, such as rules, is exempt afterwards."""
        if not self._collections:
            from torchlint.syntax import cst_parser

            cst_parser.parse("")  # loads libcst: the first edit with a finding is not to wait for that
            gc.collect()
            gc.freeze()
        else:
            gc.collect(2 if self._collections % _FULL == 0 else 1)
        self._collections += 1
