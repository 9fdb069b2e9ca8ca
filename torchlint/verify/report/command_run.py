"""A run of --verify as formats for other programs tell of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from torchlint.files.paths import command_line
from torchlint.report.command_run import CommandRun
from torchlint.verify.report.ci_line import ci_line
from torchlint.verify.report.words import signal_name

if TYPE_CHECKING:
    from torchlint.result import Result
    from torchlint.verify.verify_run import VerifyRun


def command_run(run: VerifyRun, results: Sequence[Result]) -> CommandRun:
    """How the command was run, and one line on what came of it."""
    status = run.session.status
    return CommandRun(
        run.command,
        command_line(run.command),
        status,
        signal_name(-status) if status < 0 else "",
        run.session.failed,
        run.started,
        run.seconds,
        tuple(run.session.notes),
        ci_line(run, results),
    )
