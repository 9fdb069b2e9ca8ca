"""Whether an entry of a checkpoint is a number of NumPy's, which torch.load refuses: `{"miou": np.nanmean(iou)}`.

Such a number often comes from a metric of another file, through a trainer and a parameter. Functions are found by
their names alone, so what is told here is no proof.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import Definition
from torchlint.binding.qualified_names import by_name
from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.knowledge.operations import has_column
from torchlint.queries.checkpoints.given_arguments import FunctionCall
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_DEEPEST = 8
_MOST_FUNCTIONS = 4  # of one name
_Path = tuple[int, ...]  # where a value is in tuples within tuples, outermost first


class _Way(NamedTuple):
    """How far a value has been followed."""

    depth: int
    seen: set[tuple[tree.Node, _Path]]  # also on other ways: functions of one name may call each other

    def deeper(self) -> _Way:
        return self._replace(depth=self.depth + 1)


def is_of_numpy(file: File, syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether an expression in a file of the project is perhaps what NumPy computed."""
    return _is_of_numpy(file, syntax, node, (), _Way(0, set()))


def _is_of_numpy(file: File, syntax: tree.Tree, node: tree.Node, path: _Path, way: _Way) -> bool:
    """Whether an expression, or a part of its tuple, is such a number."""
    node = resolved_expression(syntax, node)
    if way.depth > _DEEPEST or (node, path) in way.seen:
        return False
    way.seen.add((node, path))
    if isinstance(node, tree.Tuple):
        return bool(path) and path[0] < len(node.elements) and _goes_on(file, syntax, node, path, way)
    if isinstance(node, tree.Call):
        names = by_name(syntax).get(node, frozenset())
        if not path and any(name.startswith("numpy.") for name in names):
            return has_column(tree.last_part(node.func), "reduction")
        returned = _returned(file, tree.last_part(node.func)) if not names else ()
        return any(_is_of_numpy(file, where, value, path, way.deeper()) for where, value in returned)
    if isinstance(node, tree.BinaryOp) and not path:
        return any(_is_of_numpy(file, syntax, side, (), way.deeper()) for side in (node.left, node.right))
    definitions = reaching_definitions(syntax, node) if isinstance(node, tree.Name) else ()
    return any(one is not None and _is_defined_so(file, syntax, one, path, way) for one in definitions)


def _goes_on(file: File, syntax: tree.Tree, node: tree.Tuple, path: _Path, way: _Way) -> bool:
    return _is_of_numpy(file, syntax, node.elements[path[0]], path[1:], way.deeper())


def _is_defined_so(file: File, syntax: tree.Tree, one: Definition, path: _Path, way: _Way) -> bool:
    if isinstance(one.node, tree.Parameter):
        given = _given(file, syntax, one.node)
        return any(_is_of_numpy(file, where, value, path, way.deeper()) for where, value in given)
    if one.value is not None:
        return _is_of_numpy(file, syntax, one.value, path, way.deeper())
    if not isinstance(one.node, tree.Assign) or one.source is None or one.target is None:
        return False
    before = _place(one.node.targets[0], one.target)
    return before is not None and _is_of_numpy(file, syntax, one.source, (*before, *path), way.deeper())


def _place(targets: tree.Node, target: tree.Node) -> _Path | None:
    """Where a target is in what an assignment unpacks: (1, 0) for `b` in `a, (b, c) = f()`."""
    if targets is target:
        return ()
    for at, one in enumerate(targets.elements if isinstance(targets, (tree.Tuple, tree.List)) else ()):
        if (rest := _place(one, target)) is not None:
            return (at, *rest)
    return None


def _trees(file: File, name: str) -> Iterator[tree.Tree]:
    if file.project_files is None:
        yield file.tree
        return
    yield from file.project_files.trees_near(file.place, file.project_files.files_mentioning(name))


def _given(file: File, syntax: tree.Tree, parameter: tree.Parameter) -> Iterator[tuple[tree.Tree, tree.Expression]]:
    """What calls in the project give for a parameter."""
    function = syntax.parents.get(parameter)
    if isinstance(function, tree.FunctionDef):
        for where in _trees(file, function.name):
            for call in where.calls_named(function.name):
                if tree.last_part(call.func):
                    value = FunctionCall(where, call, function).given(parameter)
                    yield from [(where, value)] if value is not None else []


def _returned(file: File, name: str) -> list[tuple[tree.Tree, tree.Expression]]:
    """What the functions of a name return, if there are few of them."""
    places = [(where, one) for where in _trees(file, name) for one in where.all(tree.FunctionDef) if one.name == name]
    if len(places) > _MOST_FUNCTIONS:
        return []
    inside = ((where, node) for where, one in places for node in tree.walk(one, into_functions=False))
    return [(where, node.value) for where, node in inside if isinstance(node, tree.Return) and node.value is not None]
