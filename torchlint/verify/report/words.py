"""Texts for runs and outcomes."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

from torchlint.verdict import Outcome, seconds

if TYPE_CHECKING:
    from torchlint.verify.records import Process
    from torchlint.verify.session import Session

# What is to be done first comes first; the sign tells an outcome without its colour.
SIGNS: dict[Outcome, str] = {"confirmed": "●", "undecided": "◐", "refuted": "✓", "not reached": "○"}
MEANINGS: dict[Outcome, str] = {
    "confirmed": "the run has shown it",
    "undecided": "the run could not tell",
    "refuted": "the run has shown that it is not so",
    "not reached": "the code never ran",
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


def ending(session: Session) -> str:
    """How the command ended: by itself, by a signal, or stopped by torchlint."""
    status = session.status
    if session.stopped:
        return f"was {session.stopped}"
    if status == 0:
        return "ended normally"
    if status > 0:
        return f"failed with exit status {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"


def ending_of(process: Process) -> str:
    """How one process ended, as far as its records tell."""
    if process.crash:
        return f"ended with {process.crash}"
    return "ended normally" if process.ended_cleanly else "was killed, or left by os._exit"


def percent(part: float, whole: float) -> str:
    """A share: whole percents from ten, one digit below."""
    share = 100 * part / whole if whole else 0.0
    return f"{share:.0f} %" if share >= 9.95 or share == 0 else f"{share:.1f} %" if share >= 0.05 else "under 0.1 %"
