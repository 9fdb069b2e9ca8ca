"""The queries as a whole: what topics export, that each is worked out once per file, and that File asks nothing."""

from __future__ import annotations

import ast
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import torchlint.queries
from tests.rule_folders import ROOT
from torchlint.queries import File, exports, query

FOLDER = Path(torchlint.queries.__file__).parent
TOPICS = sorted(module.name for module in pkgutil.iter_modules([str(FOLDER)]) if module.ispkg)
PACKAGES = ["torchlint.queries", *(f"torchlint.queries.{topic}" for topic in TOPICS)]


def exported(package: str) -> list[str]:
    """What a package lists for type checkers."""
    path = FOLDER.joinpath(*package.split(".")[2:], "__init__.py")
    (block,) = (node for node in ast.parse(path.read_text()).body if isinstance(node, ast.If))
    return [alias.name for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names]


def public_members(cls: type, *, of: object) -> list[str]:
    """The attributes of a class and of one of its objects that do not begin with an underscore."""
    return sorted(name for name in {*vars(cls), *vars(of)} if not name.startswith("_"))


@pytest.mark.parametrize("package", PACKAGES)
def test_every_name_that_a_package_exports_can_be_imported(package: str) -> None:
    names = exported(package)
    assert names
    for name in names:
        assert getattr(import_module(package), name).__name__ == name


@pytest.mark.parametrize("package", PACKAGES)
def test_no_name_is_that_of_the_module_it_comes_from(package: str) -> None:
    """The module would stand in its place, once it is imported for another name."""
    path = FOLDER.joinpath(*package.split(".")[2:], "__init__.py")
    modules = {module.name for module in pkgutil.iter_modules([str(path.parent)])}
    assert modules.isdisjoint(exported(package))


@pytest.mark.parametrize("package", PACKAGES)
def test_no_name_is_that_of_a_module_beside_it(package: str) -> None:
    """Importing the module would put it in the query's place."""
    modules = {module.name for module in pkgutil.iter_modules(import_module(package).__path__)}
    assert not modules & set(exported(package))


def test_rules_import_queries_from_topics() -> None:
    """Not from the modules inside a topic, which may be cut otherwise tomorrow."""
    allowed = set(PACKAGES)
    for path in (*ROOT.glob("rules/*/rule.py"), *ROOT.glob("rules/*/detect*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("torchlint.queries"):
                assert node.module in allowed, f"{path}:{node.lineno}"


def test_functions_of_queries_import_nothing() -> None:
    for path in FOLDER.rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, (ast.FunctionDef, ast.Lambda)):
                found = [n.lineno for n in ast.walk(function) if isinstance(n, (ast.Import, ast.ImportFrom))]
                assert not found, f"{path}:{found}"


def test_a_query_is_worked_out_once_per_file() -> None:
    asked: list[File] = []

    @query
    def lines(file: File) -> int:
        asked.append(file)
        return file.text.count("\n")

    one, other = File("one.py", "x = 1\n"), File("other.py", "x = 1\ny = 2\n")
    assert [lines(one), lines(other), lines(one), lines(other)] == [1, 2, 1, 2]
    assert asked == [one, other]


def test_what_a_generator_gives_is_a_tuple() -> None:
    """An iterator that is kept would be empty for whoever asks second."""

    @query
    def words(file: File) -> Iterator[str]:
        yield from file.text.split()

    file = File("one.py", "x = 1\n")
    assert words(file) == ("x", "=", "1")
    assert words(file) is words(file)


def test_file_has_few_members() -> None:
    """What can be asked of a file is a query of a topic, or stands with the one rule that asks."""
    file = File("one.py", "import torch\n")
    assert file.facts is file.analysis.facts
    assert len(public_members(File, of=file)) <= 19, public_members(File, of=file)


def test_file_imports_no_query() -> None:
    imports = [n for n in ast.walk(ast.parse((FOLDER / "file.py").read_text())) if isinstance(n, ast.ImportFrom)]
    assert not [node.module for node in imports if (node.module or "").startswith("torchlint.queries")]


def test_each_name_of_an_export_counts() -> None:
    source = "    from a.b import one as one, two as two\n    from a.c import (\n        three as three,\n    )\n"
    assert exports.exported(source) == {"one": "a.b", "two": "a.b", "three": "a.c"}
