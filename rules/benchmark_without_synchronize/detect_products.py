"""Products of tensors that are seen to be on a GPU: what a benchmark without a model takes the time of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.use_def import only_definition, resolved_expression
from torchlint.knowledge.naming_conventions import ACCELERATORS
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView, ExpressionView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


def is_product_on_gpu(file: File, node: tree.Node) -> bool:
    """Whether a node is `a @ b` or `torch.matmul(a, b)` of a tensor that was moved to a GPU or made there."""
    if isinstance(node, tree.BinaryOp) and node.op == "@":
        return _is_on_gpu(file, node.left)
    if not isinstance(node, tree.Call) or not has_column(tree.last_name(node.func), "product"):
        return False
    operand = CallView(file, node).operand
    return ExpressionView(file, node).value.is_tensor and operand is not None and _is_on_gpu(file, operand.node)


def _is_on_gpu(file: File, tensor: tree.Node) -> bool:
    made = resolved_expression(file.tree, tensor)
    if not isinstance(made, tree.Call) or not ExpressionView(file, made).value.is_tensor:
        return False
    call = CallView(file, made)
    if has_column(call.method, "move") and call.method in ACCELERATORS:
        return True
    device = call.argument(0, "device") if call.method == "to" else call.argument(-1, "device")
    return device is not None and _names_accelerator(file, device.node)


def _names_accelerator(file: File, device: tree.Node) -> bool:
    """Whether a device is given as text, such as `"cuda:0"`, perhaps beside the CPU for machines without a GPU."""
    made = resolved_expression(file.tree, device)
    if isinstance(made, tree.Name):  # perhaps of the whole file, and this is in a function
        only = only_definition(file.tree, made)
        made = only.value if only is not None and only.value is not None else made
    texts = (n.value for n in tree.walk(made) if isinstance(n, tree.Constant))
    return any(isinstance(text, str) and text.startswith(ACCELERATORS) for text in texts)
