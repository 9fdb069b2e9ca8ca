"""`python -m benchmarks.verify_overhead [--rounds N] [--steps N]`: what --verify costs a training, and at its start.

The same commands are run as they are and observed, in turns. Wall times need an idle machine; CPU times move less on a
busy one. A ratio is taken within a round, between neighbours in time. A step of `tiny` takes next to nothing: what it
takes more, each step of any model takes more. Only close looks cost more where a model is larger.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from subprocess import DEVNULL, Popen
from tempfile import TemporaryDirectory

from benchmarks.verified import Planned, observing, planned, planned_sum

MODELS = ("tiny", "mlp", "cnn", "transformer")
STARTS = {"python -c pass": ("-c", "pass"), "python -c 'import torch'": ("-c", "import torch"), "a script": ()}


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds, by the clock and of the CPU, and those of them that the probes say they have looked closely."""

    wall: float
    cpu: float
    looks: float = 0.0


@dataclass(frozen=True, slots=True)
class Pair:
    """A command as it is and observed, one right after the other."""

    plain: Took
    observed: Took


def process(command: Sequence[str], program: Planned | None) -> Took:
    """What a whole process takes, observed if a program is given whose plan it gets. Raises SystemExit if it fails."""
    with TemporaryDirectory() as folder:
        environment = dict(os.environ) if program is None else observing(program.plan, Path(folder))
        begin = time.perf_counter()
        child = Popen(command, env=environment, stdout=DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            raise SystemExit(f"{' '.join(command)}: exit status {child.returncode}")
        took = time.perf_counter() - begin
        return Took(took, used.ru_utime + used.ru_stime, sum(map(looked, Path(folder).glob("*.jsonl"))))


def looked(records: Path) -> float:
    """The seconds of close looks that the last words of an observed process tell of."""
    said = [json.loads(line) for line in records.read_text(encoding="utf-8").splitlines() if line]
    return float(sum(record["seconds"] for record in said if record["kind"] == "bye"))


def loop(model: str, steps: int, program: Planned, is_observed: bool) -> tuple[Took, str]:
    """What the training loop of a program takes, and the sum of its losses."""
    with TemporaryDirectory() as folder:
        output = Path(folder, "took.json")
        command = [sys.executable, "-W", "ignore", str(program.path), model, str(steps), str(output)]
        whole = process(command, program if is_observed else None)
        took = json.loads(output.read_text(encoding="utf-8"))
        return Took(took["wall"], took["cpu"], whole.looks), took["total"]


def loops(model: str, steps: int, rounds: int, program: Planned) -> list[Pair]:
    """The training loop in turns; every other round runs the other way round."""
    pairs = []
    for number in range(rounds):
        first, second = (loop(model, steps, program, turn == number % 2) for turn in (0, 1))
        if first[1] != second[1]:
            raise SystemExit(f"{model}: the losses differ")
        plain, observed = (first[0], second[0]) if number % 2 else (second[0], first[0])
        pairs.append(Pair(plain, observed))
    return pairs


def starts(words: Sequence[str], rounds: int, program: Planned) -> list[Pair]:
    """A process that does next to nothing, in turns; a script is one of the plan, which begins anew once."""
    command = [sys.executable, *(words or [str(program.path)])]
    return [Pair(process(command, None), process(command, program)) for _ in range(rounds)]


def row(name: str, pairs: Sequence[Pair], unit: float, decimals: int) -> str:
    """The medians, and the smallest, of what was taken; `unit` is what one row's seconds are divided by."""
    cells = []
    for kind in ("wall", "cpu"):
        plain = [getattr(pair.plain, kind) for pair in pairs]
        observed = [getattr(pair.observed, kind) for pair in pairs]
        ratios = [two / one for one, two in zip(plain, observed)]
        more = median(two - one for one, two in zip(plain, observed))
        cells += [
            f"{1e3 * median(plain) / unit:.{decimals}f}",
            f"{1e3 * more / unit:+.{decimals}f}",
            f"{100 * (median(ratios) - 1):+.1f} %",
            f"{100 * (min(observed) / min(plain) - 1):+.1f} %",
        ]
    cells.append(f"{1e3 * median(pair.observed.looks for pair in pairs) / unit:.{decimals}f}")
    return f"| {name} | {' | '.join(cells)} |"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.verify_overhead", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often each is run (default: 5)")
    parser.add_argument("--models", nargs="+", default=MODELS, choices=MODELS)
    parser.add_argument("--steps", type=int, default=300, help="training steps in each run (default: 300)")
    wanted = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # the processes inherit it: one core for all
    train, script = planned("train.py"), planned_sum()
    head = "wall ms | more | ratio of medians | of minima | CPU ms | more | ratio of medians | of minima | looks ms |"
    live = len(set(train.plan.answers.values()))
    print(f"One step of {wanted.steps}, {live} findings live; {wanted.rounds} rounds.")
    print(f"\n| model | {head}\n|---{9 * '|---'}|")
    for model in wanted.models:
        print(row(model, loops(model, wanted.steps, wanted.rounds, train), wanted.steps, 3), flush=True)
    print(f"\nA whole process.\n\n| command | {head}\n|---{9 * '|---'}|")
    for name, words in STARTS.items():
        print(row(name, starts(words, 3 * wanted.rounds, script), 1, 0), flush=True)


if __name__ == "__main__":
    main()
