"""Signals and timeouts of programs that a busy machine takes long to start: what counts is what has happened."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from torchlint.verify import running_command

_LONGEST = 120.0  # seconds


def until(holds: Callable[[], object], what: str) -> None:
    """Wait until something holds."""
    end = time.monotonic() + _LONGEST
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.02)


def send(process: int, sent: signal.Signals) -> None:
    """Send a signal to a torchlint that runs a command, and wait until it has been read: two pending ones are one.

    A signal that stops it is waited for as well: what makes it go on would take back one that is pending.
    """
    os.kill(process, sent)
    until(lambda: not _is_pending(process, sent), f"{sent.name} is not read")
    if sent == signal.SIGTSTP:
        until(lambda: _status(process).get("State", "T").startswith("T"), "it is not stopped")


def _is_pending(process: int, sent: signal.Signals) -> bool:
    """Whether a signal waits for a process."""
    return bool(int(_status(process).get("ShdPnd", "0"), 16) >> (sent - 1) & 1)


def _status(process: int) -> dict[str, str]:
    """What Linux says of a process; nothing once it has ended."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return {}
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def timeout_begins_with(monkeypatch: pytest.MonkeyPatch, *files: Path) -> None:
    """Count the seconds of a timeout from when a program has written files, and not from when Python was started."""
    begun: list[float] = []

    def seconds() -> float:
        if not begun and all(path.exists() for path in files):
            begun.append(time.monotonic())
        return time.monotonic() - begun[0] if begun else 0.0

    monkeypatch.setattr(running_command, "time", SimpleNamespace(monotonic=seconds))
