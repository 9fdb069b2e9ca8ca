"""Memory over steps: what was in use, and how much of it the confirmed findings keep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from torchlint.verify.records import Process, Timeline
from torchlint.verify.report import scales
from torchlint.verify.report.charts import Line, Shape, chart, key
from torchlint.verify.report.columns import Column, columns_of, kind_of_step
from torchlint.verify.report.findings import Entry
from torchlint.verify.report.markup import Markup, element, path
from torchlint.verify.verdict import size

MOST = 1000  # points of the line; a timeline has no more rows
WHAT = {
    "heap": "heap in use (the C library's count, which has all CPU tensors)",
    "cuda": "CUDA memory in use (the count of PyTorch's allocator)",
}


@dataclass(frozen=True, slots=True)
class Share:
    """What a confirmed finding keeps, reckoned from its number: so many bytes for each pass, up to so many passes."""

    entry: Entry
    each: float  # bytes
    passes: float  # through the finding's code, per step of the timeline
    longest: float  # passes that were seen to keep something at once

    def at(self, step: int) -> float:
        """The bytes kept after so many steps."""
        return self.each * min(self.passes * step, self.longest)


def memory_chart(process: Process, entries: Sequence[Entry]) -> Markup:
    """The chart with its key, or why there is none."""
    timeline = process.timeline
    columns = [each for each in columns_of(timeline.rows, MOST) if each.row.memory is not None] if timeline else []
    if timeline is None or not columns:
        return element("p", _why_none(timeline), class_="empty")
    shares = shares_of(process, entries, columns[-1].end)
    used = [float(column.row.memory or 0) for column in columns]
    largest, together = kept_by(shares, columns)
    low, high = min(used), max(*used, used[0] + together[-1])
    low = 0.0 if low < high / 2 else low - 0.1 * (high - low)
    vertical = scales.axis(low, scales.headroom(low, high), 5, scales.sizes)
    horizontal = scales.axis(0, columns[-1].end, 5, scales.counts, least=1)
    across = [horizontal.share(column.end) for column in columns]

    def shape(kind: str, kept: Sequence[float]) -> Shape:
        base = vertical.share(used[0])
        top = [(x, vertical.share(used[0] + more)) for x, more in zip(across, kept)]
        return Shape(kind, top, [(x, base) for x in across])

    kinds = {"most": together, "share": largest} if len(shares) > 1 else {"share": largest} if shares else {}
    drawn = chart(
        _said(timeline, used, columns[-1]),
        horizontal,
        vertical,
        kind_of_step(timeline.rows),
        shapes=[shape(kind, kept) for kind, kept in kinds.items()],
        lines=[Line("used", [(x, vertical.share(value)) for x, value in zip(across, used)], size(used[-1]))],
        readings=[(x, f"after step {column.end:,}: {size(value)}") for x, column, value in zip(across, columns, used)],
    )
    return element("div", drawn, _key(timeline, shares, used, (largest[-1], together[-1])))


def kept_by(shares: Sequence[Share], columns: Sequence[Column]) -> tuple[list[float], list[float]]:
    """What is kept since the first column: by the share that keeps the most, and by all together.

    Findings may keep the same graph, as two sums of one loss do: the truth is between the two.
    """
    first = columns[0].end
    each = [[share.at(column.end) - share.at(first) for column in columns] for share in shares]
    largest = max(each, key=lambda kept: kept[-1], default=[0.0] * len(columns))
    return largest, [sum(kept) for kept in zip(*each)] or largest


def shares_of(process: Process, entries: Sequence[Entry], steps: int) -> list[Share]:
    """The shares of the confirmed findings that this process has come by."""
    shares = []
    for entry in entries:
        seen = process.seen.get(entry.site) if entry.site is not None else None
        each = next((n.value for n in entry.judged.verdict.numbers if (n.name, n.unit) == RETAINED), 0.0)
        if entry.outcome == "confirmed" and seen and each > 0:
            longest = float(seen["facts"].get("chained", seen["visits"]))
            shares.append(Share(entry, each, seen["visits"] / steps, longest))
    return shares


RETAINED = ("retained", "bytes/step")


def _why_none(timeline: Timeline | None) -> str:
    if timeline is None or not timeline.rows:
        return "No step of a training or an evaluation was recorded, so there is no memory to draw."
    if timeline.memory is None:
        return "Memory was not counted: there is neither glibc's heap counter nor CUDA in this process."
    return "Memory was not counted in any of the recorded steps."


def _said(timeline: Timeline, used: Sequence[float], last: Column) -> str:
    what = WHAT.get(timeline.memory or "", f"{timeline.memory} memory").partition(" (")[0]
    return f"{what}: from {size(used[0])} after the first step to {size(used[-1])} after step {last.end:,}"


def _key(timeline: Timeline, shares: Sequence[Share], used: Sequence[float], kept: tuple[float, float]) -> Markup:
    """What the line and the areas are, and the growths side by side."""
    what = WHAT.get(timeline.memory or "", f"{timeline.memory} memory in use")
    said = f"at first {size(used[0])}, at most {size(max(used))}, at the end {size(used[-1])}"
    rows = [key("used", f"Measured: {what}; {said}.")]
    if shares:
        rule = "bytes that a step keeps, times the steps so far, up to as many as were seen to hang on it at once"
        who = "the confirmed finding keeps" if len(shares) == 1 else "the confirmed finding that keeps most"
        grown = f"{size(kept[0])} by the end; the measured growth since the first step is {size(used[-1] - used[0])}"
        rows.append(key("share", f"Computed, not measured: what {who} ({rule}): {grown}."))
    if len(shares) > 1:
        together = f"{size(kept[1])} if no two of them keep the same graph"
        rows.append(key("most", f"Computed, not measured: what all {len(shares)} keep together: {together}."))
    if shares:
        rows.append(element("li", element("ul", *map(_of_one, shares))))
    return element("ul", *rows, class_="key")


def _of_one(share: Share) -> Markup:
    link = element("a", path(share.entry.place), href=f"#{share.entry.id}")
    return element("li", link, f": {size(share.each)} per step, up to {share.longest:,.0f} steps at once")
