"""The laws of style that a machine can hold: whole folders, nothing stated twice, a reason for every silence."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.rule_folders import FOLDERS, ROOT, marked_files, marks, name_of
from torchlint.rule import Rule

each_folder = pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
OUR_CODE = sorted(
    path
    for top in ("torchlint", "tools", "tests", "benchmarks")
    for path in (ROOT / top).glob("**/*.py")
    if "corpus" not in path.parts
)
# Files of torchlint that are longer than this say in their docstring why: "Long because ...".
MOST_LINES = 400
NO_NAMES = frozenset("util utils helper helpers common base manager handler misc".split())


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def check_of(folder: Path) -> ast.FunctionDef:
    """The function that is the rule."""
    body = ast.parse(text(folder / "rule.py")).body
    return next(node for node in body if isinstance(node, ast.FunctionDef) and node.name == "check")


def paragraphs(page: str) -> list[str]:
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n", page)]


def messages(tree: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    """The literal messages of a rule: what `finding` is given second, through a conditional expression too."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "finding"):
            continue
        named = [word.value for word in node.keywords if word.arg == "message"]
        for given in (*node.args[1:2], *named):
            choices = [given.body, given.orelse] if isinstance(given, ast.IfExp) else [given]
            yield from (choice for choice in choices if isinstance(choice, ast.Constant | ast.JoinedStr))


def literal_text(message: ast.Constant | ast.JoinedStr) -> str:
    """A message with the names that it will hold left out."""
    parts = message.values if isinstance(message, ast.JoinedStr) else [message]
    return "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))


def fenced(page: str) -> list[str]:
    return re.findall(r"^```\w*\n(.*?)^```", page, flags=re.MULTILINE | re.DOTALL)


@each_folder
def test_the_folder_is_whole(folder: Path) -> None:
    missing = [name for name in ("rule.py", "README.md", "bad.py", "good.py", "cases") if not (folder / name).exists()]
    assert not missing, f"{folder.name} lacks {', '.join(missing)}"
    assert folder.name.isidentifier(), "a rule's folder is its name in snake_case"
    assert list((folder / "cases").glob("**/*.py")), "cases/ holds what bad.py leaves out: variants and innocents"


@each_folder
def test_the_cases_hold_innocents(folder: Path) -> None:
    """Some function, loop or file without a mark shows what must stay silent."""
    rows = sum(len(text(path).splitlines()) for path in marked_files(folder)[1:])
    assert rows > sum(len(marks(text(path))) for path in marked_files(folder)[1:])


@each_folder
def test_the_page_begins_with_the_name_and_the_summary(folder: Path, pack: dict[str, Rule]) -> None:
    title, first, *_ = paragraphs(text(folder / "README.md"))
    summary = ast.get_docstring(check_of(folder)) or ""
    assert title == f"# {name_of(folder)}"
    assert summary.endswith("."), "the docstring of check is one sentence"
    assert ". " not in summary, "the docstring of check is one sentence"
    assert first == summary or first.startswith(f"{summary} "), "README.md begins with the docstring of check"
    assert " ".join(pack[name_of(folder)].summary.split()) == summary


@each_folder
def test_nothing_is_stated_twice(folder: Path) -> None:
    page, code = text(folder / "README.md"), text(folder / "rule.py")
    summary = ast.get_docstring(check_of(folder)) or ""
    assert " ".join(page.split()).count(summary) == 1, "the summary stands once in README.md"
    assert name_of(folder) not in code, "rule.py does not say its name: the folder does"
    shown = {line.strip() for name in ("bad.py", "good.py") for line in text(folder / name).splitlines()}
    for block in fenced(page):
        lines = [line.strip() for line in block.splitlines() if line.strip()]
        copied = [line for line in lines if line in shown and len(line) > 20]
        assert len(copied) < 3, f"README.md copies an example that bad.py or good.py holds: {copied}"


@each_folder
def test_every_continue_says_who_is_innocent(folder: Path) -> None:
    path = folder / "rule.py"
    rows = {node.lineno for node in ast.walk(ast.parse(text(path))) if isinstance(node, ast.Continue)}
    with tokenize.open(path) as file:
        commented = {t.start[0] for t in tokenize.generate_tokens(file.readline) if t.type == tokenize.COMMENT}
    bare = sorted(rows - commented)
    assert not bare, f"{path.relative_to(ROOT)}: no reason beside `continue` in rows {bare}"


@each_folder
def test_messages_have_style(folder: Path) -> None:
    for message in messages(ast.parse(text(folder / "rule.py"))):
        said = literal_text(message)
        assert not said.endswith("."), f"no full stop: {said}"
        assert len(said) <= 120, f"{len(said)} characters: {said}"


@pytest.mark.parametrize("path", OUR_CODE, ids=lambda path: str(path.relative_to(ROOT)))
def test_names_say_what_is_in_a_file(path: Path) -> None:
    words = {word for part in path.relative_to(ROOT).with_suffix("").parts for word in part.split("_")}
    assert not words & NO_NAMES


def long_without_reason(paths: Iterable[Path]) -> set[Path]:
    """The files that are too long, and whose docstring does not say why."""
    long = (path for path in paths if len(text(path).splitlines()) > MOST_LINES)
    return {path for path in long if "Long because " not in (ast.get_docstring(ast.parse(text(path))) or "")}


def test_a_long_file_says_why_it_is_long() -> None:
    found = long_without_reason((ROOT / "torchlint").glob("**/*.py"))
    names = sorted(path.relative_to(ROOT).as_posix() for path in found)
    assert not names, f"more than {MOST_LINES} lines, and no `Long because ...`: {names}"


def test_a_long_file_is_seen(tmp_path: Path) -> None:
    long, reasoned, short = (tmp_path / f"{name}.py" for name in ("long", "reasoned", "short"))
    rows = "row = 0\n" * MOST_LINES
    long.write_text(f'"""A file."""\n{rows}', encoding="utf-8")
    reasoned.write_text(f'"""A file.\n\nLong because it is.\n"""\n{rows}', encoding="utf-8")
    short.write_text(rows, encoding="utf-8")
    assert long_without_reason([long, reasoned, short]) == {long}


def test_messages_are_read() -> None:
    code = 'finding(a, f"`{b}` leaks; write `{c}`.")\nfinding(a, "x" if b else "y")\nfinding(a, message)\nother(a, "z")'
    assert [literal_text(message) for message in messages(ast.parse(code))] == ["`` leaks; write ``.", "x", "y"]
