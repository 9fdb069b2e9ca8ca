"""Masks that are multiplied by a large negative number, and added to scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.knowledge.dtypes import dtype_spellings
from torchlint.knowledge.operations import VIEWS, has_column
from torchlint.queries import CallView, ExpressionView
from torchlint.queries.gradients import dtype_of, folded, number_of, operation_of, sources, traced
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What says that numbers are float16; autocast may use bfloat16, which holds -1e9.
_HALF = ("GradScaler", "fp16", *dtype_spellings("float16"))
_LINEAR = "torch.nn.Linear.forward"
_LARGEST_HALF = 65504.0
_DEEPEST = 4  # names for names, and numbers by which scores are divided


@dataclass(frozen=True, slots=True, eq=False)
class MaskNumber(ExpressionView):
    """The number of `scores += (1 - mask) * -1e9`."""

    scores: str  # the code of what the mask is added to
    computed: ExpressionView  # the expression that has computed it
    is_sure: bool  # whether the program certainly uses float16


def added_masks(file: File) -> Iterator[MaskNumber]:
    """The numbers of masks that are added in place to a product of matrices, which autocast computes in float16."""
    project = file.project_files
    mentions = [file.analysis.mentions, *([project.mentions] if project is not None else [])]
    if not any(is_said(word) for is_said in mentions for word in ("autocast", *_HALF)):
        return
    is_half = any(file.analysis.mentions(word) for word in _HALF)
    for added in _additions(file):
        number = _number_of(traced(ExpressionView(file, added.mask)), added.sign)
        computed = _value_before(file, added)
        if number is None or computed is None or not _is_product(file, computed):
            continue
        if dtype_of(file, computed) in ("", "float16"):
            scope = file.tree.scope(added.scores)
            is_here = number.file is file and file.tree.scope(number.node) in (scope, file.tree.root)
            shown = number.node if is_here else added.mask  # another function has made it
            yield MaskNumber(file, shown, added.scores.id, ExpressionView(file, computed), is_half)


class _Addition(NamedTuple):
    """A mask that is added to scores, or subtracted from them, in place; `scores + mask` is float32 if the mask is."""

    node: tree.Node
    scores: tree.Name
    mask: tree.Expression
    sign: int  # of the number that the mask has where it hides something


def _additions(file: File) -> Iterator[_Addition]:
    """`scores += mask` and `scores.add_(mask)`, in source order."""
    found = [
        _Addition(added, added.target, added.value, -1 if added.op == "+" else 1)
        for added in file.tree.all(tree.AugmentedAssign)
        if added.op in ("+", "-") and isinstance(added.target, tree.Name)
    ]
    for call in file.method_calls("add_", "sub_"):
        scores = call.receiver.node if call.receiver is not None else None
        if isinstance(scores, tree.Name) and len(call.node.args) == 1 and not call.has_stars:
            found.append(_Addition(call.node, scores, call.node.args[0].value, -1 if call.method == "add_" else 1))
    yield from sorted(found, key=lambda one: one.node.start)


def _number_of(view: ExpressionView, sign: int) -> ExpressionView | None:
    """The number of this sign that `1 - mask`, or a comparison, is multiplied by, if float16 does not hold it."""
    file, node = view.file, view.node
    if not isinstance(node, tree.BinaryOp) or node.op != "*":
        return None
    for number, mask in ((node.right, node.left), (node.left, node.right)):
        value = number_of(ExpressionView(file, number))
        is_large = value is not None and _LARGEST_HALF < sign * value < float("inf")
        if is_large and _is_mask(ExpressionView(file, mask), set()):
            return ExpressionView(file, number)
    return None


def _is_mask(view: ExpressionView, seen: set[tree.Node]) -> bool:
    """Whether an expression is 1 where something is masked: `1 - mask`, or a comparison as a number."""
    file, node = view.file, resolved_expression(view.file.tree, view.node)
    if node in seen:
        return False
    seen.add(node)
    if isinstance(node, tree.Subscript):
        return _is_mask(ExpressionView(file, node.value), seen)
    made = operation_of(file, node) if isinstance(node, tree.Call) else None
    if made is not None and made.operand is not None and has_column(made.name, "cast", "move", "adds-dimension"):
        return _is_mask(ExpressionView(file, made.operand), seen)
    if isinstance(node, tree.BinaryOp):
        return node.op == "-" and folded(file, node.left) == 1
    if isinstance(node, tree.Compare) or (isinstance(node, tree.UnaryOp) and node.op == "~"):
        return True
    return any(_is_mask(one, seen) for one in sources(ExpressionView(file, node)))


def _value_before(file: File, added: _Addition) -> tree.Expression | None:
    """What was assigned to the scores before the mask is added to them."""
    definition = reaching_definition(file.tree, added.scores)
    if definition is not None and definition.node is added.node:
        return None
    return definition.value if definition is not None else None


def _is_product(file: File, node: tree.Node, depth: int = 0) -> bool:
    """Whether an expression is a product of matrices, or one that is scaled."""
    made_by = traced(ExpressionView(file, node))
    file, node = made_by.file, made_by.node
    if depth > _DEEPEST:
        return False
    if isinstance(node, tree.BinaryOp):
        return node.op == "@" or (node.op in "*/" and _is_product(file, node.left, depth + 1))
    made = operation_of(file, node) if isinstance(node, tree.Call) else None
    if isinstance(node, tree.Call) and _LINEAR in CallView(file, node).names:
        return True
    if made is None:
        return False
    if has_column(made.name, "product"):
        return True
    keeps = made.name in ("div", "mul") or has_column(made.name, *VIEWS)
    return keeps and made.operand is not None and _is_product(file, made.operand, depth + 1)
