"""Memory inside of the steps: a chart of what it was for, a table of the parts, and the lines that have saved most."""

from __future__ import annotations

import linecache
from collections.abc import Sequence
from itertools import zip_longest

from torchlint.verdict import size
from torchlint.verify.memory_records import MemoryLook, OutOfMemory, SavingLine
from torchlint.verify.records import Process, Timeline
from torchlint.verify.report import scales
from torchlint.verify.report.charts import Line, Shape, chart, key, swatch
from torchlint.verify.report.columns import Column, columns_of, kind_of_step
from torchlint.verify.report.findings import Entry
from torchlint.verify.report.markup import Markup, element, path
from torchlint.verify.report.memory import MOST, areas_of, shares_of
from torchlint.verify.report.memory_parts import PARTS, Split, look_near, near, peak_of, split_of, splits_of
from torchlint.verify.report.words import percent

LEAST_LINE = 0.005  # of all that is saved: lines with less are put together
READ = {
    "heap": "The heap is read at the end of each forward, backward and step. Memory that is allocated and freed in"
    " between is not seen.",
    "cuda": "PyTorch's allocator is read at the end of each forward, backward and step. If its own peak changed in a"
    " step, the line shows that peak; otherwise, memory that is allocated and freed in between is not seen.",
}


def memory_in_steps(process: Process, entries: Sequence[Entry]) -> Markup | None:
    """The chart and the tables; None where nothing was read inside of a step."""
    timeline = process.timeline
    if timeline is None:
        return None
    columns = [each for each in columns_of(timeline.rows, MOST) if each.row.memory is not None]
    peak = peak_of(columns)
    if peak is None or not any(column.row.before for column in columns):
        return None
    headline = element("p", "At most ", element("strong", size(peak.size)), f" in use, {peak.moment}.")
    retained = areas_of(shares_of(process, entries), columns).get("share", [0.0] * len(columns))
    splits = splits_of(process, columns, retained)
    look = look_near(timeline, columns)
    tables = () if look is None else (_parts(timeline, look, retained, columns), _lines(timeline, look))
    remark = element("p", READ.get(timeline.memory or "", ""), class_="remark")
    return element("div", headline, remark, _chart(timeline, columns, splits), *tables, _reserved(columns))


def _chart(timeline: Timeline, columns: Sequence[Column], splits: Sequence[Split]) -> Markup:
    highest = [_highest(column) for column in columns]
    reserved = [column.row.reserved for column in columns]
    high = max([*highest, *(each.top for each in splits), *(each or 0 for each in reserved)])
    vertical = scales.axis(0, scales.headroom(0, high), 6, scales.sizes)
    horizontal = scales.axis(0, columns[-1].end, 5, scales.counts, least=1)
    across = [horizontal.share(column.end) for column in columns]
    lines = [Line("used", [(x, vertical.share(each)) for x, each in zip(across, highest)])]
    if any(reserved):
        held = [(x, vertical.share(each)) for x, each in zip(across, reserved) if each is not None]
        lines.append(Line("reserved", held))
    drawn = chart(
        f"memory in use before each backward, by what it was for; at most {size(max(highest))}",
        horizontal,
        vertical,
        kind_of_step(timeline.rows),
        shapes=_layers(across, splits, vertical),
        lines=lines,
        readings=[(x, _reading(column, split)) for x, column, split in zip_longest(across, columns, splits)],
    )
    shown = [name for name in PARTS if any(split.sizes[name] for split in splits)]
    legend = [key(f"memory-{name}", PARTS[name]) for name in reversed(shown)]
    what = "including the allocator's own peak" if any(column.row.peak for column in columns) else "where it was read"
    legend.append(key("used", f"the most in use in a step, {what}"))
    if any(reserved):
        legend.append(key("reserved", "reserved by PyTorch's allocator at the end of a step"))
    return element("div", drawn, element("ul", *legend, class_="key across"))


def _highest(column: Column) -> int:
    row = column.row
    return max(each or 0 for each in (row.before, row.after, row.memory, row.peak))


def _layers(across: Sequence[float], splits: Sequence[Split], vertical: scales.Axis) -> list[Shape]:
    """Areas on each other, each between the sums below it and with it."""
    layers: list[Shape] = []
    below = [0] * len(splits)
    for name in PARTS if splits else ():
        top = [low + split.sizes[name] for low, split in zip(below, splits)]
        if top != below:
            upper, lower = ([(x, vertical.share(y)) for x, y in zip(across, ys)] for ys in (top, below))
            layers.append(Shape(f"memory-{name}", _wide(upper), _wide(lower)))
        below = top
    return layers


def _wide(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points from the left edge on, where the first step begins."""
    return [(0.0, points[0][1]), *points]


def _reading(column: Column, split: Split | None) -> str:
    said = f"{column.steps}: at most {size(_highest(column))}"
    if split is None:
        return said
    when = "before the backward" if column.row.before is not None else "at the end"
    parts = ", ".join(f"{PARTS[name]} {size(each)}" for name, each in reversed(split.sizes.items()) if each)
    return f"{said}; {when} {size(split.used)} ({parts})"


def _parts(timeline: Timeline, look: MemoryLook, retained: Sequence[float], columns: Sequence[Column]) -> Markup:
    """What was in use at the look nearest to the peak."""
    kept = next((kept for column, kept in zip(columns, retained) if column.optimizer_steps >= look.step), 0.0)
    split = split_of(look, timeline.imported, kept)
    rows = [
        element(
            "tr",
            element("th", swatch(f"memory-{name}"), PARTS[name], scope="row"),
            *(element("td", text) for text in (size(each), percent(each, split.top))),
        )
        for name, each in reversed(split.sizes.items())
        if each or name in ("parameters", "gradients", "state", "saved", "other")
    ]
    cells = (element("td", text) for text in (size(split.top), percent(split.top, split.top)))
    rows.append(element("tr", element("th", "all", scope="row"), *cells, class_="all"))
    heads = (element("th", title, scope="col") for title in ("Part", "In use", "Share"))
    caption = element("caption", f"What was in use before the backward of optimizer step {look.step:,}, counted")
    whole = element("table", caption, element("thead", element("tr", *heads)), element("tbody", *rows), class_="sums")
    return element("div", whole, *(element("p", said, class_="remark") for said in _remarks(look, split)))


def _remarks(look: MemoryLook, split: Split) -> list[str]:
    alive = look.alive
    said = []
    if split.beyond:
        said.append(
            f"{size(split.beyond)} of these are not counted as in use, {size(split.used)}: "
            "memory-mapped weights, for example."
        )
    if alive.opaque:
        said.append(
            f"{alive.opaque:,} saved tensors are packed by hooks, as for activation checkpoints: "
            "their memory is counted as `other`."
        )
    if alive.cut:
        said.append("The graph was too large to traverse completely, so activations are a lower bound.")
    if alive.foreign:
        said.append(f"{alive.foreign:,} tensors of special types (sharded, quantized) are counted as `other`.")
    return said


def _lines(timeline: Timeline, look: MemoryLook) -> Markup | None:
    """The lines that have saved most, at that look or at the one before it with lines."""
    looked = [each for each in timeline.looks if each.lines]
    if not looked:
        why = next((each.why for each in timeline.looks if each.why), "")
        return (
            element("p", f"It is not known which lines saved the activations: {why}.", class_="remark") if why else None
        )
    last = next((each for each in reversed(looked) if each.step <= look.step), looked[0])
    caption = f"Lines whose operations saved activations for the backward of step {last.step:,}"
    if last.why:
        caption += f", up to where the tracking ended: {last.why}"
    return lines_table(last.lines or (), last.alive.saved, caption)


def lines_table(lines: Sequence[SavingLine], saved: int, caption: str) -> Markup:
    """Lines of code with what they have saved."""
    shown = [each for each in lines if each.line and each.size >= LEAST_LINE * saved]
    rest = saved - sum(each.size for each in shown)
    rows = [_line(each, saved) for each in shown]
    if rest > 0:
        cells = (element("td", size(rest)), element("td", percent(rest, saved)), element("td", "all other code"))
        rows.append(element("tr", *cells, element("td")))
    heads = (element("th", title, scope="col") for title in ("Saved", "Share", "Line", "By its operations"))
    head = element("thead", element("tr", *heads))
    table = element("table", element("caption", caption), head, element("tbody", *rows), class_="sums lines saving")
    return element("div", table, class_="scroll", tabindex="0", role="region", aria_label="lines that save activations")


def _line(line: SavingLine, saved: int) -> Markup:
    place = [path(near(line.line or "")), element("code", code_of(line.line or ""), class_="source")]
    if line.own and line.own != line.line:
        place.append(element("small", f"called from {near(line.own)}: ", element("code", code_of(line.own))))
    kinds = ", ".join(f"{name} {size(each)}" for name, each in line.kinds)
    cells = (size(line.size), percent(line.size, saved))
    return element("tr", *(element("td", cell) for cell in cells), element("td", *place), element("td", kinds))


def code_of(place: str) -> str:
    """The text of a line, as the file has it now."""
    file, _, number = place.rpartition(":")
    return linecache.getline(file, int(number)).strip() if number.isdecimal() else ""


def _reserved(columns: Sequence[Column]) -> Markup | None:
    """What the allocator on CUDA holds and does not use."""
    held = [column for column in columns if column.row.reserved is not None and column.row.memory is not None]
    if not held:
        return None
    last = held[-1].row
    unused = (last.reserved or 0) - (last.memory or 0)
    said = (
        f"At the end PyTorch's allocator had reserved {size(last.reserved or 0)}, of which {size(unused)} were not"
        " in use: cached for the next step, or too fragmented to use."
    )
    return element("p", said, class_="remark")


def out_of_memory(found: OutOfMemory, imported: int | None) -> Markup:
    """What was still alive when a process ended for want of memory."""
    where = [" at ", path(near(found.line))] if found.line else []
    title = element("p", element("strong", "Out of memory", *where, class_="failed"), f": {found.error}")
    parts: list[Markup | None] = [title, element("p", element("code", code_of(found.line)))]
    if found.alive is not None and found.used is not None:
        alive = found.alive
        look = MemoryLook(0, found.used, alive)
        split = split_of(look, imported, 0.0)
        rows = [
            element("tr", element("th", swatch(f"memory-{name}"), PARTS[name], scope="row"), element("td", size(each)))
            for name, each in reversed(split.sizes.items())
            if each
        ]
        total = element("tr", element("th", "all", scope="row"), element("td", size(split.top)), class_="all")
        caption = element("caption", "What the traceback still held when the process ended")
        parts.append(element("table", caption, element("tbody", *rows, total), class_="sums"))
        parts += [element("p", said, class_="remark") for said in _remarks(look, split)]
        if found.lines:
            parts.append(lines_table(found.lines, alive.saved, "Lines whose operations had saved activations by then"))
    if found.holders:
        items = (
            element(
                "li",
                element("code", each.name),
                f", {size(each.size)}: {each.dtype} of shape {each.shape}, in the function at ",
                path(near(each.line)),
            )
            for each in found.holders
        )
        parts += [element("p", "The largest tensors that local variables held:"), element("ul", *items)]
    return element("div", *parts, class_="out-of-memory")
