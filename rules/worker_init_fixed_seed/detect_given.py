"""Which functions the project's DataLoaders run in their new workers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in, assignments_to
from torchlint.queries.data import trees_of_users
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_KEYWORD = "worker_init_fn"
# How many names, factories and partials are followed from a loader to its function.
_FARTHEST = 4


def worker_functions(file: File) -> Iterator[str | tree.Node]:
    """The functions of this file that loaders of the project are given: their names, and lambdas themselves."""
    for syntax in (file.tree, *trees_of_users(file, _KEYWORD)):
        for value in _given(syntax):
            yield from _functions_of(file, syntax, value)


def _given(syntax: tree.Tree) -> Iterator[tree.Expression]:
    """What code gives under the name of DataLoader's parameter, as an argument, a default, in a variable or a dict."""
    for call in syntax.all(tree.Call):
        yield from (argument.value for argument in call.args if argument.keyword == _KEYWORD)
    for parameter in syntax.all(tree.Parameter):
        if parameter.name == _KEYWORD and parameter.default is not None:
            yield parameter.default
    for table in syntax.all(tree.Dict):
        yield from (value for key, value in zip(table.keys, table.values) if _is_keyword(key))
    for one in assignments_in(syntax.root):
        target = one.target
        is_item = isinstance(target, tree.Subscript) and _is_keyword(target.index)
        if one.value is not None and (is_item or one.name.rpartition(".")[2] == _KEYWORD):
            yield one.value


def _is_keyword(node: tree.Node | None) -> bool:
    return isinstance(node, tree.Constant) and node.value == _KEYWORD


def _functions_of(file: File, syntax: tree.Tree, node: tree.Node | None, depth: int = 0) -> Iterator[str | tree.Node]:
    """The functions that an expression may give: by name, by condition, out of a partial, or made by a factory."""
    if depth > _FARTHEST:
        return
    if isinstance(node, tree.Lambda):
        yield node
    elif isinstance(node, (tree.Conditional, tree.BoolOp)):
        parts = node.values if isinstance(node, tree.BoolOp) else [node.body, node.orelse]
        for part in parts:
            yield from _functions_of(file, syntax, part, depth)
    elif isinstance(node, tree.Call):
        name = tree.last_part(node.func)
        if name == "partial":
            yield from _functions_of(file, syntax, node.args[0].value if node.args else None, depth + 1)
        elif _gives_a_fixed_seed(syntax, node):
            for returned in _returned_by(file, name):
                yield from _functions_of(file, file.tree, returned, depth + 1)
            yield from _called_on_objects(file, name)
    elif name := tree.last_part(node):
        yield name
        for one in assignments_to(syntax, syntax.root, tree.dotted(node) or ""):
            if isinstance(one.value, (tree.Name, tree.Call, tree.Conditional, tree.BoolOp, tree.Lambda)):
                yield from _functions_of(file, syntax, one.value, depth + 1)


def _returned_by(file: File, name: str) -> Iterator[tree.Expression]:
    """What a function of this file returns."""
    for function in file.tree.all(tree.FunctionDef):
        if function.name == name:
            inside = tree.walk(function, into_functions=False)
            yield from (n.value for n in inside if isinstance(n, tree.Return) and n.value is not None)


def _called_on_objects(file: File, name: str) -> Iterator[tree.Node]:
    """The `__call__` of a class of this file."""
    for cls in file.tree.all(tree.ClassDef):
        if cls.name == name:
            yield from (one for one in cls.body if isinstance(one, tree.FunctionDef) and one.name == "__call__")


def _gives_a_fixed_seed(syntax: tree.Tree, factory: tree.Call) -> bool:
    """Whether no epoch, no loop and no other call decides what a factory is given."""
    given = [node for argument in factory.args for node in tree.walk(argument.value)]
    names = {getattr(node, "id", getattr(node, "attr", "")) for node in given}
    if any(isinstance(node, tree.Call) for node in given) or any("epoch" in name for name in names):
        return False
    around = syntax.above(factory, tree.For)
    while isinstance(around, tree.For):
        if any(isinstance(node, tree.Name) and node.id in names for node in tree.walk(around.target)):
            return False
        around = syntax.above(around, tree.For)
    return True
