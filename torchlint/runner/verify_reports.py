"""The files that --verify writes: the page, the JSON for programs, and the scalars for TensorBoard."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.verify.verification import Request
    from torchlint.verify.verify_run import VerifyRun


def write_reports(request: Request, ran: VerifyRun) -> None:
    """Write what the command line asks for; raises OSError."""
    if request.report is not None or request.json is not None:
        from torchlint.verify import report

        if request.report is not None:
            report.write(Path(request.report), ran)
        if request.json is not None:
            report.write_json(request.json, ran)
    if request.tensorboard is not None:
        from torchlint.verify import tensorboard

        tensorboard.write(Path(request.tensorboard), ran)
