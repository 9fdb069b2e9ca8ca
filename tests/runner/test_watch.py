"""--watch: a change to a file or to the settings is checked, in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue

import pytest

from tests.command import run
from tests.rule_folders import ROOT

BAD = "import torch\nweights = torch.rand(3)\nweights.cuda()\n"
GOOD = "import torch\nweights = torch.rand(3).cuda()\n"


class Watching:
    """A command that watches, and the lines that it prints."""

    def __init__(self, *arguments: str) -> None:
        # Whoever runs the tests in the background may have them ignore interrupts, and children inherit that.
        code = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        code += "from torchlint.cli import main; main()"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, "--watch", "--output-format", "concise", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        self.lines: Queue[str] = Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line)
        self.process.stdout.close()

    def printed(self) -> str:
        """All lines up to the one that says what is watched."""
        lines = []
        while True:
            try:
                lines.append(self.lines.get(timeout=180))
            except Empty:
                raise AssertionError(f"nothing more was printed after {lines}") from None
            if "watching" in lines[-1]:
                return "".join(lines)


@pytest.fixture
def watching(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Watching]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    Path("train.py").write_text(BAD)
    watched = Watching()
    yield watched
    watched.process.kill()
    watched.process.wait()
    watched.reader.join()


def test_changes_are_checked_until_an_interrupt(watching: Watching) -> None:
    first = watching.printed()
    assert "train.py:3:1: error[discarded-tensor-op]" in first
    assert "watching 1 file; press Ctrl-C to stop\n" in first
    assert "\033" not in first
    Path("train.py").write_text(GOOD)
    assert "All checks passed!" in watching.printed()
    Path("other.py").write_text(BAD)
    assert "other.py:3:1: error[" in watching.printed()
    Path("torchlint.toml").write_text('select = ["no-rule"]\n')
    assert "error: torchlint.toml:1:11: unknown rule 'no-rule'" in watching.printed()
    Path("torchlint.toml").write_text('ignore = ["discarded-tensor-op"]\n')
    assert "All checks passed!" in watching.printed()
    watching.process.send_signal(signal.SIGINT)
    assert watching.process.wait(180) == 130
    assert watching.lines.empty()


@pytest.mark.parametrize("other", [["--fix"], ["--diff"], ["--write-baseline"], ["--verify", "--", "python"], ["-"]])
def test_what_it_does_not_go_with(other: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run("--watch", *other)
    assert (ran.status, ran.out) == (2, "")
    assert "--watch" in ran.err
