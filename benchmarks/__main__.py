"""`python -m benchmarks --corpus DIR [--peers DIR]...`: torchlint and other linters on the same files, in turns."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks import chart
from benchmarks.corpus import copy
from benchmarks.options import parser, with_corpus, with_plot
from benchmarks.peers import PEERS, installed, named
from benchmarks.process import Failed, free_cores
from benchmarks.rounds import Rounds, measured
from benchmarks.table import number, table
from benchmarks.tools import Tool, ours


def bars(tools: list[Tool], rounds: Rounds) -> list[chart.Bar]:
    """Each tool's CPU seconds, the fastest first."""
    found = []
    for tool in tools:
        costs = rounds.of(tool.name)
        seconds, more = [cost.cpu for cost in costs], "" if all(cost.is_whole for cost in costs) else "more than "
        middle = median(seconds)
        text = f"{more}{number(middle)} s"
        found.append(chart.Bar(tool.name, middle, min(seconds), max(seconds), text, tool.is_ours))
    return sorted(found, key=lambda bar: bar.value)


def options() -> argparse.Namespace:
    """What the command line says."""
    found = with_plot(with_corpus(parser("benchmarks", __doc__)))
    found.add_argument(
        "--peer",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="one more linter; it is run in a copy of the corpus, and the folder `.` is put behind its command",
    )
    return found.parse_args()


def main() -> int:
    """The exit status; the table goes to standard output."""
    wanted = options()
    with TemporaryDirectory() as place:
        folder, caches = Path(place, "files"), Path(place, "caches")
        corpus = copy(wanted.corpus, folder)
        tools = [
            *ours(folder, caches, free_cores()),
            *installed(PEERS, wanted.peers, folder, caches),
            *named(wanted.peer, folder),
        ]
        if len({tool.name for tool in tools}) < len(tools):
            raise SystemExit("--peer: each name once")
        try:
            rounds = measured(tools, wanted.rounds, wanted.limit, wanted.patience)
        except Failed as failure:
            print(failure, file=sys.stderr)
            return 2
    setting = corpus.setting(wanted.corpus.resolve().name)
    shown = f"{setting}\n\n{table(tools, rounds, corpus.lines)}"
    print(shown, end="")
    if wanted.output:
        wanted.output.write_text(shown, encoding="utf-8")
    if wanted.plot:
        title = f"CPU seconds for {corpus.files} files, {corpus.lines:,} lines (each step of the scale is ten times)"
        wanted.plot.write_text(chart.tools(title, bars(tools, rounds)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
