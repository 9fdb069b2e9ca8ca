"""One file's findings: what is parsed, what is told, and in which order."""

from __future__ import annotations

import gc
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.toy_rules import ALL_DIAGNOSTICS, finder, rule_of
from torchlint.diagnostics import DIAGNOSTICS
from torchlint.files.source import Source
from torchlint.finding import Finding, Span
from torchlint.gate import WORDS
from torchlint.lint import check, check_path
from torchlint.queries import File
from torchlint.result import Checked
from torchlint.rule import Findings, Rule

BAD = finder("bad", "BAD")
WORSE = finder("worse", "WORSE")


def checked(text: str, *rules: Rule) -> Checked:
    return check(Source("a.py", text), (*rules, *ALL_DIAGNOSTICS), catalog={**DIAGNOSTICS, "bad": BAD, "worse": WORSE})


def told(text: str, *rules: Rule) -> list[str]:
    return [f"{finding.rule} {finding.span.start}" for finding in checked(text, *rules).findings]


@pytest.mark.parametrize("word", WORDS)
def test_a_file_with_one_of_the_words_is_checked(word: str) -> None:
    assert told(f"import {word}\nBAD\n", BAD) == [f"bad {len(word) + 8}"]


def test_a_file_without_them_is_not_even_parsed() -> None:
    assert checked("BAD (\n", BAD) == Checked(Source("a.py", "BAD (\n"), ())
    assert told("import torch\nBAD (\n", BAD) == ["syntax-error 17"]


def test_a_rule_without_its_words_is_not_asked() -> None:
    def explode(file: File) -> Findings:
        raise AssertionError

    rule = rule_of(explode, "explosive", words=("dynamite", "fuse"))
    assert told("import torch\n", rule) == []
    assert told("import torch, fuse\n", rule) == ["torchlint-error 0"]


def test_findings_are_in_the_order_of_the_text_and_then_of_names() -> None:
    text = "import torch\nWORSE, BAD, WORSE\n"
    either = finder("either", "WORSE|BAD|torch")
    expected = ["either 7", "either 13", "worse 13", "bad 20", "either 20", "either 25", "worse 25"]
    assert told(text, WORSE, BAD, either) == expected
    assert told(text, either, BAD, WORSE) == expected


def test_the_same_finding_is_told_once_and_the_sure_one_with_a_fix_wins() -> None:
    plain, sure = finder("bad", "BAD", sure=False), finder("bad", "BAD")
    fixing = finder("bad", "BAD", "GOOD")
    for rules in ((plain, sure, fixing), (fixing, sure, plain)):
        (finding,) = checked("import torch\nBAD\n", *rules).findings
        assert finding.sure
        assert finding.fix is not None


def test_findings_are_stamped_with_the_name_of_their_rule() -> None:
    (finding,) = checked("import torch; BAD", BAD).findings
    assert finding == Finding("a.py", Span(14, 17), "`BAD` is bad", rule="bad")


def test_suspicions_are_among_the_findings() -> None:
    (finding,) = checked("import torch; BAD", finder("bad", "BAD", sure=False)).findings
    assert not finding.sure


class Thing:
    """What a rule looks at: it knows where it is."""

    def __init__(self, start: int, end: int) -> None:
        self.span = Span(start, end)


class Broken:
    """A thing that does not even know that."""

    @property
    def span(self) -> Span:
        raise RuntimeError("broken")


def raising(error: BaseException) -> Rule:
    def fail(file: File) -> Findings:
        broken = Broken()
        for thing in (Thing(0, 90), Thing(13, 19), Thing(13, 16)):
            if thing.span.end == 16:
                raise error
        yield Finding(file.path, Span(0, 0), f"unreachable: {broken}")

    return rule_of(fail, "failing")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ZeroDivisionError("division by zero"), "ZeroDivisionError: division by zero"),
        (KeyError("x"), "KeyError: 'x'"),
        (RecursionError("maximum recursion depth exceeded"), "RecursionError: maximum recursion depth exceeded"),
        (MemoryError(), "MemoryError: no message"),
        (ValueError("two\nlines"), "ValueError: two"),
    ],
)
def test_a_rule_that_raises_is_told_and_the_others_go_on(error: Exception, said: str) -> None:
    finding, other = checked("import torch\nBAD, BAD\n", raising(error), finder("bad", "BAD$")).findings
    assert (finding.rule, finding.span) == ("torchlint-error", Span(13, 16))
    assert finding.message.startswith(f"`failing` failed: {said} (test_lint.py:")
    assert other.rule == "bad"


def test_the_user_can_still_stop_it() -> None:
    with pytest.raises(KeyboardInterrupt):
        checked("import torch\n", raising(KeyboardInterrupt()))


def test_endless_recursion_in_a_rule() -> None:
    def recurse(file: File) -> Findings:
        yield from recurse(file)

    (finding,) = checked("import torch\n", rule_of(recurse, "endless")).findings
    assert finding.message.startswith("`endless` failed: RecursionError: maximum recursion depth exceeded")


def test_what_a_rule_found_before_it_raised_stays() -> None:
    def fail_late(file: File) -> Findings:
        yield Finding(file.path, Span(7, 12), "found")
        raise ValueError

    assert told("import torch\n", rule_of(fail_late, "late")) == ["torchlint-error 0", "late 7"]


def test_the_finding_before_is_not_blamed() -> None:
    def fail_late(file: File) -> Findings:
        yield Finding(file.path, Span(7, 12), "found")
        yield Finding(file.path, Span(7, 99), "outside")

    assert told("import torch\n", rule_of(fail_late, "late")) == ["torchlint-error 0", "late 7"]


@pytest.mark.parametrize(
    "wrong",
    [
        Finding("a.py", Span(-1, 3), "starts too early"),
        Finding("a.py", Span(0, 14), "ends too late"),
        Finding("a.py", Span(5, 4), "ends before it starts"),
        Finding("a.py", Span(0, 1), "points outside", related=((Span(0, 99), "there"),)),
        Finding("a.py", Span(0, 1), "is not frozen", related=[(Span(0, 1), "here")]),  # type: ignore[arg-type]
        None,
        "finding",
    ],
)
def test_what_is_no_finding_is_an_error_of_the_rule(wrong: Finding) -> None:
    def check(file: File) -> Findings:
        yield wrong

    (finding,) = checked("import torch\n", rule_of(check, "odd")).findings
    assert finding.rule == "torchlint-error"
    assert finding.message.startswith("`odd` failed: ")


def test_a_rule_that_is_no_generator_is_told() -> None:
    def check(file: File) -> Iterator[Finding]:
        return None  # type: ignore[return-value]

    (finding,) = checked("import torch\n", rule_of(check, "odd")).findings
    assert finding.message.startswith("`odd` failed: TypeError: 'NoneType' object is not iterable (lint.py:")


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (ValueError("no"), r"torchlint-error: the analysis failed: ValueError: no \(test_lint\.py:\d+\)"),
        (MemoryError(), r"torchlint-error: the analysis failed: MemoryError: no message \(test_lint\.py:\d+\)"),
        (RecursionError("too deep"), r"unreadable-file: nested too deeply to be analysed"),
    ],
)
def test_an_analysis_that_raises_is_told(monkeypatch: pytest.MonkeyPatch, error: Exception, expected: str) -> None:
    def fail(self: File, *arguments: object) -> None:
        raise error

    monkeypatch.setattr(File, "__init__", fail)
    result = checked("import torch\nBAD  # torchlint: ignore[worse]\n", BAD, WORSE)
    (finding,) = result.findings
    assert re.fullmatch(expected, f"{finding.rule}: {finding.message}")
    assert not result.parsed


def test_errors_are_told_unless_diagnostics_are_selected_without_them() -> None:
    source = Source("a.py", "import torch\n(\n")
    failing = raising(ValueError("no"))
    assert [finding.rule for finding in check(source, [BAD]).findings] == ["syntax-error"]
    assert check(source, [BAD, DIAGNOSTICS["unused-ignore"]]).findings == ()
    assert [f.rule for f in check(Source("a.py", "import torch"), [failing]).findings] == ["torchlint-error"]
    assert [f.rule for f in check_path("a.py", [BAD], b"\xff").findings] == ["unreadable-file"]
    assert check_path("a.py", [DIAGNOSTICS["syntax-error"]], b"\xff").findings == ()


def test_suppressed_findings_are_kept_apart() -> None:
    result = checked("import torch\nBAD, WORSE  # torchlint: ignore[bad] -- why\n", BAD, WORSE)
    assert [finding.rule for finding in result.findings] == ["worse"]
    assert [finding.rule for finding in result.suppressed] == ["bad"]


@pytest.mark.parametrize(
    ("comment", "rules", "expected"),
    [
        ("ignore[bad] -- why", ["bad"], ["unused-ignore"]),
        ("ignore[bad] -- why", ["worse"], []),  # it did not run
        ("ignore[bad] -- why", [], []),
        ("ignore -- why", ["bad", "worse"], ["blanket-ignore", "unused-ignore"]),
        ("ignore -- why", ["bad"], ["blanket-ignore"]),  # the other one might have found something
        ("ignore[bda] -- why", ["bad"], ["unknown-rule"]),
        ("ignore[bad]", ["worse"], ["missing-reason"]),
        ("ignore[bad, unused-ignore] -- why", ["bad"], []),
        ("ignore[syntax-error] -- why", ["bad"], ["unused-ignore"]),
    ],
)
def test_comments_are_judged_by_what_ran(comment: str, rules: list[str], expected: list[str]) -> None:
    result = checked(f"import torch  # torchlint: {comment}\n", *(rule for rule in (BAD, WORSE) if rule.name in rules))
    assert [finding.rule for finding in result.findings] == expected


def test_the_comment_of_a_rule_that_failed_is_not_unused() -> None:
    text = "import torch  # torchlint: ignore[failing] -- why\n"
    rule = raising(ValueError("no"))
    result = check(Source("a.py", text), [rule, *ALL_DIAGNOSTICS], catalog={**DIAGNOSTICS, rule.name: rule})
    assert [finding.rule for finding in result.findings] == ["torchlint-error"]


def test_comments_in_a_file_that_is_not_python() -> None:
    text = "import torch  # torchlint: ignore[bad]\n# torchlint: file-ignore[syntax-error] -- a template\n{{ x }\n"
    result = checked(text, BAD)
    assert (result.findings, result.parsed) == ((), False)
    assert [finding.rule for finding in result.suppressed] == ["syntax-error"]


def test_only_selected_diagnostics_are_told() -> None:
    source = Source("a.py", "import torch  # torchlint: ignore[bad, wrose]\n")
    names = [[f.rule for f in check(source, [BAD, DIAGNOSTICS[name]]).findings] for name in DIAGNOSTICS]
    assert names == [[], [], [], [], ["unused-ignore"], ["unknown-rule"], [], ["missing-reason"]]


def test_without_a_catalog_the_built_in_rules_are_known(pack: dict[str, Rule]) -> None:
    names = ", ".join(pack)
    source = Source("a.py", f"import torch  # torchlint: ignore[{names}, bad, no-rule] -- why\n")
    (finding,) = check(source, [BAD, DIAGNOSTICS["unknown-rule"]]).findings
    assert finding.message.startswith("there is no rule `no-rule`")


def test_the_collector_rests_only_while_a_file_is_checked() -> None:
    states = []

    def look(file: File) -> Findings:
        states.append(gc.isenabled())
        yield from ()

    checked("import torch\n", rule_of(look, "looking"))
    assert states == [False]
    assert gc.isenabled()
    gc.disable()
    try:
        checked("import torch\n", rule_of(look, "looking"))
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_a_file_without_torch_costs_no_parser(tmp_path: Path, root: Path) -> None:
    (tmp_path / "plain.py").write_text("x = 1\n")
    code = (
        "import sys\n"
        "from torchlint.diagnostics import DIAGNOSTICS\n"
        "from torchlint.lint import check_path\n"
        "check_path('plain.py', DIAGNOSTICS.values())\n"
        "print(*sorted({'libcst', 'torch', 'difflib', 'tempfile', 'zipfile'} & set(sys.modules)))"
    )
    env = {**os.environ, "PYTHONPATH": str(root)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout == "\n"


@pytest.mark.parametrize(
    "line", ["    (steps): int = 0", "    if 1:\n\x0c        steps = 0", "    class C(B, metaclass=M, *bases): pass"]
)
def test_what_python_reads_and_libcst_does_not_is_checked(line: str, pack: dict[str, Rule]) -> None:
    text = (
        "import torch\n\n"
        "def train(model: torch.nn.Module, loader: torch.utils.data.DataLoader):\n"
        "    total = 0\n"
        f"{line}\n"
        "    for x, y in loader:\n"
        "        loss = torch.nn.functional.cross_entropy(model(x), y)\n"
        "        loss.backward()\n"
        "        total += loss\n"
        "    return total\n"
    )
    found = [finding.rule for finding in check(Source("a.py", text), [pack["loss-accumulates-graph"]]).findings]
    assert found == ["loss-accumulates-graph"]
