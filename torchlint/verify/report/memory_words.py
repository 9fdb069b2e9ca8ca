"""What the last lines say of memory: the peak and its largest parts, or how it ran out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.report.pages import Pages
from torchlint.report.style import printable
from torchlint.verdict import size
from torchlint.verify.memory_records import MemoryLook, OutOfMemory
from torchlint.verify.records import Process, Timeline
from torchlint.verify.report.columns import columns_of
from torchlint.verify.report.memory import MOST, RETAINED
from torchlint.verify.report.memory_parts import PARTS, Split, look_near, near, peak_of, split_of

if TYPE_CHECKING:
    from torchlint.verify.verify_run import VerifyRun

MOST_PARTS = 4
MOST_FINDINGS = 3
LEAST_HOLDER = 0.05  # of what is in use: a smaller variable is no news
KILLED = (-9, 137)  # exit statuses of SIGKILL, here and by way of a shell


def memory_lines(ran: VerifyRun) -> Iterator[str]:
    """A line or two on the memory of the processes; none where it was not looked at."""
    yield from _in_use(ran)
    yield from _snapshots(ran)


def _snapshots(ran: VerifyRun) -> Iterator[str]:
    if ran.controls.memory_snapshot is None:
        return
    written = [process.snapshot for process in ran.session.processes if process.snapshot]
    for path in written:
        yield f"A snapshot of PyTorch's allocator is in {printable(path)}; https://pytorch.org/memory_viz shows it."
    if not written:
        yield "No memory snapshot was written: no process that used CUDA ended by itself."


def _in_use(ran: VerifyRun) -> Iterator[str]:
    out = [process for process in ran.session.processes if process.out_of_memory]
    for process in out:
        if process.out_of_memory:
            yield from _ran_out(process, process.out_of_memory)
    killed = [] if out else [process for process in ran.session.processes if _is_killed(process, ran)]
    yield from map(_killed, killed)
    if out or killed:
        yield from _retaining(ran)
        return
    most = max(ran.session.processes, key=_most_read, default=None)
    if most is not None and most.timeline is not None:
        yield from _peak(most, most.timeline)


def _most_read(process: Process) -> int:
    return process.highest.size if process.highest else 0


def _ran_out(process: Process, found: OutOfMemory) -> Iterator[str]:
    place = f" at {printable(near(found.line))}" if found.line else ""
    said = f"Out of memory in {process.name}{place}"
    if found.alive is None or found.used is None:
        yield f"{said}."
        return
    imported = process.timeline.imported if process.timeline else None
    split = split_of(MemoryLook(0, found.used, found.alive), imported, 0.0)
    yield f"{said}: {size(found.used)} were still held when it ended: {_largest(split)}."
    if found.holders and found.holders[0].size >= LEAST_HOLDER * found.used:
        largest = found.holders[0]
        yield (
            f"The largest local variable was `{printable(largest.name)}`, {size(largest.size)} of shape"
            f" {printable(largest.shape)}, in the function at {printable(near(largest.line))}."
        )
    if found.lines and found.lines[0].line:
        yield f"Most activations had been saved at {printable(near(found.lines[0].line))}, {size(found.lines[0].size)}."
    if process.timeline is not None:
        yield from _growth(process.timeline)


def _growth(timeline: Timeline) -> Iterator[str]:
    """How much more was in use after the last steps than before."""
    rows = [row for row in timeline.rows if row.memory is not None]
    if len(rows) < 2:
        return
    last = (rows[-1].memory or 0) - (rows[-2].memory or 0)
    half = rows[len(rows) // 2 - 1]
    later = rows[len(rows) // 2 :]
    steps = sum(row.steps or row.batches for row in later)
    what = "step" if all(row.steps for row in later) else "step or batch"
    each = ((rows[-1].memory or 0) - (half.memory or 0)) / max(steps, 1)
    yield (
        f"In use after the last step: {_signed(last)} compared with the step before;"
        f" {_signed(each)} per {what} over the last {steps:,}."
    )


def _signed(change: float) -> str:
    return f"{'-' if change < 0 else '+'}{size(abs(change))}"


def _is_killed(process: Process, ran: VerifyRun) -> bool:
    """Whether a process was ended from outside, as the kernel does when memory is used up."""
    is_over = not process.ended_cleanly and process.crash is None and process.worker is None
    return is_over and process.highest is not None and not ran.session.stopped and ran.session.status in KILLED


def _killed(process: Process) -> str:
    highest = process.highest
    assert highest is not None
    said = f"{process.name} was killed, as the kernel does when memory runs out: {size(highest.size)} in use"
    said += f" {highest.moment}, the highest reading"
    rows = [row for row in process.timeline.rows if row.memory is not None] if process.timeline else []
    return f"{said}; {size(rows[-1].memory or 0)} at the end of the last step recorded." if rows else f"{said}."


def _retaining(ran: VerifyRun) -> Iterator[str]:
    """The confirmed findings that retain memory, those that keep most first."""
    found = []
    for result, finding, judgement in ran.judgements():
        kept = next((n.value for n in judgement.verdict.numbers if (n.name, n.unit) == RETAINED), 0.0)
        if judgement.verdict.outcome == "confirmed" and kept > 0:
            place = Pages(result.checked.source).at(finding.span.start).place(finding.span.start)
            where = f"{finding.rule} at {printable(result.checked.source.path)}:{place}"
            found.append((kept, f"{where}: {printable(judgement.verdict.text)}"))
    for _, said in sorted(found, reverse=True)[:MOST_FINDINGS]:
        yield f"Confirmed to retain memory: {said}"


def _peak(process: Process, timeline: Timeline) -> Iterator[str]:
    columns = [each for each in columns_of(timeline.rows, MOST) if each.row.memory is not None]
    peak, look = peak_of(columns), look_near(timeline, columns)
    if peak is None or look is None:
        return
    name = "" if len(process.name) == 0 or process.rank is None else f" in {process.name}"
    line = next((each.lines[0] for each in timeline.looks if each.lines and each.lines[0].line), None)
    at = f"; most activations are saved at {printable(near(line.line or ''))}" if line else ""
    parts = _largest(split_of(look, timeline.imported, 0.0))
    yield f"Memory: at most {size(peak.size)} in use{name}, {peak.moment}: {parts}{at}."


def _largest(split: Split) -> str:
    """The largest parts of what was in use: `activations 5.2 GB, parameters 1.0 GB`."""
    found = sorted(((each, name) for name, each in split.sizes.items() if each), reverse=True)[:MOST_PARTS]
    return ", ".join(f"{PARTS[name].partition(',')[0]} {size(each)}" for each, name in found)
