"""The HTML page: the run, its verdicts, and its time and memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from importlib.resources import files
from typing import TYPE_CHECKING

from torchlint.files.paths import command_line
from torchlint.verify.records import Process
from torchlint.verify.report.findings import Entry, cards, entries_of, filters, table
from torchlint.verify.report.fixes import fixes
from torchlint.verify.report.flame import flame_graph
from torchlint.verify.report.markup import Markup, element
from torchlint.verify.report.memory import memory_chart
from torchlint.verify.report.memory_categories import memory_in_steps, out_of_memory
from torchlint.verify.report.processes import in_order, overview, steps, title_of
from torchlint.verify.report.times import time_chart
from torchlint.verify.report.words import cost, duration, ending
from torchlint.verify.report.worker_lines import worker_lines
from torchlint.version import __version__

if TYPE_CHECKING:
    from torchlint.verify.verify_run import VerifyRun

MOST_PROCESSES = 16  # that are drawn


def page(run: VerifyRun) -> str:
    """The whole document, with no external resources."""
    entries = entries_of(run)
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", f"torchlint: {command_line(run.command)}"),
        element("style", _resource("style.css")),
    )
    fixed = fixes(run.fixes) if run.fixes else None
    main = element("main", fixed, _verdicts(run, entries), *_recorded(run, entries))
    body = element("body", _header(run, entries), main, _footer(), element("script", _resource("script.js")))
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


def _resource(name: str) -> Markup:
    """The text of a resource file beside this module."""
    return Markup(files(__package__).joinpath(name).read_text(encoding="utf-8"))


def _header(run: VerifyRun, entries: Sequence[Entry]) -> Markup:
    status = element("strong", f"The command {ending(run.session)}", class_="failed" if run.session.failed else "well")
    facts = (element("div", element("dt", name), element("dd", said)) for name, said in _facts(run))
    stopped = run.session.stopped
    notes = [element("li", note) for note in run.session.notes if note != stopped]  # which is said already
    sections = {"Fixes": "fixes"} if run.fixes else {}
    sections |= {"Verdicts": "verdicts", "Code of the findings": "findings", "Time and memory": "course"}
    if not entries:
        del sections["Code of the findings"]
    links = (element("a", title, href=f"#{name}") for title, name in sections.items())
    return element(
        "header",
        element("p", "torchlint --verify", class_="mark"),
        element("h1", _headline(run, entries)),
        element("pre", element("code", command_line(run.command)), class_="command", tabindex="0"),
        element("p", status, " after ", element("span", f"{duration(run.seconds)}.", class_="whole")),
        element("dl", *facts, class_="facts"),
        element("p", cost(run), class_="remark") if run.session.processes else None,
        element("ul", *notes, class_="session-notes") if notes else None,
        element("nav", *links, aria_label="sections"),
    )


def _headline(run: VerifyRun, entries: Sequence[Entry]) -> str:
    """The counts that matter most; a finding whose fix did not help is confirmed still."""
    made = run.fixes.made if run.fixes else ()
    still = sum(repair.after.verdict.outcome == "confirmed" for repair in made)
    number = len(entries) + len(made)
    if not number:
        return "There was nothing to verify"
    fixed = f"{len(made) - still:,} fixed, " if made else ""
    return (
        f"{fixed}{run.count('confirmed') + still:,} of {number:,} {'finding' if number == 1 else 'findings'} confirmed"
    )


def _facts(run: VerifyRun) -> Iterator[tuple[str, str]]:
    processes = run.session.processes
    began = [process.timeline.started for process in processes if process.timeline]
    if began:
        yield "Began", f"{datetime.fromtimestamp(min(began), timezone.utc):%Y-%m-%d %H:%M:%S} UTC"
    pythons = sorted({process.python for process in processes if process.python})
    if pythons:
        yield "Python", ", ".join(pythons)
    if processes:
        yield "PyTorch", ", ".join(sorted({process.torch for process in processes if process.torch})) or "not imported"
    yield "Processes", f"{len(processes):,} observed" if processes else "none observed"
    if run.controls.limit_batches is not None:
        yield "Limit", f"{run.controls.limit_batches:,} batches of each pass over a DataLoader"
    if run.controls.max_steps is not None:
        yield "Limit", f"{run.controls.max_steps:,} optimizer steps"
    if run.timeout is not None:
        yield "Limit", f"{run.timeout:g} s of wall time"


def _verdicts(run: VerifyRun, entries: Sequence[Entry]) -> Markup:
    heading = element("h2", "Verdicts", id="verdicts")
    if not entries:
        made = len(run.fixes.made) if run.fixes else 0
        if made:
            found = "The only finding" if made == 1 else f"All {made:,} findings"
            link = element("a", "What the fixes changed", href="#fixes")
            told = element("p", f"{found} had a fix, which was applied: ", link, " has the verdicts before and after.")
            return element("section", heading, told)
        empty = element("p", "Nothing was found in the checked files, so there are no verdicts.")
        return element("section", heading, empty)
    shown = (filters(entries), table(entries), element("h2", "Findings", id="findings"), cards(entries))
    return element("section", heading, *shown)


def _recorded(run: VerifyRun, entries: Sequence[Entry]) -> Iterator[Markup]:
    """A section on time and memory, with a part for each process that has records of them."""
    heading = element("h2", "Where time and memory went", id="course")
    if not run.session.processes:
        yield element("section", heading, element("p", "No Python process could be observed.", class_="empty"))
        return
    recorded = sorted(filter(_has_records, run.session.processes), key=in_order)
    if not recorded:
        yield element("section", heading, element("p", _why_unrecorded(run), class_="empty"))
        return
    drawn, left = recorded[:MOST_PROCESSES], recorded[MOST_PROCESSES:]
    parts: list[Markup | None] = [overview(run.session.processes)] if len(run.session.processes) > 1 else []
    if len(recorded) == 1:
        parts += _of_process(recorded[0], run, entries, "h3")
    else:
        parts += [_folded(process, run, entries, is_open=process is drawn[0]) for process in drawn]
    if left:
        parts.append(element("p", f"Not drawn: {len(left):,} more processes; evidence.json has them.", class_="remark"))
    yield element("section", heading, *parts)


def _has_records(process: Process) -> bool:
    """What a DataLoader worker does is told with the process that it loads for, unless it ran out of memory."""
    if process.worker is not None or process.loads_for is not None:
        return process.out_of_memory is not None
    rows = process.timeline.rows if process.timeline else ()
    return bool(process.stacks or process.set_up or process.out_of_memory or rows)


def _why_unrecorded(run: VerifyRun) -> str:
    if not any(process.torch for process in run.session.processes):
        return "No observed process has imported PyTorch, so there were no steps to record."
    if not run.controls.timeline and not run.controls.stacks:
        return "Time and memory were not recorded in this run."
    return "Nothing was recorded: the run ended before a first step, or its processes were killed before."


def _folded(process: Process, run: VerifyRun, entries: Sequence[Entry], *, is_open: bool) -> Markup:
    number, title = steps(process), title_of(process)
    said = f"{title}: {number:,} optimizer steps" if number else title
    summary = element("summary", element("h3", said))
    return element("details", summary, *_of_process(process, run, entries, "h4"), class_="process", open=is_open)


def _of_process(process: Process, run: VerifyRun, entries: Sequence[Entry], level: str) -> list[Markup | None]:
    return [
        *_out_of_memory(process, level),
        element(level, "Time per step"),
        time_chart(process),
        *worker_lines(process, run.session.processes, entries, level),
        element(level, "Flame graph"),
        flame_graph(process, entries),
        *_memory(process, entries, level),
    ]


def _out_of_memory(process: Process, level: str) -> Iterator[Markup | None]:
    """How it ran out: above all else."""
    if process.out_of_memory:
        yield element(level, "Out of memory")
        yield out_of_memory(process.out_of_memory, process.timeline.imported if process.timeline else None)


def _memory(process: Process, entries: Sequence[Entry], level: str) -> Iterator[Markup | None]:
    """What it was for inside of the steps, and what is left of it after each."""
    inside = memory_in_steps(process, entries)
    if inside is not None:
        yield element(level, "Memory within the steps")
        yield inside
    yield element(level, "Memory after each step" if inside else "Memory")
    yield memory_chart(process, entries)


def _footer() -> Markup:
    said = f"Written by torchlint {__version__}. All numbers are from this run, and also in evidence.json."
    return element("footer", element("p", said))
