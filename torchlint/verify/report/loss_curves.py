"""The losses of the runs before and after fixes, drawn over each other."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from torchlint.verify.comparison import Comparison
from torchlint.verify.report import scales
from torchlint.verify.report.charts import Line, Point, chart, key
from torchlint.verify.report.markup import Markup, element

MOST = 500  # points of a line; of more, each is the mean of some

Values = Sequence[tuple[int, float]]


def loss_curves(losses: Comparison) -> Markup | None:
    """The chart, with where the losses part; None where a run has no two losses that can be drawn."""
    before, after = (_drawn(seen.values) if seen is not None else [] for seen in (losses.before, losses.after))
    if len(before) < 2 or len(after) < 2:
        return None
    every = [value for _, value in (*before, *after)]
    low, high = min(every), max(every)
    low = 0.0 if 0 <= low < high / 2 else low
    vertical = scales.axis(low, scales.headroom(low, high), 6, _labels)
    horizontal = scales.axis(0, max(before[-1][0], after[-1][0]), 5, scales.counts, least=1)

    def line(values: Values) -> list[Point]:
        return [(horizontal.share(backward), vertical.share(value)) for backward, value in values]

    parting = (
        [Line("parting", [(horizontal.share(losses.parts_at), share) for share in (0.0, 1.0)])]
        if losses.parts_at
        else []
    )
    drawn = chart(
        f"losses before and after the fixes: {losses.text}",
        horizontal,
        vertical,
        "backward call",
        lines=[*parting, Line("before", line(before)), Line("after", line(after))],
        readings=_readings(losses, horizontal),
    )
    rows = [key("before", f"Before the fixes: {_ends(before)}."), key("after", f"After the fixes: {_ends(after)}.")]
    if losses.parts_at:
        rows.append(key("parting", f"They differ from here on: backward call {losses.parts_at:,}."))
    remark = element("p", _remark(losses), class_="remark")
    return element("div", drawn, element("ul", *rows, class_="key"), remark, class_="losses-drawn")


def _drawn(values: Values) -> list[tuple[int, float]]:
    """The finite ones of the losses, or means of neighbours where they are many."""
    finite = [(backward, value) for backward, value in values if isfinite(value)]
    size = -(-len(finite) // MOST) or 1
    groups = [finite[start : start + size] for start in range(0, len(finite), size)]
    return [(group[-1][0], sum(value for _, value in group) / len(group)) for group in groups]


def _readings(losses: Comparison, horizontal: scales.Axis) -> list[tuple[float, str]]:
    pairs = losses.pairs()
    some = pairs[:: -(-len(pairs) // MOST) or 1]
    return [
        (horizontal.share(backward), f"backward call {backward:,}: {old:.6g} before, {new:.6g} after")
        for backward, old, new in some
    ]


def _ends(values: Values) -> str:
    (first, begin), (last, end) = values[0], values[-1]
    return f"{begin:.4g} in backward call {first:,}, {end:.4g} in backward call {last:,}"


def _remark(losses: Comparison) -> str:
    """What the curves show, and what they can't."""
    made = max((seen.backwards for seen in (losses.before, losses.after) if seen), default=0)
    shown = min(len(seen.values) for seen in (losses.before, losses.after) if seen)
    said = f"The chart shows the first {shown:,} losses of {made:,} backward calls. " if shown < made else ""
    if losses.outcome == "identical":
        return f"{said}The curves coincide: the losses are the same to the last bit."
    return f"{said}One run says little about whether the later losses are better or worse."


def _labels(ticks: Sequence[float]) -> list[str]:
    return [f"{tick:.6g}" for tick in ticks]
