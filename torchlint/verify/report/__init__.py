"""The reports of --verify: a page for people, data for programs, and stacks for speedscope."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from torchlint.files.output_files import write_file
from torchlint.verify.report.evidence_json import evidence_json
from torchlint.verify.report.page import page
from torchlint.verify.report.speedscope import speedscope

if TYPE_CHECKING:
    from torchlint.verify.verify_run import VerifyRun


def write(folder: Path, run: VerifyRun) -> None:
    """Write the page, the data and the stacks into `folder`, which is created if needed; each is replaced atomically.

    Raises OSError with the path of what can't be written.
    """
    write_file(str(folder / "report.html"), page(run))
    write_json(str(folder / "evidence.json"), run)
    write_file(str(folder / "stacks.speedscope.json"), speedscope(run))


def write_json(path: str, run: VerifyRun) -> None:
    """Write the verdicts and what they rest on for programs; what each key holds stands in `evidence_json`.

    Raises OSError with the path of what can't be written.
    """
    write_file(path, evidence_json(run))
