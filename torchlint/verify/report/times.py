"""The time chart: seconds per step, stacked by data loading, forward, backward, optimizer and the rest."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from torchlint.verdict import seconds
from torchlint.verify.records import DeviceTimes, Process
from torchlint.verify.report import scales
from torchlint.verify.report.charts import Shape, chart, swatch
from torchlint.verify.report.columns import PARTS, Column, columns_of, kind_of_step, parts_of
from torchlint.verify.report.markup import Markup, element
from torchlint.verify.report.words import percent

MOST = 250  # columns: one is no narrower than a pixel on a telephone
COMMON = 0.95  # this share of the columns is shown in full height
NO_LOADER = "No DataLoader was used, so the time for loading data is included in the other parts."
TALL = 2.5  # how much taller than these the tallest must be, to be cut off


def time_chart(process: Process) -> Markup:
    """The chart and the totals, or the reason why there are none."""
    timeline = process.timeline
    columns = columns_of(timeline.rows, MOST) if timeline else ()
    if timeline is None or not columns:
        return element("p", "No step of a training or an evaluation was recorded, so there is no time to split.")
    top = height_of(columns)
    vertical = scales.axis(0, scales.headroom(0, top), 6, scales.times)
    horizontal = scales.axis(0, columns[-1].end, 5, scales.counts, least=1)
    drawn = chart(
        f"time per step over {columns[-1].end:,} steps; the sums are in the table below",
        horizontal,
        vertical,
        kind_of_step(timeline.rows),
        shapes=list(reversed(list(_layers(columns, horizontal, vertical)))),
        readings=[(horizontal.share(column.end), _reading(column)) for column in columns],
    )
    loads = any(row.batches for row in timeline.rows)
    return element(
        "div",
        drawn,
        _cut(columns, vertical),
        _sums(columns, loads=loads),
        _on_device(timeline.device, loads=loads),
        None if loads else element("p", NO_LOADER, class_="remark"),
    )


def height_of(columns: Sequence[Column]) -> float:
    """Seconds per step up to which the chart goes: a slow first step does not make all others flat."""
    heights = sorted(_per_step(column) for column in columns)
    common = heights[ceil(COMMON * len(heights)) - 1]
    if len(heights) > 4 and common == heights[-1]:  # few columns: the one that stands out is among the common
        common = heights[-2]
    return common * 1.2 if heights[-1] > TALL * common > 0 else heights[-1]


def _per_step(column: Column) -> float:
    return column.seconds / (column.end - column.start)


def _layers(columns: Sequence[Column], horizontal: scales.Axis, vertical: scales.Axis) -> list[Shape]:
    """One shape per part, each from zero: those above are drawn first, and covered by those below."""
    layers = []
    for number, part in enumerate(PARTS, 1):
        outline: list[tuple[float, float]] = []
        for column in columns:
            y = vertical.share(sum(parts_of(column.row)[:number]) / (column.end - column.start))
            outline += [(horizontal.share(column.start), y), (horizontal.share(column.end), y)]
        layers.append(Shape(_css_name(part), outline, [(outline[0][0], 0.0), (outline[-1][0], 0.0)]))
    return layers


def _css_name(part: str) -> str:
    return f"part-{part.partition(' ')[0]}"


def _reading(column: Column) -> str:
    steps = column.end - column.start
    split = ", ".join(f"{part} {seconds(each / steps)}" for part, each in zip(PARTS, parts_of(column.row)) if each)
    return f"{column.steps}: {seconds(_per_step(column))} each ({split})"


def _cut(columns: Sequence[Column], vertical: scales.Axis) -> Markup | None:
    tall = [column for column in columns if _per_step(column) > vertical.high * (1 + 1e-9)]
    if not tall:
        return None
    most = max(tall, key=_per_step)
    where = f"{most.steps} took {seconds(_per_step(most))}{'' if most.end - most.start == 1 else ' each'}"
    others = len(tall) - 1
    more = "" if not others else f", and {others} more {'place' if others == 1 else 'places'} too"
    return element("p", f"Cut off at the top: {where}{more}.", class_="remark")


def _sums(columns: Sequence[Column], *, loads: bool) -> Markup:
    """Totals and shares, in the order in which the parts lie on each other; waiting only for a DataLoader."""
    sums = [sum(each) for each in zip(*(parts_of(column.row) for column in columns))]
    whole, steps = sum(sums), columns[-1].end
    rows = [_sum(part, each, whole, steps) for part, each in _shown(sums, loads=loads)]
    total = element("tr", element("th", "all", scope="row"), *_cells(whole, whole, steps), class_="all")
    heads = (element("th", title, scope="col") for title in ("Part", "Total", "Share", "Per step"))
    caption = element("caption", "Where the time of the recorded steps went")
    body = element("tbody", *rows, total)
    return element("table", caption, element("thead", element("tr", *heads)), body, class_="sums")


def _on_device(device: DeviceTimes | None, *, loads: bool) -> Markup | None:
    """What the same parts took on a GPU, which may be at work on one of them while the host is at the next."""
    if device is None:
        return None
    sums = parts_of(device)
    rows = [_sum(part, each, sum(sums), device.stretches) for part, each in _shown(sums, loads=loads)]
    heads = (element("th", title, scope="col") for title in ("Part", "Total", "Share", "Per step"))
    steps = "one step" if device.stretches == 1 else f"{device.stretches:,} steps"
    caption = element("caption", f"Time of {steps} on the GPU, measured with CUDA events")
    body = element("tbody", *rows)
    return element("table", caption, element("thead", element("tr", *heads)), body, class_="sums")


def _shown(sums: Sequence[float], *, loads: bool) -> list[tuple[str, float]]:
    """The parts from the top; without a DataLoader nothing has waited for one, which is not the same as 0 seconds."""
    return list(reversed(list(zip(PARTS, sums))[0 if loads else 1 :]))


def _sum(part: str, each: float, whole: float, steps: int) -> Markup:
    head = element("th", swatch(_css_name(part)), part, scope="row")
    return element("tr", head, *_cells(each, whole, steps))


def _cells(each: float, whole: float, steps: int) -> tuple[Markup, ...]:
    said = (seconds(each), percent(each, whole), seconds(each / steps))
    return tuple(element("td", text) for text in said)
