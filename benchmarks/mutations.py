"""`python -m benchmarks.mutations --corpus DIR`: mistakes planted in real code, and how many of them are reported.

Each folder of DIR is a project. In turn, one precaution is taken out of one file, such as a call of eval()
(mutation_operators has the list), and the project is checked again with the rules that are for it. The mutant is
found if one of them reports what it did not report before. The projects are copied, and no code of them is run. Not
every mutant is a mistake, as when eval() is called twice: the share that is found compares two versions of torchlint,
and `--show` lists each mutant, to be read.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.mutation_operators import OPERATORS, Operator
from benchmarks.process import environment

_RULES = sorted(set[str]().union(*(operator.rules for operator in OPERATORS)))
_CHECK = f"--isolated --preview --suspected --exit-zero --quiet --output-format=json --select={','.join(_RULES)} ."
_LONGEST = 15_000  # lines of a project: it is checked once for each of its mutants


@dataclass(frozen=True, slots=True)
class Mutant:
    """A file of a project with one precaution less."""

    operator: Operator
    path: str
    row: int
    text: str


def mutants(path: str, text: str) -> Iterator[Mutant]:
    """Every mutant of a file; none if it is not Python."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return
    for operator in OPERATORS:
        if re.search(operator.needs, text):
            for place in operator.replacements(tree):
                yield Mutant(operator, path, place.row, place.applied_to(text))


def _chosen(project: Path, each: int, seed: int, names: Collection[str]) -> list[Mutant]:
    """Some mutants of a project: at most this many of each operator of these names, chosen by chance."""
    files = sorted(project.rglob("*.py"))
    everything = [
        mutant
        for file in files
        for mutant in mutants(str(file.relative_to(project)), file.read_text(encoding="utf-8", errors="replace"))
    ]
    chance = random.Random(seed)
    chance.shuffle(everything)
    count: Counter[str] = Counter()
    chosen = []
    for mutant in everything:
        count[mutant.operator.name] += 1
        if count[mutant.operator.name] <= each and (not names or mutant.operator.name in names):
            chosen.append(mutant)
    return chosen


def _findings(project: Path) -> dict[tuple[str, str], bool]:
    """The rule and the fingerprint of all that is reported, with its related places, and whether it is suspected."""
    extra = {"PYTHONPATH": str(Path(__file__).parent.parent), "XDG_CACHE_HOME": str(project.parent / "cache")}
    command = [sys.executable, "-m", "torchlint", *_CHECK.split()]
    done = subprocess.run(command, cwd=project, check=True, capture_output=True, text=True, env=environment() | extra)
    records = json.loads(done.stdout or "[]")
    return {
        (record["name"], f"{record['fingerprint']} {len(record.get('related', ()))}"): record["suspected"]
        for record in records
    }


def verdicts(project: Path, each: int, seed: int, names: Collection[str] = ()) -> Iterator[tuple[Mutant, str]]:
    """Some mutants of a project, each with "found", "suspected" or "missed"."""
    with TemporaryDirectory() as place:
        copy = Path(place) / "project"
        shutil.copytree(project, copy, ignore=lambda folder, names: [n for n in names if not _is_code(folder, n)])
        (copy / ".git").mkdir(exist_ok=True)  # the root of the project
        chosen = _chosen(copy, each, seed, names)
        before = _findings(copy) if chosen else {}
        for mutant in chosen:
            file = copy / mutant.path
            original = file.read_bytes()
            file.write_text(mutant.text, encoding="utf-8")
            new = [suspected for rule, suspected in _new(copy, before) if rule in mutant.operator.rules]
            file.write_bytes(original)
            yield mutant, "missed" if not new else "suspected" if all(new) else "found"


def _new(project: Path, before: dict[tuple[str, str], bool]) -> Iterator[tuple[str, bool]]:
    """What is reported now and was not before, or was only suspected then."""
    for key, suspected in _findings(project).items():
        if key not in before or (before[key] and not suspected):
            yield key[0], suspected


def _is_code(folder: str, name: str) -> bool:
    return name.endswith(".py") or (Path(folder, name).is_dir() and not name.startswith("."))


def _lines(project: Path) -> int:
    return sum(file.read_bytes().count(b"\n") for file in project.rglob("*.py") if file.is_file())


def main() -> int:
    """The exit status: 1 if nothing could be mutated."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutations", description=__doc__)
    parser.add_argument("--corpus", type=Path, required=True, help="a folder of projects")
    parser.add_argument("--operator", action="append", default=[], help="only this one; may be repeated")
    parser.add_argument("--each", type=int, default=2, help="mutants of each operator in each project, at most")
    parser.add_argument("--seed", type=int, default=0, help="which mutants are chosen")
    parser.add_argument("--show", action="store_true", help="list each mutant as soon as it was checked")
    given = parser.parse_args()
    counts: dict[str, Counter[str]] = {operator.name: Counter() for operator in OPERATORS}
    for project in sorted(path for path in given.corpus.iterdir() if path.is_dir()):
        if _lines(project) > _LONGEST:
            print(f"{project.name} has more than {_LONGEST} lines and was left out", file=sys.stderr)
            continue
        for mutant, verdict in verdicts(project, given.each, given.seed, given.operator):
            counts[mutant.operator.name][verdict] += 1
            if given.show:
                print(f"{verdict}\t{mutant.operator.name}\t{project.name}/{mutant.path}:{mutant.row}", flush=True)
    total = sum(counts.values(), Counter[str]())
    print("| operator | mutants | found | suspected | missed | share found or suspected |\n|---|---|---|---|---|---|")
    for name, count in (*counts.items(), ("all", total)):
        if count:
            print(_row(name, count))
    return int(not total)


def _row(name: str, count: Counter[str]) -> str:
    cells = [str(count[verdict]) for verdict in ("found", "suspected", "missed")]
    share = 1 - count["missed"] / count.total()
    return f"| {' | '.join((name, str(count.total()), *cells, f'{share:.0%}'))} |"


if __name__ == "__main__":
    sys.exit(main())
