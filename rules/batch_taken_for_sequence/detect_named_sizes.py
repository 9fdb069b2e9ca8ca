"""Layers that take dimension 0 for the sequence, where the code names its size the batch: `batch_size = x.size(0)`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Function
from torchlint.binding.use_def import reaching_definition, reaching_definitions, resolved_expression
from torchlint.queries import CallView, View, testing
from torchlint.queries.gradients import called_value
from torchlint.queries.modules import column_taken, first_result_of
from torchlint.syntax import tree

from .detect import LAYERS, LayerCall, moves_rows, time_first
from .detect_states import Tensor, of_same_rows, shaped, whose_first_size

if TYPE_CHECKING:
    from torchlint.queries import File

_BATCH = re.compile(r"(n_?|num_?)?(batch(_?size)?|bsz|bs)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class NamedSize(LayerCall):
    """A call of such a layer, where the size of dimension 0 of its input or output is called that of the batch."""

    named: View | None  # the assignment, if that is in this file
    name: str  # what it gives the size: `batch_size`


def named_sizes(file: File) -> Iterator[NamedSize]:
    """Every such call, in source order; none in a test, or where the function moves dimension 0 anywhere."""
    if testing.is_test_module(file):
        return
    for call in file.tree.all(tree.Call):
        layer = called_value(CallView(file, call)) if call.args and not call.args[0].star else None
        made = time_first(file, layer) if layer is not None and layer.kind == "module" and layer.ref in LAYERS else None
        around = file.tree.scope(call)
        if made is None or not isinstance(around, tree.FunctionDef):
            continue  # no such layer
        found = _named_here(file, around, call) or _named_by_helper(file, around, call)
        if found is None or any(moves_rows(file, one) for one in tree.walk(around)):
            continue  # the order is minded
        if any(_is_step_of(file, one, call) for one in file.tree.own(around, tree.Subscript)):
            continue  # reported where the step is taken
        assign, name, syntax = found
        named = View(file, assign) if syntax is file.tree else None
        yield NamedSize(file, call, CallView(file, made[1]), named, name)


# The assignment, the name of the batch, and the file.
_Found = tuple[tree.Assign, str, tree.Tree]


def _named_here(file: File, around: tree.FunctionDef, call: tree.Call) -> _Found | None:
    """The assignment in the same function."""
    rows = set(of_same_rows(file, call.args[0].value))
    for assign in file.tree.own(around, tree.Assign):
        named = _named(file, assign)
        if named is not None and (named[1] in rows or _is_output(file, named[2], call)):
            return assign, named[0], file.tree
    return None


def _named(file: File, assign: tree.Assign) -> tuple[str, Tensor, tree.Name] | None:
    """The name that is given to the size of dimension 0 of a tensor, and the tensor."""
    target = assign.targets[0]
    if isinstance(target, tree.Tuple):
        first, tensor = target.elements[0], shaped(assign.value)
    else:
        first, tensor = target, whose_first_size(assign.value)
    if not isinstance(first, tree.Name) or not isinstance(tensor, tree.Name) or _BATCH.fullmatch(first.id) is None:
        return None
    return first.id, (tensor.id, reaching_definitions(file.tree, tensor)), tensor


def _named_by_helper(file: File, around: tree.FunctionDef, call: tree.Call) -> _Found | None:
    """The assignment in a function of the project that is given the layer's output: `last_of(output, lengths)`."""
    for helper in file.tree.own(around, tree.Call):
        given = [one.value for one in helper.args if isinstance(one.value, tree.Name)]
        if not any(_is_output(file, one, call) for one in given):
            continue  # of something else
        for function in file.facts.functions.get(helper, ()):
            if (found := _named_inside(file, function, helper, call)) is not None:
                return found
    return None


def _named_inside(file: File, function: Function, helper: tree.Call, call: tree.Call) -> _Found | None:
    node, syntax = function.node, function.unit.tree
    if not isinstance(node, tree.FunctionDef):
        return None
    passed = tree.passed_to(
        node, helper, is_bound=isinstance(helper.func, tree.Attribute) and function.owner is not None
    )
    outputs = {name for name, one in passed.items() if isinstance(one, tree.Name) and _is_output(file, one, call)}
    for assign in syntax.own(node, tree.Assign):
        tensor = whose_first_size(assign.value)
        name = tree.dotted(assign.targets[0]) or ""
        if isinstance(tensor, tree.Name) and tensor.id in outputs and _BATCH.fullmatch(name):
            made = reaching_definition(syntax, tensor)
            if made is not None and made.kind == "parameter":
                return assign, name, syntax
    return None


def _is_output(file: File, name: tree.Name, call: tree.Call) -> bool:
    """Whether a variable is what the layer gives."""
    return (first_result_of(file.tree, name) or resolved_expression(file.tree, name)) is call


def _is_step_of(file: File, subscript: tree.Subscript, call: tree.Call) -> bool:
    return (
        column_taken(subscript) is not None
        and isinstance(subscript.value, tree.Name)
        and _is_output(file, subscript.value, call)
    )
