"""Reads the records that observed processes have written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from torchlint.evidence import NOT_LOADING, Evidence, Loading, Observation
from torchlint.verify.memory_records import Highest, MemoryLook, OutOfMemory, highest_of, look_of, out_of_memory_of


@dataclass(frozen=True, slots=True)
class Row:
    """A stretch of a process's time: a training step, or several that were put together."""

    end: float  # seconds since the process began to be observed
    steps: int  # of optimizers
    batches: int  # fetched from DataLoaders
    wait: float  # seconds in which the process waited for batches
    forward: float  # seconds from the batch, step or backward before it to a backward: moving data, the model, the loss
    backward: float  # seconds
    optimizer: float  # seconds
    other: float  # seconds: logging, evaluation, checkpoints
    memory: int | None  # bytes in use at the end; None where they were not read
    before: int | None = None  # the most that were in use when a backward began
    after: int | None = None  # the most that were in use when one had ended
    reserved: int | None = None  # bytes that PyTorch's allocator held on CUDA at the end, in use or not
    peak: int | None = None  # the most that this allocator had in use, where its own peak has changed


@dataclass(frozen=True, slots=True)
class DeviceTimes:
    """The seconds that parts of some stretches took on a GPU, measured with its events."""

    stretches: int
    wait: float  # seconds, as in Row; in which it had nothing to do, or still did what was asked for before
    forward: float
    backward: float
    optimizer: float
    other: float


@dataclass(frozen=True, slots=True)
class Timeline:
    """Where the time and the memory of a process went."""

    memory: str | None  # what counts it: `heap` (glibc) or `cuda` (PyTorch's allocator)
    started: float  # seconds since the epoch
    rows: tuple[Row, ...] = ()
    device: DeviceTimes | None = None  # where the training ran on a GPU
    looks: tuple[MemoryLook, ...] = ()  # what memory was for, at a few steps
    imported: int | None = None  # bytes of the heap in use once torch was imported


@dataclass(frozen=True, slots=True)
class Losses:
    """The losses that a process has differentiated."""

    rank: str  # of the process among those of a distributed training
    backwards: int
    read: int  # numbers, of these backwards; on a GPU a sample
    digest: str  # of all that were read
    values: tuple[tuple[int, float], ...] = ()  # the first of them, each with the backward that it belongs to


@dataclass(slots=True)
class Process:
    """The records of one process."""

    pid: int
    python: str = ""
    torch: str | None = None
    backward_is_watched: bool = False
    files: dict[str, str] = field(default_factory=dict)
    placed: set[int] = field(default_factory=set)
    lost: set[int] = field(default_factory=set)  # sites of which a capture could not be placed in its cell
    in_magics: set[int] = field(default_factory=set)  # of these the ones where a magic runs the code
    is_kernel: bool = False  # whether it ran cells
    seen: dict[int, dict[str, Any]] = field(default_factory=dict)
    crash: str | None = None
    ended_cleanly: bool = False
    compiled: int = 0
    timeline: Timeline | None = None
    losses: Losses | None = None
    loading: Loading = NOT_LOADING
    limits: dict[str, int] = field(default_factory=dict)  # what has ended early, and after how many: `step` 100
    faults: dict[str, str] = field(default_factory=dict)  # parts of what observes that failed, and how
    rank: int | None = None  # of a distributed training
    ranks: int | None = None  # how many it has
    worker: int | None = None  # the number of a DataLoader worker
    looked: float | None = None  # seconds in which the probes were at work; None where its end was not seen
    sightings: dict[str, list[dict[str, Any]]] = field(default_factory=dict)  # of each monitor: facts at places
    snapshot: str | None = None  # the file with the snapshot of its allocator
    highest: Highest | None = None  # the most memory that a reading has found in use
    out_of_memory: OutOfMemory | None = None  # what was alive when it ended for want of memory
    # `file:function:line;...`, outermost first: samples, from the first batch, backward or step on
    stacks: dict[str, int] = field(default_factory=dict)
    set_up: dict[str, int] = field(default_factory=dict)  # as stacks: before that
    loads_for: int | None = None  # of a DataLoader worker: the process that waits for its batches
    while_waiting: dict[str, int] = field(default_factory=dict)  # of a worker: those of its stacks while that waited
    starting: int = 0  # of a worker: samples before it was ready

    @property
    def name(self) -> str:
        """What people call it: `rank 1`, `DataLoader worker 0 of rank 1`, `process 4711`."""
        rank = f"rank {self.rank}" if self.rank is not None and (self.ranks or 0) > 1 else ""
        if self.worker is not None:
            return f"DataLoader worker {self.worker}{rank and f' of {rank}'}"
        return rank or f"process {self.pid}"

    def take(self, record: dict[str, Any]) -> None:
        """Add a record; the last one of a site counts."""
        kind = record["kind"]
        if kind == "file":
            self.files[record["path"]] = record["status"]
            self.placed.update(record.get("placed", ()))
            self.lost = set(record.get("lost", self.lost))
            self.in_magics = set(record.get("in_magics", self.in_magics))
        elif kind == "kernel":
            self.is_kernel = True
        elif kind == "torch":
            self.torch, self.backward_is_watched = record["torch"], record["backward_is_watched"]
        elif kind == "obs":
            self.seen[record["site"]] = record
        elif kind == "timeline":
            rows = tuple(Row(*row, *highs) for row, highs in zip(record["rows"], record["highs"], strict=True))
            said = record["device"]
            device = None if said is None else DeviceTimes(said["stretches"], **said["seconds"])
            looks = tuple(map(look_of, record["looks"]))
            counter, started, imported = (record[name] for name in ("memory", "started", "imported"))
            self.timeline = Timeline(counter, started, rows, device, looks, imported)
        elif kind == "losses":
            values = tuple((backward, float.fromhex(value)) for backward, value in record["values"])
            counts = {name: record[name] for name in ("rank", "backwards", "read", "digest")}
            self.losses = Losses(**counts, values=values)
        elif kind == "snapshot":
            self.snapshot = record["path"]
        elif kind == "high":
            self.highest = highest_of(record)
        elif kind == "out of memory":
            self.out_of_memory = out_of_memory_of(record)
        elif kind == "stacks":
            self.stacks, self.set_up = record["stacks"], record["set_up"]
        elif kind == "sightings":
            self.sightings[record["monitor"]] = record["sightings"]
        elif kind == "worker":
            self.stacks, self.while_waiting = record["stacks"], record["while_waiting"]
            self.loads_for, self.starting = record["loads_for"], record["starting"]
        elif kind == "loading":
            self.loading = Loading(record["batches"], record["waited"], record["between"])
        elif kind == "limit":
            self.limits[record["what"]] = record["most"]
        elif kind == "fault":
            self.faults[record["part"]] = record["error"]
        elif kind == "crash":
            self.crash = record["error"]
        elif kind == "bye":
            self.ended_cleanly, self.compiled, self.looked = True, record["compiled"], record["seconds"]
        elif kind == "role":
            self.rank, self.ranks = record.get("rank"), record.get("ranks")
            self.worker = record.get("worker")


def read_processes(folder: Path) -> list[Process]:
    """The records of each process in the evidence folder."""
    return [process for path in sorted(folder.glob("*.jsonl")) for process in _read(path)]


def _read(path: Path) -> Iterator[Process]:
    records = list(_records(path))
    hello = next((record for record in records if record["kind"] == "hello"), None)
    if hello is None:
        return
    process = Process(hello["pid"], hello["python"], hello["torch"], hello["backward_is_watched"])
    for record in records:
        process.take(record)
    yield process


def _records(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_bytes().split(b"\n"):
        try:
            record = json.loads(line)
        except ValueError:
            continue  # empty, or torn when the process was killed or the disk was full
        if isinstance(record, dict) and "kind" in record:
            yield record


def evidence_of(site: int, path: str, processes: list[Process], missing: str = "not loaded") -> Evidence:
    """The evidence on a site in the file or cell that processes call `path`; `missing` says that none has run it."""
    loading = sum((process.loading for process in processes), NOT_LOADING)
    statuses = [process.files[path] for process in processes if path in process.files]
    if any("files" in process.faults for process in processes):
        missing = "failed"  # what was to recognise planned files: it may have run there
    status = "rewritten" if "rewritten" in statuses else statuses[0] if statuses else missing
    placed = any(site in process.placed - process.lost for process in processes)
    if status == "rewritten" and not placed and any(site in process.in_magics for process in processes):
        status = "magic"
    return Evidence(
        processes=len(processes),
        file=status,
        is_placed=placed,
        compiled=sum(process.compiled for process in processes),
        observations=tuple(
            _observation(process, process.seen[site], loading)
            for process in processes
            if site in process.seen and site not in process.lost
        ),
    )


def _observation(process: Process, record: dict[str, Any], loading: Loading) -> Observation:
    counts = {name: record[name] for name in ("visits", "skipped", "errors", "error", "facts")}
    return Observation(**counts, torch=process.torch, backward_is_watched=process.backward_is_watched, loading=loading)
