"""What a run has said, as a page to look at and as data: report.html and evidence.json."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from torchlint.files.output_files import write_file
from torchlint.verify.report.evidence_json import evidence_json
from torchlint.verify.report.page import page

if TYPE_CHECKING:
    from torchlint.verify.verify_run import VerifyRun


def write(folder: Path, run: VerifyRun) -> None:
    """Write report.html and evidence.json into `folder`, which is made if need be; each is there in full or not at all.

    Raises OSError with the path of what can't be written.
    """
    write_file(str(folder / "report.html"), page(run))
    write_file(str(folder / "evidence.json"), evidence_json(run))
