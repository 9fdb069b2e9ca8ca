"""Tensors that a function is given and changes in place, while whoever has given them goes on to use them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definition, reads_after, resolved_expression
from torchlint.finding import Edit, Span
from torchlint.knowledge.operations import WITHOUT_ARITHMETIC, has_column
from torchlint.knowledge.torch_api import fact
from torchlint.queries import CallView, ExpressionView, api
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_KEPT = ("tensor", "list", "tuple", "dict")


@dataclass(frozen=True, slots=True, eq=False)
class ChangedInput(CallView):
    """A call of a method that works in place, on what belongs to somebody else."""

    node: tree.Call
    given: ExpressionView  # the tensor, as its owner writes it
    at: CallView  # the call after which it is another one: the caller's, or this one itself

    @property
    def out_of_place(self) -> tuple[Edit, ...]:
        """The edits that make a new tensor; none where nobody takes it."""
        func = self.node.func
        assert isinstance(func, tree.Attribute)
        if api.is_discarded(self) or fact(f"torch.Tensor.{func.attr[:-1]}") is None:
            return ()
        return (Edit(Span(func.end - 1, func.end), ""),)


def changed_inputs(file: File) -> Iterator[ChangedInput]:
    """Each of them, in source order; once for each such method's call."""
    for call in file.tree.all(tree.Call):
        if not isinstance(call.func, tree.Attribute) or not _works_in_place(call.func.attr):
            continue
        function = file.tree.above(call, tree.FunctionDef, tree.Lambda, tree.ClassDef)
        says_so = isinstance(function, tree.FunctionDef) and function.name.rstrip("_") + "_" == function.name
        if isinstance(function, tree.FunctionDef) and not says_so:
            found = _of_a_dataset(file, call, function) or _of_a_caller(file, call, function)
            if found is not None:
                yield found


def _works_in_place(name: str) -> bool:
    """Whether a method computes with the numbers that are there, rather than to fill memory with others."""
    is_one = name.endswith("_") and not name.startswith("_") and not has_column(name, *WITHOUT_ARITHMETIC, "overwrite")
    return is_one and fact(f"torch.Tensor.{name}") is not None


def _of_a_dataset(file: File, call: tree.Call, function: tree.FunctionDef) -> ChangedInput | None:
    """The call, if it changes what a dataset keeps for its next epoch."""
    owner = file.analysis.class_at.get(file.tree.parents.get(function))
    if function.name != "__getitem__" or owner is None or not isinstance(call.func, tree.Attribute):
        return None
    held = resolved_expression(file.tree, call.func.value)
    base = held.value if isinstance(held, tree.Subscript) else None
    if base is None or not (tree.dotted(base) or "").startswith("self."):
        return None
    stored = owner.attribute((tree.dotted(base) or "").partition(".")[2])
    if stored is None or stored.kind not in _KEPT:
        return None
    return ChangedInput(file, call, ExpressionView(file, call.func.value), CallView(file, call))


def _of_a_caller(file: File, call: tree.Call, function: tree.FunctionDef) -> ChangedInput | None:
    """The call, if it changes a parameter that some caller in this file uses again."""
    name = call.func.value if isinstance(call.func, tree.Attribute) else None
    if not isinstance(name, tree.Name) or any(n.name == name.id for n in function.parameters if n.kind != "positional"):
        return None
    place = next((i for i, p in enumerate(function.parameters) if p.name == name.id), None)
    definition = reaching_definition(file.tree, name)
    if place is None or definition is None or definition.node is not function.parameters[place]:
        return None  # its own tensor
    is_for_the_caller = api.is_discarded(CallView(file, call)) and not reads_after(file.tree, name, call)
    if is_for_the_caller or not _gives_something_back(function):
        return None  # a function that is there to change what it is given: a sum that its caller goes on with
    for outer, functions in file.facts.functions.items():
        if len(functions) != 1 or next(iter(functions)).node is not function or not file.holds(outer):
            continue
        is_method = isinstance(file.tree.parents.get(function), tree.ClassDef)
        given = CallView(file, outer).argument(place - is_method, name.id)
        if given is not None and _is_used_again(file, given.node, outer):
            return ChangedInput(file, call, given, CallView(file, outer))
    return None


def _gives_something_back(function: tree.FunctionDef) -> bool:
    returns = (n for n in tree.walk(function, into_functions=False) if isinstance(n, tree.Return))
    return any(r.value is not None for r in returns)


def _is_used_again(file: File, given: tree.Node, call: tree.Call) -> bool:
    """Whether a name that is given to a call is read after it, before it stands for something else."""
    if not isinstance(given, tree.Name):
        return False
    return bool(reads_after(file.tree, given, call))
