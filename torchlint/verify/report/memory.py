"""The memory chart: memory in use over steps, and the share that confirmed findings retain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from torchlint.verdict import size
from torchlint.verify.records import Process, Timeline
from torchlint.verify.report import scales
from torchlint.verify.report.charts import Line, Shape, chart, key
from torchlint.verify.report.columns import Column, columns_of, kind_of_step
from torchlint.verify.report.findings import Entry
from torchlint.verify.report.markup import Markup, element, path

MOST = 1000  # points of the line; a timeline has no more rows
WHAT = {
    "heap": "heap in use (the C library's count, which has all CPU tensors)",
    "cuda": "CUDA memory in use (the count of PyTorch's allocator)",
}


@dataclass(frozen=True, slots=True)
class Share:
    """The memory that a confirmed finding retains, computed from its number: bytes per pass, up to so many passes."""

    entry: Entry
    each: float  # bytes
    visits: int  # passes through the finding's code
    longest: float  # passes that were seen to keep something at once
    looked: int  # passes that there had been when it was last looked at: none is known of later ones

    @property
    def is_let_go(self) -> bool:
        """Whether it is kept for a while only, as until an evaluation ends: far fewer passes than there were.

        The length of a chain is looked at after 1, 2, 4, 8, ... passes: one that lasts is longer than half of them.
        """
        return 2 * self.longest <= self.looked

    def at(self, share: float) -> float:
        """The bytes kept after a share of the passes, where nothing is let go; the most at once where it is."""
        return self.each * (self.longest if self.is_let_go else min(self.visits * share, self.longest))


def memory_chart(process: Process, entries: Sequence[Entry]) -> Markup:
    """The chart with its legend, or the reason why there is none."""
    timeline = process.timeline
    columns = [each for each in columns_of(timeline.rows, MOST) if each.row.memory is not None] if timeline else []
    if timeline is None or not columns:
        return element("p", _why_none(timeline), class_="empty")
    used = [float(column.row.memory or 0) for column in columns]
    shares = shares_of(process, entries)
    areas = areas_of(shares, columns)
    least = min(used)
    low, high = least, max([*used, *(least + kept[-1] for kept in areas.values())])
    low = 0.0 if low < high / 2 else low - 0.1 * (high - low)
    vertical = scales.axis(low, scales.headroom(low, high), 6, scales.sizes)
    horizontal = scales.axis(0, columns[-1].end, 5, scales.counts, least=1)
    across = [horizontal.share(column.end) for column in columns]
    base = [(x, vertical.share(least)) for x in across]
    drawn = chart(
        _said(timeline, used, columns[-1]),
        horizontal,
        vertical,
        kind_of_step(timeline.rows),
        shapes=[
            Shape(kind, [(x, vertical.share(least + more)) for x, more in zip(across, kept)], base)
            for kind, kept in areas.items()
        ],
        lines=[Line("used", [(x, vertical.share(value)) for x, value in zip(across, used)], size(used[-1]))],
        readings=[(x, f"after {column.steps}: {size(value)}") for x, column, value in zip(across, columns, used)],
    )
    remark = element("p", "The axis does not begin at zero.", class_="remark") if low else None
    return element("div", drawn, remark, _key(timeline, shares, used, {kind: kept[-1] for kind, kept in areas.items()}))


def shares_of(process: Process, entries: Sequence[Entry]) -> list[Share]:
    """The shares of the confirmed findings that this process has reached."""
    shares = []
    for entry in entries:
        seen = process.seen.get(entry.site) if entry.site is not None else None
        each = next((n.value for n in entry.judgement.verdict.numbers if (n.name, n.unit) == RETAINED), 0.0)
        if entry.outcome == "confirmed" and seen and each > 0:
            longest = float(seen["facts"].get("chained", seen["visits"]))
            walks = seen["facts"].get("walks") or [{"visit": seen["visits"]}]
            shares.append(Share(entry, each, seen["visits"], longest, walks[-1]["visit"]))
    return shares


def areas_of(shares: Sequence[Share], columns: Sequence[Column]) -> dict[str, list[float]]:
    """The bytes of each area after each column, the one that is drawn first before the others.

    Findings may keep the same graph, as two sums of one loss do: what they keep is between the most that one of them
    keeps and what all of them do. When a share grows and is let go is not known: it is drawn as high as it gets.
    """
    passed = [(column.end - columns[0].end) / columns[-1].end for column in columns]
    lasting = [[share.at(part) for part in passed] for share in shares if not share.is_let_go]
    let_go = [share.at(1.0) for share in shares if share.is_let_go]
    areas = {}
    if let_go:
        areas["wave"] = [max(let_go)] * len(columns)
    if len(lasting) > 1:
        areas["most"] = [sum(kept) for kept in zip(*lasting)]
    if lasting:
        areas["share"] = max(lasting, key=lambda kept: kept[-1])
    return areas


RETAINED = ("retained", "bytes/step")


def _why_none(timeline: Timeline | None) -> str:
    if timeline is None or not timeline.rows:
        return "No step of a training or an evaluation was recorded, so there is no memory to draw."
    if timeline.memory is None:
        return "Memory was not counted: there is neither glibc's heap counter nor CUDA in this process."
    return "Memory was not counted in any of the recorded steps."


def _said(timeline: Timeline, used: Sequence[float], last: Column) -> str:
    what = WHAT.get(timeline.memory or "", f"{timeline.memory} memory").partition(" (")[0]
    return f"{what}: from {size(used[0])} at first to {size(used[-1])} after {last.steps}"


def _key(timeline: Timeline, shares: Sequence[Share], used: Sequence[float], kept: Mapping[str, float]) -> Markup:
    """The legend of the line and the areas, with the growth of each."""
    what = WHAT.get(timeline.memory or "", f"{timeline.memory} memory in use")
    said = f"at least {size(min(used))}, at most {size(max(used))}, at the end {size(used[-1])}"
    lasting = [share for share in shares if not share.is_let_go]
    rows = [key("used", f"Measured: {what}; {said}.")]
    if "share" in kept:
        who = "the confirmed finding keeps" if len(lasting) == 1 else "the confirmed finding that keeps most holds"
        rule = "bytes that a step keeps, times the steps so far, up to the most that it was seen to keep at once"
        grown = f"{size(kept['share'])} by the end, when {size(used[-1] - min(used))} more than the minimum are in use"
        rows.append(key("share", f"Computed, not measured: what {who} ({rule}): {grown}."))
    if "most" in kept:
        together = f"{size(kept['most'])} if no two of them keep the same graph"
        rows.append(key("most", f"Computed, not measured: what all {len(lasting)} keep together: {together}."))
    if "wave" in kept:
        most = f"{size(kept['wave'])} at once, kept for a while and then freed"
        rows.append(
            key("wave", f"Computed, not measured: {most}; when is not known, so it is drawn for the whole run.")
        )
    if shares:
        rows.append(element("li", element("ul", *map(_of_one, shares))))
    return element("ul", *rows, class_="key")


def _of_one(share: Share) -> Markup:
    link = element("a", path(share.entry.place), href=f"#{share.entry.id}")
    kept = f": {size(share.each)} per step, up to {share.longest:,.0f} steps at once"
    if share.is_let_go:
        return element("li", link, f"{kept}, then freed")
    if 2 * share.looked <= share.visits:
        kept += f" when last looked at, in pass {share.looked:,} of {share.visits:,}"
    return element("li", link, kept)
