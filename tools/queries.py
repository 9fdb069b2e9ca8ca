"""docs/queries.md, made from the code of the queries, the views and the proofs: `python -m tools.queries [--write]`.

The code is parsed, not imported. An example is the line of a rule that asks the query.
"""

from __future__ import annotations

import ast
import inspect
import sys
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


class Asked(NamedTuple):
    """A line of a rule that uses a query."""

    rule: str
    line: str


class Place(NamedTuple):
    """Something at the top level of a module."""

    module: str
    name: str


@cache
def _tree(module: str) -> ast.Module:
    path = ROOT.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text(encoding="utf-8"))


def topics() -> dict[str, list[Place]]:
    """The topics that export anything, and where each query of theirs is defined: what type checkers are shown."""
    found = {}
    for path in sorted(QUERIES.glob("*/__init__.py")):
        if names := exported(path.read_text(encoding="utf-8")):
            found[path.parent.name] = [Place(module, name) for name, module in sorted(names.items())]
    return found


def _definition(place: Place) -> ast.FunctionDef | ast.ClassDef | None:
    """The function or class of that name; None for anything else, and where the module has no such name."""
    named = (node for node in _tree(place.module).body if isinstance(node, ast.FunctionDef | ast.ClassDef))
    return next((node for node in named if node.name == place.name), None)


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
    return inspect.cleandoc(ast.get_docstring(node) or "")


def _in_one_line(node: ast.FunctionDef | ast.ClassDef) -> str:
    return " ".join(_says(node).split())


def _members(cls: ast.ClassDef) -> Iterator[str]:
    """The public members of a class, each as an entry of a list."""
    yield from (f"- `{name}`" for name in _attributes(cls) if not name.startswith("_"))
    for node in cls.body:
        if isinstance(node, ast.AnnAssign) and not ast.unparse(node.target).startswith("_"):
            yield f"- `{ast.unparse(node.target)}: {ast.unparse(node.annotation)}`"
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
            signature = _signature(node, is_property=not decorators.isdisjoint(("property", "cached_property")))
            yield f"- `{signature}`{': ' if _says(node) else ''}{_in_one_line(node)}"


def _attributes(cls: ast.ClassDef) -> Iterator[str]:
    """What `__init__` stores on the object: a parameter under its own name, or what is annotated there."""
    start = next((node for node in cls.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"), None)
    if start is None:
        return
    given = {each.arg: ast.unparse(each.annotation) for each in start.args.args if each.annotation}
    for node in ast.walk(start):
        if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Store):
            continue
        stated = [n.annotation for n in start.body if isinstance(n, ast.AnnAssign) and n.target is node]
        if stated or node.attr in given:
            yield f"{node.attr}: {ast.unparse(stated[0]) if stated else given[node.attr]}"


def _class(cls: ast.ClassDef, level: str) -> str:
    bases = " and ".join(f"`{ast.unparse(base)}`" for base in cls.bases)
    inherited = f" It has all that {bases} has, too." if bases and "NamedTuple" not in bases else ""
    return f"{level} {cls.name}\n\n{_says(cls)}{inherited}\n\n" + "".join(f"{member}\n" for member in _members(cls))


def _results(place: Place) -> Iterator[Place]:
    """The classes of queries that a function's result, or a member of a class, is made of."""
    node = _definition(place)
    functions = [each for each in ast.walk(node) if isinstance(each, ast.FunctionDef)] if node else []
    for function in functions:
        if function is not node and function.name.startswith("_"):
            continue
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
def _examples() -> dict[str, Asked]:
    """For each query, by the names that it can be imported by, a line of a rule that asks it."""
    found: dict[str, Asked] = {}
    for path in (*sorted(ROOT.glob("rules/*/rule.py")), *sorted(ROOT.glob("rules/*/detect*.py"))):
        text = path.read_text(encoding="utf-8")
        tree, lines = ast.parse(text), text.splitlines()
        imports = [node for node in tree.body if isinstance(node, ast.ImportFrom) and not node.level]
        meaning = {
            alias.asname or alias.name: f"{node.module}.{alias.name}" for node in imports for alias in node.names
        }
        for node in ast.walk(tree):
            if name := _meant(node, meaning):
                asked = Asked(path.parent.name, lines[node.lineno - 1].strip())  # type: ignore[attr-defined]
                if _is_better(asked, found.setdefault(name, asked)):
                    found[name] = asked
    return found


def _meant(node: ast.AST, meaning: dict[str, str]) -> str:
    """What an expression stands for, as the file's imports spell it out: `data.loaders`, or `loaders` alone."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in meaning:
        return f"{meaning[node.value.id]}.{node.attr}"
    return meaning.get(node.id, "") if isinstance(node, ast.Name) else ""


def _is_better(one: Asked, other: Asked) -> bool:
    """Whether a line shows more of how a query is used: a loop over what it gives, else the shortest."""
    return (not one.line.startswith("for "), len(one.line)) < (not other.line.startswith("for "), len(other.line))


def _query(topic: str, place: Place) -> str:
    node = _definition(place)
    if node is None:
        raise ValueError(f"torchlint.queries.{topic} exports {place.name}, which is neither a function nor a class")
    signature = _signature(node) if isinstance(node, ast.FunctionDef) else f"class {node.name}"
    text = f"### {topic}.{place.name}\n\n```python\n{signature}\n```\n\n{_says(node)}\n"
    examples = _examples()
    asked = examples.get(f"torchlint.queries.{topic}.{place.name}") or examples.get(f"{place.module}.{place.name}")
    if asked is None:
        return text
    name = asked.rule.replace("_", "-")
    return f"{text}\n[`{name}`](../rules/{asked.rule}/README.md) asks:\n\n```python\n{asked.line}\n```\n"


def _topic(topic: str, queries: list[Place]) -> str:
    says = _says_of_module(f"torchlint.queries.{topic}")
    parts = [f"## {topic}\n\n{says} `from torchlint.queries import {topic}`\n"]
    parts += [_query(topic, place) for place in queries if not isinstance(_definition(place), ast.ClassDef)]
    if views := [node for place in _views_of(queries) if isinstance(node := _definition(place), ast.ClassDef)]:
        parts += [_class(view, "###").rstrip() + "\n" for view in views]
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
    trees = [_class(node, "###") for node in classes if node.name == "Tree"]
    return "\n".join((NODES, "".join(f"{row}\n" for row in rows), *trees))


def _definitions() -> str:
    functions = [node for node in _tree("torchlint.binding.use_def").body if isinstance(node, ast.FunctionDef)]
    rows = [f"- `{_signature(node)}`: {_in_one_line(node)}" for node in functions if not node.name.startswith("_")]
    return f"{DEFINITIONS}\n" + "".join(f"{row}\n" for row in rows)


def page() -> str:
    """The whole page, as it has to be now."""
    modules = [f"torchlint.queries.{path.stem}" for path in sorted(QUERIES.glob("*.py"))]
    views = {node.name: node for module in modules for node in _tree(module).body if isinstance(node, ast.ClassDef)}
    classes = [views[name] for name in VIEWS]
    parts = [HEAD, *(_class(node, "##") for node in classes)]
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
