"""What loading batches spends its time on: the lines of datasets, transforms and collate functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from torchlint.verify.records import Process
from torchlint.verify.report.columns import parts_of
from torchlint.verify.report.frames import Frame, frames_of

EVERY = 0.02  # seconds that a sample stands for
MOSTLY = 0.5  # share of a line's samples from which on one callee is named


@dataclass(slots=True)
class Line:
    """A line that loads: the innermost of the user's code, with all that it calls in installed code."""

    samples: int = 0
    while_waiting: int = 0  # those of them in which the loop waited for a batch
    callees: Counter[Frame] = field(default_factory=Counter)  # the innermost frames in installed code

    @property
    def mostly(self) -> Frame | None:
        """The installed function in which most of its time goes, if there is one."""
        for callee, samples in self.callees.most_common(1):
            return callee if samples >= MOSTLY * self.samples else None
        return None


@dataclass(slots=True)
class LoadingWork:
    """The samples of what loads for one process: its DataLoader workers, or the process itself."""

    processes: int  # workers that were observed; 0 if the process loads by itself
    lines: dict[Frame, Line]  # most samples while the loop waited first
    idle: int = 0  # samples of workers that waited for something to load
    starting: int = 0  # samples of workers that were not ready yet
    stacks: dict[str, int] = field(default_factory=dict)  # of all workers, in which they were not idle

    @property
    def busy(self) -> int:
        """All samples in which something was loaded."""
        return sum(line.samples for line in self.lines.values())

    @property
    def while_waiting(self) -> int:
        """Those of them in which the loop waited."""
        return sum(line.while_waiting for line in self.lines.values())


def loading_work(process: Process, processes: Sequence[Process]) -> list[LoadingWork]:
    """What loads for a process: its workers first. Where nothing was sampled there is none."""
    workers = [each for each in processes if each.loads_for == process.pid]
    found = [_of_workers(workers), _of_itself(process)]
    return [work for work in found if work.lines]


def waited(process: Process) -> tuple[float, float]:
    """The seconds that a process waited for batches, and all seconds of its steps."""
    rows = process.timeline.rows if process.timeline else ()
    return sum(row.wait for row in rows), sum(sum(parts_of(row)) for row in rows)


def _of_workers(workers: Sequence[Process]) -> LoadingWork:
    lines: dict[Frame, Line] = {}
    stacks: Counter[str] = Counter()
    idle = 0
    for worker in workers:
        for stack, samples in worker.stacks.items():
            frames = frames_of(stack)
            if _is_idle(frames):
                idle += samples
            else:
                stacks[stack] += samples
                _add(lines, _loading_part(frames) or frames, samples, worker.while_waiting.get(stack, 0))
    return LoadingWork(len(workers), _sorted(lines), idle, sum(worker.starting for worker in workers), stacks)


def _of_itself(process: Process) -> LoadingWork:
    """With `num_workers=0` a loop loads in its own process, and waits for all of it."""
    lines: dict[Frame, Line] = {}
    if process.loads_for is None:
        for stack, samples in process.stacks.items():
            _add(lines, _loading_part(frames_of(stack)), samples, samples)
    return LoadingWork(0, _sorted(lines))


def _is_idle(frames: Sequence[Frame]) -> bool:
    """Whether a worker, whose stack begins with its loop, waits for the indices of its next batch."""
    return len(frames) > 1 and _is_of(frames[1], "multiprocessing/queues.py", "get")


def _loading_part(frames: Sequence[Frame]) -> list[Frame]:
    """What a DataLoader calls to make a batch; empty where it makes none."""
    first = next((at for at, frame in enumerate(frames) if _is_of(frame, "utils/data/_utils/fetch.py", "fetch")), None)
    return [] if first is None else list(frames[first:])


def _is_of(frame: Frame, file: str, function: str) -> bool:
    return frame.function.rpartition(".")[2] == function and frame.file.replace("\\", "/").endswith(file)


def _add(lines: dict[Frame, Line], frames: Sequence[Frame], samples: int, while_waiting: int) -> None:
    if not frames:
        return
    own = max((at for at, frame in enumerate(frames) if frame.is_users), default=None)
    at = min(1, len(frames) - 1) if own is None else own  # what PyTorch itself does, as its own collate function
    line = lines.setdefault(frames[at], Line())
    line.samples += samples
    line.while_waiting += while_waiting
    if at < len(frames) - 1:
        line.callees[frames[-1]] += samples


def _sorted(lines: Mapping[Frame, Line]) -> dict[Frame, Line]:
    return dict(sorted(lines.items(), key=_most_first))


def _most_first(item: tuple[Frame, Line]) -> tuple[int, int, str, int]:
    frame, line = item
    return -line.while_waiting, -line.samples, frame.file, frame.line


def said(work: Sequence[LoadingWork]) -> Iterator[dict[str, object]]:
    """The same for programs; shares are of all samples in which this loaded, while the loop waited and at all times."""
    for each in work:
        yield {
            "workers": each.processes,
            "busy": each.busy,
            "while_waiting": each.while_waiting,
            "idle": each.idle,
            "starting": each.starting,
            "lines": [
                {
                    "file": frame.file,
                    "line": frame.line,
                    "function": frame.function,
                    "samples": line.samples,
                    "share": round(line.samples / each.busy, 4),
                    "while_waiting": line.while_waiting,
                    "share_while_waiting": round(line.while_waiting / each.while_waiting, 4)
                    if each.while_waiting
                    else None,
                    "mostly": None if line.mostly is None else f"{line.mostly.place} {line.mostly.function}",
                }
                for frame, line in each.lines.items()
            ],
        }
