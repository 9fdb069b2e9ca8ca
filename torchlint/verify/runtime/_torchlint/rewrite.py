"""A file of the plan, compiled with captures put in: in memory only, and only if it is the file that was linted."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import CodeType
from typing import Any

from . import evidence, plan, run_texts, sites, unseen_files, waits
from .bodies import HANDLE, Place, tell_calls
from .faults import quietly
from .probes import probe
from .wait_places import put_waits

CAPTURE = f"{__package__}.capture"
_compile = compile  # before anything stands in front of it


def compiled(
    source: bytes, path: str, planned: plan.FilePlan | None = None, *, flags: int = 0, optimize: int = -1
) -> CodeType:
    """The code of a file, rewritten if there is a plan for this very text."""
    code = _compiled(source, path, planned, flags, optimize)
    quietly("files", run_texts.saw, code)
    return code


def _compiled(source: bytes, path: str, planned: plan.FilePlan | None, flags: int, optimize: int) -> CodeType:
    planned = planned or plan.of_file(path)
    if planned is None:
        return _as_it_is(source, path, flags, optimize)
    if not (planned["sites"] or b"torch" in source):
        return _as_it_is(source, path, flags, optimize)
    unseen_files.prepared.add(planned["path"])
    import hashlib  # not before there is a file to look at

    if planned["sha256"] not in (None, hashlib.sha256(source).hexdigest()):
        evidence.write("file", path=planned["path"], status="changed")
        return _as_it_is(source, path, flags, optimize)
    try:
        tree = ast.parse(source, path)
        placed = put_captures(tree, planned)
        if plan.waits and b"torch" in source and planned["path"] in plan.checked:
            quietly("waits", put_waits, tree, lambda node, kind: waits.add((planned["path"], *place_of(node)), kind))
        _import_handle(tree)
        ast.fix_missing_locations(tree)
        code: CodeType = _compile(tree, path, "exec", flags, dont_inherit=True, optimize=optimize)
        able = [site for site in planned["sites"] if placed.issuperset(captures_of(site)) and captures_of(site)]
        lines = {capture["id"]: (capture["place"][0], capture["place"][2]) for capture in planned["captures"]}
        for site in able:
            sites.add(site, path, lines)
    except Exception as problem:  # a syntax error, or a fault of ours: Python tells, or runs what there is
        evidence.write("file", path=planned["path"], status="failed", why=type(problem).__name__)
        return _as_it_is(source, path, flags, optimize)
    evidence.write("file", path=planned["path"], status="rewritten", placed=[site["id"] for site in able])
    return code


def _as_it_is(source: bytes, path: str, flags: int, optimize: int) -> CodeType:
    code: CodeType = _compile(source, path, "exec", flags, dont_inherit=True, optimize=optimize)
    return code


def captures_of(site: dict[str, Any]) -> list[int]:
    """The captures that a site's probe can't do without; -1 for one that is missing."""
    return [site["roles"].get(role, -1) for role in probe(site["probe"]).needed(site["roles"])]


def put_captures(tree: ast.Module, planned: plan.FilePlan) -> set[int]:
    """Put the captures of a file or cell into its tree; those for which there was a way."""
    places = {capture["id"]: place_of(capture) for capture in planned["captures"]}
    work, reporting = _Captures(), set()
    for site in planned["sites"]:
        kind = probe(site["probe"])
        stands = {role: places[capture] for role, capture in site["roles"].items() if capture in places}
        if kind.looks_into in stands:
            reporting.add(stands[kind.looks_into])
        for role in kind.captured(site["roles"]):
            if role not in stands:
                continue  # in another cell of a notebook
            if kind.looks_after is None:
                work.values[stands[role]] = site["roles"][role]
            elif kind.looks_after in stands:
                work.after.setdefault(stands[kind.looks_after], {})[stands[role]] = site["roles"][role]
    work.put_into(tree)
    tell_calls(tree, reporting, place_of)
    return work.placed


def place_of(node: Any) -> Place:
    if isinstance(node, dict):
        return tuple(node["place"])
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


class _Captures:
    """What is to be put where: around an expression, or after a statement and told by an expression in it."""

    def __init__(self) -> None:
        self.values: dict[Place, int] = {}
        self.after: dict[Place, dict[Place, int]] = {}
        self.placed: set[int] = set()

    def put_into(self, tree: ast.Module) -> None:
        for parent in list(ast.walk(tree)):
            for field, child in list(ast.iter_fields(parent)):
                if isinstance(child, list):
                    setattr(parent, field, [made for item in child for made in self._made_of(item)])
                elif isinstance(child, ast.expr):
                    setattr(parent, field, next(self._made_of(child)))

    def _made_of(self, node: Any) -> Iterator[Any]:
        if isinstance(node, ast.stmt):
            if isinstance(node, ast.Return) and node.value is not None and place_of(node) in self.values:
                node.value = self._captured(node.value, place_of(node))  # a `return` stands for what it gives back
            yield node
            for capture, path in self._read_after(node):
                self.placed.add(capture)
                yield ast.copy_location(ast.Expr(_call("after", capture, *path)), node)
        elif isinstance(node, ast.expr) and is_read(node) and place_of(node) in self.values:
            yield self._captured(node, place_of(node))
        else:
            yield node

    def _captured(self, node: ast.expr, place: Place) -> ast.expr:
        capture = self.values.pop(place)
        self.placed.add(capture)
        return ast.copy_location(_call("value", capture, node), node)

    def _read_after(self, statement: ast.stmt) -> Iterator[tuple[int, list[ast.expr]]]:
        wanted = self.after.get(place_of(statement), {})
        for node in ast.walk(statement) if wanted else ():
            path = path_to(node) if isinstance(node, ast.expr) and place_of(node) in wanted else None
            if path is not None:
                yield wanted.pop(place_of(node)), path


def is_read(node: ast.expr) -> bool:
    return isinstance(getattr(node, "ctx", ast.Load()), ast.Load)


def path_to(node: ast.expr) -> list[ast.expr] | None:
    """A plain name, and the steps from it to `node`, as they can be evaluated again without running the user's code."""
    if isinstance(node, ast.Name):
        return [ast.Name(node.id, ast.Load())]
    key: ast.expr
    if isinstance(node, ast.Attribute):
        before, kind, key = path_to(node.value), "attribute", ast.Constant(node.attr)
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, (ast.Constant, ast.Name)):
        before, kind, key = path_to(node.value), "item", node.slice
    else:
        return None
    return before and [*before, ast.Tuple([ast.Constant(kind), key], ast.Load())]


def _call(function: str, capture: int, *arguments: ast.expr) -> ast.expr:
    handle = ast.Attribute(ast.Name(HANDLE, ast.Load()), function, ast.Load())
    return ast.Call(handle, [ast.Constant(capture), *arguments], [])


def _import_handle(tree: ast.Module) -> None:
    """Import what captures call, below what has to stand first: the docstring and imports from `__future__`."""
    first = 0 if ast.get_docstring(tree, clean=False) is None else 1
    body = tree.body
    while first < len(body) and isinstance(it := body[first], ast.ImportFrom) and it.module == "__future__":
        first += 1
    if first < len(body):
        body.insert(first, ast.copy_location(ast.Import([ast.alias(CAPTURE, HANDLE)]), body[first]))
