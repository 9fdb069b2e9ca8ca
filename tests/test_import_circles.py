"""No circle of imports in torchlint, be it by an import at the top of a file, in a function, or for types only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.rule_folders import ROOT

Imports = dict[str, set[str]]  # a file's dotted name: those of the files that it imports


@cache
def imports_in(top: Path) -> Imports:
    """What the files of a package import of one another."""
    paths = {dotted(path, top): path for path in sorted(top.glob("**/*.py"))}
    imports: Imports = {}
    for name, path in paths.items():
        files = (found if found in paths else found.rpartition(".")[0] for found in imported(path, name))
        imports[name] = {file for file in files if file in paths and file != name}
    return imports


def dotted(path: Path, top: Path) -> str:
    """The name that a file is imported by."""
    return ".".join(path.relative_to(top.parent).with_suffix("").parts).removesuffix(".__init__")


def imported(path: Path, name: str) -> Iterator[str]:
    """What a file imports: for `from a import b` that is `a.b`, which may be a file or a name in `a`."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.rsplit(".", node.level - 1)[0] if node.level else ""
            origin = ".".join(part for part in (above, node.module) if part)
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def circles(imports: Imports) -> list[frozenset[str]]:
    """The strongly connected components of more than one file: each of its files leads to each other one."""
    left = dict(imports)
    while ends := [name for name, files in left.items() if not files & left.keys()]:
        for name in ends:
            del left[name]
    reached = {name: reachable(name, left) for name in left}
    found = {frozenset(other for other in reached[name] if name in reached[other]) for name in left}
    return sorted((circle for circle in found if circle), key=sorted)


def reachable(start: str, imports: Imports) -> set[str]:
    """All files that importing a file may lead to; itself among them where it is in a circle."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        news = imports[waiting.pop()] & imports.keys() - found
        found |= news
        waiting += news
    return found


def test_no_circle_of_imports() -> None:
    found = circles(imports_in(ROOT / "torchlint"))
    assert not found, "\n".join(f"a circle of imports: {', '.join(sorted(circle))}" for circle in found)


def test_a_circle_is_seen(tmp_path: Path) -> None:
    """Through an import in a function, one for types, a relative one, and a package's own file."""
    files = {
        "house/__init__.py": "",
        "house/a.py": "def f():\n    from house import b",
        "house/b.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house.sub.c import C",
        "house/sub/__init__.py": "from house.outside import Name",
        "house/sub/c.py": "from . import d\nfrom ..a import g",
        "house/sub/d.py": "import os",
        "house/outside.py": "from house.sub import Name",
        "house/leaf.py": "from house import a, b\nimport house.sub.c",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    found = circles(imports_in(tmp_path / "house"))
    assert found == [{"house.a", "house.b", "house.sub.c"}, {"house.outside", "house.sub"}]
    (tmp_path / "house" / "a.py").write_text("", encoding="utf-8")
    imports_in.cache_clear()
    assert circles(imports_in(tmp_path / "house")) == [{"house.outside", "house.sub"}]
