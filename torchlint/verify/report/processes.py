"""The observed processes side by side: ranks by their number, and what has nothing to tell in one row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from torchlint.verdict import size
from torchlint.verify.records import Process
from torchlint.verify.report.markup import Content, Markup, element, joined
from torchlint.verify.report.words import ending_of, is_rank

TITLES = ("Process", "PyTorch", "Optimizer steps", "Batches", "Most memory", "Findings reached", "How it ended")


def overview(processes: Sequence[Process]) -> Markup:
    """A row for each process that recorded something, and one for all others that are alike."""
    heads = (element("th", title, scope="col") for title in TITLES)
    rows = (_row(alike) for alike in grouped(processes))
    caption = element("caption", f"{len(processes):,} observed processes; DataLoader workers are processes too")
    whole = element(
        "table", caption, element("thead", element("tr", *heads)), element("tbody", *rows), class_="sums processes"
    )
    return element("div", whole, class_="scroll", tabindex="0", role="region", aria_label="observed processes")


def in_order(process: Process) -> tuple[int, int, int, int]:
    """By rank; outside of a distributed training first what made the most steps."""
    rank = process.rank if is_rank(process) else None
    return (1 << 30) if rank is None else rank or 0, -steps(process), -sum(process.stacks.values()), process.pid


def steps(process: Process) -> int:
    """The optimizer steps of a process."""
    return sum(row.steps for row in process.timeline.rows) if process.timeline else 0


def grouped(processes: Sequence[Process]) -> list[list[Process]]:
    """The processes in order, with those in one list that differ in nothing that the table shows."""
    groups: dict[object, list[Process]] = {}
    for process in sorted(processes, key=in_order):
        groups.setdefault(_kind(process), []).append(process)
    return sorted(groups.values(), key=lambda group: bool(_kind(group[0])[0]))


def _kind(process: Process) -> tuple[object, ...]:
    """What processes in one row share; a process that recorded something has a row of its own."""
    is_worker = process.worker is not None or process.loads_for is not None
    if not is_worker and (process.crash or process.stacks or process.seen or _has_rows(process)):
        return 0, process.pid
    return 1, is_worker, process.torch, tuple(sorted(process.seen)), ending_of(process)


def _has_rows(process: Process) -> bool:
    return bool(process.timeline and process.timeline.rows)


def title_of(process: Process) -> str:
    """Its rank, or its number, as a heading begins with it."""
    return f"Rank {process.rank} (process {process.pid})" if is_rank(process) else f"Process {process.pid}"


def _row(group: Sequence[Process]) -> Markup:
    process = group[0]
    rows = process.timeline.rows if process.timeline else ()
    memory = [row.memory for row in rows if row.memory is not None]
    batches = sum(row.batches for row in rows)
    cells: Iterable[Content] = (
        process.torch or "not imported",
        f"{steps(process):,}" if rows else "",
        (f"{batches:,}" if batches else "no DataLoader") if rows else "",
        size(max(memory)) if memory else "",
        f"{len(process.seen):,}" if process.seen else "none",
        ending_of(process),
    )
    return element("tr", element("th", _name(group), scope="row"), *(element("td", cell) for cell in cells))


def _name(group: Sequence[Process]) -> Markup:
    """How a row is called: `24 DataLoader workers, nothing observed`."""
    process, number = group[0], len(group)
    nothing = "" if process.seen else ", nothing observed"
    if process.worker is not None:
        return joined((f"{number:,} DataLoader {'worker' if number == 1 else 'workers'}{nothing}",))
    if _kind(process)[0] == 0:
        return joined((title_of(process),))
    return joined((f"{number:,} other processes{nothing}" if number > 1 else f"{title_of(process)}{nothing}",))
