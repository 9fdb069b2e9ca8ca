"""One observed run of the user's command: started, waited for, and its evidence collected."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from torchlint.evidence import Evidence
from torchlint.verify.controls import Controls
from torchlint.verify.plan import Plan
from torchlint.verify.records import Process, evidence_of, read_processes
from torchlint.verify.running_command import PATIENCE, started

if TYPE_CHECKING:
    from importlib.abc import Traversable

RUNTIME = Path(__file__).parent / "runtime"
NO_CONTROLS = Controls()
PLAN_VARIABLE = "TORCHLINT_VERIFY_PLAN"  # where the runtime finds its plan
LIMITS = {
    "batch": "each pass over a DataLoader was stopped after {} batches, so a full run computes other results",
    "step": "stopped after {} optimizer steps; later code has not run",
}


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
    patience: float = PATIENCE,
    stdout: int | None = None,
    watch: Callable[[Path], None] = nobody,
) -> Session:
    """Run a command with the plan's probes; its input and output are the same as without them.

    Its output goes to the file descriptor `stdout`, if there is one. After `timeout` seconds it is ended, with
    `patience` seconds after each signal to do so. `watch` is called with the evidence folder over and over while the
    command runs. Raises OSError if the command can't be started.
    """
    with TemporaryDirectory(prefix="torchlint-", ignore_cleanup_errors=True) as folder:
        plan_file = Path(folder, "plan.json")
        plan_file.write_text(json.dumps({"evidence": folder, **asdict(controls), **plan.as_json()}), encoding="utf-8")
        variables = environment(plan_file, runtime_in(Path(folder)))
        with started(command, variables, f"{PLAN_VARIABLE}={plan_file}", stdout, patience) as running:
            status = running.wait(timeout, lambda: watch(Path(folder)))
        processes = read_processes(Path(folder))
    sites = evidence_on(plan, processes)
    said = (*filter(None, [running.stopped]), *notes(processes))
    return Session(status, sites, said, tuple(processes), running.stopped)


def evidence_on(plan: Plan, processes: list[Process]) -> dict[int, Evidence]:
    """The evidence on each site of a plan."""
    has_kernel = any(process.is_kernel for process in processes)
    of_cells = "not run" if has_kernel else "no kernel"
    return {
        site.id: evidence_of(
            site.id, file.told_as(site), processes, missing="not loaded" if file.cells is None else of_cells
        )
        for file in plan.files
        for site in file.sites
    }


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
        PLAN_VARIABLE: str(plan_file),
        "PYTHONPATH": ours if not path else f"{ours}{os.pathsep}{path}",
    }


def notes(processes: list[Process]) -> list[str]:
    """Notes on the run that matter for its verdicts."""
    if not processes:
        return ["no Python process could be observed: was it started with -E, -I or -S, or in another environment?"]
    changed = {path for process in processes for path, status in process.files.items() if status == "changed"}
    said = [f"{path} has changed since it was checked" for path in sorted(changed)]
    said += sorted({LIMITS[what].format(most) for each in processes for what, most in each.limits.items()})
    for process in processes:
        said += [f"observing {part} failed in {process.name}: {error}" for part, error in process.faults.items()]
        if process.crash:
            said.append(f"{process.name} ended with {process.crash}")
        elif process.seen and not process.ended_cleanly:
            said.append(f"{process.name} was killed, or ended by os._exit")
    return said
