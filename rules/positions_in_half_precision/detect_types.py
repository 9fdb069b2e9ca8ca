"""Which type positions are counted in: one that is written, or that of a buffer of their module."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.call_names import CASTS_MODULE
from torchlint.knowledge.dtypes import counts_to, is_floating
from torchlint.knowledge.operations import VIEWS, Column, has_column
from torchlint.queries import CallView, modules
from torchlint.queries.gradients import dtype_of, named_dtype, operation_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_SAME_NUMBERS: tuple[Column, ...] = (*VIEWS, "copy", "repeat", "rearrange", "move", "cast")
_DEEPEST = 12  # the longest chain of operations that is followed


class Type(NamedTuple):
    """What decides the type of positions."""

    at: tree.Call  # the range, or a cast of it
    name: str  # the type, where it is written: "bfloat16"
    like: tree.Node | None  # the tensor whose type it is; None with no name for whole numbers


class Counted(NamedTuple):
    """Positions that a range has counted."""

    arange: tree.Call
    type: Type


def counted(
    file: File, node: tree.Node, aranges: dict[tree.Call, CallView], given: Type | None = None, depth: int = 0
) -> Counted | None:
    """The range that an expression is made of, with the type that it is given last; None where that is no half one."""
    node = resolved_expression(file.tree, node)
    if depth > _DEEPEST:
        return None
    if isinstance(node, tree.Subscript):
        return counted(file, node.value, aranges, given, depth + 1)
    if isinstance(node, tree.BinaryOp) and node.op in ("+", "-", "/"):
        sides = (counted(file, side, aranges, given, depth + 1) for side in (node.left, node.right))
        return next((one for one in sides if one is not None), None)
    if not isinstance(node, tree.Call):
        return None
    if node in aranges:
        given = given or _of_range(file, aranges[node])
        is_exact = given is None or (given.name and counts_to(given.name) is None)
        return None if is_exact or given is None else Counted(node, given)
    made = operation_of(file, node)
    if made is None or made.operand is None or not has_column(made.name, *_SAME_NUMBERS):
        return None
    if given is None and has_column(made.name, "cast", "move"):
        given = _of_cast(file, node, made.name)
    return counted(file, made.operand, aranges, given, depth + 1)


def _of_range(file: File, arange: CallView) -> Type | None:
    """The type of a range; None if it is not known."""
    dtype = arange.argument(-1, "dtype")
    if dtype is not None:
        return _named(file, arange.node, dtype.node)
    are_whole = all(dtype_of(file, given.node) == "" and not _is_fraction(given.node) for given in arange.positional)
    return Type(arange.node, "", None) if are_whole else Type(arange.node, "float32", None)


def _is_fraction(node: tree.Node) -> bool:
    return isinstance(node, tree.Constant) and isinstance(node.value, float)


def _of_cast(file: File, call: tree.Call, name: str) -> Type | None:
    """The type that a cast gives; None for a mere move, and for one that can't be told."""
    written = named_dtype(file, call.func) or dtype_of(file, call) if not call.args else ""
    if written:
        return Type(call, written, None) if is_floating(written) else None
    for argument in call.args:
        if name == "type_as":
            return Type(call, "", argument.value)
        if (found := _named(file, call, argument.value)) is not None:
            return found
        if not argument.keyword and (tree.dotted(argument.value) or "").startswith("self."):
            return Type(call, "", argument.value)  # a buffer, or a device
    return None


def _named(file: File, at: tree.Call, node: tree.Node) -> Type | None:
    """The type that an expression names: `torch.bfloat16`, `self.inv_freq.dtype`, or a parameter that is given that."""
    node = resolved_expression(file.tree, node)
    if name := named_dtype(file, node):
        return Type(at, name, None)
    if isinstance(node, tree.Attribute) and node.attr == "dtype":
        name = dtype_of(file, node.value)
        if (tree.dotted(node.value) or "").startswith("self.") and counts_to(name) is None:
            name = ""  # that of the constructor; a cast of the model changes it
        return Type(at, name, None if name else node.value)
    like = _given_by_callers(file, node) if isinstance(node, tree.Name) else None
    return Type(at, "", like) if like is not None else None


def _given_by_callers(file: File, name: tree.Name) -> tree.Node | None:
    """The tensor of the module whose type another of its methods gives for a parameter: `dtype=self.inv_freq.dtype`."""
    method = modules.method_around(file, name)
    names = [parameter.name for parameter in method.node.parameters] if method is not None else []
    if method is None or name.id not in names:
        return None
    for call in method.calls_of(method.node.name):
        given = CallView(file, call).argument(names.index(name.id) - 1, name.id) if file.holds(call) else None
        node = given.node if given is not None else None
        if isinstance(node, tree.Attribute) and node.attr == "dtype":
            return node.value
    return None


def buffer_of(file: File, method: modules.Method, node: tree.Node, depth: int = 0) -> str:
    """The attribute of a module that has a floating-point tensor which is cast with it; empty for anything else."""
    node = resolved_expression(file.tree, node)
    if isinstance(node, tree.Subscript) and depth < _DEEPEST:
        return buffer_of(file, method, node.value, depth + 1)
    if isinstance(node, tree.Call) and depth < _DEEPEST:
        made = operation_of(file, node)
        if made is None or made.operand is None or not has_column(made.name, *_SAME_NUMBERS):
            return ""
        is_cast = has_column(made.name, "cast", "move") and _of_cast(file, node, made.name) is not None
        return "" if is_cast else buffer_of(file, method, made.operand, depth + 1)
    name = tree.dotted(node) or ""
    if name.count(".") != 1 or not name.startswith(f"{method.own}."):
        return ""
    attribute = name.partition(".")[2]
    return attribute if any(_is_registered(file, cls.node, attribute) for cls in method.cls.lineage) else ""


def _is_registered(file: File, cls: tree.Node, attribute: str) -> bool:
    """Whether a class registers a buffer or a parameter of that name, and does not treat it on its own when cast."""
    is_held = False
    for node in tree.walk(cls):
        if isinstance(node, tree.Call) and tree.last_name(node.func) == "register_buffer" and node.args:
            named = node.args[0].value
            is_held = is_held or (isinstance(named, tree.Constant) and named.value == attribute)
        elif isinstance(node, tree.Assign) and isinstance(node.value, tree.Call):
            is_parameter = tree.last_name(node.value.func) == "Parameter"
            is_held = is_held or (is_parameter and any(tree.dotted(t) == f"self.{attribute}" for t in node.targets))
        elif isinstance(node, tree.FunctionDef) and node.name in CASTS_MODULE:
            if any(isinstance(n, tree.Attribute) and n.attr == attribute for n in tree.walk(node)):
                return False
    return is_held
