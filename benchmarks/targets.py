"""`python -m benchmarks.targets --corpus DIR [--peers DIR]...`: what torchlint was to reach, and whether it does."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import aims, growth
from benchmarks.aims import Aim
from benchmarks.corpus import Corpus, copy
from benchmarks.options import parser, with_corpus
from benchmarks.peers import PEERS, installed
from benchmarks.process import Failed, free_cores
from benchmarks.rounds import Rounds, measured
from benchmarks.table import number
from benchmarks.tools import COLD, WARM, Tool, cold, warm
from benchmarks.written import project

# Each other linter that a target speaks of, by how its name begins, and how it ends.
TORCHFIX, PREFLIGHT = ("TorchFix", ""), ("torch-preflight", "")
RUFF_COLD, RUFF_WARM = ("Ruff", "all rules, cold"), ("Ruff", "all rules, warm")
START, PLAIN = "nothing to check", "a file without torch"
FILE_COLD, FILE_WARM, CHANGED = "one file, cold", "one file, warm", "one file changed"
ONE_JOB, TWO_JOBS = "one job", "two jobs"
JOBS = ((ONE_JOB, 1), (TWO_JOBS, 2))
FILES, LINES = 500, 500
LARGE = 1_000_000  # lines: transformers has 1.2 million; what holds for a small folder says nothing about it
MEGABYTES = 2**20 / 1e6  # in a MiB


@dataclass(frozen=True, slots=True)
class Measured:
    """The files, one of them that is about as long as was asked for, and what everything took."""

    corpus: Corpus
    file: Path
    rounds: Rounds
    names: Sequence[str]

    def peer(self, ends: tuple[str, str]) -> str | None:
        """The whole name of another linter, if it was there."""
        begin, end = ends
        return next((name for name in self.names if name.startswith(begin) and name.endswith(end)), None)

    def beyond(self, name: str, other: str) -> float:
        """How many ms of the CPU a tool takes more than another."""
        return 1000 * (self.rounds.cpu(name) - self.rounds.cpu(other))


def middling(corpus: Corpus) -> Path:
    """The file with torch in it that is closest to so many lines."""
    with_torch = {
        path: text.count(b"\n")
        for path in sorted(corpus.folder.glob("**/*.py"))
        if b"import torch" in (text := path.read_bytes())
    }
    if not with_torch:
        raise SystemExit("no file of the corpus imports torch")
    return min(with_torch, key=lambda path: abs(with_torch[path] - LINES)).relative_to(corpus.folder)


def editor(path: Path) -> Callable[[], None]:
    """What changes, each time anew, what a function at the end of a file returns."""
    original, numbers = path.read_text(encoding="utf-8"), count()

    def edit() -> None:
        path.write_text(f"{original}\n\ndef edited():\n    return {next(numbers)}\n", encoding="utf-8")

    return edit


def tools(corpus: Corpus, file: Path, place: Path, peers: Sequence[Path]) -> list[Tool]:
    """Everything that is run, each with what it needs in the place."""
    caches, folder, jobs = place / "caches", corpus.folder, min(2, free_cores())
    for name in ("empty", "plain"):
        (place / name).mkdir()
    plain = "\n\n".join(f"def number_{each}(value):\n    return value + {each}\n" for each in range(LINES // 5))
    (place / "plain" / "plain.py").write_text(plain, encoding="utf-8")
    project(place / "written", FILES)
    changed = copy(folder, place / "changed").folder
    spoken_of = (TORCHFIX, PREFLIGHT, RUFF_COLD, RUFF_WARM)
    wanted = [peer for peer in PEERS if any(peer.name.startswith(a) and peer.name.endswith(z) for a, z in spoken_of)]
    return [
        Tool(START, cold("."), place / "empty"),
        Tool(PLAIN, cold("plain.py"), place / "plain"),
        Tool(FILE_COLD, cold(str(file)), folder),
        Tool(FILE_WARM, warm(caches / "file", str(file)), folder, is_warm=True),
        Tool(COLD, cold("-j", "1", "."), folder),
        Tool(WARM, warm(caches / "all", "-j", "1", "."), folder, is_warm=True),
        Tool(CHANGED, warm(caches / "changed", "-j", "1", "."), changed, is_warm=True, before=editor(changed / file)),
        *(Tool(name, cold("-j", str(each), "."), place / "written", cores=jobs) for name, each in JOBS if each <= jobs),
        *installed(wanted, peers, folder, caches),
    ]


def against(found: Measured, ends: tuple[str, str], what: str, ours: str, times: float, slower: bool) -> list[Aim]:
    """What torchlint takes against another linter: at least so many times faster, or at most so many times slower."""
    name = found.peer(ends)
    aim = f"at most {times:g} times slower" if slower else f"at least {times:g} times faster"
    if name is None:
        return [Aim(what, aim, "not installed", None)]
    theirs = found.rounds.ratio(name, ours)
    is_whole = all(cost.is_whole for cost in found.rounds.of(name))
    more = "" if is_whole else "more than "
    said = f"{more}{number(theirs)} times faster" if theirs >= 1 else f"{number(1 / theirs)} times slower"
    is_reached = 1 / theirs <= times if slower else theirs >= times
    return [Aim(f"{what} {name}", aim, said, True if is_reached else False if is_whole else None)]


def answers(found: Measured) -> list[Aim]:
    """Each target, and what was measured."""
    rounds, corpus = found.rounds, found.corpus
    is_large = corpus.lines >= LARGE
    peak = MEGABYTES * max(cost.peak for cost in rounds.of(COLD))
    change = rounds.ratio(CHANGED, FILE_COLD)
    lines = (corpus.folder / found.file).read_bytes().count(b"\n")
    alone = [(FILE_COLD, "cold", 300), (FILE_WARM, "warm", 120)]
    more = found.beyond(WARM, START)
    size = f"{corpus.lines / 1000:,.0f} kloc"
    answers = [
        *against(found, TORCHFIX, "cold, against", COLD, 25, slower=False),
        *against(found, PREFLIGHT, "cold, against", COLD, 40, slower=False),
        *against(found, RUFF_COLD, "cold, against", COLD, 15, slower=True),
        *against(found, RUFF_WARM, "warm, against", WARM, 2, slower=True),
        Aim(f"warm, {size}, beyond the start", "100 ms for 1,200 kloc", f"{more:.0f} ms", judged(more, 100, is_large)),
        Aim(
            f"warm, one file of {lines} lines changed, against that file alone, cold",
            "at most 1.5 times",
            f"{number(change)} times",
            change <= 1.5,
        ),
    ]
    for name, way, most in alone:
        took = 1000 * rounds.cpu(name)
        answers.append(Aim(f"`torchlint FILE`, {lines} lines, {way}", f"{most} ms", f"{took:.0f} ms", took <= most))
    plain = found.beyond(PLAIN, START)
    start = f"start of {1000 * rounds.cpu(START):.0f} ms"
    answers.append(Aim("a file without torch", "start + 10 ms", f"{start} {plain:+.0f} ms", plain <= 10))
    if TWO_JOBS in found.names:
        faster = rounds.ratio(ONE_JOB, TWO_JOBS, "wall")
        said = f"{number(faster)} times faster"
        answers.append(Aim(f"two jobs, {FILES} files, by the clock", "1.7 times faster", said, faster >= 1.7))
    said = f"{peak:.0f} MB"
    answers.append(Aim(f"memory, one job, {size}", "250 MB for 1,200 kloc", said, judged(peak, 250, is_large)))
    return answers


def judged(value: float, most: float, is_large: bool) -> bool | None:
    """Whether it is at most so much; on files that are too few for the target, nothing but that it is not."""
    return False if value > most else True if is_large else None


def main() -> int:
    """The exit status; the table goes to standard output."""
    wanted = with_corpus(parser("benchmarks.targets", __doc__)).parse_args()
    with TemporaryDirectory() as place:
        corpus = copy(wanted.corpus, Path(place, "files"))
        file = middling(corpus)
        run = tools(corpus, file, Path(place), wanted.peers)
        try:
            rounds = measured(run, wanted.rounds, wanted.limit, wanted.patience)
            Path(place, "growth").mkdir()
            grown = growth.grown(Path(place, "growth"), wanted.rounds)
        except Failed as failure:
            print(failure, file=sys.stderr)
            return 2
        found = answers(Measured(corpus, file, rounds, [tool.name for tool in run]))
    setting = corpus.setting(wanted.corpus.resolve().name)
    shown = f"{setting}\n\n{aims.table([*found, *grown.aims()])}"
    print(shown, end="")
    if wanted.output:
        wanted.output.write_text(shown, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
