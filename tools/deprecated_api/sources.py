"""The modules of one version of a package, as text: nothing is imported."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path

_LEFT_OUT = frozenset(
    "testing tests test _vendor cli commands _internal _inductor _dynamo _export _refs _decomp _prims".split()
)


class Sources:
    """The packages below a folder, such as that of an unpacked wheel."""

    def __init__(self, folder: Path, packages: tuple[str, ...]) -> None:
        self.folder, self.packages = folder, packages
        self._known: dict[str, tuple[dict[str, set[str] | None], list[str]]] = {}

    @cached_property
    def modules(self) -> dict[str, Path]:
        """The files of all modules, by their dotted names."""
        found = {}
        for package in self.packages:
            for path in sorted((self.folder / package).rglob("*.py")):
                parts = path.relative_to(self.folder).with_suffix("").parts
                if _LEFT_OUT.isdisjoint(parts):
                    found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
        return found

    def tree(self, module: str) -> ast.Module:
        """The syntax tree of a module."""
        return _parsed(self.modules[module])

    def mentioning(self, *words: str) -> Iterator[str]:
        """The modules whose text has one of some words."""
        for module, path in self.modules.items():
            text = path.read_text(encoding="utf-8")
            if any(word in text for word in words):
                yield module

    @cached_property
    def exports(self) -> list[tuple[str, str, str, str]]:
        """What packages import of their modules: the package, the name there, the module, and the name in it."""
        found = []
        for module, path in self.modules.items():
            if path.name != "__init__.py":
                continue
            for node in _statements(self.tree(module)):
                if isinstance(node, ast.ImportFrom):
                    source = absolute(module, node, is_package=True)
                    found += [(module, alias.asname or alias.name, source, alias.name) for alias in node.names]
        return found

    def public_names(self, names: set[str]) -> dict[str, str]:
        """All names without an underscore that definitions have through the packages around them, with theirs."""
        meanings = {name: name for name in names}
        grows = True
        while grows:
            before = len(meanings)
            for package, name, source, there in self.exports:
                if there == "*":
                    for known in [k for k in meanings if k.rpartition(".")[0] == source]:
                        short = known.rpartition(".")[2]
                        if not short.startswith("_"):
                            meanings.setdefault(f"{package}.{short}", meanings[known])
                elif f"{source}.{there}" in meanings:
                    meanings.setdefault(f"{package}.{name}", meanings[f"{source}.{there}"])
            grows = len(meanings) > before
        return {name: meaning for name, meaning in meanings.items() if not any(map(is_private, name.split(".")))}

    def has(self, name: str) -> bool:
        """Whether a dotted name leads to something: a module, or what one defines, assigns or imports."""
        module = name
        rest: list[str] = []
        while module and module not in self.modules:
            module, _, last = module.rpartition(".")
            rest.insert(0, last)
        return bool(module) and self._holds(module, rest, set())

    def _holds(self, module: str, rest: list[str], seen: set[str]) -> bool:
        if not rest:
            return True
        if module not in self.modules or module in seen:
            return False
        seen.add(module)
        names, stars = self._contents(module)
        if rest[0] in names:
            members = names[rest[0]]
            return len(rest) == 1 or members is None or rest[1] in members
        return any(self._holds(source, rest, seen) for source in stars)

    def _contents(self, module: str) -> tuple[dict[str, set[str] | None], list[str]]:
        """What a module binds, with the members of classes that have no bases; and what it imports all names of."""
        if module not in self._known:
            names: dict[str, set[str] | None] = {}
            stars = []
            for node in _statements(self.tree(module)):
                if isinstance(node, ast.ImportFrom) and any(a.name == "*" for a in node.names):
                    stars.append(absolute(module, node, self._is_package(module)))
                for name in _bound(node):
                    is_alone = isinstance(node, ast.ClassDef) and not node.bases
                    body = node.body if isinstance(node, ast.ClassDef) else []
                    names[name] = {n for one in body for n in _bound(one)} if is_alone else None
            self._known[module] = names, stars
        return self._known[module]

    def _is_package(self, module: str) -> bool:
        return self.modules[module].name == "__init__.py"


@lru_cache(64)
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """The statements at the top level, those in an `if` or a `try` there included."""
    waiting: list[ast.stmt] = list(tree.body)
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, (ast.If, ast.Try)):
            waiting += [*node.body, *node.orelse]
            waiting += [one for handler in getattr(node, "handlers", ()) for one in handler.body]


def absolute(module: str, node: ast.ImportFrom, is_package: bool) -> str:
    """The module that an import statement means."""
    if not node.level:
        return node.module or ""
    parts = module.split(".")
    kept = parts[: len(parts) - node.level + is_package]
    return ".".join([*kept, *([node.module] if node.module else [])])


def is_private(part: str) -> bool:
    """Whether a part of a name is nobody else's."""
    return part.startswith("_")


def _bound(node: ast.AST) -> list[str]:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
        return [node.name]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [alias.asname or alias.name.partition(".")[0] for alias in node.names]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]
