"""`python -m benchmarks.worst`: how torchlint's costs grow with programs that are made to be hard on it.

Each shape is written at three sizes, each twice the one before. What grows faster than `--steepest`, or costs more
than `--most` CPU seconds, is marked, and the exit status is 1.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.options import parser
from benchmarks.process import Failed, cost
from benchmarks.shapes import SHAPES, Shape
from benchmarks.tools import cold

SIZES = (1, 2, 4)
# Less than this is lost among what a start costs, and says nothing about how anything grows.
_LEAST = 0.3


@dataclass(frozen=True, slots=True)
class Growth:
    """The CPU seconds of one shape at each size, beyond what a start takes."""

    shape: Shape
    seconds: Sequence[float]
    peak: float

    @property
    def exponent(self) -> float:
        """By which power of the size the last doubling has grown; 0 where all of it is too little to tell."""
        *_, before, last = self.seconds
        return log(last / max(before, 0.01), 2) if last > _LEAST else 0.0


def grown(shape: Shape, start: float, limit: float) -> Growth:
    """What a shape costs. Raises Failed."""
    seconds: list[float] = []
    peak = 0.0
    for factor in SIZES:
        with TemporaryDirectory() as place:
            for name, text in shape.files(shape.size * factor).items():
                path = Path(place, name)
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
            used = cost(cold("-j", "1", "-q", "--select=ALL", *shape.options, "."), Path(place), limit=limit)
        seconds.append(max(used.cpu - start, 0.0))
        peak = max(peak, used.peak)
    return Growth(shape, seconds, peak)


def row(growth: Growth, mark: str) -> str:
    """One line of the table."""
    times = " | ".join(f"{second:.2f}" for second in growth.seconds)
    power = f"{growth.exponent:.1f}" if growth.exponent else ""
    return (
        f"| {growth.shape.name} | {growth.shape.size * SIZES[-1]:,} | {times} | {power} | {growth.peak:.0f} | {mark} |"
    )


def main() -> int:
    """The exit status; the table goes to standard output, row by row."""
    options = parser("benchmarks.worst", __doc__)
    options.add_argument("--steepest", type=float, default=1.3, metavar="POWER", help="(default: 1.3)")
    options.add_argument("--most", type=float, default=10, metavar="SECONDS", help="(default: 10)")
    options.add_argument("--only", default="", metavar="TEXT", help="shapes with this in their names")
    wanted = options.parse_args()
    with TemporaryDirectory() as place:
        start = cost(cold("."), Path(place)).cpu
    rows = [
        "| shape | largest size | CPU s | twice | four times | power | peak MiB | |",
        "|---|---|---|---|---|---|---|---|",
    ]
    print(*rows, sep="\n")
    bad = 0
    for shape in SHAPES:
        if wanted.only not in shape.name:
            continue
        try:
            growth = grown(shape, start, limit=6 * wanted.most)
        except Failed as failure:
            print(f"| {shape.name} | failed: {str(failure).splitlines()[-1]} |", flush=True)
            bad += 1
            continue
        is_bad = growth.exponent > wanted.steepest or max(growth.seconds) > wanted.most
        bad += is_bad
        print(row(growth, "**bad**" if is_bad else ""), flush=True)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
