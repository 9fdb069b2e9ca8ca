"""What a mutation operator is, and the parts that operators are made of."""

from __future__ import annotations

import ast
import copy
import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Replacement:
    """What is written instead of a part of a file: rows from 1, columns from 0 in UTF-8 bytes, as in `ast`."""

    row: int
    column: int
    end_row: int
    end_column: int
    text: str

    def applied_to(self, text: str) -> str:
        """The text with the replacement, its lines indented like the first; the rows after it keep their numbers."""
        lines = text.splitlines(keepends=True)
        before = lines[self.row - 1].encode()[: self.column].decode()
        after = lines[self.end_row - 1].encode()[self.end_column :].decode()
        padding = "\n" * (self.end_row - self.row - self.text.count("\n"))
        written = self.text.replace("\n", f"\n{before}") if before.isspace() else self.text
        return "".join([*lines[: self.row - 1], before, written, after, padding, *lines[self.end_row :]])


@dataclass(frozen=True, slots=True)
class Operator:
    """One kind of mutation.

    `needs` is a pattern that the file must contain: the mutation would be harmless, or right, without it.
    """

    name: str
    rules: frozenset[str]
    needs: str
    replacements: Callable[[ast.Module], Iterator[Replacement]]


Node = ast.expr | ast.stmt | ast.arg


def replaced(first: Node, text: str, last: Node | None = None) -> Replacement:
    """A text instead of a node, or of all from one node to the end of another."""
    end = last or first
    return Replacement(
        first.lineno, first.col_offset, end.end_lineno or end.lineno, end.end_col_offset or end.col_offset, text
    )


def method(node: ast.AST, *names: str) -> ast.Call | None:
    """The node, if it is the call of a method, or of a function of a module, by one of these names."""
    is_called = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names
    return node if is_called and isinstance(node, ast.Call) else None


def called(node: ast.AST) -> str:
    """The last part of the name that is called; empty if the node is no such call."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def module_classes(tree: ast.Module) -> Iterator[tuple[ast.ClassDef, dict[str, ast.FunctionDef]]]:
    """The classes that have both a constructor and a forward, with their methods by name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            methods = {inner.name: inner for inner in node.body if isinstance(inner, ast.FunctionDef)}
            if "__init__" in methods and "forward" in methods:
                yield node, methods


def layers_of(constructor: ast.FunctionDef) -> dict[str, ast.Call]:
    """The calls that a constructor assigns to attributes, by name as in `self.head`."""
    assigned = [node for node in ast.walk(constructor) if isinstance(node, ast.Assign) and len(node.targets) == 1]
    return {
        name: node.value
        for node in assigned
        if isinstance(node.value, ast.Call) and (name := ast.unparse(node.targets[0])).startswith("self.")
    }


def names_in(node: ast.AST) -> set[str]:
    return {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}


def stepped(statement: ast.stmt) -> str:
    """The optimizer whose step() the statement is; empty if it is no such call."""
    call = method(statement.value, "step") if isinstance(statement, ast.Expr) else None
    name = ast.unparse(call.func.value) if call is not None and isinstance(call.func, ast.Attribute) else ""
    return name if "opt" in name.lower() else ""


def statements(
    *methods: str, of: str = "", arguments: int | None = None
) -> Callable[[ast.Module], Iterator[Replacement]]:
    """Deletes calls of these methods on objects whose name matches, with this number of arguments if it matters."""

    def replacements(tree: ast.Module) -> Iterator[Replacement]:
        for node in ast.walk(tree):
            call = method(node.value, *methods) if isinstance(node, ast.Expr) else None
            if not isinstance(node, ast.Expr) or call is None or not isinstance(call.func, ast.Attribute):
                continue
            if arguments in (None, len(call.args) + len(call.keywords)) and re.search(of, ast.unparse(call.func.value)):
                yield replaced(node, "pass")

    return replacements


def each(rewrite: Callable[[ast.AST], str | None]) -> Callable[[ast.Module], Iterator[Replacement]]:
    """Replaces each statement and expression for which there is another text."""

    def replacements(tree: ast.Module) -> Iterator[Replacement]:
        for node in ast.walk(tree):
            text = rewrite(node) if isinstance(node, (ast.expr, ast.stmt)) else None
            if text is not None and isinstance(node, (ast.expr, ast.stmt)):
                yield replaced(node, text)

    return replacements


def functions(tree: ast.Module, calls: str = "") -> Iterator[ast.FunctionDef]:
    """The functions and methods of a file, or those that call a method of this name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and (not calls or any(method(inner, calls) for inner in ast.walk(node))):
            yield node


def blocks(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                yield block


def swapped(first: tuple[str, ...], second: tuple[str, ...]) -> Callable[[ast.Module], Iterator[Replacement]]:
    """Swaps two neighbours: a call of one of the first functions and one of the second."""

    def replacements(tree: ast.Module) -> Iterator[Replacement]:
        for block in blocks(tree):
            for one, two in itertools.pairwise(block):
                if not isinstance(one, ast.Expr) or not isinstance(two, ast.Expr):
                    continue
                if called(one.value) in first and called(two.value) in second:
                    yield replaced(one, f"{ast.unparse(two)}; {ast.unparse(one)}", two)

    return replacements


def without_argument(function: str, keyword: str, pattern: str) -> Callable[[ast.Module], Iterator[Replacement]]:
    """Leaves out a keyword argument whose value matches, where a function of this name is called.

    The name has its module, `torch.load`, if functions of other modules have it, too.
    """

    def replacements(tree: ast.Module) -> Iterator[Replacement]:
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or function not in (called(node), ast.unparse(node.func)):
                continue
            left = [k for k in node.keywords if not (k.arg == keyword and re.search(pattern, ast.unparse(k.value)))]
            if len(left) < len(node.keywords):
                yield replaced(node, ast.unparse(ast.Call(node.func, node.args, left)))

    return replacements


def with_argument(
    function: str, keyword: str, value: str, pattern: str = ""
) -> Callable[[ast.Module], Iterator[Replacement]]:
    """Passes one more keyword argument to a function whose call matches, unless it has that argument."""

    def replacements(tree: ast.Module) -> Iterator[Replacement]:
        extra = ast.keyword(keyword, ast.parse(value, mode="eval").body)
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or function not in (called(node), ast.unparse(node.func)):
                continue
            given = {one.arg for one in node.keywords}
            if not given & {keyword, None} and re.search(pattern, ast.unparse(node)):
                yield replaced(node, ast.unparse(ast.Call(node.func, node.args, [*node.keywords, extra])))

    return replacements


def without_item(block: list[ast.stmt], left: ast.stmt) -> list[ast.stmt]:
    """The statements of a block but one of them, or `pass`."""
    return [statement for statement in block if statement is not left] or [ast.Pass()]


def with_body(statement: ast.For | ast.If | ast.With, body: list[ast.stmt]) -> ast.stmt:
    """The same statement with another body."""
    changed = copy.copy(statement)
    changed.body = body
    return changed


def rewritten(old: list[ast.stmt], new: list[ast.stmt]) -> Replacement:
    """Other statements instead of some that follow each other."""
    return replaced(old[0], "\n".join(ast.unparse(ast.fix_missing_locations(one)) for one in new), old[-1])


def instead(pattern: str, text: str, *, names: str = "") -> Callable[[ast.Module], Iterator[Replacement]]:
    """Replaces statements and calls whose code matches as a whole, as re.sub does; the function's name may be asked."""

    def replacements(tree: ast.Module) -> Iterator[Replacement]:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and (not names or called(node) in names.split()):
                written = ast.unparse(node)
                if re.fullmatch(pattern, written):
                    yield replaced(node, re.sub(pattern, text, written))

    return replacements


def methods_of(node: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    """The methods of a class."""
    return {one.name: one for one in node.body if isinstance(one, ast.FunctionDef)}


def inserted(before: ast.stmt, text: str) -> Replacement:
    """A statement on a line of its own before another one."""
    row, column = before.lineno, before.col_offset
    return Replacement(row, column, row, column, f"{text}\n")


def rewritten_class(node: ast.ClassDef, changed: ast.ClassDef) -> Replacement:
    """A changed copy instead of a class at the top level; its decorators stay."""
    changed.decorator_list = []
    return replaced(node, ast.unparse(changed))


def operator(
    name: str, rules: str, replacements: Callable[[ast.Module], Iterator[Replacement]], needs: str = ""
) -> Operator:
    return Operator(name, frozenset(rules.split()), needs, replacements)
