"""The run's memory, time and numbers as scalars that TensorBoard draws."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from torchlint.files.output_files import write_bytes
from torchlint.report.pages import Pages
from torchlint.verify.records import Timeline
from torchlint.verify.report.columns import PARTS, Column, columns_of, parts_of
from torchlint.verify.tfevents import event_file

if TYPE_CHECKING:
    from torchlint.verify.verify_run import VerifyRun

MOST = 1000  # points of a scalar

Scalars = tuple[float, int, Mapping[str, float]]  # seconds since the epoch, the step, and numbers by tag


def write(folder: Path, run: VerifyRun) -> None:
    """Write a folder of event files for this run into `folder`: one for each process that has a timeline.

    Tags are `memory/heap` or `memory/cuda`, in bytes, and `seconds per step/...`, for each part and for all. The
    numbers of the verdicts are in `verdicts`, a point each, at step 0. Raises OSError with the path of what can't be
    written.
    """
    timelines = {process.pid: process.timeline for process in run.session.processes if process.timeline}
    began = min((timeline.started for timeline in timelines.values()), default=time.time() - run.seconds)
    of_run = folder / f"{datetime.fromtimestamp(began, timezone.utc):%Y%m%d-%H%M%S}"
    for pid, timeline in timelines.items():
        if timeline.rows:
            _write(of_run / f"process-{pid}", timeline.started, list(scalars_of(timeline)))
    numbers = dict(numbers_of(run))
    if numbers:
        _write(of_run / "verdicts", began, [(began + run.seconds, 0, numbers)])


def scalars_of(timeline: Timeline) -> Iterator[Scalars]:
    """The scalars at the end of each column of the timeline; `seconds per step` are means over the column."""
    for column in columns_of(timeline.rows, MOST):
        memory = {} if column.row.memory is None else {f"memory/{timeline.memory}": float(column.row.memory)}
        yield timeline.started + column.row.end, column.end, {**memory, **_times(column)}


def numbers_of(run: VerifyRun) -> Iterator[tuple[str, float]]:
    """The numbers of each verdict, by rule and place."""
    for result, finding, judgement in run.judgements():
        place = f"{finding.path}:{Pages(result.checked.source).at(finding.span.start).place(finding.span.start)}"
        for number in judgement.verdict.numbers:
            unit = f" ({number.unit})" if number.unit else ""
            yield f"{finding.rule}/{place} {number.name}{unit}", number.value


def _times(column: Column) -> dict[str, float]:
    steps = column.end - column.start
    split = {f"seconds per step/{part}": each / steps for part, each in zip(PARTS, parts_of(column.row))}
    return {**split, "seconds per step/all": column.seconds / steps}


def _write(folder: Path, began: float, scalars: list[Scalars]) -> None:
    """One event file; TensorBoard knows such files by their name."""
    write_bytes(str(folder / f"events.out.tfevents.{began:.0f}.torchlint"), event_file(began, scalars))
