"""Texts for runs and outcomes."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from typing import TYPE_CHECKING

from torchlint.verdict import Outcome, seconds
from torchlint.verify.ranks import named

if TYPE_CHECKING:
    from torchlint.verify.records import Process
    from torchlint.verify.session import Session
    from torchlint.verify.verify_run import VerifyRun

# What is to be done first comes first; the sign tells an outcome without its colour.
SIGNS: dict[Outcome, str] = {"confirmed": "●", "undecided": "◐", "refuted": "✓", "not reached": "○"}
MEANINGS: dict[Outcome, str] = {
    "confirmed": "the run measured it",
    "undecided": "the run could not settle it",
    "refuted": "the run showed that it does not hold",
    "not reached": "the code never ran",
}

# What Windows says of a process that did not end by itself (NTSTATUS).
_FROM_WINDOWS = 0xC0000000
_STATUSES = {
    0xC0000005: ", an access violation",
    0xC00000FD: ", a stack overflow",
    0xC000013A: ", interrupted by Ctrl-C",
    0xC0000409: ", an abort",
}


def css_name(outcome: Outcome) -> str:
    """The outcome as classes and ids spell it."""
    return outcome.replace(" ", "-")


def duration(length: float) -> str:
    """A wall time: `48.2 s`, `12 min 5 s`, `3 h 20 min`."""
    whole = round(length)
    if whole < 60:
        return seconds(length)
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600:,} h {whole % 3600 // 60} min"


def cost(run: VerifyRun) -> str:
    """What it cost to observe the run, as far as it was counted."""
    counted = [process.looked for process in run.session.processes if process.looked is not None]
    longest = max(counted, default=None)
    if longest is None:
        first = "The cost of observing was not measured, because no observed process ended normally."
    else:
        which = " in the process with the most of them" if len(counted) > 1 else ""
        first = f"The larger checks of graphs and tensors took {seconds(longest)}{which}"
        first += f", {percent(longest, run.seconds)} of the run."
    recorded = " and recorded for this page" if run.controls.timeline or run.controls.stacks else ""
    return f"{first} What is recorded in every step{recorded} comes on top: to time a program, run it without --verify."


def ending(session: Session) -> str:
    """How the command ended: by itself, by a signal, or stopped by torchlint."""
    status = session.status
    if session.stopped:
        return f"was {session.stopped}"
    if status == 0:
        return "ended normally"
    if status >= _FROM_WINDOWS:
        return f"failed with exit status 0x{status:X}{_STATUSES.get(status, '')}"
    if status > 0:
        return f"failed with exit status {status}"
    return f"was ended by {signal_name(-status)}"


def signal_name(number: int) -> str:
    """What a signal is called: `SIGKILL`, or `signal 99` where it has no name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def ending_of(process: Process) -> str:
    """How one process ended, as far as its records tell."""
    if process.crash:
        return f"ended with {process.crash}"
    return "ended normally" if process.ended_cleanly else "was killed, or ended by os._exit"


def names_of(processes: Sequence[Process]) -> str:
    """What processes are called: `ranks 0 to 3 and 8 DataLoader workers`; nothing where there are none."""
    ranks = sorted({process.rank for process in processes if process.rank is not None and is_rank(process)})
    workers = sum(process.worker is not None for process in processes)
    others = [process for process in processes if process.worker is None and not is_rank(process)]
    said = [named(ranks)] if ranks else []
    if others:
        said.append(others[0].name if len(others) == 1 else f"{len(others):,} processes")
    if workers:
        said.append(f"{workers:,} DataLoader {'worker' if workers == 1 else 'workers'}")
    return " and ".join(said)


def is_rank(process: Process) -> bool:
    """Whether a process is one of several that train together, and not a worker of theirs."""
    return process.rank is not None and (process.ranks or 0) > 1 and process.worker is None


def percent(part: float, whole: float) -> str:
    """A share: whole percents from ten, one digit below."""
    share = 100 * part / whole if whole else 0.0
    return f"{share:.0f} %" if share >= 9.95 or share == 0 else f"{share:.1f} %" if share >= 0.05 else "under 0.1 %"
