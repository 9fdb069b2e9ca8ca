"""Whether anything depends on gradients that are zeros instead of None."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.finding import Edit, Span
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import CallView, ExpressionView, File

# What records where gradients are, to use the same memory again.
_RECORDING = ("CUDAGraph", "make_graphed_callables", "cuda.graph(")


def needs_gradients(file: File) -> bool:
    """Whether the file reads a `grad`, or records kernels that write to the same gradients each time."""
    if any(name in file.text for name in _RECORDING):
        return True
    return any(node.attr == "grad" for node in file.tree.all(tree.Attribute))


def is_handed_on(call: CallView) -> bool:
    """Whether it is in a `zero_grad` itself: `super().zero_grad(set_to_none=False)`."""
    around = call.function
    return around is not None and around.name == "zero_grad"


def written(given: ExpressionView) -> str:
    """An argument as the call has it, with its keyword if it is given by keyword."""
    argument = given.file.tree.parents[given.node]
    return given.file.tree.text_of(argument)


def without(given: ExpressionView) -> tuple[Edit, ...]:
    """The edit that deletes the only argument of a call; none where there are others."""
    argument = given.file.tree.parents.get(given.node)
    call = given.file.tree.parents.get(argument) if argument is not None else None
    if not isinstance(argument, tree.Argument) or not isinstance(call, tree.Call) or len(call.args) != 1:
        return ()
    return (Edit(Span(argument.start, argument.end), ""),)
