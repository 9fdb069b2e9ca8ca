"""What a format is given to write."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.lint import Checked


@dataclass(frozen=True, slots=True)
class Result:
    """One file as it is to be told: what was checked, those of its findings that are shown, and what was fixed."""

    checked: Checked
    findings: tuple[Finding, ...]
    applied: tuple[tuple[str, int], ...] = ()
