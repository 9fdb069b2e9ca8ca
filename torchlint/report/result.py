"""What a format is given to write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.lint import Checked
    from torchlint.verify.verified import Judged


@dataclass(frozen=True, slots=True)
class Result:
    """One file as it is to be told: what was checked, those of its findings that are shown, and what was fixed."""

    checked: Checked
    findings: tuple[Finding, ...]
    applied: tuple[tuple[str, int], ...] = ()
    verdicts: Mapping[Finding, Judged] = field(default_factory=dict)  # of a run, if there was one: on all `findings`
