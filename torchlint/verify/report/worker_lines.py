"""The lines of datasets, transforms and collate functions that loops wait for."""

from __future__ import annotations

import linecache
from collections.abc import Iterator, Sequence

from torchlint.verdict import seconds
from torchlint.verify.records import Process
from torchlint.verify.report.findings import Entry, sign
from torchlint.verify.report.flame import graph
from torchlint.verify.report.frames import Frame
from torchlint.verify.report.loading_work import EVERY, Line, LoadingWork, loading_work, waited
from torchlint.verify.report.marks import Marks
from torchlint.verify.report.markup import Content, Markup, element, joined
from torchlint.verify.report.words import css_name, percent

MOST = 8  # lines of a table
LEAST = 0.005  # share below which a line is not shown
WIDEST = 100  # characters of a line of code
SLOW_START = 0.3  # seconds of a worker's start from which on it is told
LITTLE = 0.05  # share of its time that a loop waits, below which it gains little


def worker_lines(process: Process, processes: Sequence[Process], entries: Sequence[Entry], level: str) -> list[Markup]:
    """A heading and a table for each of what loads: workers, and the process itself. Nothing where nothing loads."""
    found = loading_work(process, processes)
    if not found:
        return []
    marks = Marks(entries)
    parts = [part for work in found for part in _of(work, process, marks)]
    return [element(level, "Lines that the loop waits for"), *parts]


def _of(work: LoadingWork, process: Process, marks: Marks) -> Iterator[Markup]:
    yield element("p", _sentence(work, *waited(process)))
    yield _table(work, marks)
    yield element("p", " ".join(_remarks(work)), class_="remark")
    if work.stacks:
        summary = element("summary", "Flame graph of the DataLoader workers, while they were at work")
        yield element("details", summary, graph(work.stacks, marks, "a DataLoader worker"), class_="set-up")


def _sentence(work: LoadingWork, wait: float, whole: float) -> Markup:
    """How long the loop waited, and for which line most."""
    if not work.processes:
        wait = EVERY * work.while_waiting
        first = f"The loop loads its batches in its own process (num_workers=0), which takes {_of_whole(wait, whole)}"
    else:
        first = f"The loop waited {_of_whole(wait, whole)} for batches from DataLoader workers"
    if wait < LITTLE * whole:
        return joined((f"{first}; faster loading can't gain more than that.",))
    frame, line = next(iter(work.lines.items()))
    if not line.while_waiting:
        return joined((f"{first}.",))
    share = percent(line.while_waiting, work.while_waiting)
    who = "the workers were" if work.processes else "it was"
    most = (f"{first}. For {share} of that, {who} at ", element("code", frame.place), ", in ")
    return joined((*most, element("code", frame.function), "."))


def _of_whole(part: float, whole: float) -> str:
    return f"{seconds(part)} of {seconds(whole)} ({percent(part, whole)})"


def _table(work: LoadingWork, marks: Marks) -> Markup:
    titles = ["Share of all loading", "Line", "Code", "Finding"]
    if work.processes:
        titles.insert(0, "Share while the loop waited")
    heads = (element("th", title, scope="col") for title in titles)
    rows = [_row(frame, line, work, marks) for frame, line in _shown(work)]
    caption = element("caption", "Your lines, each with what it calls in installed code")
    return element(
        "div",
        element(
            "table", caption, element("thead", element("tr", *heads)), element("tbody", *rows), class_="sums lines"
        ),
        class_="scroll",
        tabindex="0",
        role="region",
        aria_label="lines that load batches",
    )


def _shown(work: LoadingWork) -> list[tuple[Frame, Line]]:
    most = list(work.lines.items())[:MOST]
    return [
        (frame, line)
        for frame, line in most
        if line.samples >= LEAST * work.busy or line.while_waiting >= LEAST * work.while_waiting > 0
    ]


def _row(frame: Frame, line: Line, work: LoadingWork, marks: Marks) -> Markup:
    shares = [percent(line.samples, work.busy)]
    if work.processes:
        shares.insert(0, percent(line.while_waiting, work.while_waiting))
    entry = marks.of(frame)
    about = joined((sign(entry.outcome), f"{entry.outcome}: {entry.finding.rule}")) if entry else None
    return element(
        "tr",
        *(element("td", share, class_="share") for share in shares),
        element("th", element("code", frame.place), " in ", element("code", frame.function), scope="row"),
        element("td", *_code(frame, line)),
        element("td", element("a", about, href=f"#{entry.id}", class_=css_name(entry.outcome)) if entry else None),
    )


def _code(frame: Frame, line: Line) -> Iterator[Content]:
    """The line as its file has it now, and the installed function in which most of its time goes."""
    code = linecache.getline(frame.file, frame.line).strip()
    if code:
        yield element("code", code if len(code) <= WIDEST else f"{code[:WIDEST]}…")
    mostly = line.mostly
    if mostly is not None:
        yield element("small", " mostly in ", element("code", mostly.function), f" ({mostly.place})")


def _remarks(work: LoadingWork) -> Iterator[str]:
    yield f"{work.busy:,} samples, {1e3 * EVERY:.0f} ms apart, in which data was being loaded."
    if not work.processes:
        return
    workers = "1 worker process was" if work.processes == 1 else f"{work.processes:,} worker processes were"
    share = percent(work.busy, work.busy + work.idle)
    yield f"{workers} at work {share} of the time, and idle the rest."
    each = EVERY * work.starting / work.processes
    if each >= SLOW_START:
        yield f"It took {seconds(each)} until a worker was ready: persistent_workers=True starts each worker only once."
