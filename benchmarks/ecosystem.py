"""`python -m benchmarks.ecosystem --base REV`: which findings a change adds to or removes from a hundred repositories.

ecosystem.tsv beside this file lists public repositories, each with one commit. torchlint as it was in REV and as it is
in the working tree check the same files of each, with every rule and with what is only suspected. No code of a
repository is run, and none of its settings count. What differs is printed as Markdown: numbers for each rule, then the
findings of each repository. `--clones DIR` takes the repositories from clones in OWNER+NAME or OWNER/NAME, bare or not,
and leaves out and names what is not there; without it, one commit of each is fetched from GitHub.

The exit status is 0 if nothing differs, 1 if something does, and 2 if torchlint failed or there was nothing to check.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.clones import clone_of, fetch, unpack
from benchmarks.differences import Difference, Finding, difference, report
from benchmarks.process import environment, free_cores

ROOT = Path(__file__).parent.parent
LIST = Path(__file__).with_suffix(".tsv")
# What torchlint reads: code, and what says for which version of PyTorch it was written.
READ = ("*.py", "*.ipynb", "*.toml", "*.cfg", "*requirements*.txt")
OPTIONS = "--isolated --no-cache --jobs=1 --select=ALL --preview --suspected --exit-zero --quiet --output-format=json"


@dataclass(frozen=True, slots=True)
class Pinned:
    """A repository and the commit of it that is checked."""

    repository: str
    commit: str

    @property
    def address(self) -> str:
        """Where anybody can read the files."""
        return f"https://github.com/{self.repository}/blob/{self.commit}"


@dataclass(frozen=True, slots=True)
class Trees:
    """Two versions of torchlint, each a folder with `torchlint` and `rules`, and where their bytecode is kept."""

    base: Path
    head: Path
    bytecode: Path


@dataclass(frozen=True, slots=True)
class Missing:
    """A repository that could not be checked, and why; `is_failure` if that is torchlint's fault."""

    pinned: Pinned
    why: str
    is_failure: bool = False


class Failed(Exception):
    """A run of torchlint that did not do its work."""


def pinned(text: str) -> list[Pinned]:
    """The rows of a list. Raises ValueError for a row that has more or less than two columns."""
    rows = csv.reader(text.splitlines()[1:], delimiter="\t", quoting=csv.QUOTE_NONE)
    return [Pinned(repository, commit) for repository, commit in rows]


def checked(one: Pinned, trees: Trees, clones: Path, at_hand: bool, limit: float) -> Difference | Missing:
    """What differs in one repository."""
    clone = clone_of(clones, one.repository)
    if clone is None and at_hand:
        return Missing(one, "no clone")
    if clone is None:
        clone = clones / one.repository.replace("/", "+")
        try:
            fetch(one.repository, one.commit, clone)
        except subprocess.CalledProcessError as error:
            return Missing(one, error.stderr.decode(errors="replace").strip().partition("\n")[0])
    with TemporaryDirectory() as place:
        folder = Path(place).resolve()
        if not unpack(clone, one.commit, folder, *READ):
            return Missing(one, "its clone lacks the commit")
        try:
            before, after = (findings(tree, trees.bytecode, folder, limit) for tree in (trees.base, trees.head))
        except Failed as failure:
            return Missing(one, str(failure), is_failure=True)
    return difference(one.repository, one.address, before, after)


def findings(tree: Path, bytecode: Path, folder: Path, limit: float) -> list[Finding]:
    """What one version of torchlint finds below a folder. Raises Failed."""
    # Compiled once, and not for each repository again, which takes longer than a small one.
    own = {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(bytecode)}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "torchlint", *OPTIONS.split(), str(folder)],
            cwd=tree,  # and not the folder, from which `python -m` would import
            env=environment() | own,
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Failed(f"not done after {limit:.0f} s") from None
    if done.returncode:
        end = done.stderr.decode(errors="replace").strip()[-500:]
        raise Failed(f"exit status {done.returncode}: {end}")
    return [_finding(record, folder) for record in json.loads(done.stdout or b"[]")]


def _finding(record: dict[str, object], folder: Path) -> Finding:
    location = record["location"]
    assert isinstance(location, dict)
    path = os.path.relpath(str(record["filename"]), folder).replace(os.sep, "/")
    cell = f" cell {record['cell']}" if record["cell"] else ""
    message = f"{record['message']}{' (suspected)' if record['suspected'] else ''}"
    return Finding(path + cell, location["row"], location["column"], str(record["name"]), message)


def revision(name: str, folder: Path) -> Path:
    """Torchlint as it was in a revision of this repository, unpacked. Raises SystemExit for an unknown one."""
    clone = Path(git_directory())
    if not unpack(clone, name, folder, "torchlint", "rules"):
        raise SystemExit(f"unknown revision: {name}")
    return folder


def git_directory() -> str:
    """The git directory of this repository."""
    command = ["git", "-C", str(ROOT), "rev-parse", "--absolute-git-dir"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def compared(wanted: list[Pinned], trees: Trees, given: argparse.Namespace) -> Iterator[Difference | Missing]:
    """What differs in each repository, in the order of the list."""
    with nullcontext(given.clones) if given.clones else TemporaryDirectory() as place:
        check = partial(checked, trees=trees, clones=Path(place), at_hand=bool(given.clones), limit=given.limit)
        with ThreadPoolExecutor(given.jobs) as pool:
            for number, result in enumerate(pool.map(check, wanted), 1):
                print(f"\r{number} of {len(wanted)}", end="", file=sys.stderr, flush=True)
                yield result
    print(file=sys.stderr)


def main() -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ecosystem", description=__doc__)
    parser.add_argument("--base", required=True, help="the revision to compare with")
    parser.add_argument("--head", help="a revision instead of the working tree")
    parser.add_argument("--repositories", type=Path, default=LIST, help="another list of the same form")
    parser.add_argument("--clones", type=Path, help="a folder of clones, instead of fetching from GitHub")
    parser.add_argument("--only", default="", help="only repositories with this text in their names")
    parser.add_argument("--jobs", type=int, default=free_cores(), help="how many are checked at a time")
    parser.add_argument("--limit", type=float, default=900, help="seconds for one run of torchlint")
    given = parser.parse_args()
    listed = pinned(given.repositories.read_text(encoding="utf-8"))
    wanted = [one for one in listed if given.only in one.repository]
    with TemporaryDirectory() as place:
        base = revision(given.base, Path(place, "base"))
        head = revision(given.head, Path(place, "head")) if given.head else ROOT
        results = list(compared(wanted, Trees(base, head, Path(place, "bytecode")), given))
    missing = [one for one in results if isinstance(one, Missing)]
    seen = [one for one in results if isinstance(one, Difference)]
    print("\n".join(report(seen)))
    for one in missing:
        print(f"- {'FAILED' if one.is_failure else 'not checked'}: {one.pinned.repository}: {one.why}")
    if not seen or any(one.is_failure for one in missing):
        return 2
    return int(any(one.is_one for one in seen))


if __name__ == "__main__":
    sys.exit(main())
