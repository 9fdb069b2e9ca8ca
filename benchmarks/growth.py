"""`python -m benchmarks.growth`: how torchlint's costs grow with the lines of a file, with files, and with rules.

The files are written for this, from pieces of training code; nothing else is measured, so no other linter is needed.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import linear_regression
from tempfile import TemporaryDirectory

from benchmarks import aims, chart
from benchmarks.aims import Aim
from benchmarks.corpus import machine
from benchmarks.options import parser, with_plot
from benchmarks.rounds import Rounds, measured
from benchmarks.table import number
from benchmarks.tools import Tool, cold
from benchmarks.written import one_file, project
from torchlint.pack import builtin_rules

LINES = (500, 1_000, 2_000, 5_000, 10_000, 20_000)
FILES = (8, 32, 128, 512)
RULES = (1, 10, 25, 50, 75)  # and all
FILES_FOR_RULES = 64
STEEPEST = 1.1  # above this exponent, growth is not called linear: four times the size takes 4.6 times as long
KIB_PER_KLOC = 15  # of facts about other files


@dataclass(frozen=True, slots=True)
class Point:
    """One size of one kind, how many lines there are in all, and the tool that is run on it."""

    kind: str
    size: int
    lines: int
    tool: Tool


@dataclass(frozen=True, slots=True)
class Grown:
    """What was measured: each point, and what starting costs where there is nothing to check."""

    points: Sequence[Point]
    rounds: Rounds
    start: str

    def of(self, kind: str) -> list[Point]:
        """The points of one kind, the smallest first."""
        return [point for point in self.points if point.kind == kind]

    def cpu(self, point: Point) -> float:
        """The median of its CPU seconds."""
        return self.rounds.cpu(point.tool.name)

    def peak(self, point: Point) -> float:
        """The most memory of all its rounds, in MiB."""
        return max(cost.peak for cost in self.rounds.of(point.tool.name))

    def exponent(self, kind: str) -> float:
        """With which power of the size the time grows, over the last four times of it: 1 is linear, 2 quadratic.

        What is paid once, whatever the size, would hide growth: it is a large part of small sizes.
        """
        points = self.of(kind)
        last = points[-1]
        before = min(points, key=lambda point: abs(point.size - last.size / 4))
        return math.log(self.cpu(last) / self.cpu(before)) / math.log(last.size / before.size)

    def per_rule(self) -> float:
        """What one more rule costs, as a share of a run with all of them."""
        points = self.of("rules")
        slope = linear_regression([point.size for point in points], [self.cpu(point) for point in points]).slope
        return slope / self.cpu(points[-1])

    def kib_per_kloc(self) -> float:
        """How much more memory a thousand lines more take that stand in other files."""
        points = self.of("files")
        lines = [point.lines / 1000 for point in points]
        return 1024 * linear_regression(lines, [self.peak(point) for point in points]).slope

    def aims(self) -> list[Aim]:
        """What growth was to be."""
        lines, files = self.exponent("lines"), self.exponent("files")
        rule, memory = self.per_rule(), self.kib_per_kloc()
        return [
            Aim(f"growth with lines, to {LINES[-1]:,}", "linear", f"lines^{lines:.2f}", lines <= STEEPEST),
            Aim(f"growth with files, to {FILES[-1]:,}", "linear", f"files^{files:.2f}", files <= STEEPEST),
            Aim("growth with rules", "at most +1 % per rule", f"{100 * rule:+.2f} % per rule", rule <= 0.01),
            Aim(
                "growth of memory with files",
                f"facts: {KIB_PER_KLOC} KiB per kloc",
                f"{memory:.0f} KiB per kloc",
                memory <= KIB_PER_KLOC,
            ),
        ]


def points(folder: Path) -> list[Point]:
    """Write everything that is measured into a folder."""
    found = []
    for lines in LINES:
        path = folder / f"lines-{lines}" / "train.py"
        path.parent.mkdir(parents=True)
        path.write_text(one_file(lines), encoding="utf-8")
        tool = Tool(f"{lines:,} lines", cold("-j", "1", "."), path.parent)
        found.append(Point("lines", written(path.parent), written(path.parent), tool))
    for files in (*FILES, FILES_FOR_RULES):
        project(folder / f"files-{files}", files)
    for files in FILES:
        place = folder / f"files-{files}"
        found.append(Point("files", files, written(place), Tool(f"{files} files", cold("-j", "1", "."), place)))
    names = sorted(builtin_rules())
    random.Random(0).shuffle(names)  # so that what is checked first is not all of one kind
    place = folder / f"files-{FILES_FOR_RULES}"
    for rules in (*RULES, len(names)):
        command = cold("-j", "1", "--select", ",".join(names[:rules]), ".")
        found.append(Point("rules", rules, written(place), Tool(f"{rules} rules", command, place)))
    return found


def written(folder: Path) -> int:
    """How many lines a folder's Python files have."""
    return sum(path.read_text(encoding="utf-8").count("\n") for path in folder.glob("*.py"))


def grown(folder: Path, rounds: int) -> Grown:
    """What everything costs that is measured. Raises Failed."""
    found = points(folder)
    empty = folder / "empty"
    empty.mkdir()
    start = Tool("start", cold("."), empty)
    return Grown(found, measured([start, *(point.tool for point in found)], rounds), start.name)


def table(growth: Grown) -> str:
    """One row for each size."""
    begin = growth.rounds.cpu(growth.start)
    rows = [
        f"| {point.tool.name} | {point.lines:,} | {number(growth.cpu(point))}"
        f" | {number(1e6 * (growth.cpu(point) - begin) / point.lines)} | {growth.peak(point):.0f} |"
        for point in growth.points
    ]
    head = ("| size | lines | CPU s | ms per kloc beyond the start | peak MiB |", "|---|---|---|---|---|")
    return "\n".join((*head, f"| nothing to check | 0 | {number(begin)} | | |", *rows)) + "\n"


def panels(growth: Grown) -> list[chart.Panel]:
    """One curve for each kind of size."""
    across = {
        "lines": "lines of one file",
        "files": "files of one project",
        "rules": f"rules, on {FILES_FOR_RULES} files",
    }
    return [
        chart.Panel(f"More {kind}", words, "CPU s", [(point.size, growth.cpu(point)) for point in growth.of(kind)])
        for kind, words in across.items()
    ]


def main() -> None:
    """Print the tables."""
    wanted = with_plot(parser("benchmarks.growth", __doc__, rounds=3)).parse_args()
    with TemporaryDirectory() as folder:
        growth = grown(Path(folder), wanted.rounds)
    setting = f"Cold, one job, {wanted.rounds} interleaved rounds on one core; {machine()}."
    shown = f"{setting}\n\n{table(growth)}\n{aims.table(growth.aims())}"
    print(shown, end="")
    if wanted.output:
        wanted.output.write_text(shown, encoding="utf-8")
    if wanted.plot:
        wanted.plot.write_text(chart.curves(panels(growth)), encoding="utf-8")


if __name__ == "__main__":
    main()
