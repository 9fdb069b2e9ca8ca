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

from tools.query_code import QUERIES, ROOT, Place, definition, results, source_of, topics, tree_of
from tools.query_examples import query_examples, view_examples

PAGE = ROOT / "docs" / "queries.md"
VIEWS = ("File", "View", "ExpressionView", "CallView", "FunctionView")  # what every topic is about
HEAD = """\
# What a rule can ask

<!-- Made by `python -m tools.queries --write`. To change a text, change the docstring that it comes from. -->

A rule, whether it ships with torchlint or is part of your own pack, may use these six modules of torchlint:

- `torchlint`, as in `from torchlint import File, Findings, Fix, finding, rule`: the decorator, the file, and findings;
- `torchlint.queries`, as in `from torchlint.queries import gradients`: what is known about the file, by topic;
- `torchlint.proofs`, as in `from torchlint.proofs import retained_graph`: what `--verify` observes to settle a finding;
- `torchlint.syntax`, read-only: the nodes of the [tree](#the-tree), as in `from torchlint.syntax import tree`;
- `torchlint.binding`, read-only: [definitions and uses](#definitions-and-uses) of names, as in
  `from torchlint.binding import use_def`;
- `torchlint.knowledge`, read-only: what PyTorch's functions do, in
  [lookup.py](../torchlint/knowledge/lookup.py) and [operations.py](../torchlint/knowledge/operations.py).

A query is a function of the file. Its result is computed when the first rule asks, and later rules get the same object,
so don't modify it. Most queries return views: a piece of code together with what is known about it. The sections below
list how a rule is declared, what the file and the views offer, then the queries by topic, the proofs, and the tree.
Private names (`_...`) and all other modules of torchlint may change in any release.
"""
DECLARING = """\
## Declaring a rule

A rule is a function that takes a `File` and yields findings: `from torchlint import File, Findings, Fix, finding, rule`
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

Which definitions a use of a name may see, which uses see a definition, and what stays the same in each pass of a loop:
`from torchlint.binding import definitions, use_def`. They are asked about nodes of `file.tree`:

```python
for call in file.calls("torch.save"):
    given = call.argument(0, "obj")
    if given is not None and isinstance(given.node, tree.Name):
        made = use_def.reaching_definition(file.tree, given.node)
        if made is not None and isinstance(made.value, tree.Call):
            ...  # `state = model.state_dict()`, and nothing else may have given `state` its value
```

Names of other scopes are followed, too: all definitions of a variable may reach a use in a function that is defined
beside them. If a variable may have no value, or one from outside the file, None is among the definitions.
"""


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
    said = source_of(module).splitlines()[line - 1].partition("  # ")[2]
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
    cls = definition(place)
    assert isinstance(cls, ast.ClassDef)
    bases = " and ".join(f"`{ast.unparse(base)}`" for base in cls.bases)
    inherited = f"\n\nIt has all members of {bases}, too." if bases and "NamedTuple" not in bases else ""
    says = _says(cls)
    example = "" if "```" in says else str(view_examples().get(place.name, ""))
    text = f"{level} {cls.name}\n\n{says}{inherited}\n\n"
    return text + "".join(f"{member}\n" for member in _members(place, cls)) + (f"\n{example}" if example else "")


def _views_of(queries: list[Place]) -> list[Place]:
    """All classes that these queries are or lead to, those of every topic aside, in the order of their names."""
    found = {place for place in queries if isinstance(definition(place), ast.ClassDef)}
    todo = [*queries]
    while todo:
        new = {result for result in results(todo.pop()) if result.name not in VIEWS} - found
        found |= new
        todo += sorted(new)
    return sorted(found, key=lambda place: place.name)


def _query(topic: str, place: Place) -> str:
    node = definition(place)
    if node is None:
        raise ValueError(f"torchlint.queries.{topic} exports {place.name}, which is neither a function nor a class")
    signature = _signature(node) if isinstance(node, ast.FunctionDef) else f"class {node.name}"
    says, examples = _says(node), query_examples()
    text = f"### {topic}.{place.name}\n\n```python\n{signature}\n```\n\n{says}\n"
    if "```" in says:
        return text
    example = examples.get(f"torchlint.queries.{topic}.{place.name}") or examples.get(f"{place.module}.{place.name}")
    return f"{text}\n{example}" if example else text


def _topic(topic: str, queries: list[Place]) -> str:
    says = _says_of_module(f"torchlint.queries.{topic}")
    parts = [f"## {topic}\n\n{says} `from torchlint.queries import {topic}`\n"]
    parts += [_query(topic, place) for place in queries if not isinstance(definition(place), ast.ClassDef)]
    parts += [_class(view, "###").rstrip() + "\n" for view in _views_of(queries)]
    return "\n".join(parts)


def _says_of_module(module: str) -> str:
    return inspect.cleandoc(ast.get_docstring(tree_of(module)) or "")


def _declaring() -> str:
    """The decorator, what a rule yields, and the groups and severities that there are."""
    lists = (("Groups", _values("GROUPS")), ("Severities", _values("SEVERITIES")))
    listed = "\n".join(f"{title}: {', '.join(f'`{value}`' for value in values)}.\n" for title, values in lists)
    parts = [f"{DECLARING}\n{listed}"]
    for name in ("rule", "finding"):
        node = definition(Place("torchlint.rule", name))
        assert isinstance(node, ast.FunctionDef)
        parts.append(f"### {name}\n\n```python\n{_signature(node)}\n```\n\n{_says(node)}\n")
    parts.append(_class(Place("torchlint.finding", "Fix"), "###"))
    return "\n".join(parts)


def _values(constant: str) -> list[str]:
    """The strings of a tuple at the top level of torchlint/rule.py."""
    for node in tree_of("torchlint.rule").body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(target, ast.Name) and target.id == constant and isinstance(node, ast.Assign | ast.AnnAssign):
            return list(ast.literal_eval(node.value)) if node.value else []
    raise ValueError(f"torchlint/rule.py has no {constant}")


def _proofs() -> str:
    functions = [node for node in tree_of("torchlint.proofs").body if isinstance(node, ast.FunctionDef)]
    public = sorted((node for node in functions if not node.name.startswith("_")), key=lambda node: node.name)
    rows = [f"- `{_signature(node).removesuffix(' -> Experiment')}`: {_in_one_line(node)}" for node in public]
    return f"{PROOFS}\n" + "".join(f"{row}\n" for row in rows)


def _nodes() -> str:
    """The classes of the syntax tree with their fields, wherever in `syntax/` they are defined."""
    modules = [f"torchlint.syntax.{path.stem}" for path in sorted((QUERIES.parent / "syntax").glob("*.py"))]
    classes = [node for module in modules for node in tree_of(module).body if isinstance(node, ast.ClassDef)]
    nodes = [node for node in classes if any(ast.unparse(base) in ("Node", "tree.Node") for base in node.bases)]
    rows = []
    for node in sorted(nodes, key=lambda node: node.name):
        fields = ", ".join(ast.unparse(field) for field in node.body if isinstance(field, ast.AnnAssign))
        rows.append(f"- `{node.name}({fields})`{': ' if _says(node) else ''}{_in_one_line(node)}")
    return "\n".join(
        (NODES, "".join(f"{row}\n" for row in rows), _class(Place("torchlint.syntax.tree", "Tree"), "###"))
    )


def _definitions() -> str:
    parts = [DEFINITIONS]
    for module in ("definitions", "use_def"):
        body = tree_of(f"torchlint.binding.{module}").body
        parts += [
            _class(Place(f"torchlint.binding.{module}", node.name), "###")
            for node in body
            if isinstance(node, ast.ClassDef)
        ]
        functions = [node for node in body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]
        rows = "".join(f"- `{module}.{_signature(node)}`: {_in_one_line(node)}\n" for node in functions)
        parts.append(f"#### {module}\n\n{rows}")
    return "\n".join(parts)


@cache
def page() -> str:
    """The whole page, as it has to be now."""
    modules = [f"torchlint.queries.{path.stem}" for path in sorted(QUERIES.glob("*.py"))]
    views = [Place(module, name) for name in VIEWS for module in modules]
    parts = [HEAD, _declaring(), *(_class(view, "##") for view in views if definition(view) is not None)]
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
