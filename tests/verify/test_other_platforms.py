"""What --verify does on Windows, where there are no signals, and on macOS: the platform is faked."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio
import pytest

from tests.runtime_parts import RUNTIME, importable, part
from torchlint.mcp import process
from torchlint.verify import process_tree, running_command
from torchlint.verify.report.words import ending
from torchlint.verify.running_command import started
from torchlint.verify.session import Session

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


@pytest.fixture
def macos(monkeypatch: pytest.MonkeyPatch) -> None:
    """macOS: there are signals, but nobody can wait for them, and there is no /proc."""
    monkeypatch.setattr(running_command, "_CAN_WAIT", False)
    monkeypatch.setattr(process_tree, "_PROC", Path("/no/proc"))


SAVES = """\
import os, signal, sys, time
def save(sent, _):
    open("saved", "w").write(signal.Signals(sent).name)
    sys.exit(7)
for sent in signal.SIGTERM, signal.SIGUSR1, signal.SIGINT:
    signal.signal(sent, save)
open("ready", "w").close()
time.sleep(60)
"""


@pytest.mark.usefixtures("macos")
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGUSR1, signal.SIGINT])
def test_a_signal_is_passed_on_where_nobody_can_wait_for_it(
    sent: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(running_command, "_is_in_foreground", lambda: False)
    before = signal.getsignal(sent)
    told: list[int] = []

    def tell() -> None:
        if not told and Path("ready").exists():
            told.append(sent)
            os.kill(os.getpid(), sent)

    with started((sys.executable, "-S", "-c", SAVES), {}, "MARK=1", None, 30.0) as running:
        assert running.wait(30, tell) == 7
    assert Path("saved").read_text() == sent.name
    assert running.stopped == {"SIGTERM": "ended by SIGTERM", "SIGINT": "interrupted", "SIGUSR1": ""}[sent.name]
    assert signal.getsignal(sent) is before


@pytest.mark.usefixtures("macos")
def test_what_was_typed_has_reached_the_command_already(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running_command, "_is_in_foreground", lambda: True)
    sent: list[int] = []
    monkeypatch.setattr(subprocess.Popen, "send_signal", lambda _, number: sent.append(number))
    with started((sys.executable, "-S", "-c", "import time; time.sleep(1)"), {}, "MARK=1", None, 1.0) as running:
        os.kill(os.getpid(), signal.SIGINT)
        os.kill(os.getpid(), signal.SIGTERM)
        assert running.wait(30, lambda: None) == 0
    assert sent == [signal.SIGTERM]


@pytest.mark.usefixtures("macos")
def test_descendants_are_found_without_proc() -> None:
    parent = "import subprocess, sys; subprocess.run([sys.executable, '-S', '-c', 'print(1, flush=True); input()'])"
    with subprocess.Popen(
        [sys.executable, "-S", "-c", parent], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "1\n"
        assert len(process_tree.processes_of(process.pid, "MARK=1")) == 2
        process.communicate("\n")


def test_without_proc_and_ps_there_is_the_process_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process_tree, "_PROC", Path("/no/proc"))
    monkeypatch.setenv("PATH", "")
    assert process_tree.processes_of(4, "MARK=1") == [4]


AGAIN = """\
import sys
sys.path.insert(0, {runtime!r})
from _torchlint import start
start.os.name = "nt"
start.os.execve = None
start.become([sys.executable, "-c", "import sys; print(sys.argv[1:], sys.stdin.read()); sys.exit(9)", "two words"])
"""


def test_a_script_that_starts_anew_is_waited_for_on_windows() -> None:
    """os.execve would start another process there, and end this one at once, as if the program had succeeded."""
    command = [sys.executable, "-S", "-c", AGAIN.format(runtime=str(RUNTIME))]
    done = subprocess.run(command, input="typed", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (9, "['two words'] typed\n", "")


def test_a_command_line_is_known_without_proc(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.9 does not keep it, and there is no /proc on macOS and Windows."""
    monkeypatch.delattr(sys, "orig_argv")
    monkeypatch.setattr(sys, "argv", ["train.py", "--epochs", "1"])
    with importable():
        start = part("start")
        monkeypatch.setattr(start, "open", missing, raising=False)
        found = start.arguments()
    assert (found[0], found[-3:]) == (sys.executable, ["train.py", "--epochs", "1"])


def missing(path: str, *_: Any) -> Any:
    raise FileNotFoundError(path)


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (1, "failed with exit status 1"),
        (0xC0000005, "failed with exit status 0xC0000005, an access violation"),
        (0xC0000142, "failed with exit status 0xC0000142"),
    ],
)
def test_a_crash_on_windows_is_a_status(status: int, said: str) -> None:
    assert ending(Session(status, {}, ())) == said


def test_a_call_that_an_agent_gives_up_ends_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ending torchlint alone would leave behind what --verify runs."""
    ended: list[int] = []

    def end(number: int) -> bool:
        ended.append(number)
        return True

    async def give_up(_: float) -> None:
        raise ZeroDivisionError

    async def call() -> None:
        monkeypatch.setattr(process, "os", SimpleNamespace(name="nt"))
        monkeypatch.setattr(process, "end_tree", end)
        monkeypatch.setattr(process, "_TICK", 0.01)
        await process.run_torchlint(("--version",), ".", alive=give_up)

    with pytest.raises(ZeroDivisionError):
        anyio.run(call)
    assert len(ended) == 1
