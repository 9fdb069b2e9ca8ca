"""The flame graph of a process: callers above what they call, as wide as the samples in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

from torchlint.verdict import seconds
from torchlint.verify.records import Process
from torchlint.verify.report.findings import Entry, sign
from torchlint.verify.report.frames import Frame, Node, own_lines, tree_of
from torchlint.verify.report.loading_work import EVERY
from torchlint.verify.report.marks import Marks
from torchlint.verify.report.markup import Markup, element, joined
from torchlint.verify.report.words import SIGNS, css_name, percent

ROW = 19  # pixels
NARROWEST = 0.004  # share of the samples below which a frame is not drawn
DEEPEST = 80  # rows that are drawn
MOST = 1200  # frames that are drawn
LINES = 8  # of the table


@dataclass(frozen=True, slots=True)
class Box:
    """A frame in the drawing: its row, and where it begins and how wide it is, as shares of all samples."""

    node: Node
    depth: int
    start: float
    width: float


def flame_graph(process: Process, entries: Sequence[Entry]) -> Markup:
    """The graph from the first step on, the user's lines that take the most time, and behind a switch what was before.

    A process that made no step has one graph of all it did.
    """
    marks = Marks(entries)
    stacks, set_up = (process.stacks, process.set_up) if process.stacks else (process.set_up, {})
    if not stacks:
        return element("p", "No samples of running code were recorded.", class_="empty")
    return element("div", graph(stacks, marks), _lines(stacks, marks), _before(set_up, marks) if set_up else None)


def _before(set_up: Mapping[str, int], marks: Marks) -> Markup:
    """What the program did before its first step, once somebody wants to see it."""
    took = seconds(EVERY * sum(set_up.values()))
    summary = element("summary", f"Imports and set-up, before the first batch, backward or step: {took}")
    return element("details", summary, graph(set_up, marks), class_="set-up")


def graph(stacks: Mapping[str, int], marks: Marks, whose: str = "the main thread") -> Markup:
    """The drawing of some stacks and what is to be known of it."""
    root = tree_of(stacks)
    boxes = list(boxes_of(root))
    rows = max(box.depth for box in boxes) + 1
    drawn = element(
        "svg",
        *(_drawn(box, root.samples, marks) for box in boxes),
        width="100%",
        height=rows * ROW,
        role="img",
        aria_label=f"flame graph of {root.samples:,} samples; the lines that take the most are in the table below",
    )
    reset = element("button", "Show all", type="button", class_="reset", hidden=True)
    return element("div", reset, element("div", drawn, class_="flame"), _remark(root, len(boxes), whose))


def boxes_of(root: Node) -> Iterator[Box]:
    """The widest, as far as they can be seen; a caller comes before what it calls."""
    order = count()
    pending = [(-root.samples, next(order), Box(root, 0, 0.0, 1.0))]
    for _ in range(MOST):
        if not pending:
            return
        _, _, box = heappop(pending)
        yield box
        start = box.start
        for callee in sorted(box.node.callees.values(), key=_widest_first):
            width = callee.samples / root.samples
            if width >= NARROWEST and box.depth + 1 < DEEPEST:
                heappush(pending, (-callee.samples, next(order), Box(callee, box.depth + 1, start, width)))
            start += width


def _widest_first(node: Node) -> tuple[int, str, int, str]:
    return -node.samples, node.frame.file, node.frame.line, node.frame.function


def _drawn(box: Box, samples: int, marks: Marks) -> Markup:
    """A drawing of its own, because such a one cuts off the words that do not fit."""
    frame = box.node.frame
    entry = marks.of(frame)
    kind = css_name(entry.outcome) if entry else "whole" if not frame.file else "own" if frame.is_users else "theirs"
    share = f"{box.node.samples:,} {'sample' if box.node.samples == 1 else 'samples'}"
    place = f"{frame.file}:{frame.line}\n" if frame.file else ""
    says = f"\n{entry.outcome}: {entry.finding.rule}" if entry else ""
    return element(
        "svg",
        element("title", f"{frame.function}\n{place}{share}, {percent(box.node.samples, samples)}{says}"),
        element("rect", width="100%", height=ROW - 1),
        element("text", _label(frame, entry), x=4, y=13),
        x=f"{100 * box.start:.4f}%",
        y=box.depth * ROW,
        width=f"{100 * box.width:.4f}%",
        height=ROW,
        class_=kind,
    )


def _label(frame: Frame, entry: Entry | None) -> str:
    if not frame.file:
        return "all"
    return f"{SIGNS[entry.outcome] + ' ' if entry else ''}{frame.function} {frame.place}"


def _remark(root: Node, drawn: int, whose: str) -> Markup:
    said = [
        f"{root.samples:,} samples, each the Python stack of {whose}; wider is more time.",
        "Your own code has a stronger colour than installed code.",
        "Lines with findings have the colour and sign of their outcome. Click on a frame to zoom in.",
    ]
    said.append(f"Left out: frames that took less than {100 * NARROWEST:g} % of the samples.")
    if drawn == MOST:
        said.append(f"Left out: all but the {MOST:,} widest frames.")
    if root.depth() > DEEPEST:
        said.append(f"Left out: calls more than {DEEPEST} deep.")
    return element("p", " ".join(said), class_="remark")


def _lines(stacks: Mapping[str, int], marks: Marks) -> Markup | None:
    lines = own_lines(stacks)
    if not lines:
        return element("p", "No sample was in your own code.", class_="remark")
    samples = sum(stacks.values())
    heads = (element("th", title, scope="col") for title in ("Share", "Line", "Finding"))
    body = (_line(frame, number, samples, marks) for frame, number in list(lines.items())[:LINES])
    caption = element("caption", "Your lines that take the most time, with what they call in installed code")
    return element(
        "table", caption, element("thead", element("tr", *heads)), element("tbody", *body), class_="sums lines"
    )


def _line(frame: Frame, number: int, samples: int, marks: Marks) -> Markup:
    entry = marks.of(frame)
    about = joined((sign(entry.outcome), f"{entry.outcome}: {entry.finding.rule}")) if entry else None
    return element(
        "tr",
        element("td", percent(number, samples)),
        element("th", element("code", frame.place), " in ", element("code", frame.function), scope="row"),
        element("td", element("a", about, href=f"#{entry.id}", class_=css_name(entry.outcome)) if entry else None),
    )
