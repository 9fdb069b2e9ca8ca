"""Arithmetic on uint8 images that wraps around, and fractions that a cast to uint8 truncates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.knowledge.meanings import LOGISTIC, SOFTMAX
from torchlint.knowledge.operations import has_column, operations
from torchlint.queries.data.image_arrays import is_array_of_whole_numbers, is_image_of_bytes
from torchlint.queries.file import CallView, ExpressionView
from torchlint.queries.gradients.dtypes import named_dtype
from torchlint.queries.gradients.operands import operation_of
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_NAMES = {"+": "plus", "-": "minus", "*": "times"}
_LARGEST = 255
# What draws from [0, 1), whatever it is given.
_UNIT = frozenset(
    """numpy.random.rand numpy.random.random numpy.random.random_sample numpy.random.ranf torch.rand torch.rand_like
    random.random""".split()
)
# What gives numbers of a tensor as they are, and what gives numbers between these.
_PARTS = operations(
    "reshape", "transpose", "select", "split", "detach", "copy", "rearrange", "gather", "move", "fetch",
    "values-and-indices",
)  # fmt: skip
_MEANS = operations("cast-float") | {
    name
    for name in operations("undefined-when-empty") - operations("integer")
    if "std" not in name and "var" not in name
}
_DEEPEST = 10
_CASTS = frozenset(("astype", "to", "type"))


@dataclass(frozen=True, slots=True, eq=False)
class ByteArithmetic(ExpressionView):
    """A sum, difference or product that is computed in uint8 and may wrap around."""

    left: ExpressionView  # the left operand
    right: ExpressionView  # the right operand
    how: str  # the operator: "plus", "minus" or "times"


@dataclass(frozen=True, slots=True, eq=False)
class ByteCast(CallView):
    """A cast to uint8 of values between 0 and 1, all of which become 0 or 1."""

    fractions: ExpressionView  # the values between 0 and 1
    base: ExpressionView | None  # the integers that they are added to, if any

    @property
    def values(self) -> ExpressionView:
        """The expression that is cast."""
        by_function = self.method == "uint8" or self.receiver is None
        given = self.argument(0) if by_function else self.receiver
        assert given is not None
        return given


@query
def byte_arithmetic(file: File) -> Iterator[ByteArithmetic]:
    """Sums, differences and products of uint8 images, in source order."""
    for node in file.tree.all(tree.BinaryOp):
        if node.op in _NAMES and _stays_in_bytes(file, node):
            left, right = ExpressionView(file, node.left), ExpressionView(file, node.right)
            yield ByteArithmetic(file, node, left, right, _NAMES[node.op])


def _stays_in_bytes(file: File, node: tree.BinaryOp) -> bool:
    """Whether both operands are uint8, and the result may be outside 0 to 255."""
    left, right = (tree.integer_literal(resolved_expression(file.tree, side)) for side in (node.left, node.right))
    if left is not None and right is not None:
        return False
    if left is not None:
        return _may_leave(node.op, left, is_left=True) and is_image_of_bytes(file, node.right)
    if right is not None:
        return _may_leave(node.op, right, is_left=False) and is_image_of_bytes(file, node.left)
    return node.op != "*" and all(is_image_of_bytes(file, side) for side in (node.left, node.right))


def _may_leave(op: str, number: int, *, is_left: bool) -> bool:
    """Whether an image and a number within 0 to 255 give a result outside; 1 is not counted, as labels use it."""
    if not 1 < number <= _LARGEST:
        return False
    return not (op == "-" and is_left and number == _LARGEST)  # 255 - image is its negative


@query
def byte_casts(file: File) -> Iterator[ByteCast]:
    """Casts to uint8 of values between 0 and 1, or of sums of these and integers, in source order."""
    for node in file.tree.all(tree.Call):
        values = _cast(file, node)
        if values is None:
            continue
        values = _unclipped(file, resolved_expression(file.tree, values))
        if _is_fraction(file, values):
            yield ByteCast(file, node, ExpressionView(file, values), None)
        elif isinstance(values, tree.BinaryOp) and values.op == "+":
            for noise, base in ((values.right, values.left), (values.left, values.right)):
                if _is_fraction(file, noise) and is_array_of_whole_numbers(file, base):
                    yield ByteCast(file, node, ExpressionView(file, noise), ExpressionView(file, base))
                    break


def _cast(file: File, node: tree.Call) -> tree.Node | None:
    """The expression that a call casts to uint8."""
    if not isinstance(node.func, tree.Attribute):
        return None
    if "numpy.uint8" in file.names.spelled(node):
        return node.args[0].value if len(node.args) == 1 else None
    if node.func.attr == "byte" and not node.args:
        return node.func.value
    is_cast = node.func.attr in _CASTS and any(named_dtype(file, a.value) == "uint8" for a in node.args)
    return node.func.value if is_cast else None


def _unclipped(file: File, node: tree.Node) -> tree.Node:
    """The operand of a clip to a range, or the node itself."""
    made = operation_of(file, node) if isinstance(node, tree.Call) else None
    if made is None or made.operand is None or not has_column(made.name, "clamp"):
        return node
    return resolved_expression(file.tree, made.operand)


def _uncast(file: File, node: tree.Node) -> tree.Node:
    """What is cast to floats: `image` in `image.astype(np.float32)` and in `np.float32(image)`."""
    node = resolved_expression(file.tree, node)
    if not isinstance(node, tree.Call):
        return node
    if isinstance(node.func, tree.Attribute) and node.func.attr in ("astype", "float"):
        return resolved_expression(file.tree, node.func.value)
    return node.args[0].value if named_dtype(file, node.func) and len(node.args) == 1 else node


def _whole(file: File, node: tree.Node) -> tree.Node:
    """That of which an expression is a part, or the largest or mean values: `p` in `p.max(dim=1)[0].cpu().numpy()`."""
    for _ in range(_DEEPEST):
        if isinstance(node, tree.Subscript):
            inner = resolved_expression(file.tree, node.value)
            pair = isinstance(inner, tree.Call) and has_column(tree.last_name(inner.func), "values-and-indices")
            if pair and isinstance(node.index, tree.Constant) and node.index.value == 1:
                return node  # positions
            node = inner
        elif isinstance(node, tree.Attribute) and node.attr == "values":
            node = resolved_expression(file.tree, node.value)
        elif isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and _keeps_range(node.func.attr):
            if not file.value(node.func.value).value.is_tensor and file.names.spelled(node):
                return node  # a function of a package
            node = resolved_expression(file.tree, node.func.value)
        else:
            return node
    return node


def _keeps_range(name: str) -> bool:
    """Whether a method gives numbers of the tensor itself, or means of them; a pair of these and positions, too."""
    return name in _MEANS or name in _PARTS


def _is_given(file: File, node: tree.Node) -> bool:
    """Whether this is a parameter, whose value all callers that are seen decide."""
    made = reaching_definition(file.tree, node) if isinstance(node, tree.Name) else None
    return made is not None and made.kind == "parameter"


def _is_fraction(file: File, node: tree.Node) -> bool:
    """Whether all values are between 0 and 1."""
    node = _whole(file, resolved_expression(file.tree, node))
    if ExpressionView(file, node).is_made_by(LOGISTIC, SOFTMAX):
        return isinstance(node, tree.Call) or _is_given(file, node)
    if isinstance(node, tree.BinaryOp) and node.op == "/":
        is_scaled = isinstance(node.right, tree.Constant) and node.right.value == _LARGEST
        return is_scaled and is_array_of_whole_numbers(file, _uncast(file, node.left))
    if not isinstance(node, tree.Call):
        return False
    names = file.names.spelled(node)
    if "numpy.random.uniform" in names:
        given = [a.value.value for a in node.args[:2] if isinstance(a.value, tree.Constant) and not a.keyword]
        return given == [0, 1] or all(a.keyword == "size" for a in node.args)
    return bool(names & _UNIT)
