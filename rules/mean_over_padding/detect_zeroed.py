"""Means over all positions of a loss whose padding is set to 0: the sum leaves the padding out, and the count does not.

As in `(loss * ~is_pad.unsqueeze(-1)).mean()`: the more padding a batch has, the smaller is its loss.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import definitions_from
from torchlint.binding.use_def import resolved_expression, uses
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView
from torchlint.queries.gradients import called_value, folded, operation_of
from torchlint.syntax import tree

from .detect import what_is_averaged

if TYPE_CHECKING:
    from torchlint.queries import File

# Names of what says where padding is; `loss_mask` or `mask` may be about anything, and `pad_weight` is no mask.
_PADDING = re.compile(r"(^|_)(non|is|no|not|un)?_?pad(ding|ded|s)?(_\w*mask\w*)?$|attention_mask", re.IGNORECASE)

# What the token, or the number of the token, that sequences are padded with is called.
_PADDING_TOKEN = re.compile(r"(^|_)pad(ding)?(_?(id|idx|index|token|token_id|value))?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class ZeroedMean(CallView):
    """A mean of a product with a mask of the padding."""

    mask: str  # as it is written
    is_sure: bool  # whether the mask is called one of the padding; otherwise it is of the next tokens


def zeroed_means(file: File) -> Iterator[ZeroedMean]:
    """Each of them, in source order."""
    for node in file.tree.all(tree.Call):
        if tree.last_name(node.func) != "mean":
            continue
        for mask, values in _zeroed(file, _averaged(CallView(file, node))):
            if not _is_loss(file, values) or _is_rescaled(file, node):
                continue
            if name := _mask_of_padding(mask) or _compared_with_padding(file, mask):
                yield ZeroedMean(file, node, name, is_sure=True)
            elif name := _mask_of_next_tokens(file, mask):
                yield ZeroedMean(file, node, name, is_sure=False)


def _zeroed(file: File, node: tree.Node | None) -> list[tuple[tree.Node, tree.Node]]:
    """What may be the mask, and the values that it sets to 0: `loss * mask`, `loss.masked_fill(is_pad, 0)`."""
    if isinstance(node, tree.BinaryOp) and node.op == "*":
        return [(node.left, node.right), (node.right, node.left)]
    made = operation_of(file, node) if isinstance(node, tree.Call) else None
    is_filled = made is not None and made.name in ("masked_fill", "masked_fill_") and len(made.rest) == 2
    if made is None or made.operand is None or not is_filled or folded(file, made.rest[1]) != 0:
        return []
    return [(made.rest[0], made.operand)]


def _compared_with_padding(file: File, mask: tree.Node) -> str:
    """The name of a mask that compares tokens with that of the padding: `mask = (ids != pad_id).float()`."""
    made = _bare(resolved_expression(file.tree, _bare(mask)))
    sides = [made.left, *made.comparators] if isinstance(made, tree.Compare) and made.ops in (["!="], ["=="]) else []
    is_padding = any(_PADDING_TOKEN.search(tree.last_name(side)) for side in sides)
    return tree.last_name(_bare(mask)) if is_padding else ""


def _averaged(call: CallView) -> tree.Node | None:
    """What a mean over everything averages; None where it has a dimension."""
    if what_is_averaged(call) is not None:
        return None
    is_function = any(name.startswith("torch.") for name in call.spelled)
    what = call.argument(0, "input") if is_function else call.receiver
    return resolved_expression(call.file.tree, what.node) if what is not None else None


def _is_rescaled(file: File, mean: tree.Call) -> bool:
    """Whether a factor makes up for the padding: `(loss * mask).mean() / mask.float().mean()`."""
    names = [one.target for one in definitions_from(file.tree, mean) if isinstance(one.target, tree.Name)]
    reads = (mean, *(use for name in names for use in uses(file.tree, name)))
    return any(_is_count(file, factor) for read in reads for factor in _factors(file.tree, read))


def _factors(syntax: tree.Tree, node: tree.Node) -> Iterator[tree.Node]:
    """What a value is multiplied with, or divided by."""
    above = syntax.parents.get(node)
    while isinstance(above, tree.BinaryOp) and above.op in ("*", "/"):
        yield above.right if node is above.left else above.left
        node, above = above, syntax.parents.get(above)
    if isinstance(above, tree.AugmentedAssign) and above.op in ("*", "/") and node is above.target:
        yield above.value
    call = syntax.parents.get(above) if isinstance(above, tree.Attribute) else None
    if isinstance(call, tree.Call) and call.func is above and tree.last_name(above) in ("mul", "div"):
        yield from (argument.value for argument in call.args)


def _is_count(file: File, factor: tree.Node) -> bool:
    made = resolved_expression(file.tree, factor)
    names = [tree.last_name(part.func) for part in tree.walk(made) if isinstance(part, tree.Call)]
    return "numel" in names or any(has_column(name, "reduction") for name in names)


def _mask_of_next_tokens(file: File, node: tree.Node) -> str:
    """The name of a mask that is shifted as the labels of a language model are: `mask[:, 1:].reshape(-1)`."""
    name = _bare(node)
    node = _bare(resolved_expression(file.tree, name))  # `mask[..., 1:].contiguous()`
    if not isinstance(node, tree.Subscript):
        return ""
    last = node.index.elements[-1] if isinstance(node.index, tree.Tuple) and node.index.elements else None
    is_shifted = isinstance(last, tree.Slice) and tree.integer_literal(last.lower) == 1 and last.upper is None
    text = tree.last_name(name) or tree.last_name(node.value)
    return text if is_shifted and "mask" in text.lower() else ""


def _bare(node: tree.Node) -> tree.Node:
    """The mask in `mask.reshape(-1)` or `mask.float()`."""
    while isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute):
        node = node.func.value
    return node


def _mask_of_padding(node: tree.Node) -> str:
    """The name of the mask in `~is_pad.unsqueeze(-1)` or `padding_mask.float()`; "" for anything else."""
    while True:
        if isinstance(node, tree.UnaryOp):
            node = node.operand
        elif isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute):
            node = node.func.value
        elif isinstance(node, tree.BinaryOp) and node.op == "-":
            node = node.right  # `1 - padding`
        elif isinstance(node, tree.Subscript) and tree.string_of(node.index) is None:
            node = node.value
        else:
            break
    name = (tree.string_of(node.index) or "") if isinstance(node, tree.Subscript) else tree.last_name(node)
    return name if _PADDING.search(name) else ""


def _is_loss(file: File, values: tree.Node) -> bool:
    """Whether values are a loss of each position: `F.l1_loss(a, b, reduction="none")`, `(a - b) ** 2`."""
    values = resolved_expression(file.tree, values)
    if isinstance(values, tree.BinaryOp) and values.op == "**":
        return isinstance(values.left, tree.BinaryOp) and values.left.op == "-"
    if isinstance(values, tree.Call) and isinstance(values.func, tree.Attribute):
        inner = values.func.value
        if values.func.attr in ("pow", "square", "abs"):
            return isinstance(inner, tree.BinaryOp) and inner.op == "-"
        if values.func.attr in ("mean", "sum", "squeeze"):
            return _is_loss(file, inner)
    if isinstance(values, tree.Call) and isinstance(made := resolved_expression(file.tree, values.func), tree.Call):
        values = made  # `loss_of(x, y)` of `loss_of = nn.L1Loss(reduction="none")`
    elif isinstance(values, tree.Call):
        held = called_value(CallView(file, values)).source
        values = held if isinstance(held, tree.Call) and file.holds(held) else values  # of an attribute
    reduction = CallView(file, values).argument(-1, "reduction") if isinstance(values, tree.Call) else None
    return reduction is not None and reduction.is_literally == "none"
