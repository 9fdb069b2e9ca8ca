"""A command that was run to settle findings, as formats for other programs tell of it: data only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any


@dataclass(frozen=True, slots=True)
class CommandRun:
    """How the command was started and how it ended."""

    arguments: tuple[str, ...]
    line: str  # quoted for a shell
    status: int  # negative: the number of a signal
    signal: str  # the name of that; empty without one
    failed: bool
    started: float  # seconds since the epoch
    seconds: float
    notes: tuple[str, ...]  # what is to be known of the run
    summary: str  # one line on the verdicts and the end

    def as_sarif(self, written: Callable[[str], str]) -> dict[str, Any]:
        """The invocation object of SARIF 2.1.0; `written` escapes a message."""
        began = datetime.fromtimestamp(self.started, timezone.utc)
        how: dict[str, Any] = {"exitCode": self.status}
        if self.status < 0:
            how = {"exitSignalNumber": -self.status, "exitSignalName": self.signal}
        return {
            "commandLine": self.line,
            "arguments": list(self.arguments[1:]),
            "executionSuccessful": not self.failed,
            **how,
            "startTimeUtc": _utc(began),
            "endTimeUtc": _utc(began + timedelta(seconds=self.seconds)),
            "toolExecutionNotifications": [
                {"level": "warning" if note is not self.summary else "note", "message": {"text": written(note)}}
                for note in (*self.notes, self.summary)
            ],
        }


def _utc(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"
