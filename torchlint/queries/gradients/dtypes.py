"""The dtype of a tensor or a model, where the code of its function states it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.use_def import written
from torchlint.queries.file import CallView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# The types by all names that PyTorch and NumPy have for them.
_NAMED = {
    "half": "float16",
    "float16": "float16",
    "HalfTensor": "float16",
    "bfloat16": "bfloat16",
    "BFloat16Tensor": "bfloat16",
    "float": "float32",
    "float32": "float32",
    "FloatTensor": "float32",
    "double": "float64",
    "float64": "float64",
    "DoubleTensor": "float64",
    "uint8": "uint8",
    "ByteTensor": "uint8",
    "byte": "uint8",
}
# Methods that give another type, and take none.
_CASTS = frozenset("half bfloat16 float double byte".split())
# Methods that take the type.
_CAST_TO = frozenset("to type astype".split())
# What leaves the type as it is, whatever it is given.
_KEEPS = frozenset(
    """abs neg clone detach contiguous view reshape flatten squeeze unsqueeze permute transpose t cuda cpu pow square
    sqrt exp log relu sigmoid tanh softmax log_softmax sum mean prod clamp eval train requires_grad_ narrow select
    expand repeat copy flip roll matmul mul add sub div""".split()
)
_DEEPEST = 12


def dtype_of(file: File, node: tree.Node, depth: int = 0) -> str:
    """The dtype of an expression, such as "float16" or "uint8"; empty if it is not stated."""
    node = written(file.tree, node)
    if depth > _DEEPEST:
        return ""
    if isinstance(node, tree.Call):
        return _of_call(file, node, depth)
    if isinstance(node, tree.Subscript):
        return dtype_of(file, node.value, depth + 1)
    if isinstance(node, tree.UnaryOp):
        return dtype_of(file, node.operand, depth + 1)
    if isinstance(node, tree.BinaryOp):
        return _of_operator(file, node, depth)
    return ""


def _of_operator(file: File, node: tree.BinaryOp, depth: int) -> str:
    """The dtype of an operator's result; a Python number does not promote a tensor of its kind."""
    sides = [side for side in (node.left, node.right) if file.value(side).value.kind != "number"]
    types = {dtype_of(file, side, depth + 1) for side in sides}
    return types.pop() if len(types) == 1 else ""


def _of_call(file: File, node: tree.Call, depth: int) -> str:
    said = next((a.value for a in node.args if a.keyword == "dtype"), None)
    if said is not None:
        return named(file, said)
    if not isinstance(node.func, tree.Attribute):
        return ""
    name, receiver = node.func.attr, node.func.value
    given = CallView(file, node).names
    if any(one.startswith("torch.") and not one.startswith("torch.Tensor.") for one in given):
        first = node.args[0].value if node.args else None
        return dtype_of(file, first, depth + 1) if first is not None and name in _KEEPS else _NAMED.get(name, "")
    if name in _CASTS and not node.args:
        return _NAMED[name]
    if name in _CAST_TO and node.args:
        types = [found for a in node.args if (found := named(file, a.value))]
        return types[0] if types else dtype_of(file, receiver, depth + 1) if name == "to" else ""
    return dtype_of(file, receiver, depth + 1) if name in _KEEPS else ""


def named(file: File, node: tree.Node) -> str:
    """The dtype that an expression names: `torch.half`, `np.uint8`, `"uint8"`."""
    if isinstance(node, tree.Constant):
        return _NAMED.get(node.value, "") if isinstance(node.value, str) else ""
    package, _, last = file.names.spelled_out(node).rpartition(".")
    return _NAMED.get(last, "") if package in ("torch", "numpy", "torch.cuda") else ""
