"""The outcome of checking one file of a run."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from torchlint.cache.result import CachedResult
    from torchlint.files.source import Source
    from torchlint.finding import Finding
    from torchlint.result import Checked, Result


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of checking one file; `original` is its text before fixes, if there were any."""

    result: Result
    original: Source | None = None
    suspected: int = 0  # findings that are not shown
    known: int = 0  # findings that were there before, and so are not shown either
    silenced: int = 0  # findings for which a comment was written into the text
    fails: bool = False  # a finding at or above the level that fails a run
    broken: bool = False  # torchlint or a rule failed
    cached_result: CachedResult | None = None  # the result to cache for the next run

    @property
    def changed(self) -> bool:
        """Whether fixes made another text of the file."""
        return self.original is not None and self.original.text != self.result.checked.source.text

    def is_worth_reporting(self, *, suppressed: bool) -> bool:
        """Whether there is anything to report, even if only a count; for most files there is not."""
        silenced = self.result.checked.suppressed if suppressed else ()
        reported = self.result.findings or self.result.applied or self.suspected or self.known or self.silenced
        return bool(reported or silenced or self.broken)


class KnownFindings(Protocol):
    """A source of known findings: a baseline, or an earlier state of the files."""

    def known(self, checked: Checked, reported: Sequence[Finding], ran: Callable[[], Collection[str]]) -> set[Finding]:
        """The findings of a file that are known already, among those to be reported; `ran` gives the rules that ran."""


def never(finding: Finding) -> bool:
    """No finding at all."""
    return False
