"""`python -m benchmarks.gate TREE...`: what it costs that a file counts by what it imports and by who imports it.

Each pair is two cold runs with one process; in one of them a file counts by its own text alone. The pairs alternate,
and the CPU seconds of whole processes are compared. These differ by a few percent by themselves, so a run also notes
what belongs to the question: the seconds that it takes beyond reading the text, and those for checking the files that
count only because of it. What the analysis would have asked the project anyway is counted in full.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from benchmarks.process import cost
from benchmarks.table import number

MOST = 0.03  # of the CPU seconds of a run
WAYS = ("text", "project")


@dataclass
class Noted:
    """What a run has noted: seconds of the question, the files that count because of it, and seconds for these."""

    asking: float = 0.0
    files: int = 0
    checking: float = 0.0

    def watch(self, *, around: bool) -> None:
        """Note what the gate decides from now on; without the project `around` a file if that is not asked."""
        from torchlint import gate

        decide = gate.concerns_torch
        only_by_project: set[str] = set()

        def decided(source: Any, project: Any = lambda: None, packages: Any = ()) -> bool:
            by_text = decide(source, lambda: None, packages)
            if by_text or not around:
                return by_text
            began = process_time()
            found = decide(source, project, packages)
            self.asking += process_time() - began
            if found:
                only_by_project.add(source.path)
            return found

        gate.concerns_torch = decided  # type: ignore[assignment]
        from torchlint import lint  # takes the name from the gate, so only now

        check = lint._checked

        def checked(source: Any, *rest: Any) -> Any:
            began = process_time()
            found = check(source, *rest)
            if source.path in only_by_project:
                self.files += 1
                self.checking += process_time() - began
            return found

        lint._checked = checked  # type: ignore[assignment]


def run_once(way: str, tree: str, notes: str) -> int:
    """One cold run in this process; what it has noted is written to a file."""
    noted = Noted()
    noted.watch(around=way == "project")
    from torchlint.cli import main

    quiet = ("--quiet", "--exit-zero", "--output-format", f"json-lines:{os.devnull}")
    try:
        main([tree, "-j1", "--no-cache", *quiet])
    except SystemExit as ended:
        Path(notes).write_text(json.dumps(asdict(noted)), encoding="utf-8")
        return int(ended.code or 0)
    return 0


def compared(tree: Path, pairs: int) -> float:
    """Print what was measured in a tree; the share of a run that belongs to the question, the median of the pairs."""
    shares: list[float] = []
    for pair in range(pairs):
        cpu: dict[str, float] = {}
        noted = Noted()
        for way in WAYS if pair % 2 else WAYS[::-1]:
            with TemporaryDirectory() as folder:
                notes = os.path.join(folder, "notes.json")
                command = [sys.executable, "-m", "benchmarks.gate", "--once", way, str(tree), notes]
                cpu[way] = cost(command, Path(__file__).parent.parent).cpu
                if way == "project":
                    noted = Noted(**json.loads(Path(notes).read_text(encoding="utf-8")))
        shares.append((noted.asking + noted.checking) / cpu["project"])
        print(
            f"{tree.name}: {number(cpu['text'])} s by its texts, {number(cpu['project'])} s with the project"
            f" ({cpu['project'] / cpu['text'] - 1:+.1%}); of these {number(noted.asking)} s for the question,"
            f" {number(noted.checking)} s for {noted.files} more files",
            flush=True,
        )
    return median(shares)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare in each tree; 1 if the question takes more than it may."""
    parser = ArgumentParser(prog="python -m benchmarks.gate", description=__doc__)
    parser.add_argument("trees", nargs="*", type=Path, metavar="TREE")
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--once", nargs=3, metavar=("WAY", "TREE", "NOTES"), help="one run, for a pair")
    given = parser.parse_args(arguments)
    if given.once:
        return run_once(*given.once)
    shares = {tree: compared(tree.resolve(), given.pairs) for tree in given.trees}
    for tree, share in shares.items():
        print(f"{tree.name}: {share:.1%} of a run (at most {MOST:.0%})")
    return int(any(share > MOST for share in shares.values()))


if __name__ == "__main__":
    sys.exit(main())
