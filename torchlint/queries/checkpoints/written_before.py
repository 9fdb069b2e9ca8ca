"""Whether a run has just written the file that it loads: a call that saves to the same path comes before."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.qualified_names import by_name
from torchlint.binding.symbols import Function
from torchlint.binding.use_def import reaching_definition, reaching_definitions
from torchlint.queries.checkpoints.file_names import fit, templates_of
from torchlint.queries.checkpoints.given_arguments import calls_of
from torchlint.queries.file import CallView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_DEEPEST = 3  # calls from the code before a load to torch.save, and from a load to the functions around it


class _Path(NamedTuple):
    """An expression for a path, in its file."""

    syntax: tree.Tree
    node: tree.Expression

    def is_same(self, other: _Path) -> bool:
        """Whether both are the same variable or attribute, with the same value, or name the same file."""
        if self.syntax is other.syntax and self.syntax.text_of(self.node) == self.syntax.text_of(other.node):
            return _values(self) == _values(other)
        names, others = (templates_of(*path) for path in (self, other))
        return any(fit(name, saved) for name in names for saved in others)


def is_written_before(file: File, load: CallView) -> bool:
    """Whether all ways to a call of torch.load pass a call that saves to the same path, as far as they are seen.

    Example:
        for load in checkpoints.torch_loads(file):
            if checkpoints.is_written_before(file, load):
                continue  # this run has written the file
    """
    path = load.argument(0, "f")
    return path is not None and _is_before(file, file.tree, load.node, _Path(file.tree, path.node), 0)


def _values(path: _Path) -> set[object]:
    """The definitions of the names in an expression."""
    names = (node for node in tree.walk(path.node) if isinstance(node, tree.Name))
    found = (one for name in names for one in reaching_definitions(path.syntax, name))
    return {one.node if one is not None else None for one in found}


def _is_before(file: File, syntax: tree.Tree, place: tree.Node, path: _Path, depth: int) -> bool:
    scope = syntax.scope(place)
    before = (call for call in reversed(syntax.own(scope, tree.Call)) if call.end <= place.start)
    if any(_saves(file, syntax, call, path, 0) and not _are_apart(syntax, call, place) for call in before):
        return True
    if depth >= _DEEPEST or syntax is not file.tree or not isinstance(scope, tree.FunctionDef):
        return False
    calls = list(calls_of(file, scope))
    return bool(calls) and all(_is_before(file, call.syntax, call.node, path, depth + 1) for call in calls)


def _are_apart(syntax: tree.Tree, one: tree.Node, other: tree.Node) -> bool:
    """Whether two places are in different branches of one `if`."""
    sides = syntax.branches(other, tree.If)
    return any(choice in sides and sides[choice] != side for choice, side in syntax.branches(one, tree.If).items())


def _saves(file: File, syntax: tree.Tree, call: tree.Call, path: _Path, depth: int) -> bool:
    """Whether a call saves to a path: it is torch.save, runs it, or is called after it and not followed."""
    if "torch.save" in by_name(syntax).get(call, ()):
        saved = tree.argument(call, 1, "f")
        return saved is not None and path.is_same(_Path(syntax, saved))
    functions = file.facts.functions.get(call, ())
    if not functions and "save" in tree.last_name(call.func).lower():
        return any(path.is_same(_Path(syntax, one.value)) for one in call.args if not one.star)
    return depth < _DEEPEST and any(_runs(file, syntax, call, function, path, depth) for function in functions)


def _runs(file: File, syntax: tree.Tree, call: tree.Call, function: Function, path: _Path, depth: int) -> bool:
    """Whether a function that is called saves to a path, which the call may give it."""
    inner, given = function.unit.tree, function.passed_by(call)
    for one in inner.own(function.node, tree.Call):
        if _saves(file, inner, one, path, depth + 1):
            return True
        handed = [_parameter(inner, part.value) for part in one.args]
        values = [given[name] for name in handed if name in given]
        is_saving = "save" in tree.last_name(one.func).lower()
        if is_saving and any(path.is_same(_Path(syntax, value)) for value in values):
            return True
    return False


def _parameter(syntax: tree.Tree, value: tree.Expression) -> str:
    """The name of the parameter that an expression is; empty if it is none."""
    one = reaching_definition(syntax, value) if isinstance(value, tree.Name) else None
    return one.name if one is not None and isinstance(one.node, tree.Parameter) else ""
