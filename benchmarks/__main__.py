"""`python -m benchmarks --corpus DIR [--peer NAME=COMMAND]...`: a Markdown table of CPU time, speed and memory."""

from __future__ import annotations

import argparse
import os
import platform
import shlex
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.corpus import copy
from benchmarks.process import Cost, Failed, cost
from benchmarks.table import table

TORCHLINT = (sys.executable, "-m", "torchlint")
OURS = "torchlint"


def options() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True, help="a folder with Python files")
    parser.add_argument(
        "--peer",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="another linter; it is run in a copy of the corpus, and the folder `.` is put behind its command",
    )
    parser.add_argument("--rounds", type=int, default=5, help="how often each is run (default: 5)")
    parser.add_argument("--output", type=Path, help="write the table to this file too")
    return parser.parse_args()


def commands(peers: list[str]) -> dict[str, list[str]]:
    """Each tool's command by its name; TorchFix is a peer where its executable is found and none is given."""
    found = {OURS: [*TORCHLINT, "--isolated"]}
    torchfix = shutil.which("torchfix")
    if not peers and torchfix:
        peers = [f"TorchFix={torchfix} --select ALL -j 1"]
    for peer in peers:
        name, _, command = peer.partition("=")
        if not command or name in found:
            raise SystemExit(f"--peer {peer}: NAME=COMMAND, each name once")
        found[name] = shlex.split(command)
    return {name: [*command, "."] for name, command in found.items()}


def measured(tools: dict[str, list[str]], folder: Path, rounds: int) -> list[dict[str, Cost]]:
    """The cost of each tool in each round. One round before them warms the file system's and Python's caches."""
    found = []
    for number in range(rounds + 1):
        print(f"round {number} of {rounds}" if number else "warming up", file=sys.stderr)
        # Every other round runs backwards: what one tool leaves behind in the machine meets both neighbours alike.
        order = list(tools) if number % 2 else list(reversed(tools))
        found.append({name: cost(tools[name], folder) for name in order})
    return found[1:]


def main() -> int:
    """The exit status; the table goes to standard output."""
    wanted = options()
    tools = commands(wanted.peer)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # the tools inherit it: one core for everybody
    with TemporaryDirectory() as folder:
        corpus = copy(wanted.corpus, Path(folder), TORCHLINT)
        try:
            rounds = measured(tools, corpus.folder, wanted.rounds)
        except Failed as failure:
            print(failure, file=sys.stderr)
            return 2
    setting = (
        f"`{wanted.corpus.name}`: {corpus.files} files, {corpus.lines:,} lines, {corpus.megabytes:.2f} MB;"
        f" {wanted.rounds} interleaved rounds on one core, {platform.python_implementation()}"
        f" {platform.python_version()}, {platform.system()} {platform.machine()}."
    )
    shown = f"{setting}\n\n{table(rounds, OURS, corpus.lines)}"
    print(shown, end="")
    if wanted.output:
        wanted.output.write_text(shown, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
