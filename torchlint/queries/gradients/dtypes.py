"""The dtype of a tensor or a model, where the code of its function states it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.dtypes import dtype_named, is_floating, keeps_dtype
from torchlint.knowledge.operations import columns_of, has_column
from torchlint.knowledge.signatures import returns_itself
from torchlint.queries.file import ExpressionView
from torchlint.queries.gradients.operands import Operation, operation_of
from torchlint.queries.gradients.value_sources import agreed
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# Methods of arrays: the one that takes a type, and those that give the same numbers.
_ARRAY_CAST = "astype"
_SAME_ARRAY = ("copy", "numpy")
_DEEPEST = 12


def dtype_of(file: File, node: tree.Node, depth: int = 0) -> str:
    """The dtype of an expression, such as "float16" or "uint8"; empty if it is not stated."""
    node = resolved_expression(file.tree, node)
    if depth > _DEEPEST:
        return ""
    if isinstance(node, tree.Call):
        return _of_call(file, node, depth) or _of_sources(file, node)
    if isinstance(node, tree.Subscript):
        return dtype_of(file, node.value, depth + 1)
    if isinstance(node, tree.UnaryOp):
        return dtype_of(file, node.operand, depth + 1)
    if isinstance(node, tree.Compare):
        return "bool"
    if isinstance(node, tree.BinaryOp):
        return _of_several(file, (node.left, node.right), depth, divides=node.op == "/")
    return _of_sources(file, node)


@query
def _known(_: File) -> dict[tree.Node, str | None]:
    """The types that were asked of other functions; None, too, for one that is being asked for."""
    return {}


def _of_sources(file: File, node: tree.Node) -> str:
    """The type of what functions, attributes and parameters stand for, if all of it has the same."""
    return agreed(ExpressionView(file, node), lambda one: dtype_of(one.file, one.node) or None, _known(file)) or ""


def _of_several(file: File, given: Iterable[tree.Node], depth: int, *, divides: bool) -> str:
    """Of several tensors the type of all; a plain number makes none wider of its kind."""
    sides = list(given)
    tensors = [side for side in sides if file.value(side).value.kind != "number"]
    types = {dtype_of(file, side, depth + 1) for side in tensors}
    found = types.pop() if len(types) == 1 else ""
    if is_floating(found):
        return found
    has_fractions = divides or any(_is_fraction(side) for side in sides if side not in tensors)
    return "" if has_fractions else found


def _is_fraction(number: tree.Node) -> bool:
    """Whether a number may have a fraction, as all that are not written out have."""
    number = number.operand if isinstance(number, tree.UnaryOp) else number
    return not isinstance(number, tree.Constant) or isinstance(number.value, float)


def _of_call(file: File, node: tree.Call, depth: int) -> str:
    said = next((a.value for a in node.args if a.keyword == "dtype"), None)
    if said is not None:
        return named_dtype(file, said)
    if cast := named_dtype(file, node.func):  # torch.HalfTensor(rows), np.uint8(image)
        return cast
    made = operation_of(file, node)
    if made is None or made.operand is None:
        return ""
    if made.by_function:
        return _of_result(file, made, made.operand, depth)
    if has_column(made.name, "cast") and not node.args:
        return dtype_named(made.name)
    if has_column(made.name, "cast", "move", "reshape") or made.name == _ARRAY_CAST:
        types = [found for argument in node.args if (found := named_dtype(file, argument.value))]
        if types:
            return types[0]
    if has_column(made.name, "cast", "move"):
        like = next((one for one in made.rest if file.value(one).value.is_tensor), None)
        if like is not None:
            return dtype_of(file, like, depth + 1)
    if made.name in _SAME_ARRAY or (returns_itself(made.name) and not has_column(made.name, "cast")):
        return dtype_of(file, made.operand, depth + 1)
    return _of_result(file, made, made.operand, depth)


def _of_result(file: File, made: Operation, operand: tree.Node, depth: int) -> str:
    """The type of what an operation computes."""
    name = made.name
    if name.endswith("_") and columns_of(name):
        return dtype_of(file, operand, depth + 1)  # in-place operations keep the dtype
    if has_column(name, "boolean"):
        return "" if has_column(name, "reduction") else "bool"  # `all` of uint8 is uint8
    if name == "float_power":
        return "float64"
    others = made.rest if has_column(name, "binary") else made.rest[1:] if has_column(name, "choice") else []
    if others:
        found = _of_several(file, (operand, *others), depth, divides=has_column(name, "division"))
        return found if is_floating(found) or has_column(name, "arithmetic") else ""
    given = dtype_of(file, operand, depth + 1)
    return given if keeps_dtype(name, given) else ""


def named_dtype(file: File, node: tree.Node) -> str:
    """The dtype that an expression names: `torch.half`, `np.uint8`, `"uint8"`."""
    if isinstance(node, tree.Constant):
        package, _, last = node.value.rpartition(".") if isinstance(node.value, str) else ("", "", "")
        return dtype_named(last, package or "numpy")
    package, _, last = file.names.spelled_out(node).rpartition(".")
    return dtype_named(last, package) if package in ("torch", "numpy", "torch.cuda") else ""
