"""The command of --verify, as reports for other programs tell of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.report.command_run import CommandRun
    from torchlint.result import Result
    from torchlint.verify.verify_run import VerifyRun


def verified_command(ran: VerifyRun | None, results: Iterable[Result]) -> CommandRun | None:
    """How the command was run; None where none was, and then nothing of --verify is imported."""
    if ran is None:
        return None
    from torchlint.verify.report.command_run import command_run

    return command_run(ran, tuple(results))
