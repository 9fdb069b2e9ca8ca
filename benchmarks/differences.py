"""What differs between the findings of two versions of torchlint in the same files, as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

_MOST = 50  # lines for a repository: GitHub shows a summary of up to one mebibyte


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """A finding in a repository: the file, the place in it, the rule and the message."""

    path: str
    row: int
    column: int
    rule: str
    message: str

    @property
    def place(self) -> tuple[str, int, int, str]:
        """What two findings share of which only the message differs."""
        return self.path, self.row, self.column, self.rule


@dataclass(slots=True)
class Difference:
    """What differs in a repository."""

    repository: str
    address: str
    before: int  # findings
    added: list[Finding] = field(default_factory=list)
    removed: list[Finding] = field(default_factory=list)
    reworded: list[Finding] = field(default_factory=list)

    @property
    def is_one(self) -> bool:
        """Whether anything differs."""
        return bool(self.added or self.removed or self.reworded)


def difference(repository: str, address: str, before: Sequence[Finding], after: Sequence[Finding]) -> Difference:
    """The findings that only one version has; one that has another message in the other version is reworded."""
    added, removed = Counter(after) - Counter(before), Counter(before) - Counter(after)
    found = Difference(repository, address, len(before))
    gone = Counter(one.place for one in removed.elements())
    for one in sorted(added.elements()):
        is_reworded = gone[one.place] > 0
        gone[one.place] -= is_reworded
        (found.reworded if is_reworded else found.added).append(one)
    for one in sorted(removed.elements()):
        if gone[one.place] > 0:
            gone[one.place] -= 1
            found.removed.append(one)
    return found


def report(seen: Sequence[Difference]) -> Iterator[str]:
    """The lines of a report: the sum, a table of rules, and the findings of each repository."""
    changed = [one for one in seen if one.is_one]
    added = Counter(finding.rule for one in changed for finding in one.added)
    removed = Counter(finding.rule for one in changed for finding in one.removed)
    reworded = Counter(finding.rule for one in changed for finding in one.reworded)
    yield f"Repositories: {len(seen)}, with changes: {len(changed)}. Findings before: {sum(o.before for o in seen):,},"
    yield f"added: {added.total()}, removed: {removed.total()}, reworded: {reworded.total()}."
    if not changed:
        return
    yield "\n| rule | added | removed | reworded |\n|---|---:|---:|---:|"
    for rule in sorted({*added, *removed, *reworded}):
        yield f"| `{rule}` | {added[rule]} | {removed[rule]} | {reworded[rule]} |"
    for one in changed:
        yield f"\n### {one.repository}\n"
        lines = list(_lines(one))
        yield from lines[:_MOST]
        if len(lines) > _MOST:
            yield f"- and {len(lines) - _MOST} more"
    yield ""


def _lines(one: Difference) -> Iterator[str]:
    reworded = {finding.rule: finding for finding in reversed(one.reworded)}  # one of each rule says it all
    for kind, findings in (("added", one.added), ("removed", one.removed), ("reworded", reworded.values())):
        for finding in findings:
            path, _, cell = finding.path.partition(" cell ")
            shown = f"{finding.path}:{finding.row}"
            anchor = "" if cell else f"#L{finding.row}"  # GitHub has no anchors for cells
            yield f"- {kind} `{finding.rule}` [{shown}]({one.address}/{quote(path)}{anchor}): {finding.message}"
