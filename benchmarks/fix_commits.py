"""`python -m benchmarks.fix_commits --clones DIR`: real fixes, and whether torchlint tells the mistake from its repair.

fix_commits.tsv beside this file lists commits of public repositories that repair a mistake: the commits before and
after, the file, and the row of the mistake before; where something is missing, of what it is missing for, such as the
sampler whose set_epoch() nobody calls. A repair of what was no mistake stays in the list, with the reason. DIR has a
clone of each repository in OWNER+NAME or OWNER/NAME, bare or not; what is not there is left out and counted. Of both
commits the Python files are unpacked, and the file is checked as a part of its project, with the one rule that the
mistake is for and the PyTorch of the commit's day. It is flagged if the rule reports something within 30 rows of the
mistake, suspected or not, and silent after if it reports less in the file then. No code of a repository is run.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.clones import clone_of, git, unpack
from benchmarks.process import environment

LIST = Path(__file__).with_suffix(".tsv")
_CHECK = "--isolated --no-cache --suspected --exit-zero --quiet --output-format=json"
# When versions of PyTorch came out. What is a mistake depends on it: torch.load loads weights only since 2.6.
_RELEASES = {
    "2018-04-24": "0.4",
    "2018-12-07": "1.0",
    "2019-04-30": "1.1",
    "2019-08-08": "1.2",
    "2019-10-10": "1.3",
    "2020-01-15": "1.4",
    "2020-04-21": "1.5",
    "2020-07-28": "1.6",
    "2020-10-27": "1.7",
    "2021-03-04": "1.8",
    "2021-06-15": "1.9",
    "2021-10-21": "1.10",
    "2022-03-10": "1.11",
    "2022-06-28": "1.12",
    "2022-10-28": "1.13",
    "2023-03-15": "2.0",
    "2023-10-04": "2.1",
    "2024-01-30": "2.2",
    "2024-04-24": "2.3",
    "2024-07-24": "2.4",
    "2024-10-17": "2.5",
    "2025-01-29": "2.6",
    "2025-04-23": "2.7",
    "2025-08-06": "2.8",
    "2025-10-15": "2.9",
}
_NEAR = 30  # rows: where something is missing, a finding may be at the call that it is missing for


@dataclass(frozen=True, slots=True)
class FixCommit:
    """One row of the list."""

    repository: str
    before: str
    after: str
    path: str
    row: int
    kind: str  # the rule, or "none: " and what the mistake is
    description: str

    @property
    def has_rule(self) -> bool:
        """Whether a rule covers the mistake."""
        return not self.kind.startswith("none")


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether the mistake was flagged, only as suspected, and whether its repair was not."""

    flagged: bool
    suspected: bool
    silent: bool


@dataclass(frozen=True, slots=True)
class Found:
    """A finding of the rule in the file."""

    row: int
    suspected: bool


def commits(text: str) -> list[FixCommit]:
    """The rows of the list. Raises ValueError for a row that lacks a column or has no number for its row."""
    rows = csv.reader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE)
    next(rows)
    return [
        FixCommit(repository, before, after, path, int(row), kind, description)
        for repository, before, after, path, row, kind, description in rows
    ]


def outcome(one: FixCommit, clone: Path) -> Outcome | None:
    """What torchlint says of both commits; None if the clone lacks one of them."""
    before, after = _findings(clone, one.before, one), _findings(clone, one.after, one)
    if before is None or after is None:
        return None
    near = [found for found in before if abs(found.row - one.row) <= _NEAR]
    suspected = bool(near) and all(found.suspected for found in near)
    return Outcome(bool(near), suspected, len(after) < len(before))


def torch_of(day: str) -> str:
    """The newest version of PyTorch on a day, "2024-02-29"; the oldest one that is known, on a day before."""
    return [version for released, version in _RELEASES.items() if released <= max(day, min(_RELEASES))][-1]


def _torch_at(clone: Path, commit: str) -> str:
    """The newest version of PyTorch when a commit was made."""
    return torch_of(git(clone, "show", "-s", "--format=%cs", commit).decode().strip())


def _findings(clone: Path, commit: str, one: FixCommit) -> list[Found] | None:
    with TemporaryDirectory() as place:
        if not unpack(clone, commit, Path(place), "*.py"):
            return None
        torch = f'--config=torch-version = "{_torch_at(clone, commit)}"'
        command = [sys.executable, "-m", "torchlint", *_CHECK.split(), torch, f"--select={one.kind}", one.path]
        extra = {"PYTHONPATH": str(Path(__file__).parent.parent)}
        done = subprocess.run(
            command, cwd=place, check=False, capture_output=True, text=True, env=environment() | extra
        )
    records = json.loads(done.stdout or "[]")
    return [Found(each["location"]["row"], each["suspected"]) for each in records if each["name"] == one.kind]


def _rows(wanted: list[FixCommit], clones: Path) -> Iterator[tuple[FixCommit, Outcome | None]]:
    for one in wanted:
        clone = clone_of(clones, one.repository)
        yield one, outcome(one, clone) if clone is not None else None


def main() -> int:
    """The exit status: 1 if no commit could be looked at."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fix_commits", description=__doc__)
    parser.add_argument("--clones", type=Path, required=True, help="a folder of clones")
    parser.add_argument("--list", type=Path, default=LIST, help="another list of the same form")
    parser.add_argument("--rule", help="only the mistakes that this rule is for")
    given = parser.parse_args()
    everything = commits(given.list.read_text(encoding="utf-8"))
    wanted = [one for one in everything if one.has_rule and given.rule in (None, one.kind)]
    print("| repository | file | rule | before | after |\n|---|---|---|---|---|")
    seen: list[Outcome] = []
    missing = 0
    for one, result in _rows(wanted, given.clones):
        if result is None:
            missing += 1
            continue
        seen.append(result)
        before = "suspected" if result.suspected else "flagged" if result.flagged else "missed"
        after = "silent" if result.silent else "as before"
        print(f"| {one.repository} | {one.path}:{one.row} | {one.kind} | {before} | {after} |", flush=True)
    flagged, both = sum(one.flagged for one in seen), sum(one.flagged and one.silent for one in seen)
    print(
        f"\n{len(seen)} fixes with a rule: {flagged} flagged before, {both} of them silent after. "
        f"{missing} not at hand; {sum(not one.has_rule for one in everything)} more that no rule covers."
    )
    return int(not seen)


if __name__ == "__main__":
    sys.exit(main())
