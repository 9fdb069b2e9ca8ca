"""docs/queries.md, made from the code of the queries, the views and the proofs: `python -m tools.queries [--write]`.

The code is parsed, not imported. The example of a query or a view is a piece of a rule that uses it; where no rule is
short enough to show, the docstring has an indented one.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from torchlint.queries.exports import exported

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "queries.md"
QUERIES = ROOT / "torchlint" / "queries"
VIEWS = ("File", "View", "ExpressionView", "CallView", "FunctionView")  # what every topic is about
HEAD = """\
# What a rule can ask

<!-- Made by `python -m tools.queries --write`. To change a text, change the docstring that it comes from. -->

A rule, whether it ships with torchlint or is part of your own pack, may use these five modules of torchlint:

- `torchlint`, as in `from torchlint import File, Findings, Fix, finding, rule`: the decorator, the file, and findings;
- `torchlint.queries`, as in `from torchlint.queries import gradients`: what is known about the file, by topic;
- `torchlint.proofs`, as in `from torchlint.proofs import retained_graph`: what `--verify` observes to settle a finding;
- `torchlint.syntax`, read-only: the nodes of the [tree](#the-tree), as in `from torchlint.syntax import tree`;
- `torchlint.knowledge`, read-only: what PyTorch's functions do, in
  [lookup.py](../torchlint/knowledge/lookup.py) and [operations.py](../torchlint/knowledge/operations.py).

A query is a function of the file. Its result is computed when the first rule asks, and later rules get the same object,
so don't modify it. Most queries return views: a piece of code together with what is known about it. The sections below
list what the file and the views offer, then the queries by topic, the proofs, and the tree. Private names (`_...`) and
all other modules of torchlint may change in any release.
"""
PROOFS = """\
## Proofs

Each function returns the experiment that settles a finding, for `finding(..., proof=...)`. Its parameters are the roles
that the probe knows; pass a view for each, and its code is observed when the program runs.
"""
NODES = """\
## The tree

`file.tree` is a `Tree`, and `view.node` a view's node. A node has a `start` and an `end`, offsets in the file's text.
`file.value(node)` makes a view of an expression.
"""
DEFINITIONS = """\
## Definitions and uses

Which definition a name refers to: `from torchlint.binding import use_def`. It is for torchlint's own rules, and packs
can't rely on it.
"""


class Example(NamedTuple):
    """A few lines of a rule that use a query or a view."""

    rule: str
    code: str

    def __str__(self) -> str:
        link = f"[`{self.rule.replace('_', '-')}`](../rules/{self.rule}/README.md)"
        return f"From {link}:\n\n```python\n{self.code}\n```\n"


class Place(NamedTuple):
    """Something at the top level of a module."""

    module: str
    name: str


@cache
def _source(module: str) -> str:
    path = ROOT.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return file.read_text(encoding="utf-8")


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse(_source(module))


@cache
def topics() -> dict[str, list[Place]]:
    """The topics that export anything, and where each query of theirs is defined: what type checkers are shown."""
    found = {}
    for path in sorted(QUERIES.glob("*/__init__.py")):
        if names := exported(path.read_text(encoding="utf-8")):
            found[path.parent.name] = [Place(module, name) for name, module in sorted(names.items())]
    return found


@cache
def _definition(place: Place) -> ast.FunctionDef | ast.ClassDef | None:
    """The function or class of that name; None for anything else, and where the module has no such name."""
    named = (node for node in _tree(place.module).body if isinstance(node, ast.FunctionDef | ast.ClassDef))
    return next((node for node in named if node.name == place.name), None)


@cache
def _place(module: str, name: str) -> Place | None:
    """Where what a name of this module stands for is defined, if that is among the queries."""
    if isinstance(_definition(Place(module, name)), ast.ClassDef):
        return Place(module, name)
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("torchlint.queries."):
            if any((alias.asname or alias.name) == name for alias in node.names):
                return Place(node.module or "", name)
    return None


def _signature(function: ast.FunctionDef, *, is_property: bool = False) -> str:
    """How a function is written before its colon, without `self`; a query's generator as the tuple that it gives."""
    arguments = ast.unparse(function.args).removeprefix("self").removeprefix(", ")
    result = ast.unparse(function.returns) if function.returns else ""
    decorators = {ast.unparse(decorator) for decorator in function.decorator_list}
    if "query" in decorators and result.startswith("Iterator["):
        result = f"tuple[{result.removeprefix('Iterator[').removesuffix(']')}, ...]"
    name = function.name if is_property else f"{function.name}({arguments})"
    return f"{name} -> {result}" if result else name


def _says(node: ast.FunctionDef | ast.ClassDef) -> str:
    """A docstring as Markdown: an indented example becomes a fenced one."""
    text = inspect.cleandoc(ast.get_docstring(node) or "")
    example = re.compile(r"^Example:\n((?:(?: {4}.*)?\n?)+)", flags=re.MULTILINE)
    return example.sub(lambda found: f"```python\n{textwrap.dedent(found[1]).rstrip()}\n```\n", text).rstrip()


def _in_one_line(node: ast.FunctionDef | ast.ClassDef) -> str:
    return " ".join(_says(node).split())


def _entry(signature: str, says: str) -> str:
    return f"- `{signature}`{': ' if says else ''}{says}"


def _comment(module: str, line: int) -> str:
    """What the comment at the end of a field's line says, as a sentence."""
    said = _source(module).splitlines()[line - 1].partition("  # ")[2]
    return f"{said[0].upper()}{said[1:]}." if said else ""


def _members(place: Place, cls: ast.ClassDef) -> Iterator[str]:
    """The public members of a class, each as an entry of a list."""
    for name, line in _attributes(cls):
        if not name.startswith("_"):
            yield _entry(name, _comment(place.module, line))
    for node in cls.body:
        if isinstance(node, ast.AnnAssign) and not ast.unparse(node.target).startswith("_"):
            field = f"{ast.unparse(node.target)}: {ast.unparse(node.annotation)}"
            yield _entry(field, _comment(place.module, node.lineno))
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield _entry(_signature(node, is_property=_is_property(node)), _in_one_line(node))


def _is_property(function: ast.FunctionDef) -> bool:
    decorators = {ast.unparse(decorator) for decorator in function.decorator_list}
    return not decorators.isdisjoint(("property", "cached_property"))


def _attributes(cls: ast.ClassDef) -> Iterator[tuple[str, int]]:
    """What `__init__` stores on the object, with its line: a parameter under its own name, or what is annotated."""
    start = next((node for node in cls.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"), None)
    if start is None:
        return
    given = {each.arg: ast.unparse(each.annotation) for each in start.args.args if each.annotation}
    stores = [n for n in ast.walk(start) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)]
    for node in sorted(stores, key=lambda node: (node.lineno, node.col_offset)):
        stated = [n.annotation for n in start.body if isinstance(n, ast.AnnAssign) and n.target is node]
        if stated or node.attr in given:
            yield f"{node.attr}: {ast.unparse(stated[0]) if stated else given[node.attr]}", node.lineno


def _class(place: Place, level: str) -> str:
    cls = _definition(place)
    assert isinstance(cls, ast.ClassDef)
    bases = " and ".join(f"`{ast.unparse(base)}`" for base in cls.bases)
    inherited = f"\n\nIt has all members of {bases}, too." if bases and "NamedTuple" not in bases else ""
    says = _says(cls)
    example = "" if "```" in says else str(_view_examples().get(place.name, ""))
    text = f"{level} {cls.name}\n\n{says}{inherited}\n\n"
    return text + "".join(f"{member}\n" for member in _members(place, cls)) + (f"\n{example}" if example else "")


def _results(place: Place) -> Iterator[Place]:
    """The classes of queries that a function's result, or a member of a class, is made of."""
    node = _definition(place)
    functions = [each for each in ast.walk(node) if isinstance(each, ast.FunctionDef)] if node else []
    for function in functions:
        if function is node or not function.name.startswith("_"):
            yield from _returned(place, function)


def _returned(place: Place, function: ast.FunctionDef) -> Iterator[Place]:
    for name in ast.walk(function.returns) if function.returns else ():
        if isinstance(name, ast.Name) and (found := _place(place.module, name.id)):
            yield found


def _views_of(queries: list[Place]) -> list[Place]:
    """All classes that these queries are or lead to, those of every topic aside, in the order of their names."""
    found = {place for place in queries if isinstance(_definition(place), ast.ClassDef)}
    todo = [*queries]
    while todo:
        new = {result for result in _results(todo.pop()) if result.name not in VIEWS} - found
        found |= new
        todo += sorted(new)
    return sorted(found, key=lambda place: place.name)


@cache
def _rules() -> list[tuple[str, str, ast.Module]]:
    """The name, text and tree of each file of a rule."""
    paths = (*sorted(ROOT.glob("rules/*/rule.py")), *sorted(ROOT.glob("rules/*/detect*.py")))
    texts = [(path.parent.name, path.read_text(encoding="utf-8")) for path in paths]
    return [(rule, text, ast.parse(text)) for rule, text in texts]


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
def _query_examples() -> dict[str, Example]:
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
def _view_examples() -> dict[str, Example]:
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
    cls = _definition(place)
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
        return place if isinstance(_definition(place), ast.ClassDef) else next(_results(place), None)
    if isinstance(asked, ast.Attribute) and (owner := _class_of(asked.value, known, meaning)):
        members = getattr(_definition(owner), "body", [])
        for member in members:
            if isinstance(member, ast.FunctionDef) and member.name == asked.attr:
                return next(_returned(owner, member), None)
    return None


def _query(topic: str, place: Place) -> str:
    node = _definition(place)
    if node is None:
        raise ValueError(f"torchlint.queries.{topic} exports {place.name}, which is neither a function nor a class")
    signature = _signature(node) if isinstance(node, ast.FunctionDef) else f"class {node.name}"
    says, examples = _says(node), _query_examples()
    text = f"### {topic}.{place.name}\n\n```python\n{signature}\n```\n\n{says}\n"
    if "```" in says:
        return text
    example = examples.get(f"torchlint.queries.{topic}.{place.name}") or examples.get(f"{place.module}.{place.name}")
    return f"{text}\n{example}" if example else text


def _topic(topic: str, queries: list[Place]) -> str:
    says = _says_of_module(f"torchlint.queries.{topic}")
    parts = [f"## {topic}\n\n{says} `from torchlint.queries import {topic}`\n"]
    parts += [_query(topic, place) for place in queries if not isinstance(_definition(place), ast.ClassDef)]
    parts += [_class(view, "###").rstrip() + "\n" for view in _views_of(queries)]
    return "\n".join(parts)


def _says_of_module(module: str) -> str:
    return inspect.cleandoc(ast.get_docstring(_tree(module)) or "")


def _proofs() -> str:
    functions = [node for node in _tree("torchlint.proofs").body if isinstance(node, ast.FunctionDef)]
    public = sorted((node for node in functions if not node.name.startswith("_")), key=lambda node: node.name)
    rows = [f"- `{_signature(node).removesuffix(' -> Experiment')}`: {_in_one_line(node)}" for node in public]
    return f"{PROOFS}\n" + "".join(f"{row}\n" for row in rows)


def _nodes() -> str:
    """The classes of the syntax tree with their fields, wherever in `syntax/` they are defined."""
    modules = [f"torchlint.syntax.{path.stem}" for path in sorted((QUERIES.parent / "syntax").glob("*.py"))]
    classes = [node for module in modules for node in _tree(module).body if isinstance(node, ast.ClassDef)]
    nodes = [node for node in classes if any(ast.unparse(base) in ("Node", "tree.Node") for base in node.bases)]
    rows = []
    for node in sorted(nodes, key=lambda node: node.name):
        fields = ", ".join(ast.unparse(field) for field in node.body if isinstance(field, ast.AnnAssign))
        rows.append(f"- `{node.name}({fields})`{': ' if _says(node) else ''}{_in_one_line(node)}")
    return "\n".join(
        (NODES, "".join(f"{row}\n" for row in rows), _class(Place("torchlint.syntax.tree", "Tree"), "###"))
    )


def _definitions() -> str:
    functions = [node for node in _tree("torchlint.binding.use_def").body if isinstance(node, ast.FunctionDef)]
    rows = [f"- `{_signature(node)}`: {_in_one_line(node)}" for node in functions if not node.name.startswith("_")]
    return f"{DEFINITIONS}\n" + "".join(f"{row}\n" for row in rows)


def page() -> str:
    """The whole page, as it has to be now."""
    modules = [f"torchlint.queries.{path.stem}" for path in sorted(QUERIES.glob("*.py"))]
    views = [Place(module, name) for name in VIEWS for module in modules]
    parts = [HEAD, *(_class(view, "##") for view in views if _definition(view) is not None)]
    parts += [_topic(topic, queries) for topic, queries in topics().items()]
    return "\n".join((*parts, _proofs(), _nodes(), _definitions()))


def main(arguments: list[str]) -> int:
    """Whether the page was up to date, as an exit status; `--write` makes it so."""
    if arguments not in ([], ["--check"], ["--write"]):
        print("usage: python -m tools.queries [--check | --write]")
        return 2
    new = page()
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == new:
        return 0
    if arguments == ["--write"]:
        PAGE.write_text(new, encoding="utf-8")
        return 0
    print("docs/queries.md is out of date: run `python -m tools.queries --write`")
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
