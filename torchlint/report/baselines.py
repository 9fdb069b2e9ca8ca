"""What is said about a baseline: what was written into it, and what in it is stale."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from torchlint.patterns import shown

if TYPE_CHECKING:
    from torchlint.baseline import Baseline, Entry

_MOST = 10  # stale entries that are named


def stale_lines(baseline: Baseline, stale: Sequence[Entry]) -> Iterator[str]:
    """Entries for which nothing was found: how many there are, and the first of them."""
    many = "1 finding" if len(stale) == 1 else f"{len(stale)} findings"
    are = "is" if len(stale) == 1 else "are"
    yield f"{many} in {shown(baseline.path)} {are} not found any more; `--prune-baseline` takes them out:"
    for entry in stale[:_MOST]:
        scope = f" in {entry.scope}" if entry.scope else ""
        yield f"{entry.path}{scope}: {entry.rule}: {entry.code}"
    if len(stale) > _MOST:
        yield f"and {len(stale) - _MOST} more"


def written_line(baseline: Baseline, entries: Collection[Entry]) -> str:
    """What becomes of a baseline that is about to get other entries."""
    added = len(set(entries) - baseline.entries)
    gone = len(baseline.entries - set(entries))
    return f"{shown(baseline.path)}: {len(entries)} accepted, {added} of them added; {gone} taken out"
