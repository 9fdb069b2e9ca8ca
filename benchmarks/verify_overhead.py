"""`python -m benchmarks.verify_overhead [--rounds N] [--steps N]`: what --verify costs a training, and at its start.

The same commands are run as they are and observed, in turns: with the probes of the findings, with all monitors of run
rules, with the records for a report, with all of that, and with all of that for no more than a few findings. Each step
is timed by CPU time inside the program, and of each step the least of all rounds counts, so that what else the machine
does counts for little. What a step takes more is told of the whole run, with its first steps and all close looks, and
of its median step. A step of `tiny` takes next to nothing: what it takes more, each step of any model takes more. Only
close looks cost more where a model is larger.

`--calls` counts instead how many calls of torchlint's functions a step between two close looks adds: that does not
depend on what else the machine does.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pstats
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from subprocess import DEVNULL, Popen
from tempfile import TemporaryDirectory
from timeit import repeat

import torchlint.verify
from benchmarks.verified import Planned, observing, planned, planned_sum
from torchlint.pack import builtin_rules
from torchlint.verify.controls import Controls
from torchlint.verify.plan import Plan
from torchlint.verify.session import NO_CONTROLS

MODELS = ("tiny", "mlp", "cnn", "transformer")
STARTS = {"python -c pass": ("-c", "pass"), "python -c 'import torch'": ("-c", "import torch"), "a script": ()}
REPORT = Controls(timeline=True, losses=True, stacks=True)
WAITS = 20_000  # conditions that are timed at once
BETWEEN_LOOKS = 70, 120  # steps
FEW = 4  # findings
USUAL_STEP = 0.01  # seconds: what is added to a step is held against one that takes so long


@dataclass(frozen=True, slots=True)
class Way:
    """A way to observe a program: none without a plan."""

    name: str
    plan: Plan | None = None
    controls: Controls = NO_CONTROLS


@dataclass(frozen=True, slots=True)
class Loop:
    """The CPU seconds of each step, and those of them that the probes say they have looked closely."""

    steps: tuple[float, ...]
    looks: float = 0.0


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds of a process, by the clock and of the CPU."""

    wall: float
    cpu: float


def ways(program: Planned) -> list[Way]:
    """As it is, with each part of what observes, and with all."""
    monitors = tuple(sorted({rule.monitor for rule in builtin_rules().values() if rule.monitor}))
    nothing = replace(program.plan, files=())

    def heard(plan: Plan) -> Plan:
        return replace(plan, monitors=monitors, checked=(os.path.realpath(program.path),))

    return [
        Way("plain"),
        Way("nothing", nothing),  # what stands in this row is what the machine does besides
        Way("findings", program.plan),
        Way(f"{len(monitors)} monitors", heard(nothing)),
        Way("report", nothing, REPORT),
        Way("all", heard(program.plan), REPORT),
        Way(f"all, {FEW} findings", heard(few(program.plan)), REPORT),
    ]


def few(plan: Plan) -> Plan:
    """A plan for the last few experiments of the only file, each with a probe of its own."""
    (file,) = plan.files
    sites = tuple({site.probe: site for site in file.sites}.values())[-FEW:]
    captured = {capture for site in sites for capture in site.roles.values()}
    kept = tuple(capture for capture in file.captures if capture.id in captured)
    return replace(plan, files=(replace(file, sites=sites, captures=kept),))


def process(command: Sequence[str], folder: Path, way: Way) -> Took:
    """What a whole process takes; what it says of itself is left in the folder. Raises SystemExit if it fails."""
    environment = dict(os.environ) if way.plan is None else observing(way.plan, folder, way.controls)
    begin = time.perf_counter()
    child = Popen(command, env=environment, stdout=DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(command)}: exit status {child.returncode}")
    return Took(time.perf_counter() - begin, used.ru_utime + used.ru_stime)


def looked(records: Path) -> float:
    """The seconds of close looks that the last words of an observed process tell of."""
    said = [json.loads(line) for line in records.read_text(encoding="utf-8").splitlines() if line]
    faults = [record for record in said if record["kind"] == "fault"]
    if faults:
        raise SystemExit(f"what observes has failed: {faults}")
    return float(sum(record["seconds"] for record in said if record["kind"] == "bye"))


def loop(model: str, steps: int, program: Planned, way: Way) -> tuple[Loop, str]:
    """What the steps of a program take, and the sum of its losses."""
    with TemporaryDirectory() as folder:
        output = Path(folder, "took.json")
        process([sys.executable, "-W", "ignore", str(program.path), model, str(steps), str(output)], Path(folder), way)
        took = json.loads(output.read_text(encoding="utf-8"))
        looks = sum(map(looked, Path(folder).glob("*.jsonl")))
        return Loop(tuple(cpu for _, cpu in took["seconds"]), looks), took["total"]


def loops(model: str, steps: int, rounds: int, program: Planned, wanted: Sequence[Way]) -> dict[str, list[Loop]]:
    """The training in turns, by the name of the way; every other round runs the other way round."""
    found: dict[str, list[Loop]] = {way.name: [] for way in wanted}
    totals = set()
    for number in range(rounds):
        for way in wanted[:: -1 if number % 2 else 1]:
            took, total = loop(model, steps, program, way)
            found[way.name].append(took)
            totals.add(total)
            if len(totals) > 1:
                raise SystemExit(f"{model}: the losses differ")
    return found


def least(rounds: Sequence[Loop]) -> list[float]:
    """Of each step the least that it has taken in any round."""
    return [min(each) for each in zip(*(one.steps for one in rounds))]


def row(name: str, plain: Sequence[Loop], observed: Sequence[Loop]) -> str:
    """What a step of the whole run takes, and what it takes more; the median of all its steps says what most take."""
    one, two = least(plain), least(observed)
    cells = [name]
    for taken, more in (
        (sum(one) / len(one), (sum(two) - sum(one)) / len(one)),
        (median(one), median(two) - median(one)),
    ):
        cells += [
            f"{1e3 * taken:.2f}",
            f"{1e3 * more:+.3f}",
            f"{100 * more / taken:+.1f} %",
            f"{100 * more / USUAL_STEP:.1f} %",
        ]
    cells.append(f"{1e3 * median(each.looks for each in observed) / len(one):.3f}")
    return f"| {' | '.join(cells)} |"


def calls(steps: int, program: Planned, way: Way) -> int:
    """How many calls of torchlint's functions a training of `tiny` makes."""
    with TemporaryDirectory() as folder:
        profile = Path(folder, "profile")
        words = ["-W", "ignore", "-m", "cProfile", "-o", str(profile), str(program.path), "tiny", str(steps)]
        process([sys.executable, *words, str(Path(folder, "took.json"))], Path(folder), way)
        known: dict[tuple[str, int, str], tuple[int, ...]] = vars(pstats.Stats(str(profile)))["stats"]
        return sum(its[1] for (file, _, _), its in known.items() if "_torchlint" in Path(file).parts)


def print_calls(program: Planned) -> None:
    """Print how many calls one of the steps between two close looks adds."""
    first, last = BETWEEN_LOOKS
    print("| observed | calls in each step |\n|---|---|")
    for way in ways(program)[1:]:
        more = calls(last, program, way) - calls(first, program, way)
        print(f"| {way.name} | {more / (last - first):.0f} |", flush=True)


def start_row(name: str, words: Sequence[str], rounds: int, program: Planned) -> str:
    """A process that does next to nothing, in turns; a script is one of the plan, which begins anew once."""
    command = [sys.executable, *(words or [str(program.path)])]
    plain, observed = [], []
    for _ in range(rounds):
        with TemporaryDirectory() as folder:
            plain.append(process(command, Path(folder), Way("plain")))
            observed.append(process(command, Path(folder), Way("findings", program.plan)))
    cells = [name]
    for kind in ("wall", "cpu"):
        one, two = ([getattr(took, kind) for took in each] for each in (plain, observed))
        cells += [f"{1e3 * median(one):.0f}", f"{1e3 * median(after - before for before, after in zip(one, two)):+.0f}"]
        cells.append(f"{1e3 * (min(two) - min(one)):+.0f}")
    return f"| {' | '.join(cells)} |"


def wait_row(name: str, operand: object) -> str:
    """The microseconds that a condition takes more where what it tests may have to be waited for."""
    capture, waits = (importlib.import_module(f"_torchlint.{part}") for part in ("capture", "waits"))
    number = waits.add(("train.py", 1, 0, 1, 0), "item")

    def plain() -> None:
        if operand:
            pass

    def observed() -> None:
        if capture.waited(number, capture.waiting(number, operand)):
            pass

    plainly, seen = (min(repeat(function, number=WAITS, repeat=9)) for function in (plain, observed))
    return f"| {name} | {1e6 * (seen - plainly) / WAITS:.2f} |"


def wait_rows() -> list[str]:
    """What each condition takes more that is observed for the waits of the host for a device."""
    import torch

    sys.path.insert(0, str(Path(torchlint.verify.__file__).with_name("runtime")))
    state = importlib.import_module("_torchlint.torch_state")
    state.is_here(torch)
    importlib.import_module("_torchlint.capture").is_compiling = state.compiler_asks  # type: ignore[attr-defined]
    importlib.import_module("_torchlint.waits").is_counting = True  # type: ignore[attr-defined]
    return [wait_row("a number", True), wait_row("a tensor on the CPU", torch.ones(1))]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.verify_overhead", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often each is run (default: 5)")
    parser.add_argument("--models", nargs="+", default=MODELS, choices=MODELS)
    parser.add_argument("--steps", type=int, default=250, help="training steps in each run (default: 250)")
    parser.add_argument("--no-starts", action="store_true", help="leave out what a start takes")
    parser.add_argument("--calls", action="store_true", help="count calls, and time nothing")
    given = parser.parse_args()
    if given.calls:
        print_calls(planned("train.py"))
        return
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # the processes inherit it: one core for all
    train, script = planned("train.py"), planned_sum()
    live = len(set(train.plan.answers.values()))
    print(f"CPU time of a step in runs of {given.steps}, {live} findings live; the least of {given.rounds} rounds.\n")
    of_step = "ms | more | of it | of 10 ms"
    print(f"| model, observed | whole run: {of_step} | median step: {of_step} | looks ms |\n|---{9 * '|---'}|")
    for model in given.models:
        wanted = ways(train)
        found = loops(model, given.steps, given.rounds, train, wanted)
        for way in wanted[1:]:
            print(row(f"{model}, {way.name}", found["plain"], found[way.name]), flush=True)
    print("\nA condition that a device may have to be waited for.\n\n| it tests | more, microseconds |\n|---|---|")
    print(*wait_rows(), sep="\n", flush=True)
    if not given.no_starts:
        print("\nA whole process.\n\n| command | wall ms | more | of minima | CPU ms | more | of minima |")
        print(f"|---{6 * '|---'}|")
        for name, words in STARTS.items():
            print(start_row(name, words, 3 * given.rounds, script), flush=True)


if __name__ == "__main__":
    main()
