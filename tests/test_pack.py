"""Rules as folders: built in, of a user, and inside a zip."""

from __future__ import annotations

import os
import py_compile
import subprocess
import sys
import zipfile
from dataclasses import replace
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from torchlint.cache.rules_key import packs_key
from torchlint.diagnostics import DIAGNOSTICS
from torchlint.pack import PackError, builtin_rules, load_pack, page_of

GOOD = '''
from torchlint import File, Findings, finding, rule


@rule(group="memory", severity="error", words="torch", replaces="TOR999", default=False)
def check(file: File) -> Findings:
    """Everything is wrong."""
    yield from ()
'''

# Python 3.10 places what a decorator raises at the `def`, later ones at the decorator; here both in row 8.
BARE = """from torchlint import rule


def f(file):
    yield


"""


def write_rule(pack: Path, folder: str, text: str = GOOD) -> Path:
    (pack / folder).mkdir(parents=True)
    (pack / folder / "rule.py").write_text(text)
    (pack / folder / "README.md").write_text(f"# {folder}\n\nEverything is wrong. Ä\n", encoding="utf-8")
    return pack / folder / "rule.py"


def test_a_pack_is_its_folders(tmp_path: Path) -> None:
    write_rule(tmp_path, "second_rule")
    write_rule(tmp_path, "first_rule")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "notes").mkdir()
    (tmp_path / "rule_free.py").write_text("")
    rules = load_pack(tmp_path)
    assert list(rules) == ["first-rule", "second-rule"]
    rule = rules["first-rule"]
    assert (rule.name, rule.summary, rule.group, rule.severity) == (
        "first-rule",
        "Everything is wrong.",
        "memory",
        "error",
    )
    assert (rule.words, rule.replaces, rule.default) == (frozenset({"torch"}), ("TOR999",), False)
    assert page_of(rule) == "# first_rule\n\nEverything is wrong. Ä\n"
    assert rule.check is not None
    assert rule.check.__module__ == "torchlint.rules.first_rule"


def test_the_built_in_rules_are_a_pack_like_any_other(root: Path) -> None:
    both = (builtin_rules(), load_pack(root / "rules"))
    here, there = ([replace(rule, check=None, judge=None) for rule in rules.values()] for rules in both)
    assert here == there
    assert list(builtin_rules()) == sorted(p.parent.name.replace("_", "-") for p in root.glob("rules/*/rule.py"))
    builtin_rules().clear()
    assert builtin_rules()  # each caller has a dict of its own


def test_loading_writes_nothing_beside_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.syspath_prepend(tmp_path / "some_rule")
    rule = write_rule(tmp_path, "some_rule", f"import what_the_rule_needs\n{GOOD}")
    (rule.parent / "what_the_rule_needs.py").write_text("")
    load_pack(tmp_path)
    assert sorted(path.name for path in rule.parent.iterdir()) == ["README.md", "rule.py", "what_the_rule_needs.py"]
    assert not sys.dont_write_bytecode


def test_what_runs_is_what_can_be_read(tmp_path: Path) -> None:
    """Python takes bytecode whose header fits; what is in a repository may be made to fit."""
    rule = write_rule(tmp_path, "some_rule")
    other = tmp_path / "other.py"
    other.write_text(GOOD.replace("Everything", "Something"))
    bytecode = Path(cache_from_source(str(rule)))
    py_compile.compile(str(other), str(bytecode), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    assert load_pack(tmp_path)["some-rule"].summary == "Everything is wrong."


@pytest.mark.parametrize(
    ("text", "row", "reason"),
    [
        ("x = 1\nprint(\n", 2, "SyntaxError: '(' was never closed"),
        ("import torchlint\n\nraise ValueError('no good')\n", 3, "ValueError: no good"),
        ("def f():\n    1 / 0\n\n\nf()\n", 2, "ZeroDivisionError: division by zero"),
        ("import sys\nsys.exit('bye')\n", 2, "SystemExit: bye"),
        ("from .other import thing\n", 1, "ModuleNotFoundError: No module named 'torchlint.rules.some_rule"),
        ("from . import bad\n", 1, "ImportError: cannot import name 'bad' from 'torchlint.rules.some_rule"),
        ("from .. import another_rule\n", 1, "ModuleNotFoundError: "),
        ("from ...rules import another_rule\n", 1, "ModuleNotFoundError: "),
        ("from torchlint import nothing_like_it\n", 1, "ImportError: cannot import name 'nothing_like_it'"),
        ("x = '\\ud800'\nx.encode()\n", 2, "UnicodeEncodeError: "),
        ("", None, "it defines no rule; decorate a function named `check`"),
        ("def check(file):\n    yield\n", None, "it defines no rule; decorate a function named `check`"),
        (
            BARE + "check = rule(group='cakes', severity='error')(f)\n",
            8,
            "ValueError: a rule needs a docstring, a group of",
        ),
        (
            BARE + "check = rule(group='memory', severity='dire')(f)\n",
            8,
            "ValueError: a rule needs a docstring, a group of",
        ),
        (
            BARE + "check = rule(group='memory', severity='error')(f)\n",
            8,
            "ValueError: a rule needs a docstring, a group of",
        ),
    ],
)
def test_a_rule_that_can_not_be_loaded(tmp_path: Path, text: str, row: int | None, reason: str) -> None:
    file = str(write_rule(tmp_path, "some_rule", text))
    write_rule(tmp_path, "another_rule")
    (tmp_path / "some_rule" / "bad.py").write_text("")
    with pytest.raises(PackError) as caught:
        load_pack(tmp_path)
    assert (caught.value.path, caught.value.row) == (file, row)
    assert reason in caught.value.reason
    assert str(caught.value).startswith(f"{file}:{row}: " if row else f"{file}: ")
    if row:
        assert not [name for name, module in sys.modules.items() if getattr(module, "__file__", "") == file]


def test_a_rule_in_no_known_encoding(tmp_path: Path) -> None:
    file = write_rule(tmp_path, "some_rule")
    file.write_bytes(b"x = '\xe4'\n")
    with pytest.raises(PackError, match=r"some_rule/rule\.py:1: SyntaxError: .*utf-8"):
        load_pack(tmp_path)


def test_folders_that_are_no_pack(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="missing: no such folder"):
        load_pack(tmp_path / "missing")
    with pytest.raises(PackError, match=r"it has no rules; a pack has one folder per rule, each with a rule\.py"):
        load_pack(tmp_path)
    rule = write_rule(tmp_path, "some_rule")
    with pytest.raises(PackError, match="some_rule: this is the folder of one rule; a pack is the folder above it"):
        load_pack(rule.parent)
    with pytest.raises(PackError, match=r"rule\.py: no such folder"):
        load_pack(rule)
    write_rule(tmp_path, "Some-Rule")
    with pytest.raises(
        PackError, match="Some-Rule: the folder's name becomes the rule's name, so it must be in snake_case"
    ):
        load_pack(tmp_path)


def test_pages(root: Path) -> None:
    for name, rule in builtin_rules().items():
        assert page_of(rule) == (root / "rules" / name.replace("-", "_") / "README.md").read_text(encoding="utf-8")
    for name, diagnostic in DIAGNOSTICS.items():
        assert page_of(diagnostic).startswith(f"# {name}\n\n{diagnostic.summary}\n")


def test_a_page_that_is_missing(tmp_path: Path) -> None:
    (write_rule(tmp_path, "some_rule").parent / "README.md").unlink()
    rule = load_pack(tmp_path)["some-rule"]
    with pytest.raises(PackError, match=r"README\.md: FileNotFoundError"):
        page_of(rule)


@pytest.mark.parametrize("place", ["rules", "torchlint/rules"])
def test_out_of_a_zip(tmp_path: Path, root: Path, place: str) -> None:
    """A zipped checkout and a wheel, on the path as they are."""
    archive = tmp_path / "torchlint.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for top, inside in ((root / "torchlint", "torchlint"), (root / "rules", place)):
            for path in top.rglob("*"):
                if path.suffix in (".py", ".md", ".txt") and "__pycache__" not in path.parts:
                    file.write(path, f"{inside}/{path.relative_to(top).as_posix()}")
    code = (
        "import torchlint.pack as p; rules = p.builtin_rules()\n"
        "assert p.__file__.startswith(%r), p.__file__\n"
        "print(*(f'{name} {len(p.page_of(rule))}' for name, rule in rules.items()), sep='\\n')\n"
        "assert list(p.load_pack(p.Path(rules[min(rules)].page).parent.parent)) == list(rules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code % str(archive)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(archive)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == [f"{name} {len(page_of(rule))}" for name, rule in builtin_rules().items()]


def test_a_pack_inside_a_zip(tmp_path: Path) -> None:
    write_rule(tmp_path / "pack", "some_rule")
    write_rule(tmp_path / "pack", "broken_rule", "x = 1\n1 / 0\n")
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as file:
        for name in ("rule.py", "README.md"):
            file.write(tmp_path / "pack" / "some_rule" / name, f"deep/good/some_rule/{name}")
            file.write(tmp_path / "pack" / "broken_rule" / name, f"deep/bad/broken_rule/{name}")
    rule = load_pack(tmp_path / "all.zip" / "deep" / "good")["some-rule"]
    assert page_of(rule) == "# some_rule\n\nEverything is wrong. Ä\n"
    with pytest.raises(PackError, match=r"broken_rule/rule\.py:2: ZeroDivisionError"):
        load_pack(tmp_path / "all.zip" / "deep" / "bad")
    with pytest.raises(PackError, match="it has no rules"):
        load_pack(tmp_path / "all.zip" / "deep")


def test_nothing_built_in_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torchlint.builtin.__file__", str(tmp_path / "torchlint" / "pack.py"))
    from torchlint.pack import _builtin

    _builtin.cache_clear()
    try:
        with pytest.raises(PackError, match="the built-in rules are missing"):
            builtin_rules()
    finally:
        monkeypatch.undo()
        _builtin.cache_clear()
    assert builtin_rules()


def test_a_pack_in_a_zip_that_changes_has_another_key(tmp_path: Path) -> None:
    archive = tmp_path / "all.zip"
    keys = set()
    for text in ("one", "two"):
        with zipfile.ZipFile(archive, "w") as file:
            file.writestr("deep/some_rule/rule.py", text)
        keys.add(packs_key([str(archive / "deep")]))
    assert len(keys) == 2
