"""What --verify does where there are no signals: the platform is faked."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from torchlint.verify import running_command
from torchlint.verify.running_command import started

SLEEPS = (sys.executable, "-S", "-c", "import time; time.sleep(60)")


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Windows: Popen refuses SIGINT there, and taskkill is what ends a tree of processes; what it was called with."""
    called: list[list[str]] = []

    def refuse(self: Any, sent: int) -> None:
        raise ValueError(f"Unsupported signal: {sent}")

    def taskkill(words: list[str], **_: Any) -> None:
        called.append(words)
        subprocess.Popen(["kill", words[-1]]).wait()

    monkeypatch.setattr(running_command, "HAS_SIGNALS", False)
    monkeypatch.setattr(running_command, "_CAN_WAIT", False)
    monkeypatch.setattr(subprocess.Popen, "send_signal", refuse)
    monkeypatch.setattr(subprocess, "run", taskkill)
    return called


def test_a_timeout_ends_the_tree_without_signals(windows: list[list[str]], tmp_path: Path) -> None:
    begin = time.monotonic()
    with started(SLEEPS, {}, "MARK=1", None, 30.0) as running:
        assert running.wait(0.5, lambda: None) != 0
    assert running.stopped == "stopped after 0.5 s"
    assert windows == [["taskkill", "/T", "/F", "/PID", str(running.process.pid)]]
    assert time.monotonic() - begin < 20


def test_what_fails_while_the_command_runs_ends_it_without_signals(windows: list[list[str]]) -> None:
    with pytest.raises(ZeroDivisionError), started(SLEEPS, {}, "MARK=1", None, 30.0) as running:
        raise ZeroDivisionError
    assert running.process.poll() is not None
    assert len(windows) == 1
