"""One run of the user's command, observed: started, waited for, and asked what it has seen."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from torchlint.verify.controls import Controls
from torchlint.verify.evidence import Evidence
from torchlint.verify.plan import Plan
from torchlint.verify.records import Process, evidence_of, read_processes

RUNTIME = Path(__file__).parent / "runtime"
NO_CONTROLS = Controls()
PATIENCE = 3.0  # seconds between the signals that end a run


@dataclass(frozen=True, slots=True)
class Session:
    """How a run ended, and what it says about each site."""

    status: int  # of the command; negative for the signal that ended it
    evidence: dict[int, Evidence]
    notes: tuple[str, ...]
    processes: tuple[Process, ...] = ()


def run(command: Sequence[str], plan: Plan, timeout: float | None = None, controls: Controls = NO_CONTROLS) -> Session:
    """Run a command with what the plan asks for; it reads and writes what it would without us.

    Raises OSError where the command can't be started.
    """
    with TemporaryDirectory(prefix="torchlint-") as folder:
        plan_file = Path(folder, "plan.json")
        plan_file.write_text(json.dumps({"evidence": folder, **asdict(controls), **plan.as_json()}), encoding="utf-8")
        # A session of its own is a process group of its own, and unlike that it may still read from the terminal.
        process = subprocess.Popen(command, env=environment(plan_file), start_new_session=True)
        try:
            status, ended = wait(process, timeout)
        finally:
            if process.poll() is None:
                stop(process)
        processes = read_processes(Path(folder))
    sites = {site.id: evidence_of(site.id, file.path, processes) for file in plan.files for site in file.sites}
    return Session(status, sites, (*ended, *notes(processes)), tuple(processes))


def environment(plan_file: Path) -> dict[str, str]:
    """The environment in which Python processes look at what the plan names."""
    path = os.environ.get("PYTHONPATH")
    ours = str(RUNTIME)
    return {
        **os.environ,
        "TORCHLINT_VERIFY_PLAN": str(plan_file),
        "PYTHONPATH": ours if not path else f"{ours}{os.pathsep}{path}",
    }


def wait(process: subprocess.Popen[bytes], timeout: float | None) -> tuple[int, tuple[str, ...]]:
    """The status of the command, and what we had to do to it."""
    try:
        return process.wait(timeout), ()
    except KeyboardInterrupt:
        send(process, signal.SIGINT)
        status, ended = wait(process, timeout)
        return status, ("interrupted", *ended)
    except subprocess.TimeoutExpired:
        return stop(process), (f"stopped after {timeout:g} s",)


def stop(process: subprocess.Popen[bytes]) -> int:
    """End the command and all that it has started, ever less politely."""
    for sent in (signal.SIGINT, signal.SIGTERM):
        send(process, sent)
        try:
            status = process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            continue
        send(process, signal.SIGKILL)  # what the command has left behind
        return status
    send(process, signal.SIGKILL)
    return process.wait()


def send(process: subprocess.Popen[bytes], sent: signal.Signals) -> None:
    try:
        os.killpg(process.pid, sent)
    except ProcessLookupError:
        return


def notes(processes: list[Process]) -> list[str]:
    """What a reader of the verdicts has to know of the run."""
    if not processes:
        return ["no Python process could be observed: was it started with -E, -I or -S, or in another environment?"]
    changed = {path for process in processes for path, status in process.files.items() if status == "changed"}
    said = [f"{path} has changed since it was checked" for path in sorted(changed)]
    for process in processes:
        if process.crash:
            said.append(f"process {process.pid} ended with {process.crash}")
        elif process.seen and not process.said_bye:
            said.append(f"process {process.pid} was killed, or left by os._exit")
    return said
