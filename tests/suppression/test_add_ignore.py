"""`--add-ignore`: comments for all that is found, and a program that is the same."""

from __future__ import annotations

import ast
import json
import shutil
from pathlib import Path

import pytest

from tests.command import run, told
from tests.git_trees import commit, git
from tests.notebook_texts import notebook
from tests.rule_folders import ROOT
from tests.toy_pack import write_pack

HOW = ["--add-ignore=of old"]
DONE = "# torchlint: ignore[bad-name] -- of old"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project with a pack that finds what is bad."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "torchlint.toml").write_text('packs = ["../pack"]\nfail-on = "info"\n')
    write_pack(tmp_path / "pack")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    assert run("--trust").status == 0
    return folder


def added(text: str, *arguments: str) -> str:
    """A file's text with the comments; nothing is found in it then, and nothing more is added."""
    Path("a.py").write_bytes(text.encode())
    ran = run(*(arguments or HOW))
    assert (ran.status, ran.out.splitlines()[1], ran.err) == (0, "All checks passed!", "")
    after = Path("a.py").read_bytes().decode()
    assert ast.dump(ast.parse(after)) == ast.dump(ast.parse(text))
    assert run(*(arguments or HOW)).out.startswith("Silenced nothing.\nAll checks passed!\n")
    assert Path("a.py").read_bytes().decode() == after
    return after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = BAD", f"x = BAD  {DONE}"),
        ("x = BAD\r\ny = 1\r\n", f"x = BAD  {DONE}\r\ny = 1\r\n"),
        ("x = BAD\t# why", f"x = BAD\t# why  {DONE}"),
        ("x = BAD  # type: ignore", f"x = BAD  # type: ignore  {DONE}"),
        ("x = f(\n    BAD,\n    1,\n)", f"x = f(\n    BAD,  {DONE}\n    1,\n)"),
        ('x = BAD, """\n# no place\n"""', f'x = BAD, """\n# no place\n"""  {DONE}'),
        ("x = BAD + \\\n    1 + \\\n    2", f"x = BAD + \\\n    1 + \\\n    2  {DONE}"),
        ('x = f("""\n""", BAD, """\n""")', f'x = f("""\n""", BAD, """\n""")  {DONE}'),
        ("if BAD: pass\nelse: BAD", f"if BAD: pass  {DONE}\nelse: BAD  {DONE}"),
        ("@BAD\ndef f(x=BAD):\n    pass", f"@BAD  {DONE}\ndef f(x=BAD):  {DONE}\n    pass"),
        ("x = BAD; y = BAD", f"x = BAD; y = BAD  {DONE}"),
        (
            "x = BAD, RISKY, DULL",
            "x = BAD, RISKY, DULL  # torchlint: ignore[bad-name, dull-name, risky-name] -- of old",
        ),
        (
            "x = BAD, RISKY  # torchlint: ignore[risky-name] -- right",
            "x = BAD, RISKY  # torchlint: ignore[risky-name, bad-name] -- right",
        ),
        ("x = BAD\f\n", f"x = BAD  {DONE}\n"),
        ("x = '\u00fc\U0001f600', BAD", f"x = '\u00fc\U0001f600', BAD  {DONE}"),
        ("x = f'{BAD}'", f"x = f'{{BAD}}'  {DONE}"),
    ],
)
def test_where_comments_go(before: str, after: str) -> None:
    assert added(f"import torch\n{before}") == f"import torch\n{after}"


def test_without_a_reason() -> None:
    assert added("import torch\nBAD\n", "--add-ignore") == "import torch\nBAD  # torchlint: ignore[bad-name]\n"
    text = "import torch\nBAD\n"
    named = added(text, "--add-ignore", "--extend-select", "missing-reason")
    assert named == "import torch\nBAD  # torchlint: ignore[bad-name, missing-reason]\n"


def test_comments_that_are_findings_themselves() -> None:
    text = "import torch\nx = 1  # torchlint: ignore[bad-name]\n"
    assert added(text) == "import torch\nx = 1  # torchlint: ignore[bad-name, unused-ignore]\n"


def test_what_is_hidden_gets_none() -> None:
    text = "import torch\nDOUBTFUL\nBAD\n"
    assert added(text) == f"import torch\nDOUBTFUL\nBAD  {DONE}\n"
    assert "ignore[doubtful-name]" in added(text, *HOW, "--suspected")
    Path("a.py").write_text(text)
    run("--write-baseline")
    Path("a.py").write_text(f"{text}RISKY\n")
    run(*HOW, "--baseline", ".torchlint-baseline.json")
    assert Path("a.py").read_text() == f"{text}RISKY  # torchlint: ignore[risky-name] -- of old\n"


def test_only_new_code() -> None:
    git("init")
    commit(a="import torch\nBAD\n")
    Path("a.py").write_text("import torch\nBAD\nBAD\n")
    run(*HOW, "--since", "HEAD")
    assert Path("a.py").read_text() == f"import torch\nBAD\nBAD  {DONE}\n"


def test_what_is_said() -> None:
    Path("a.py").write_text("import torch\nBAD\nRISKY\n")
    Path("b.py").write_text("import torch\nBAD\n")
    ran = run("--add-ignore", "--diff")
    assert (ran.status, ran.err) == (1, "Would silence 3 findings in 2 files.\n")
    assert "+BAD  # torchlint: ignore[bad-name]\n" in ran.out
    assert Path("b.py").read_text() == "import torch\nBAD\n"
    assert run("--add-ignore").out == "Silenced 3 findings in 2 files.\nAll checks passed!\n"
    assert run("--add-ignore", "--diff").status == 0
    assert run("--add-ignore", "--output-format", "json").out == "[]\n"


def test_files_that_cannot_be_read_stay_and_are_told() -> None:
    Path("a.py").write_text("import torch\nBAD (\n")
    ran = run(*HOW, "--output-format", "concise")
    assert (ran.status, "syntax-error" in ran.out) == (1, True)
    assert Path("a.py").read_text() == "import torch\nBAD (\n"


def test_generated_files_are_left_alone() -> None:
    text = "# @generated by a tool\nimport torch\nBAD\n"
    Path("a.py").write_text(text)
    assert run(*HOW).status == 1
    assert Path("a.py").read_text() == text


def test_a_reason_that_does_not_fit_the_encoding() -> None:
    data = b"# coding: latin-1\nimport torch\nBAD  # \xfc\n"
    Path("a.py").write_bytes(data)
    ran = run("--add-ignore=\u0142")
    assert (ran.status, "error: a.py: not fixed: the new text can't be written" in ran.err) == (2, True)
    assert Path("a.py").read_bytes() == data
    assert run("--add-ignore=\u00fc").status == 0
    assert Path("a.py").read_bytes().endswith(b"# \xfc  # torchlint: ignore[bad-name] -- \xfc\n")


def test_notebooks() -> None:
    whole = notebook("import torch", "%matplotlib inline\nx = BAD", {**json.loads(notebook("BAD"))["cells"][0]})
    Path("a.ipynb").write_bytes(whole)
    assert run(*HOW).out == "Silenced 2 findings in 1 file.\nAll checks passed!\n"
    after = Path("a.ipynb").read_bytes()
    assert after == whole.replace(b"BAD", b"BAD  " + DONE.encode())
    assert run().status == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["--add-ignore", "-"],
        ["--add-ignore", "--fix"],
        ["--add-ignore", "--staged"],
        ["--add-ignore", "--write-baseline"],
        ["--add-ignore", "--ignore-suppressions"],
        ["--add-ignore=a\nb"],
        ["--add-ignore=a # torchlint: disable[bad-name]"],
        ["--add-ignore=# noqa"],
    ],
)
def test_wrong_usage(arguments: list[str]) -> None:
    Path("a.py").write_text("import torch\nBAD\n")
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("Usage: ")
    assert Path("a.py").read_text() == "import torch\nBAD\n"


def test_a_reason_may_name_an_issue() -> None:
    assert added("import torch\nBAD\n", "--add-ignore=see #12") == (
        "import torch\nBAD  # torchlint: ignore[bad-name] -- see #12\n"
    )


def test_real_programs(tmp_path: Path) -> None:
    """All that all rules find in the examples and some programs of rules is silenced, and they compute the same."""
    places = [*sorted((ROOT / "examples").glob("*.py")), *sorted((ROOT / "rules").glob("*/bad.py"))[::4]]
    for number, place in enumerate(places):
        (tmp_path / "many").mkdir(exist_ok=True)
        shutil.copy(place, tmp_path / "many" / f"p{number}.py")
    options = (str(tmp_path / "many"), "--isolated", "--select", "ALL", "--suspected", "--no-project")
    before = {path: ast.dump(ast.parse(path.read_text())) for path in (tmp_path / "many").iterdir()}
    assert len(told(*options)) > len(places)
    run("--add-ignore=of old", *options)
    assert told(*options) == []
    assert {path: ast.dump(ast.parse(path.read_text())) for path in (tmp_path / "many").iterdir()} == before
