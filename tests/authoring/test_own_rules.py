"""`--new-rule` and `--test-rules`: a rule of one's own is created and tested."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.command import run, told
from tests.rule_folders import FOLDERS
from torchlint.authoring.rule_tests import flaws
from torchlint.pack import load_rule

RULE = Path("lint_rules/manual_clamp")
CALL, BAD, GOOD = "torch.Tensor.clamp_min_", "x.clamp_min_(0)  # finding: write something else", "x = x.clamp_min(0)"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))


def fill(file: str, row: int, line: str) -> None:
    """Put a line in place of another one."""
    lines = (RULE / file).read_text().splitlines()
    lines[row - 1] = line
    (RULE / file).write_text("\n".join(lines) + "\n")


def filled() -> None:
    """A new rule with its three lines."""
    ran = run("--new-rule", "lint_rules/manual-clamp")
    places = [line.split(":")[:2] for line in ran.out.splitlines() if line.startswith("  ")]
    texts = [f'    for call in file.calls("{CALL}"):', BAD, GOOD]
    assert [place.strip() for place, _ in places] == [str(RULE / name) for name in ("rule.py", "bad.py", "good.py")]
    for (place, row), line in zip(places, texts):
        fill(os.path.basename(place), int(row), line)


def tried() -> list[str]:
    """What is said of the pack, but for its last line."""
    return run("--test-rules", "lint_rules").out.splitlines()[:-1]


@pytest.mark.parametrize("option", ["--new-rule", "--test-rules"])
def test_a_folder_that_is_named_beside_them_is_not_passed_over(option: str) -> None:
    ran = run(option, "manual-clamp", "lint_rules")
    assert ran.status == 2
    assert "--new-rule lint_rules/NAME" in ran.err
    assert not Path("manual_clamp").exists()


def test_a_new_rule_waits_for_three_lines() -> None:
    ran = run("--new-rule", "lint_rules/manual-clamp")
    assert (ran.status, ran.out.splitlines()[0]) == (0, f"Created {RULE}. Fill in three lines:")
    ran = run("--test-rules", "lint_rules")
    assert ran.status == 1
    assert ran.out == (
        f"{RULE}/bad.py: no line is marked; add `# finding: part of the message` to the bad line\n"
        "1 rule tested, 1 with problems.\n"
    )


def test_with_them_it_is_a_rule() -> None:
    filled()
    ran = run("--test-rules", "lint_rules")
    assert (ran.status, ran.out, ran.err) == (0, "1 rule tested, no problems.\n", "")
    assert run("--test-rules", str(RULE)).out == ran.out
    Path("torchlint.toml").write_text('packs = ["lint_rules"]\n')
    assert run("--trust").status == 0
    Path("train.py").write_text("import torch\ntorch.ones(3).clamp_min_(0)\n")
    assert told("train.py") == ["train.py:2:1 manual-clamp"]
    assert run("--explain", "manual-clamp").out.startswith("# manual-clamp\n\nManual clamp.\n")


def test_it_may_have_a_detector_of_its_own() -> None:
    """Tried, loaded by a configuration and explained as any other rule; nothing is written beside it."""
    filled()
    text = (RULE / "rule.py").read_text()
    text = text.replace("rule\n\n", "rule\n\nfrom . import detect\n\n", 1)
    (RULE / "rule.py").write_text(text.replace(f'file.calls("{CALL}")', "detect.clamps(file)"))
    (RULE / "detect.py").write_text(
        '"""Clamps."""\n\nfrom .detect_names import NAME\n\n\ndef clamps(file):\n    return file.calls(NAME)\n'
    )
    (RULE / "detect_names.py").write_text(f'NAME = "{CALL}"\n')
    assert tried() == []
    Path("torchlint.toml").write_text('packs = ["lint_rules"]\nexclude = ["lint_rules"]\n')
    assert run("--trust").status == 0
    Path("train.py").write_text("import torch\ntorch.ones(3).clamp_min_(0)\n")
    assert told("train.py") == ["train.py:2:1 manual-clamp"]
    assert run("--explain", "manual-clamp").out.startswith("# manual-clamp\n\nManual clamp.\n")
    assert sorted(path.name for path in RULE.iterdir() if path.suffix != ".md") == sorted(
        ["bad.py", "cases", "detect.py", "detect_names.py", "good.py", "rule.py"]
    )
    (RULE / "detect.py").write_text("x = 1\n1 / 0\n")
    assert "`manual-clamp` failed: ZeroDivisionError: division by zero (detect.py:2)" in "\n".join(tried())
    ran = run("train.py")
    assert ran.status == 2
    assert "`manual-clamp` failed: ZeroDivisionError: division by zero (detect.py:2)" in ran.out + ran.err


def test_it_may_use_what_is_there_for_rules() -> None:
    """Queries by topic, proofs, and in its detector the syntax tree and what is known of PyTorch's functions."""
    filled()
    (RULE / "rule.py").write_text(
        "from torchlint import File, Findings, finding, rule\n"
        "from torchlint.proofs import call_time\n"
        "from torchlint.queries import testing, training\n\n"
        "from . import detect\n\n\n"
        '@rule(group="training", severity="warning")\n'
        "def check(file: File) -> Findings:\n"
        '    """Manual clamp."""\n'
        "    if testing.is_test_module(file) or training.trainings(file):\n"
        "        return\n"
        "    for call in detect.clamps_in_place(file):\n"
        "        proof = call_time(callee=call.callee, at=call)\n"
        '        yield finding(call, "write something else", proof=proof)\n'
    )
    (RULE / "detect.py").write_text(
        '"""Clamps."""\n\n'
        "from torchlint.knowledge.torch_api import fact\n"
        "from torchlint.queries import CallView, File\n"
        "from torchlint.syntax import tree\n\n\n"
        "def clamps_in_place(file: File) -> list[CallView]:\n"
        "    calls = (CallView(file, node) for node in file.tree.all(tree.Call))\n"
        '    return [c for c in calls if c.method.endswith("_") and any(map(fact, c.names))]\n'
    )
    assert run("--test-rules", "lint_rules").out == "1 rule tested, no problems.\n"
    code = "import torch\n\n\ndef test_clamp():\n    torch.ones(3).clamp_min_(0)\n"
    (RULE / "cases" / "test_tool.py").write_text(code)
    assert tried() == []  # a runner collects it
    (RULE / "cases" / "tool.py").write_text(code)
    assert run("--test-rules", "lint_rules").out.splitlines() == [
        f"{RULE}/cases/tool.py:5: found, but not marked: [manual-clamp] write something else",
        "1 rule tested, 1 with problems.",
    ]


@pytest.mark.parametrize("name", ["lint_rules/manual-clamp", "lint_rules/manual_clamp/", "lint_rules/manual_clamp"])
def test_nothing_is_written_over(name: str) -> None:
    filled()
    before = {path: path.read_text() for path in RULE.glob("**/*") if path.is_file()}
    assert len(before) == 5
    ran = run("--new-rule", name)
    assert (ran.status, ran.out, ran.err) == (2, "", f"error: --new-rule: {RULE} already exists\n")
    assert {path: path.read_text() for path in RULE.glob("**/*") if path.is_file()} == before


@pytest.mark.parametrize("name", ["", "Manual", "a b", "1st", "lint_rules/a.b", "class-é!"])
def test_what_can_be_no_name(name: str) -> None:
    ran = run("--new-rule", name)
    assert (ran.status, ran.out) == (2, "")
    assert "is not a valid rule name" in ran.err
    assert os.listdir() == []


def test_a_folder_that_cannot_be_made() -> None:
    Path("taken").write_text("")
    assert run("--new-rule", "taken/manual-clamp").status == 2


@pytest.mark.parametrize(
    ("file", "row", "line", "said"),
    [
        ("bad.py", 6, "x = x.clamp_min(0)  # finding: write", "bad.py:6: marked, but not found: finding: write"),
        ("bad.py", 6, "x.clamp_min_(0)", "bad.py:6: found, but not marked: [manual-clamp] `x.clamp_min_(0)` has"),
        ("bad.py", 6, "x.clamp_min_(0)  # finding: others", "bad.py:6: marked, but not found: finding: others"),
        ("bad.py", 6, "x.clamp_min_(0)  # suspected: write", "bad.py:6: marked, but not found: suspected: write"),
        ("bad.py", 6, "x.clamp_min_(0)  # finding", "bad.py: row 6: a mark has to repeat part of the message"),
        ("bad.py", 6, "x = (", "bad.py:6: found, but not marked: [syntax-error]"),
        ("bad.py", 1, "# coding: nonsense", "bad.py: unknown encoding `nonsense`"),
        ("good.py", 6, "x.clamp_min_(0)", "good.py:6: found in good.py, where nothing should be found: [manual-clamp]"),
        ("cases/innocents.py", 6, "x.clamp_min_(0)", "cases/innocents.py:6: found, but not marked: [manual-clamp]"),
        ("README.md", 1, "# other-name", "README.md:1: the first line must be `# manual-clamp`"),
        ("README.md", 3, "Another sentence.", "README.md:3: the page must begin with the docstring"),
    ],
)  # fmt: skip
def test_what_does_not_hold_is_said(file: str, row: int, line: str, said: str) -> None:
    filled()
    fill(file, row, line)
    assert any(text.startswith(f"{RULE}/{said}") for text in tried())


def test_a_rule_that_raises_is_said() -> None:
    filled()
    fill("rule.py", 7, "    for call in nothing:")
    found = tried()
    assert f"{RULE}/bad.py:6: marked, but not found: finding: write something else" in found
    for name in ("bad.py", "good.py", "cases/innocents.py"):
        assert any(line.startswith(f"{RULE}/{name}:") and "`manual-clamp` failed: NameError" in line for line in found)


def test_good_is_what_the_fixes_make_of_bad() -> None:
    filled()
    fill("rule.py", 1, "from torchlint import File, Findings, Fix, finding, rule")
    body = '        yield finding(call, "write something else", fix=Fix("Not in place", {}))'
    fill("rule.py", 8, body.format('call.then(".clone()")'))
    assert "the fix of `manual-clamp` was reverted: the finding is still there after the fix" in "\n".join(tried())
    fill("rule.py", 8, body.format('call.put("x.clamp_min(0)")'))
    assert tried() == [f"{RULE}/good.py:6: differs from the fixed bad.py from here on"]
    fill("good.py", 6, "x.clamp_min(0)")
    assert tried() == []


def test_good_is_another_program_than_bad() -> None:
    filled()
    (RULE / "good.py").write_text((RULE / "bad.py").read_text().partition("  # finding")[0] + "\nprint(x)\n")
    assert f"{RULE}/good.py: good.py is the same program as bad.py" in tried()


@pytest.mark.parametrize("name", ["README.md", "bad.py", "good.py"])
def test_a_file_that_is_missing(name: str) -> None:
    filled()
    (RULE / name).unlink()
    assert tried() == [f"{RULE}/{name}: this file is missing"]


def test_cases_are_optional() -> None:
    filled()
    (RULE / "cases" / "innocents.py").unlink()
    (RULE / "cases").rmdir()
    assert tried() == []


TRAINER = "import torch\n\n\nclass Trainer:\n    def run(self): ...\n"
IMPORTING = "from acme.trainer import Trainer\n\nTrainer({}).run()\n"
OF_TRAINER = '''\
from torchlint import File, Findings, finding, rule


@rule(group="reproducibility", severity="warning")
def check(file: File) -> Findings:
    """`acme.trainer.Trainer` trains for one epoch unless `epochs` is given."""
    for call in file.named_calls("acme.trainer.Trainer"):
        if not call.node.args:
            yield finding(call, f"`{call}` trains for one epoch; pass `epochs`")
'''


@pytest.mark.parametrize("is_installed", [False, True])
def test_a_program_that_imports_only_the_teams_library(tmp_path: Path, is_installed: bool) -> None:
    files = {
        "pyproject.toml": "",
        "rules/short_run/rule.py": OF_TRAINER,
        "rules/short_run/bad.py": f"{IMPORTING.format('')[:-1]}  # finding: trains for one epoch\n",
        "rules/short_run/good.py": IMPORTING.format(3),
        "rules/short_run/README.md": "# short-run\n\n"
        "`acme.trainer.Trainer` trains for one epoch unless `epochs` is given.\n",
    }
    if is_installed:
        files["rules/models/acme.toml"] = 'library = "acme"\ncalls.distributed = { gives = "module" }\n'
    else:
        files["src/acme/trainer.py"] = TRAINER
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    assert run("--test-rules", "rules").out == "1 rule tested, no problems.\n"


def test_what_is_no_pack() -> None:
    filled()
    assert run("--test-rules", "nowhere").err == "error: nowhere: no such folder\n"
    fill("rule.py", 4, "@rule(group='no group', severity='warning')")
    ran = run("--test-rules", "lint_rules")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"error: {RULE}/rule.py:")


def test_the_rules_of_the_house_have_no_flaws() -> None:
    folder = FOLDERS[0]
    assert list(flaws(folder, load_rule(folder))) == []
