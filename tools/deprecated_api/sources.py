"""The modules of one version of a package, as text: nothing is imported."""

from __future__ import annotations

import ast
import hashlib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

_LEFT_OUT = frozenset(
    "testing tests test _vendor cli commands _internal _inductor _dynamo _export _refs _decomp _prims".split()
)
# Modules of Meta's own repository: what torchvision imports of them, under a `try`, nobody else has.
_ELSEWHERE = "pytorch."


class Text(NamedTuple):
    """What a module says. Most files are the same in many versions: what is asked of one is cached by its digest."""

    module: str
    path: Path
    digest: bytes

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and self.module == other.module and self.digest == other.digest

    def __hash__(self) -> int:
        return hash((self.module, self.digest))

    @property
    def tree(self) -> ast.Module:
        """Its syntax tree, which is not kept."""
        return ast.parse(self.path.read_bytes())

    @property
    def is_package(self) -> bool:
        """Whether it is the module of a package."""
        return self.path.name == "__init__.py"


class Sources:
    """The packages below a folder, such as that of an unpacked wheel."""

    def __init__(self, folder: Path, packages: tuple[str, ...]) -> None:
        self.folder, self.packages = folder, packages
        self._importable: dict[str, dict[str, set[str] | None]] = {}

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

    def text(self, module: str) -> Text:
        """What a module says."""
        path = self.modules[module]
        return Text(module, path, hashlib.sha256(path.read_bytes()).digest())

    def mentioning(self, *words: str) -> Iterator[Text]:
        """The modules whose text has one of some words."""
        for module, path in self.modules.items():
            text = path.read_bytes()
            if any(word.encode() in text for word in words):
                yield Text(module, path, hashlib.sha256(text).digest())

    @cached_property
    def exports(self) -> list[tuple[str, str, str, str]]:
        """What packages import of their modules: the package, the name there, the module, and the name in it."""
        packages = (module for module, path in self.modules.items() if path.name == "__init__.py")
        return [one for module in packages for one in _exports(self.text(module))]

    def public_names(self, names: set[str]) -> dict[str, str]:
        """All names without an underscore that definitions have through the packages around them, with theirs."""
        meanings = {name: name for name in names}
        inside: defaultdict[str, dict[str, str]] = defaultdict(dict)  # by the module: short names and meanings
        for name in names:
            inside[name.rpartition(".")[0]][name.rpartition(".")[2]] = name
        grows = True
        while grows:
            before = len(meanings)
            for package, name, source, there in self.exports:
                taken = inside[source]
                if there == "*":
                    new = {short: meaning for short, meaning in taken.items() if not is_private(short)}
                else:
                    new = {name: taken[there]} if there in taken else {}
                for short, meaning in new.items():
                    meanings.setdefault(f"{package}.{short}", meaning)
                    inside[package].setdefault(short, meaning)
            grows = len(meanings) > before
        return {name: meaning for name, meaning in meanings.items() if not any(map(is_private, name.split(".")))}

    def has(self, name: str) -> bool:
        """Whether a dotted name leads to something: a module, or what one defines, assigns or imports."""
        module = name
        rest: list[str] = []
        while module and module not in self.modules:
            module, _, last = module.rpartition(".")
            rest.insert(0, last)
        if not module or not rest:
            return bool(module)
        names = self._importable_names(module)
        if rest[0] not in names and rest[0].endswith("Fast") and len(rest) == 1:
            return rest[0].removesuffix("Fast") in names  # by the `__getattr__` of transformers 5, which warns
        members = names.get(rest[0])
        return rest[0] in names and (len(rest) == 1 or members is None or rest[1] in members)

    def fields(self) -> dict[str, set[str]]:
        """The fields of all dataclasses that derive from nothing, by the names of the classes."""
        found = {}
        for text in self.mentioning("@dataclass"):
            for node in text.tree.body:
                if isinstance(node, ast.ClassDef) and not node.bases and _is_dataclass(node):
                    found[f"{text.module}.{node.name}"] = fields_of(node)
        return found

    def takes(self, name: str, argument: str) -> bool | None:
        """Whether a function, or what makes a class, takes an argument by its name; None where that is not known."""
        module, _, last = name.rpartition(".")
        outer = ""
        if module not in self.modules:
            module, _, outer = module.rpartition(".")
        if module not in self.modules:
            return None
        body = self.text(module).tree.body
        if outer:
            body = [node for cls in body if isinstance(cls, ast.ClassDef) and cls.name == outer for node in cls.body]
        found = [node for node in body if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name == last]
        return _takes(found[-1], argument) if found else None

    def _importable_names(self, module: str) -> dict[str, set[str] | None]:
        """What a module binds, and what it imports by stars, with the members of classes that have no bases."""
        if module not in self._importable:
            found: dict[str, set[str] | None] = {}
            waiting, seen = [module], set()
            while waiting:
                one = waiting.pop()
                if one in seen or one not in self.modules:
                    continue
                seen.add(one)
                names, stars = _contents(self.text(one))
                found = names | found
                waiting += reversed(stars)
            self._importable[module] = found
        return self._importable[module]


def _takes(node: ast.ClassDef | ast.FunctionDef, argument: str) -> bool | None:
    if isinstance(node, ast.ClassDef):
        made = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name in ("__init__", "__new__")]
        if made:
            return _takes(made[0], argument)
        return argument in fields_of(node) if _is_dataclass(node) and not node.bases else None
    given = node.args
    names = {one.arg for one in (*given.args, *given.kwonlyargs)}
    return argument in names if argument in names or given.kwarg is None else None


def _is_dataclass(cls: ast.ClassDef) -> bool:
    called = (one.func if isinstance(one, ast.Call) else one for one in cls.decorator_list)
    return any(isinstance(one, ast.Name) and one.id == "dataclass" for one in called)


def fields_of(cls: ast.ClassDef) -> set[str]:
    """The public fields that a dataclass declares itself."""
    names = (n.target.id for n in cls.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name))
    return {name for name in names if not is_private(name)} if _is_dataclass(cls) else set()


@cache
def _exports(package: Text) -> list[tuple[str, str, str, str]]:
    found = []
    for node in _statements(package.tree):
        if isinstance(node, ast.ImportFrom):
            source = absolute(package.module, node, is_package=True)
            found += [(package.module, alias.asname or alias.name, source, alias.name) for alias in node.names]
    return found


@cache
def _contents(text: Text) -> tuple[dict[str, set[str] | None], list[str]]:
    """What a module binds, with the members of classes that have no bases; and what it imports all names of."""
    names: dict[str, set[str] | None] = {}
    stars = []
    for node in _statements(text.tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(_ELSEWHERE):
            continue
        if isinstance(node, ast.ImportFrom) and any(a.name == "*" for a in node.names):
            stars.append(absolute(text.module, node, text.is_package))
        for name in _bound(node):
            is_alone = isinstance(node, ast.ClassDef) and not node.bases
            body = node.body if isinstance(node, ast.ClassDef) else []
            names[name] = {n for one in body for n in _bound(one)} if is_alone else None
    return names, stars


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
