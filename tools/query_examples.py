"""The examples on docs/queries.md: for each query and each view, a piece of a rule that uses it."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tools.query_code import ROOT, Place, definition, results, returned, topics


class Example(NamedTuple):
    """A few lines of a rule that use a query or a view."""

    rule: str
    code: str

    def __str__(self) -> str:
        link = f"[`{self.rule.replace('_', '-')}`](../rules/{self.rule}/README.md)"
        return f"From {link}:\n\n```python\n{self.code}\n```\n"


@cache
def _rules() -> list[tuple[str, str, ast.Module]]:
    """The name, text and tree of each file of a rule."""
    paths = (*sorted(ROOT.glob("rules/*/rule.py")), *sorted(ROOT.glob("rules/*/detect*.py")))
    texts = [(path.parent.name, path.read_text(encoding="utf-8")) for path in paths]
    return [(rule, text, ast.parse(text)) for rule, text in texts]


@cache
def _meanings(tree: ast.Module) -> dict[str, str]:
    """What each imported name stands for: `data` for `torchlint.queries.data`."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and not node.level]
    return {alias.asname or alias.name: f"{node.module}.{alias.name}" for node in imports for alias in node.names}


def _meant(node: ast.AST, meaning: dict[str, str]) -> str:
    """What an expression stands for, as the file's imports spell it out: `data.loaders`, or `loaders` alone."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in meaning:
        return f"{meaning[node.value.id]}.{node.attr}"
    return meaning.get(node.id, "") if isinstance(node, ast.Name) else ""


@cache
def query_examples() -> dict[str, Example]:
    """For each query, by the names that it can be imported by, a piece of a rule that calls it."""
    found: dict[str, Example] = {}
    for rule, text, tree in _rules():
        meaning, lines = _meanings(tree), text.splitlines()
        for node in ast.walk(tree):
            asked = node.iter if isinstance(node, ast.For) else node
            asked = asked.func if isinstance(asked, ast.Call) else asked
            if isinstance(node, ast.For | ast.Call | ast.Name | ast.Attribute) and (name := _meant(asked, meaning)):
                code = lines[node.lineno - 1].strip()
                if isinstance(node, ast.For) and (first := _lines(node.body[0], text)):
                    code = f"{code}\n{textwrap.indent(first, '    ')}"
                example = Example(rule, code)
                if _is_better(example, found.setdefault(name, example)):
                    found[name] = example
    return found


def _is_better(one: Example, other: Example) -> bool:
    """Whether a piece shows more of how a query is used: a loop over its result, else the shortest."""

    def rank(example: Example) -> tuple[bool, bool, int]:
        is_loop = example.code.startswith("for ")
        return not is_loop, is_loop and "\n" not in example.code, len(example.code)

    return rank(one) < rank(other)


@cache
def view_examples() -> dict[str, Example]:
    """For each view, by its class, the shortest use of a member of its own in a rule."""
    found: dict[str, Example] = {}
    for rule, text, tree in _rules():
        meaning = _meanings(tree)
        for function in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
            for cls, code in _uses(function, text, meaning):
                if cls not in found or len(code) < len(found[cls].code):
                    found[cls] = Example(rule, code)
    return found


def _uses(function: ast.FunctionDef, text: str, meaning: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Each use of a view in a function of a rule, below the line that the view comes from."""
    known: dict[str, tuple[Place, str]] = {}
    for node in ast.walk(function):  # parents first, and so a loop before what is in it
        if isinstance(node, ast.arg) and node.annotation:
            if place := _exports().get(_meant(node.annotation, meaning)):
                known[node.arg] = place, ""
        elif isinstance(node, ast.For | ast.Assign | ast.NamedExpr):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            value = node.iter if isinstance(node, ast.For) else node.value
            if isinstance(target, ast.Name) and (place := _class_of(value, known, meaning)):
                header = ast.get_source_segment(text, node) or ""
                known[target.id] = place, header.partition("\n")[0] if isinstance(node, ast.For) else ""
        if not isinstance(node, ast.If | ast.Assign | ast.Return | ast.Expr):
            continue
        inside = ast.walk(node.test if isinstance(node, ast.If) else node)
        for use in inside:
            if not isinstance(use, ast.Attribute) or (place := _class_of(use.value, known, meaning)) is None:
                continue
            code = _lines(node, text)
            if code and use.attr in _own_members(place):
                header = known[use.value.id][1] if isinstance(use.value, ast.Name) else ""
                yield place.name, f"{header}\n{textwrap.indent(code, '    ')}" if header else code


def _lines(statement: ast.stmt, text: str) -> str:
    """A statement's lines without its indentation; nothing if they are many."""
    lines = text.splitlines()[statement.lineno - 1 : statement.end_lineno]
    most = 10 if isinstance(statement, ast.Expr) else 3
    return textwrap.dedent("\n".join(lines)) if len(lines) <= most else ""


def _own_members(place: Place) -> set[str]:
    cls = definition(place)
    assert isinstance(cls, ast.ClassDef)
    functions = {node.name for node in cls.body if isinstance(node, ast.FunctionDef)}
    fields = {ast.unparse(node.target) for node in cls.body if isinstance(node, ast.AnnAssign)}
    return functions | fields


@cache
def _exports() -> dict[str, Place]:
    """Where each class or function that a topic exports is defined, by the names that it can be imported by."""
    found = {f"{place.module}.{place.name}": place for places in topics().values() for place in places}
    return found | {f"torchlint.queries.{t}.{place.name}": place for t, places in topics().items() for place in places}


def _class_of(node: ast.expr, known: dict[str, tuple[Place, str]], meaning: dict[str, str]) -> Place | None:
    """The view that an expression is, or that it iterates over; None for anything else."""
    if isinstance(node, ast.Name) and node.id in known:
        return known[node.id][0]
    asked = node.func if isinstance(node, ast.Call) else node
    if place := _exports().get(_meant(asked, meaning)):
        return place if isinstance(definition(place), ast.ClassDef) else next(results(place), None)
    if isinstance(asked, ast.Attribute) and (owner := _class_of(asked.value, known, meaning)):
        members = getattr(definition(owner), "body", [])
        for member in members:
            if isinstance(member, ast.FunctionDef) and member.name == asked.attr:
                return next(returned(owner, member), None)
    return None
