"""Edits that follow the file's style: its names for torch, its newlines, its indentation."""

from __future__ import annotations

from collections.abc import Iterator

from torchlint.finding import Edit, Span
from torchlint.syntax import tree

# Expressions that a method call can follow directly; others need parentheses.
ATOMS = (tree.Name, tree.Attribute, tree.Call, tree.Subscript)
# What takes hold of the nearest part of an expression that has no parentheses around it.
_BINDING = (
    tree.BinaryOp,
    tree.UnaryOp,
    tree.BoolOp,
    tree.Compare,
    tree.Attribute,
    tree.Subscript,
    tree.Call,
    tree.Await,
)


def then(node: tree.Node, text: str) -> tuple[Edit, ...]:
    """The edits that append a method call to an expression: `loss` becomes `loss.detach()`."""
    if isinstance(node, ATOMS):
        return (Edit(Span(node.end, node.end), text),)
    return Edit(Span(node.start, node.start), "("), Edit(Span(node.end, node.end), ")" + text)


def replace(node: tree.Node, text: str) -> tuple[Edit, ...]:
    """The edit that replaces an expression."""
    return (Edit(Span(node.start, node.end), text),)


def unwrap(syntax: tree.Tree, call: tree.Call, inside: tree.Node) -> tuple[Edit, ...]:
    """The edits that replace a call by one argument or its receiver: `torch.sigmoid(x)` becomes `x`."""
    is_taken_apart = isinstance(syntax.parents[call], _BINDING) and not isinstance(inside, (*ATOMS, tree.Constant))
    together = (
        is_taken_apart
        or isinstance(inside, tree.NamedExpression)
        or any(char in syntax.text_of(inside) for char in "\r\n")
    )
    before, after = Span(call.start, inside.start), Span(inside.end, call.end)
    edits = Edit(before, "(" if together else ""), Edit(after, ")" if together else "")
    return tuple(edit for edit in edits if edit.text or edit.span.start != edit.span.end)


def add_argument(call: tree.Call, text: str) -> tuple[Edit, ...]:
    """The edit that appends an argument, before a trailing comma."""
    if not call.args:
        return (Edit(Span(call.end - 1, call.end - 1), text),)
    end = call.args[-1].end
    return (Edit(Span(end, end), f", {text}"),)


def decorate(syntax: tree.Tree, function: tree.FunctionDef, text: str) -> tuple[Edit, ...]:
    """The edit that adds a decorator, closest to the `def`."""
    return before(syntax, function, text)


def before(syntax: tree.Tree, statement: tree.Node, text: str) -> tuple[Edit, ...]:
    """The edit that inserts a line before a statement; empty if the statement shares its line with another."""
    start = statement.start
    line = start
    while line and syntax.text[line - 1] not in "\r\n":
        line -= 1
    indent = syntax.text[line:start]
    return (Edit(Span(start, start), f"{text}{newline(syntax.text)}{indent}"),) if not indent.strip() else ()


def without(syntax: tree.Tree, statement: tree.Node) -> tuple[Edit, ...]:
    """The edit that deletes a statement with its line; empty if it shares the line, or is the only one of a body."""
    text, start, end = syntax.text, statement.start, statement.end
    while start and text[start - 1] in " \t":
        start -= 1
    while end < len(text) and text[end] in " \t":
        end += 1
    body = getattr(syntax.parents.get(statement), "body", None)
    alone = (not start or text[start - 1] in "\r\n") and (end == len(text) or text[end] in "\r\n#")
    if not alone or not isinstance(body, list) or body == [statement]:
        return ()
    while end < len(text) and text[end] not in "\r\n":
        end += 1  # its comment
    end += 2 if text.startswith("\r\n", end) else 1
    return (Edit(Span(start, min(end, len(text))), ""),)


def newline(text: str) -> str:
    """The newline that a file uses, judged by its first one."""
    first = text.find("\n")
    if first < 0:
        return "\r" if "\r" in text else "\n"
    return "\r\n" if first and text[first - 1] == "\r" else "\n"


def spelling(syntax: tree.Tree, name: str, at: int) -> tuple[str, tuple[Edit, ...]] | None:
    """How a file can write a torch name at a place, with the edit that imports it if nothing does.

    None if every name for it means something else somewhere in the file.
    """
    best: str | None = None
    taken = syntax.once_of_all(rebound)
    for start, alias, meaning in syntax.once_of_all(_imports):
        if start > at:
            break
        if alias not in taken and (name == meaning or name.startswith(meaning + ".")):
            written = alias + name[len(meaning) :]
            if best is None or len(written) < len(best):
                best = written
    if best is not None:
        return best, ()
    package = name.partition(".")[0]
    return None if package in taken else (name, (_import_edit(syntax, package),))


def rebound(syntax: tree.Tree) -> set[str]:
    """The names that a file binds in other ways than by import."""
    targets: list[tree.Node] = []
    for kind in (tree.For, tree.Clause, tree.AugmentedAssign, tree.AnnotatedAssign, tree.NamedExpression):
        targets += [node.target for node in syntax.all(kind)]  # type: ignore[attr-defined]  # all of them have one
    targets += [target for node in syntax.all(tree.Assign) for target in node.targets]
    targets += [target for node in syntax.all(tree.Delete) for target in node.targets]
    targets += [node.target for node in syntax.all(tree.WithItem) if node.target is not None]
    names = {name for target in targets for name in _bound(target)}
    names |= {node.name for node in syntax.all(tree.Parameter)} | {node.name for node in syntax.all(tree.FunctionDef)}
    names |= {node.name for node in syntax.all(tree.ClassDef)}
    names |= {node.name for node in syntax.all(tree.Handler) if node.name}
    return names | {name for node in syntax.all(tree.Case) for name in node.names}


def _bound(target: tree.Node) -> Iterator[str]:
    """The names that an assignment target binds; none for `torch.backends.cudnn.benchmark`."""
    if isinstance(target, tree.Name):
        yield target.id
    elif isinstance(target, (tree.Tuple, tree.List)):
        yield from (name for element in target.elements for name in _bound(element))
    elif isinstance(target, tree.Starred):
        yield from _bound(target.value)


def _imports(syntax: tree.Tree) -> list[tuple[int, str, str]]:
    """The names that the file's top level imports, each with its offset and what it means.

    Imports in a `try` count, too: if they fail, code that uses the name can't work anyway.
    """
    statements = (inner for one in syntax.root.body for inner in (one.body if isinstance(one, tree.Try) else [one]))
    return [(statement.start, *pair) for statement in statements for pair in bound_by(statement)]


def imported(syntax: tree.Tree) -> dict[str, str]:
    """The names that the file's top level imports, and what they mean."""
    return dict(pair for statement in syntax.root.body for pair in bound_by(statement))


def bound_by(statement: tree.Node) -> list[tuple[str, str]]:
    """The names that an import statement binds, and what they mean."""
    if isinstance(statement, tree.Import):
        whole = [(a.asname, a.name) if a.asname else (a.name.partition(".")[0],) * 2 for a in statement.names]
        return [(alias, meaning) for alias, meaning in whole if alias]
    if isinstance(statement, tree.ImportFrom) and not statement.level:
        return [(a.asname or a.name, f"{statement.module}.{a.name}") for a in statement.names]
    return []


def _import_edit(syntax: tree.Tree, package: str) -> Edit:
    """The edit that imports a package, after the file's docstring and its `__future__` imports."""
    at, end = 0, newline(syntax.text)
    for position, statement in enumerate(syntax.root.body):
        docstring = position == 0 and isinstance(statement, tree.ExpressionStatement)
        future = isinstance(statement, tree.ImportFrom) and statement.module == "__future__"
        if not docstring and not future:
            at = statement.start
            if isinstance(statement, (tree.FunctionDef, tree.ClassDef)) and statement.decorators:
                at = syntax.text.rindex("@", 0, statement.decorators[0].start)
            break
    else:
        at = len(syntax.text)
        if syntax.text and syntax.text[-1] not in "\r\n":
            return Edit(Span(at, at), f"{end}import {package}{end}")
    return Edit(Span(at, at), f"import {package}{end}")
