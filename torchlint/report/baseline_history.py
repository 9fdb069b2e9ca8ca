"""`--baseline-history`: how many findings are accepted from commit to commit, by rule and by folder."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TextIO

from torchlint.baselines.history import Snapshot, changes
from torchlint.files.paths import shown
from torchlint.report.style import printable

_MOST = 20  # commits in the table; JSON has all


def write_history(path: str, snapshots: Sequence[Snapshot], stream: TextIO, form: str) -> None:
    """Write the history of the baseline at an absolute path, the oldest state first, as tables or as JSON."""
    if form in ("json", "json-lines"):
        records = [_record(snapshot) for snapshot in snapshots]
        lines = [json.dumps(records, indent=2)] if form == "json" else map(json.dumps, records)
        stream.writelines(f"{line}\n" for line in lines)
        return
    stream.writelines(f"{line}\n" for line in _page(path, snapshots))


def _record(snapshot: Snapshot) -> dict[str, object]:
    return {
        "commit": snapshot.commit or None,
        "date": snapshot.date or None,
        "count": len(snapshot.entries),
        "rules": dict(sorted(snapshot.rules.items())),
        "folders": dict(sorted(snapshot.folders.items())),
    }


def _page(path: str, snapshots: Sequence[Snapshot]) -> Iterator[str]:
    first, last = snapshots[0], snapshots[-1]
    since = f", {_signed(len(last.entries) - len(first.entries))} since {first.date}" if first.date else ""
    yield f"{printable(shown(path))}: {len(last.entries)} accepted{since}"
    yield ""
    yield f"{'date':10}  {'commit':8}  accepted  change"
    before: Snapshot | None = None
    for snapshot in _spread(snapshots):
        count = len(snapshot.entries)
        change = _signed(count - len(before.entries)) if before else ""
        yield f"{snapshot.date or 'not yet':10}  {snapshot.commit[:8] or 'on disk':8}  {count:8}  {change:>6}".rstrip()
        before = snapshot
    if len(snapshots) > _MOST:
        yield f"{len(snapshots)} commits, {_MOST} of them shown; `--output-format json` has all"
    for heading, old, new in (("rule", first.rules, last.rules), ("folder", first.folders, last.folders)):
        yield ""
        yield from _table(heading, old, new)


def _table(heading: str, old: Counter[str], new: Counter[str]) -> Iterator[str]:
    rows = [(printable(name), before, after) for name, before, after in changes(old, new)]
    width = max(len(name) for name in (heading, *(name for name, _, _ in rows)))
    yield f"{heading:{width}}  {'first':>5}  {'now':>5}  change"
    for name, before, after in rows:
        yield f"{name:{width}}  {before:5}  {after:5}  {_signed(after - before):>6}"


def _spread(snapshots: Sequence[Snapshot]) -> Sequence[Snapshot]:
    """So many states that a table is read, evenly spread, with the first and the last."""
    if len(snapshots) <= _MOST:
        return snapshots
    return [snapshots[round(number * (len(snapshots) - 1) / (_MOST - 1))] for number in range(_MOST)]


def _signed(number: int) -> str:
    return f"{number:+}" if number else "0"
