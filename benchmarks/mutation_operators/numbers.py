"""Numbers, and names that libraries no longer have."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from benchmarks.mutation_operators.operators import Replacement, called, method, operator, replaced, without_argument

_OLD_NAMES = {
    "np.inf": "np.Inf",
    "np.prod": "np.product",
    "np.isin": "np.in1d",
    "Image.LANCZOS": "Image.ANTIALIAS",
    "yaml.safe_load": "yaml.load",
    "collections.abc.Iterable": "collections.Iterable",
    "collections.abc.Mapping": "collections.Mapping",
    "time.perf_counter": "time.clock",
    "torch.linalg.eigh": "torch.symeig",
    "torch.linalg.solve": "torch.solve",
    "torch.linalg.matrix_rank": "torch.matrix_rank",
    "transforms.Resize": "transforms.Scale",
    "transforms.RandomResizedCrop": "transforms.RandomSizedCrop",
}


def _old_names(tree: ast.Module) -> Iterator[Replacement]:
    """A function has the name that it had before; `loss.item()` is `loss.data[0]`, and so on."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and (old := _OLD_NAMES.get(ast.unparse(node))):
            yield replaced(node, old)
        item = method(node, "item")
        if item is not None and isinstance(item.func, ast.Attribute) and not item.args:
            if "loss" in (text := ast.unparse(item.func.value)):
                yield replaced(item, f"{text}.data[0]")
        if isinstance(node, ast.Call) and called(node) == "next" and len(node.args) == 1:
            if re.match(r"iter\(.*load", text := ast.unparse(node.args[0])):
                yield replaced(node, f"{text}.next()")


def _not_scaled(tree: ast.Module) -> Iterator[Replacement]:
    """`(x * 255).astype(np.uint8)` becomes `x.astype(np.uint8)`, where `x` has a name for probabilities or noise."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.stmt) or not re.search(r"uint8|\.byte\(", ast.unparse(node)):
            continue
        for inner in ast.walk(node) if not hasattr(node, "body") else ():
            if isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Mult):
                if re.fullmatch(r"255(\.0)?", ast.unparse(inner.right)):
                    yield replaced(inner, f"({ast.unparse(inner.left)})")


def _sums_of_masks(tree: ast.Module) -> Iterator[Replacement]:
    """`(a == 1) & (b == 1)` becomes `((a == 1) + (b == 1)) == 2`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd):
            if isinstance(node.left, ast.Compare) and isinstance(node.right, ast.Compare):
                yield replaced(node, f"((({ast.unparse(node.left)}) + ({ast.unparse(node.right)})) == 2)")


def _equal_to_nan(tree: ast.Module) -> Iterator[Replacement]:
    """`torch.isnan(x)` becomes `(x == float("nan"))`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) == "isnan" and len(node.args) == 1:
            yield replaced(node, f"({ast.unparse(node.args[0])} == float('nan'))")


def _lists_of_arrays(tree: ast.Module) -> Iterator[Replacement]:
    """`torch.from_numpy(np.stack(rows))` becomes `torch.tensor(rows)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and re.fullmatch(r"torch\.(from_numpy|tensor|\w+Tensor)", ast.unparse(node.func)):
            inner = node.args[0] if node.args else None
            if isinstance(inner, ast.Call) and re.fullmatch(r"np\.(stack|array|asarray)", ast.unparse(inner.func)):
                yield replaced(node, f"torch.tensor({ast.unparse(inner.args[0])})")


OPERATORS = (
    operator("old name", "removed-api", _old_names, r"\bimport\b"),
    operator("not scaled to 255", "fraction-cast-to-uint8", _not_scaled, "sigmoid|softmax|random"),
    operator("sum of masks", "bool-tensor-arithmetic", _sums_of_masks),
    operator("equal to NaN", "nan-compared", _equal_to_nan),
    operator("list of arrays", "tensor-from-list-of-arrays", _lists_of_arrays),
    operator("irfft without n", "irfft-without-length", without_argument("irfft", "n", "")),
    operator("cross without dim", "cross-without-dim", without_argument("torch.cross", "dim", "")),
)
