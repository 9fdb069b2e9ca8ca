"""What one whole process costs."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

# The statuses of linters that did their work: nothing found, and something found.
_DONE = (0, 1)
_MIB = 2**20 if sys.platform == "darwin" else 2**10  # ru_maxrss is in bytes there, in KiB elsewhere


class Failed(Exception):
    """A command that did not do its work: what it was, its status, and the end of what it printed."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a process and its children used: CPU seconds, and MiB at the peak of the largest of them."""

    cpu: float
    peak: float


def cost(command: Sequence[str], folder: Path) -> Cost:
    """What a command costs that is run in a folder. Raises Failed."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)  # so that Popen does not wait once more
        output.seek(0)
        printed = output.read()
        # An exception ends Python with status 1, as a finding does.
        if process.returncode not in _DONE or b"\nTraceback (most recent call last)" in b"\n" + printed:
            end = printed.decode("utf-8", "replace")[-2000:]
            raise Failed(f"{' '.join(command)}: exit status {process.returncode}\n{end}")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / _MIB)
