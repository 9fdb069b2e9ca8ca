"""Calls of the project's functions that call a method on what they are given: `save(model, path)` on `model`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Function
from torchlint.queries.file import CallView, ExpressionView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


@dataclass(frozen=True, slots=True, eq=False)
class CallOnArgument(CallView):
    """A call of a function, in whichever file, that calls a method on one of its arguments."""

    node: tree.Call  # the call
    argument_node: tree.Expression  # the argument
    parameter: str  # what the function calls it

    @property
    def given(self) -> ExpressionView:
        """That argument."""
        return self.file.value(self.argument_node)


def calls_on_arguments(file: File, method: str) -> Iterator[CallOnArgument]:
    """The calls in this file of functions that call a method of that name on a parameter, in source order.

    Example:
        for call in api.calls_on_arguments(file, "state_dict"):
            saved = call.given
    """
    for call in file.tree.all(tree.Call):
        for function in file.facts.definitions.get(call, ()):
            if not isinstance(function, Function) or not isinstance(function.node, tree.FunctionDef):
                continue
            asked = function.unit.tree.once(_receivers, function.node).get(method)
            if asked:
                yield from (CallOnArgument(file, call, *one) for one in _given(function, call, asked))
                break


def _receivers(syntax: tree.Tree, function: tree.Node) -> dict[str, set[str]]:
    """The names on which a function calls methods, by the methods."""
    found: dict[str, set[str]] = {}
    for call in syntax.inside(function, tree.Call):
        if isinstance(call.func, tree.Attribute) and isinstance(call.func.value, tree.Name):
            found.setdefault(call.func.attr, set()).add(call.func.value.id)
    return found


def _given(function: Function, call: tree.Call, names: set[str]) -> Iterator[tuple[tree.Expression, str]]:
    """What a call gives for the parameters of these names."""
    yield from ((value, name) for name, value in function.passed_by(call).items() if name in names)
