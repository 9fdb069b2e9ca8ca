"""When garbage is looked for: between looks at documents, and never while somebody waits for one."""

from __future__ import annotations

import gc

# What looks leave behind is young. Trees of files are old and hold no cycles: they are gone through this rarely.
_FULL = 100


class Garbage:
    """Takes the collector over for the whole process."""

    def __init__(self) -> None:
        gc.disable()
        self._collections = 0

    def collect(self) -> None:
        """Clear away what a look has left; what there is after the first one, rules and libraries, is there to stay."""
        if not self._collections:
            from torchlint.syntax import cst_parser

            cst_parser.parse("")  # loads libcst: the first edit with a finding is not to wait for that
            gc.collect()
            gc.freeze()
        else:
            gc.collect(2 if self._collections % _FULL == 0 else 1)
        self._collections += 1
