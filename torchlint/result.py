"""What a format is given to write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.lint import Checked
    from torchlint.verdict import Judged

Standing = Literal["fail", "review", "open", "pass"]


@dataclass(frozen=True, slots=True)
class Result:
    """One file as it is to be told: what was checked, those of its findings that are shown, and what was fixed."""

    checked: Checked
    findings: tuple[Finding, ...]
    applied: tuple[tuple[str, int], ...] = ()
    verdicts: Mapping[Finding, Judged] = field(default_factory=dict)  # of a run, if there was one: on all `findings`

    @property
    def alerts(self) -> tuple[Finding, ...]:
        """The findings that are held against the code: not what a run refutes, nor a suspicion that it leaves open."""
        return tuple(one for one in self.findings if self.standing(one) in ("fail", "review"))

    def standing(self, finding: Finding) -> Standing:
        """How a finding stands, as SARIF says it: "pass" if a run refutes it, "fail" if it is sure or confirmed by one.

        A suspicion is "open" where a run has not settled it, and up for "review" where there was no run.
        """
        judged = self.verdicts.get(finding)
        if judged is not None and judged.verdict.outcome == "refuted":
            return "pass"
        if finding.sure or (judged is not None and judged.verdict.outcome == "confirmed"):
            return "fail"
        return "review" if judged is None else "open"

    def said(self, finding: Finding) -> str:
        """The message of a finding, and what a run says to it."""
        judged = self.verdicts.get(finding)
        if judged is None:
            return finding.message
        return f"{finding.message}. {judged.verdict.outcome.capitalize()}: {judged.verdict.text}"
