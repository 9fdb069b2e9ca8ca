"""DataLoaders in files that import a class of datasets, and load it there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import definitions_of, reaching_definitions
from torchlint.knowledge.call_names import DIVIDES_DATA
from torchlint.queries.data.batching import trees_of_users
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Class
    from torchlint.queries.file import File

# What loads the samples of what it is given.
_PASSES_ON = DIVIDES_DATA | {"ConcatDataset", "ChainDataset"}
_WORKERS = 5  # the place of `num_workers` among the parameters of DataLoader


class LoaderOfUser(NamedTuple):
    """A DataLoader of another file that loads objects of a class."""

    syntax: tree.Tree
    call: tree.Call

    @property
    def workers(self) -> Literal["some", "none", "unknown"]:
        """Whether it has several workers; a number that options give counts as several."""
        given = self._given("num_workers", _WORKERS)
        if given is None:
            return "unknown" if any(argument.star for argument in self.call.args) else "none"
        return "none" if isinstance(given, tree.Constant) and given.value in (0, 1) else "some"

    @property
    def tells_workers(self) -> bool:
        """Whether its workers may be told which they are."""
        return any(argument.star or argument.keyword == "worker_init_fn" for argument in self.call.args)

    def _given(self, name: str, position: int) -> tree.Expression | None:
        by_name = next((argument.value for argument in self.call.args if argument.keyword == name), None)
        return by_name if by_name is not None else tree.positional(self.call, position)


def loaders_of_users(file: File, cls: Class) -> Iterator[LoaderOfUser]:
    """The DataLoaders in files that import this one, but for tests, of objects of a class or its subclasses there.

    They are made there, or chosen from a table.
    """
    for syntax in trees_of_users(file, cls.name, but_tests=True):
        names = {cls.name}
        for one in syntax.all(tree.ClassDef):
            names |= {one.name} if any(tree.last_part(base.value) in names for base in one.bases) else set()
        for call in syntax.all(tree.Call):
            if tree.last_part(call.func) == "DataLoader" and call.args and not call.args[0].star:
                dataset = next((a.value for a in call.args if a.keyword == "dataset"), call.args[0].value)
                if _may_be(syntax, dataset, names, set()):
                    yield LoaderOfUser(syntax, call)


def _may_be(syntax: tree.Tree, node: tree.Expression, names: set[str], seen: set[tree.Node]) -> bool:
    """Whether an expression may be an object of one of these classes."""
    if node in seen:
        return False  # has been asked before
    seen.add(node)
    if isinstance(node, tree.Call):
        if _is_class(syntax, node.func, names, seen) or _is_returned(syntax, node, names, seen):
            return True
        parts = [argument.value for argument in node.args[:1]] if tree.last_part(node.func) in _PASSES_ON else []
        return any(_may_be(syntax, part, names, seen) for part in parts)
    if isinstance(node, (tree.List, tree.Tuple)):
        return any(_may_be(syntax, part, names, seen) for part in node.elements)
    if isinstance(node, tree.BinaryOp):  # lists, or datasets, that are added
        return any(_may_be(syntax, part, names, seen) for part in (node.left, node.right))
    if isinstance(node, tree.Conditional):
        return any(_may_be(syntax, part, names, seen) for part in (node.body, node.orelse))
    if isinstance(node, tree.Subscript):
        return _may_be(syntax, node.value, names, seen)
    if isinstance(node, tree.Dict):
        return any(_may_be(syntax, one, names, seen) for one in node.values)
    return any(_may_be(syntax, value, names, seen) for value in _values(syntax, node))


def _is_class(syntax: tree.Tree, node: tree.Expression, names: set[str], seen: set[tree.Node]) -> bool:
    """Whether an expression may be one of these classes: by its name, in a variable, or in a table of classes."""
    if tree.last_part(node) in names:
        return True
    if node in seen:
        return False
    seen.add(node)
    if isinstance(node, tree.Subscript):
        return _is_class(syntax, node.value, names, seen)
    if isinstance(node, tree.Dict):
        return any(_is_class(syntax, one, names, seen) for one in node.values)
    return any(_is_class(syntax, value, names, seen) for value in _values(syntax, node))


def _values(syntax: tree.Tree, node: tree.Expression) -> list[tree.Expression]:
    """What a variable may stand for, and an attribute of an object that the file assigns."""
    if isinstance(node, tree.Name):
        reaching = reaching_definitions(syntax, node)
        if None in reaching:
            reaching = (*reaching, *definitions_of(syntax, node))
        return [value for one in reaching if one is not None and (value := one.value or one.source) is not None]
    dotted = tree.dotted(node) if isinstance(node, tree.Attribute) else None
    around = syntax.above(node, tree.ClassDef) if dotted is not None and dotted.startswith("self.") else None
    return [one.value for one in assignments_in(around) if one.name == dotted and one.value] if around else []


def _is_returned(syntax: tree.Tree, call: tree.Call, names: set[str], seen: set[tree.Node]) -> bool:
    """Whether a function of the same file may return an object of one of these classes."""
    name = tree.last_part(call.func)
    functions = (one for one in syntax.all(tree.FunctionDef) if one.name == name)
    returned = (one.value for function in functions for one in syntax.own(function, tree.Return))
    return any(value is not None and _may_be(syntax, value, names, seen) for value in returned)
