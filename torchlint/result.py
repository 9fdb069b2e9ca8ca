"""What was found in a file, and what of it a report is given to write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from torchlint.files.source import Source
    from torchlint.finding import Finding
    from torchlint.rule import Rule, Severity
    from torchlint.verdict import Judgement

Kind = Literal["fail", "review", "open", "pass"]


@dataclass(frozen=True, slots=True)
class Checked:
    """A file's findings, sorted, and those that a comment silences, with the reasons that it gives, empty where it
    gives none; `parsed` is False where nothing was checked. Of a notebook, `left_out` cells could not be read.

    `seconds` says how long each rule took, with what it was the first to ask the model; lint.READING stands for the
    rest.
    """

    source: Source
    findings: tuple[Finding, ...]
    suppressed: tuple[Finding, ...] = ()
    parsed: bool = True
    reasons: Mapping[Finding, str] = field(default_factory=dict, hash=False)
    left_out: int = 0
    seconds: Mapping[str, float] = field(default_factory=dict, hash=False, compare=False)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one file to report: what was checked, the findings that are shown, and what was fixed."""

    checked: Checked
    findings: tuple[Finding, ...]
    applied: tuple[tuple[str, int], ...] = ()
    verdicts: Mapping[Finding, Judgement] = field(default_factory=dict)  # of a run, if there was one: on all `findings`
    severities: Mapping[str, Severity] = field(default_factory=dict)  # by rule, where settings change it

    @property
    def alerts(self) -> tuple[Finding, ...]:
        """The findings that are held against the code: not what a run refutes, nor a suspicion that it leaves open."""
        return tuple(one for one in self.findings if self.kind_of(one) in ("fail", "review"))

    def rule_of(self, name: str, catalog: Mapping[str, Rule]) -> Rule:
        """A rule of the catalog, with the severity that its findings have in this file."""
        rule = catalog[name]
        return replace(rule, severity=self.severities[name]) if name in self.severities else rule

    def kind_of(self, finding: Finding) -> Kind:
        """The kind of a finding in SARIF's terms: "pass" if a run refutes it, "fail" if it is sure or confirmed by one.

        A suspected finding is "open" if a run has not settled it, and up for "review" if there was no run.
        """
        judgement = self.verdicts.get(finding)
        if judgement is not None and judgement.verdict.outcome == "refuted":
            return "pass"
        if finding.sure or (judgement is not None and judgement.verdict.outcome == "confirmed"):
            return "fail"
        return "review" if judgement is None else "open"

    def full_message(self, finding: Finding) -> str:
        """The message of a finding, with the verdict of a run, if there was one."""
        judgement = self.verdicts.get(finding)
        if judgement is None:
            return finding.message
        return f"{finding.message}. {judgement.verdict.outcome.capitalize()}: {judgement.verdict.text}"
