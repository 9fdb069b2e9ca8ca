"""One observed run of the user's command: started, waited for, and its evidence collected."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from torchlint.evidence import Evidence
from torchlint.verify.controls import Controls
from torchlint.verify.plan import Plan
from torchlint.verify.records import Process, evidence_of, read_processes

if TYPE_CHECKING:
    from importlib.abc import Traversable

RUNTIME = Path(__file__).parent / "runtime"
NO_CONTROLS = Controls()
LIMITS = {
    "batch": "each pass over a DataLoader ended after {} of its batches: a whole run computes something else",
    "step": "ended after {} of its optimizer steps: what comes later has not run",
}
PATIENCE = 3.0  # seconds between the signals that end a run
TICK = 0.2  # seconds between two looks at what has come in meanwhile
# What asks torchlint itself to end; SIGHUP comes when its terminal is closed.
ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


@dataclass(frozen=True, slots=True)
class Session:
    """How a run ended, and the evidence on each site."""

    status: int  # of the command; negative for the signal that ended it
    evidence: dict[int, Evidence]
    notes: tuple[str, ...]
    processes: tuple[Process, ...] = ()
    stopped: str = ""  # why it was ended before its time; the first of the notes, then

    @property
    def failed(self) -> bool:
        """Whether the command failed or was ended early."""
        return bool(self.status or self.stopped)


def nobody(folder: Path) -> None:
    """Watch nothing while the command runs."""


def run(
    command: Sequence[str],
    plan: Plan,
    timeout: float | None = None,
    controls: Controls = NO_CONTROLS,
    *,
    stdout: int | None = None,
    watch: Callable[[Path], None] = nobody,
) -> Session:
    """Run a command with the plan's probes; its input and output are the same as without them.

    Its output goes to the file descriptor `stdout`, if there is one. `watch` is called with the evidence folder over
    and over while the command runs. Raises OSError if the command can't be started.
    """
    with TemporaryDirectory(prefix="torchlint-", ignore_cleanup_errors=True) as folder, noted() as signals:
        plan_file = Path(folder, "plan.json")
        plan_file.write_text(json.dumps({"evidence": folder, **asdict(controls), **plan.as_json()}), encoding="utf-8")
        variables = environment(plan_file, runtime_in(Path(folder)))
        # A session of its own is a process group of its own, and unlike that it may still read from the terminal.
        process = subprocess.Popen(command, stdout=stdout, env=variables, start_new_session=True)
        try:
            status, stopped = wait(process, timeout, signals, lambda: watch(Path(folder)))
        finally:
            if process.poll() is None:
                stop(process, signals)
        processes = read_processes(Path(folder))
    sites = {site.id: evidence_of(site.id, file.path, processes) for file in plan.files for site in file.sites}
    said = (*filter(None, [stopped]), *notes(processes))
    return Session(status, sites, said, tuple(processes), stopped)


def runtime_in(folder: Path) -> Path:
    """The folder of the runtime for the user's processes; if torchlint runs from a zip, a copy in `folder`."""
    if RUNTIME.is_dir():
        return RUNTIME
    return copied(files("torchlint.verify") / "runtime", folder / "runtime")


def copied(packed: Traversable, place: Path) -> Path:
    """A folder of a zip, unpacked: a script can only be started from a file."""
    place.mkdir()
    for each in packed.iterdir():
        if each.is_dir():
            copied(each, place / each.name)
        else:
            (place / each.name).write_bytes(each.read_bytes())
    return place


def environment(plan_file: Path, runtime: Path) -> dict[str, str]:
    """The environment that loads the runtime with the plan into Python processes."""
    path = os.environ.get("PYTHONPATH")
    ours = str(runtime)
    return {
        **os.environ,
        "TORCHLINT_VERIFY_PLAN": str(plan_file),
        "PYTHONPATH": ours if not path else f"{ours}{os.pathsep}{path}",
    }


@contextmanager
def noted() -> Iterator[list[int]]:
    """Record the signals that would end this process, instead of ending it; ignored signals stay ignored."""
    signals: list[int] = []
    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in ENDING:
            if signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, lambda number, _: signals.append(number))
    try:
        yield signals
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def wait(
    process: subprocess.Popen[bytes], timeout: float | None, signals: list[int], watch: Callable[[], None]
) -> tuple[int, str]:
    """The status of the command, and why it was ended, if it did not end by itself.

    The first interrupt is passed on, and the command may do with it what it wants; another one ends it.
    """
    started = time.monotonic()
    stopped = ""
    while True:
        try:
            left = TICK if timeout is None else max(0.0, min(TICK, started + timeout - time.monotonic()))
            return process.wait(left), stopped
        except subprocess.TimeoutExpired:
            watch()
        if timeout is not None and time.monotonic() - started >= timeout:
            return stop(process, signals), stopped or f"stopped after {timeout:g} s"
        if signals:
            name, is_another = signal.Signals(signals[-1]).name, bool(stopped) or len(signals) > 1
            signals.clear()
            stopped = "interrupted" if name == "SIGINT" else f"ended by {name}"
            if name != "SIGINT":
                return stop(process, signals), stopped
            if is_another:
                return stop(process, signals, signal.SIGTERM), stopped
            send(process, signal.SIGINT)


def stop(process: subprocess.Popen[bytes], signals: list[int], *polite: signal.Signals) -> int:
    """End the command and its child processes with ever stronger signals; at once when another signal comes."""
    for sent in polite or (signal.SIGINT, signal.SIGTERM):
        send(process, sent)
        end = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < end and not signals:
            time.sleep(0.01)
        if process.poll() is not None:
            break
    send(process, signal.SIGKILL)  # or what the command has left behind
    return process.wait()


def send(process: subprocess.Popen[bytes], sent: signal.Signals) -> None:
    try:
        os.killpg(process.pid, sent)
    except ProcessLookupError:
        return


def notes(processes: list[Process]) -> list[str]:
    """Notes on the run that matter for its verdicts."""
    if not processes:
        return ["no Python process could be observed: was it started with -E, -I or -S, or in another environment?"]
    changed = {path for process in processes for path, status in process.files.items() if status == "changed"}
    said = [f"{path} has changed since it was checked" for path in sorted(changed)]
    said += sorted({LIMITS[what].format(most) for each in processes for what, most in each.limits.items()})
    for process in processes:
        said += [
            f"what observes {part} failed in process {process.pid}: {error}" for part, error in process.faults.items()
        ]
        if process.crash:
            said.append(f"process {process.pid} ended with {process.crash}")
        elif process.seen and not process.ended_cleanly:
            said.append(f"process {process.pid} was killed, or left by os._exit")
    return said
