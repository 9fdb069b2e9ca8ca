"""What a GPU would have said to `benchmarks.cuda`: runs that are only recorded, to be altered one fact at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from benchmarks.cuda.checks import WEIGHTS
from benchmarks.cuda.programs import Planned, planned
from benchmarks.cuda.runs import REPORT, Pair, Runs
from torchlint.evidence import Evidence, Observation
from torchlint.verify.controls import Controls
from torchlint.verify.memory_records import Alive, MemoryLook, SavingLine
from torchlint.verify.records import DeviceTimes, Process, Row, Timeline
from torchlint.verify.session import Session

KIB = 1024


def walk(step: int, device: str = "cuda") -> dict[str, Any]:
    """A walk through the graph of an accumulator, on which so many steps hang."""
    counts = {"nodes": 7 * step, "own": 700 * step, "saved": 64 * KIB * step, "memory": 66 * KIB * step, "tensors": 0}
    return {**counts, "visit": step, "chained": step, "opaque": 0, "cut": False, "device": device}


def growing() -> dict[str, Any]:
    counts = {"with_graph": 20, "without_graph": 0, "unknown": 0, "differentiated": 0, "outlived": 0, "bound": None}
    return {**counts, "chained": 16, "walks": [walk(step) for step in (1, 2, 3, 4, 8, 16)]}


def blocked() -> dict[str, Any]:
    return {"devices": {"cuda": 12}, "timed": 12, "blocked": 0.9, "least": 0.01, "passes": 11, "seconds": 1.0}


def copies(**told: int) -> dict[str, Any]:
    return {**dict.fromkeys("looked unknown on_host done pending".split(), 0), **told}


def clips(**told: Any) -> dict[str, Any]:
    return {"scaled": 0, "unscaled": 0, "off": 0, "unknown": 0, "scale": None, "norm": None, **told}


def moved(copied: int) -> dict[str, Any]:
    size = copied * 256 * 256 * 4
    return {"copied": copied, "stayed": 4 - copied, "unknown": 0, "bytes": size, "device": "cuda:0" if copied else ""}


def rows() -> tuple[Row, ...]:
    """One step on the CPU, and 20 on the GPU."""
    told = (1024, 4096, 2048, 8192, None)
    return tuple(
        Row(float(step), 1, 0, 0.0, 0.1, 0.1, 0.1, 0.0, *(told if step else (None,) * 5)) for step in range(21)
    )


ALIVE = Alive(parameters=WEIGHTS, gradients=0, state=0, saved=64 * KIB, opaque=0, cut=False, foreign=0)
LOOK = MemoryLook(2, 2 * WEIGHTS, ALIVE, (SavingLine("training.py:18", "training.py:18", 64 * KIB),))
DEVICE = DeviceTimes(stretches=6, wait=0.0, forward=0.1, backward=0.2, optimizer=0.05, other=0.0)
ASKED = "allocation.all.allocated allocated_bytes.all.peak allocated_bytes.all.current reserved_bytes.all.peak"
FACTS: dict[str, dict[str, dict[str, Any]]] = {
    "training": {"kept": growing(), "wait": blocked()},
    "graphs": {"captured": {}},
    "streams": {"copy": copies(looked=5, pending=5), "again": copies(looked=5, on_host=5)},
    "pinned": {"moved": moved(4), "there": moved(0)},
    "autocast": {
        "scaled": clips(scaled=5, scale=1024.0, norm=2048.0),
        "unscaled": clips(unscaled=5),
        "kept": growing(),
    },
    "waits": {},
    "step_waits": {},
}
SAID: dict[str, dict[str, Any]] = {
    "training": {
        "set up": [False, False],
        "losses": ["0x1.8p+0"],
        "allocator": dict(zip(ASKED.split(), (40, 4096, 1024, 8192))),
        "peak": 4096,
    },
    "graphs": {"losses": ["0x1.8p+0"]},
    "streams": {"losses": ["0x1.8p+0"], "on its stream": True, "its events have a time": True},
    "pinned": {"pinned": [True, True], "sums": ["0x1.8p+0"]},
    "autocast": {"losses": ["0x1.8p+0"], "scales": [1024.0, 1024.0]},
    "waits": {"in steps": 0, "with one of its own": 1},
    "step_waits": {"losses": ["0x1.8p+0"]},
}
WAITING_LINE = "        losses.append(loss.item())"
WAITS: dict[str, Any] = {
    "waits_for": "number",
    "steps": 17,
    "of": 17,
    "waits": 1,
    "blocked": 0.009,
    "step": 0.01,
    "others": 0,
    "is_judged": False,
}


def waiting(program: Planned, line: str, **facts: Any) -> dict[str, list[dict[str, Any]]]:
    """What a monitor has seen at a line of a program."""
    row = program.path.read_text(encoding="utf-8").splitlines().index(line) + 1
    seen = {"place": [str(program.path), row, -1, row, -1], "facts": {**WAITS, **facts}}
    return {"device_waits": [seen]}


def pair(name: str) -> Pair:
    """What a program has said on a GPU on which all is as it should be."""
    program = planned(name)
    seen = {key: Observation(4, key == "captured", 0, "", facts, "2.13.0", True) for key, facts in FACTS[name].items()}
    evidence = {program.sites[key]: Evidence(1, "rewritten", True, 0, (each,)) for key, each in seen.items()}
    waits = waiting(program, WAITING_LINE) if name == "step_waits" else {}
    process = Process(1, timeline=Timeline("cuda", 0.0, rows(), DEVICE, (LOOK,)), sightings=waits)
    return Pair(dict(SAID[name]), dict(SAID[name]), Session(0, evidence, (), (process,)), program)


Change = Callable[[Pair], Pair]


def says(**told: Any) -> Change:
    """The observed program says something else."""
    return lambda pair: replace(pair, observed={**pair.observed, **{key.replace("_", " "): told[key] for key in told}})


def both_say(**told: Any) -> Change:
    """The program says something else in both of its runs."""
    named = {key.replace("_", " "): value for key, value in told.items()}
    return lambda pair: replace(pair, plain={**pair.plain, **named}, observed={**pair.observed, **named})


def sees(name: str, facts: dict[str, Any], **counts: Any) -> Change:
    """A probe has other facts, or other counts."""

    def change(pair: Pair) -> Pair:
        site = pair.program.sites[name]
        before = pair.session.evidence[site]
        seen = replace(before.observations[0], facts={**before.observations[0].facts, **facts}, **counts)
        evidence = {**pair.session.evidence, site: replace(before, observations=(seen,))}
        return replace(pair, session=replace(pair.session, evidence=evidence))

    return change


def tells(**told: Any) -> Change:
    """The timeline is another one."""

    def change(pair: Pair) -> Pair:
        (process,) = pair.session.processes
        assert process.timeline
        other = replace(process, timeline=replace(process.timeline, **told))
        return replace(pair, session=replace(pair.session, processes=(other,)))

    return change


def waits(line: str = WAITING_LINE, **facts: Any) -> Change:
    """The monitor of waits has seen another line, or something else there."""

    def change(pair: Pair) -> Pair:
        (process,) = pair.session.processes
        other = replace(process, sightings=waiting(pair.program, line, **facts))
        return replace(pair, session=replace(pair.session, processes=(other,)))

    return change


def has_fault(pair: Pair) -> Pair:
    """A part of what observes has failed."""
    (process,) = pair.session.processes
    return replace(pair, session=replace(pair.session, processes=(replace(process, faults={"stacks": "OSError"}),)))


@dataclass
class Cost:
    """What steps take: plain, and how much more with each kind of observing."""

    step: float = 0.010
    verify: float = 0.0001
    report: float = 0.0002
    last: str = "0x1p+0"  # the loss of an observed run; a plain one has 0x1p+0


class RecordedRuns(Runs):
    """Runs on a GPU that is only recorded; `change` alters what one program has said there."""

    def __init__(self, program: str = "", change: Change | None = None, cost: Cost | None = None) -> None:
        super().__init__("cuda")
        self.program, self.change, self.cost = program, change, cost or Cost()
        self.asked: list[str] = []

    def pair(self, name: str, controls: Controls = REPORT) -> Pair:
        found = pair(name)
        return self.change(found) if self.change is not None and name == self.program else found

    def plain(self, name: str, *words: str) -> dict[str, Any]:
        if len(words) == 1:
            return {"layers": 12}
        self.asked.append("plain")
        return {"seconds": self.cost.step, "last": "0x1p+0"}

    def observed(self, name: str, controls: Controls, *words: str) -> tuple[dict[str, Any], Session]:
        assert words == ("280", "12")
        self.asked.append("report" if controls.timeline else "verify")
        more = self.cost.report if controls.timeline else self.cost.verify
        return {"seconds": self.cost.step + more, "last": self.cost.last}, Session(0, {}, ())
