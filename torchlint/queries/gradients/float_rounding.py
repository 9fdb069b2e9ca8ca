"""Constants that round to another number in the dtype they are used with."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import only_definition
from torchlint.finding import Edit
from torchlint.knowledge.signatures import DEFAULT_EPS
from torchlint.queries.file import CallView, ExpressionView
from torchlint.queries.gradients.dtypes import dtype_of
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

LARGEST_HALF = 65504.0


def folded(file: File, node: tree.Node) -> float | None:
    """The number that a constant expression evaluates to, such as `1 - 1e-8` or `1 - EPS`; None for anything else."""
    if isinstance(node, tree.UnaryOp) and node.op in "+-":
        inner = folded(file, node.operand)
        return None if inner is None else -inner if node.op == "-" else inner
    if isinstance(node, tree.BinaryOp) and node.op in ("+", "-", "*", "/"):
        left = folded(file, node.left)
        right = folded(file, node.right) if left is not None else None
        return None if left is None or right is None else calculated(left, node.op, right)
    if isinstance(node, tree.Call) and tree.dotted(node.func) == "float" and len(node.args) == 1:
        given = node.args[0].value
        return _read(given.value) if isinstance(given, tree.Constant) else folded(file, given)
    only = only_definition(file.tree, node) if isinstance(node, tree.Name) else None
    if only is not None and only.value is not None and only.value is not node:
        known = _named_numbers(file)
        if only.value not in known:
            known[only.value] = None  # as long as it is being looked for: `x = x + 1` is no number
            known[only.value] = folded(file, only.value)
        return known[only.value]
    value = node.value if isinstance(node, tree.Constant) else file.value(node).value.ref
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


@query
def _named_numbers(_: File) -> dict[tree.Node, float | None]:
    """The numbers that names stand for, by the expressions that they are assigned; each is added when it is asked for.

    Names of names of names would take exponential time otherwise.
    """
    return {}


def _read(text: object) -> float | None:
    """The number that `float("-1e9")` returns."""
    try:
        return float(str(text))
    except ValueError:
        return None


def calculated(left: float, op: str, right: float) -> float | None:
    """The result of one of the operators `+ - * /`; None for a division by 0."""
    if op == "/":
        return left / right if right else None
    return left + right if op == "+" else left - right if op == "-" else left * right


def in_single(number: float) -> float:
    """A number rounded to float32."""
    return float(struct.unpack("f", struct.pack("f", number))[0])


def in_half(number: float) -> float:
    """A number rounded to float16; NaN if it overflows."""
    return float(struct.unpack("e", struct.pack("e", number))[0]) if abs(number) <= LARGEST_HALF else float("inf")


class LostConstant(ExpressionView):
    """A small constant that is added to a float16 tensor, and is 0 in float16."""

    __slots__ = ()
    node: tree.BinaryOp  # the sum

    @property
    def constant(self) -> ExpressionView:
        """The constant."""
        by_left = folded(self.file, self.node.left) is not None
        return ExpressionView(self.file, self.node.left if by_left else self.node.right)

    @property
    def other(self) -> ExpressionView:
        """The tensor that it is added to."""
        return ExpressionView(self.file, self.node.right if self.constant.node is self.node.left else self.node.left)


@query
def lost_constants(file: File) -> Iterator[LostConstant]:
    """Sums of a float16 tensor and a constant that is 0 in float16, in source order."""
    for node in file.tree.all(tree.BinaryOp):
        if node.op != "+":
            continue
        for side, other in ((node.left, node.right), (node.right, node.left)):
            number = folded(file, side)
            if number and in_half(number) == 0 and dtype_of(file, other) == "float16":
                yield LostConstant(file, node)


class HalfOptimizer(CallView):
    """An optimizer over float16 parameters whose `eps` is 0 in float16."""

    __slots__ = ()

    @property
    def eps(self) -> ExpressionView | None:
        """The `eps` argument; None if it is left out."""
        return next((ExpressionView(self.file, a.value) for a in self.node.args if a.keyword == "eps"), None)

    @property
    def default(self) -> str:
        """The eps that it has where none is written."""
        return next((DEFAULT_EPS[name] for name in sorted(self.spelled) if name in DEFAULT_EPS), "")

    @property
    def raised(self) -> tuple[Edit, ...]:
        """The edit that sets an `eps` that float16 can represent."""
        return self.eps.put("1e-4") if self.eps else self.put_last("eps=1e-4")


@query
def half_optimizers(file: File) -> Iterator[HalfOptimizer]:
    """Optimizers such as Adam that are constructed over a float16 model, in source order."""
    for call in file.named_calls(*DEFAULT_EPS):
        view, given = HalfOptimizer(file, call.node), call.argument(0, "params")
        number = folded(file, view.eps.node) if view.eps else float(view.default or 1)
        model = _model_of(given.node) if given is not None else None
        is_wrapped = isinstance(file.tree.parents.get(call.node), tree.Argument)  # by what keeps float32 copies
        if number is None or in_half(number) != 0 or model is None or is_wrapped:
            continue
        if dtype_of(file, model) == "float16" or _was_halved(file, call.node, model):
            yield view


def _model_of(node: tree.Node) -> tree.Node | None:
    is_parameters = isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute)
    if is_parameters and node.func.attr in ("parameters", "named_parameters"):  # type: ignore[attr-defined]
        return node.func.value  # type: ignore[attr-defined,no-any-return]  # is_parameters has checked it
    return None


def _was_halved(file: File, before: tree.Node, model: tree.Node) -> bool:
    """Whether `model.half()` is an earlier statement of the same block, or of one around it."""
    name, statement = tree.dotted(model), file.tree.statement(before)
    scope = file.tree.above(before, *tree.Scope) or file.tree.root
    last = ""
    for cast in sorted(file.tree.own(scope, tree.ExpressionStatement), key=lambda n: n.start):
        call = cast.value
        if cast.end > statement.start or not isinstance(call, tree.Call) or not isinstance(call.func, tree.Attribute):
            continue
        if tree.dotted(call.func.value) == name and file.tree.parents[cast] is file.tree.parents[statement]:
            last = dtype_of(file, call) or last
    return last == "float16"
