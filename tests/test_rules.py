"""Every rule folder is its own test: all that is marked is found, fixed bad.py is good.py, and good.py is clean."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.rule_folders import FOLDERS, RULES, Mark, answers, marked_files, marks, name_of, without_marks
from torchlint.diagnostics import DIAGNOSTICS
from torchlint.fix import fix
from torchlint.lint import check
from torchlint.source import Lines, Source, read_source

if TYPE_CHECKING:
    from torchlint.finding import Finding
    from torchlint.rule import Rule

Pack = dict[str, "Rule"]

each_folder = pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
each_marked_file = pytest.mark.parametrize(
    "path",
    [path for folder in FOLDERS for path in marked_files(folder)],
    ids=lambda path: str(path.relative_to(RULES)),
)
# How programs are run one after the other, each as if it were the only one.
RUN = """
import runpy, sys, torch
torch.set_num_threads(1)
for program in sys.argv[1:]:
    print(program, file=sys.stderr)
    torch.manual_seed(0)
    torch.set_grad_enabled(True)
    runpy.run_path(program, run_name="__main__")
"""
# A file that can't be read and a rule that raises are findings too; here they are failures, as no mark expects them.
FAILURES = tuple(DIAGNOSTICS[name] for name in ("syntax-error", "unreadable-file", "torchlint-error"))


def found(source: Source, *rules: Rule) -> tuple[Finding, ...]:
    return check(source, (*rules, *FAILURES)).findings


def told(findings: tuple[Finding, ...], source: Source) -> str:
    lines = Lines(source.text)
    return "\n".join(f"{f.path}:{lines.row(f.span.start)}: [{f.rule}] {f.message}" for f in findings)


@each_marked_file
def test_what_is_marked_is_found_and_nothing_else(path: Path, pack: Pack) -> None:
    source = read_source(str(path))
    folder = RULES / path.relative_to(RULES).parts[0]
    lines = Lines(source.text)
    open_findings = list(found(source, pack[name_of(folder)]))
    missed = []
    for mark in marks(source.text):
        answer = next((f for f in open_findings if answers(mark, f, lines)), None)
        if answer is None:
            missed.append(mark)
        else:
            open_findings.remove(answer)
    shown = [f"  row {mark.row}: {'finding' if mark.sure else 'suspected'}: {mark.says}" for mark in missed]
    assert not missed, "\n".join(["marked, but not found:", *shown, "found besides:", told((*open_findings,), source)])
    assert not open_findings, "\n".join(["found, but not marked:", told((*open_findings,), source)])


@each_folder
def test_bad_is_found(folder: Path) -> None:
    assert any(mark.sure for mark in marks((folder / "bad.py").read_text(encoding="utf-8")))


@each_folder
def test_good_is_clean(folder: Path, pack: Pack) -> None:
    source = read_source(str(folder / "good.py"))
    findings = found(source, pack[name_of(folder)])
    assert not findings, told(findings, source)


@each_folder
def test_fixed_bad_is_good(folder: Path, pack: Pack) -> None:
    rule = pack[name_of(folder)]
    bad = Source(str(folder / "bad.py"), without_marks(read_source(str(folder / "bad.py")).text))
    if not any(finding.fix for finding in found(bad, rule)):
        assert read_source(str(folder / "good.py")).text != bad.text
        return  # a rule without a fix: its good.py is written by hand
    fixed = fix(bad, (rule, *FAILURES), unsafe=True, fixable=lambda _: True)
    assert not fixed.rolled_back, told(fixed.rolled_back, bad)
    assert fixed.checked.source.text == read_source(str(folder / "good.py")).text


def test_bad_and_good_run(tmp_path: Path) -> None:
    """They are programs, not snippets: in one process, so that torch is imported once."""
    programs = [str(folder / name) for folder in FOLDERS for name in ("bad.py", "good.py")]
    run = subprocess.run(
        [sys.executable, "-c", RUN, *programs], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr


def test_one_place_has_one_finding(pack: Pack) -> None:
    """Where two rules could speak, the more specific one does; who asks for rules that are off gets theirs as well."""
    rules = [rule for rule in pack.values() if rule.default]
    twice = []
    for folder in FOLDERS:
        source = read_source(str(folder / "bad.py"))
        for one, other in combinations(found(source, *rules), 2):
            if one.span == other.span:
                twice.append(told((one, other), source))
    assert not twice, "\n".join(twice)


def test_marks_are_read() -> None:
    text = "\n".join(
        [
            "a += b  # finding: keeps the graph",
            "c = d",
            "e += f  # suspected: keeps `f`  # refuted",
            "g(h)  # finding: one # finding: two",
            "i = j  # findings are told elsewhere",
        ]
    )
    assert marks(text) == [
        Mark(1, "keeps the graph", sure=True, refuted=False),
        Mark(3, "keeps `f`", sure=False, refuted=True),
        Mark(4, "one", sure=True, refuted=False),
        Mark(4, "two", sure=True, refuted=False),
    ]
    assert without_marks(text).split("\n") == [
        "a += b",
        "c = d",
        "e += f",
        "g(h)",
        "i = j  # findings are told elsewhere",
    ]


@pytest.mark.parametrize("line", ["a += b  # finding", "a += b  # suspected:"])
def test_a_mark_without_words_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="row 1"):
        marks(line)


def test_folders_and_rules_are_the_same(pack: Pack) -> None:
    assert list(pack) == [name_of(folder) for folder in FOLDERS]
