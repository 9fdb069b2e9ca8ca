"""What holds for any program: real ones of the rules' folders, changed at random, and whatever the grammar allows."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.rule_folders import FOLDERS, RULES
from torchlint.files.source import Source
from torchlint.files.splice import prepared
from torchlint.finding import Finding
from torchlint.fixing import Fixed, fix
from torchlint.lint import check
from torchlint.pack import builtin_rules
from torchlint.result import Checked
from torchlint.rule import Rule
from torchlint.suppression.insertion import with_comments


def grammatical() -> st.SearchStrategy[str]:
    """Whatever Python's grammar allows; the package takes seconds to import, for which only this test should wait."""
    import hypothesmith

    return hypothesmith.from_grammar()


ALL: tuple[Rule, ...] = tuple(builtin_rules().values())
PROGRAMS = [path.read_text(encoding="utf-8") for folder in FOLDERS for path in sorted(folder.rglob("*.py"))]
FIXABLE = [(folder / "bad.py").read_text(encoding="utf-8") for folder in FOLDERS if (folder / "good.py").exists()]
# The same programs on every machine and in every run: a new failure comes from a change of ours.
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
ALIKE = settings(derandomize=True, database=None, deadline=None, suppress_health_check=SLOW)
WORDS = ["x", "loss", "torch", "*", "(", "None"]


@st.composite
def changed(draw: st.DrawFn, programs: list[str]) -> str:
    """A program of a rule's folder after a few edits such as people make, and some that nobody would."""
    lines = draw(st.sampled_from(programs)).splitlines()
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(lines)))
        end = min(len(lines), at + draw(st.integers(1, 8)))
        match draw(st.sampled_from("delete repeat move indent bury swap word".split())):
            case "delete":
                del lines[at:end]
            case "repeat":
                lines[end:end] = lines[at:end]
            case "move":
                block = lines[at:end]
                del lines[at:end]
                to = draw(st.integers(0, len(lines)))
                lines[to:to] = block
            case "indent":
                lines[at:end] = [f"    {line}" for line in lines[at:end]]
            case "bury":  # all of it, in something that holds a body
                header = draw(
                    st.sampled_from(["def f(self, x):", "class C(f):", "if x:", "try:", "with torch.no_grad():"])
                )
                footer = ["finally:", "    pass"] if header == "try:" else []
                lines = ["import torch", header, *(f"    {line}" for line in lines), "    pass", *footer]
            case "swap" if at < end - 1:
                lines[at], lines[end - 1] = lines[end - 1], lines[at]
            case "word" if at < len(lines):
                words = lines[at].split(" ")
                words[draw(st.integers(0, len(words) - 1))] = draw(
                    st.sampled_from(["x", "loss", "torch", "*", "(", "None"])
                )
                lines[at] = " ".join(words)
    newline = draw(st.sampled_from(["\n", "\n", "\n", "\r\n", "\r"]))
    return newline.join([*lines, *draw(st.sampled_from([[""], []]))])


def looked_at(text: str) -> Checked:
    checked = check(Source("a.py", text), ALL)
    broken = [finding.message for finding in checked.findings if finding.rule == "torchlint-error"]
    assert not broken, "\n".join(broken)
    return checked


def fixed(text: str, only: tuple[Finding, ...] | None = None) -> Fixed:
    return fix(Source("a.py", text), ALL, unsafe=True, suspected=True, fixable=lambda name: True, only=only)


@settings(ALIKE, max_examples=200)
@given(changed(PROGRAMS))
def test_no_program_breaks_a_rule(text: str) -> None:
    looked_at(text)


@settings(ALIKE, max_examples=60)
@given(st.deferred(grammatical))
def test_nothing_that_the_grammar_allows_breaks_a_rule(text: str) -> None:
    looked_at(f"import torch\n{text}")


@settings(ALIKE, max_examples=60)
@given(changed(FIXABLE))
def test_fixes_keep_their_word(text: str) -> None:
    """What comes out is Python, none of the fixed findings is there any more, and there is nothing left to fix."""
    result = fixed(text)
    assume(result.applied)
    new = result.checked.source.text
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `x is 1` and the like: the program's, not ours
        ast.parse(new)
    assert not result.rolled_back, [finding.message for finding in result.rolled_back]
    again = fixed(new)
    assert (again.applied, again.checked.source.text) == ((), new)


@settings(ALIKE, max_examples=60)
@given(changed(FIXABLE))
def test_fixes_leave_all_else_as_it_is(text: str) -> None:
    """The text between the edits that a finding shows is what it was, to the byte."""
    findings = looked_at(text).findings
    wanted = tuple(finding for finding in findings if finding.fix)[:1]
    assume(wanted)
    (finding,) = wanted
    assert finding.fix is not None
    result = fixed(text, only=wanted)
    assume(result.fixed)
    newline = result.original.newline
    edits = prepared(finding.fix.edits, newline)
    assert len(result.splices) == 1
    rest, end = result.checked.source.text, 0
    for edit in edits:
        kept = text[end : edit.span.start]
        assert rest.startswith(kept)
        rest = rest[len(kept) + len(edit.text) :]
        end = edit.span.end
    assert rest == text[end:]


@settings(ALIKE, max_examples=60)
@given(changed(PROGRAMS))
def test_what_is_silenced_is_not_found(text: str) -> None:
    """A comment for each finding leaves nothing to tell, but of what no comment can stand beside; the program stays."""
    before = looked_at(text)
    assume(before.parsed and before.findings)
    told = with_comments(before).findings
    silenced = fix(
        before.source,
        ALL,
        unsafe=True,
        suspected=True,
        fixable=lambda name: True,
        only=[finding for finding in told if finding.fix],
        remedy=with_comments,
    ).checked
    left = {(one.rule, one.message) for one in silenced.findings}
    assert left <= {(one.rule, one.message) for one in told if not one.fix}
    assert ast.dump(ast.parse(silenced.source.text)) == ast.dump(ast.parse(text))


@pytest.mark.parametrize("after", [1, 7])
def test_a_run_that_is_killed_leaves_no_half_written_file(tmp_path: Path, after: int) -> None:
    old = (RULES / "loss_accumulates_graph" / "bad.py").read_bytes()
    whole = fixed_safely(old)
    assert whole != old
    files = [tmp_path / f"{number:03}.py" for number in range(60)]
    for path in files:
        path.write_bytes(old)
    command = [sys.executable, "-m", "torchlint", "--isolated", "--no-project", "--fix", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ) as run:
        while run.poll() is None and files[after].read_bytes() == old:
            time.sleep(0.001)
        run.send_signal(signal.SIGKILL)
    states = [path.read_bytes() for path in files]
    assert states[after] == whole
    assert set(states) <= {old, whole}
    assert sorted(path.suffix for path in tmp_path.iterdir() if path not in files) in ([], [""])


def fixed_safely(data: bytes) -> bytes:
    result = fix(Source("a.py", data.decode()), ALL, unsafe=False, fixable=lambda name: True)
    return result.checked.source.encoded()
