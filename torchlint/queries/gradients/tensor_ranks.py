"""How many dimensions a tensor has, and whether its last one has size 1, where the code states it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.domain.values import Sequential, Value
from torchlint.knowledge.operations import SPREADING, Column, full_names, has_column, keeps_rank, keeps_shape
from torchlint.knowledge.torch_api import method
from torchlint.queries.file import CallView, FunctionView
from torchlint.queries.gradients.float_rounding import folded
from torchlint.queries.gradients.operands import Operation, operation_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# Layers whose output has the shape of their input.
_SHAPE_KEPT: tuple[Column, ...] = ("activation", "dropout", "softmax", "log-softmax", "batch-norm", "instance-norm")
_DEEPEST = 10


def rank_of(file: File, node: tree.Node, depth: int = 0) -> int | None:
    """The number of dimensions of an expression; None if it is not stated."""
    node = resolved_expression(file.tree, node)
    if depth > _DEEPEST:
        return None
    if isinstance(node, tree.Call):
        return _rank_of_call(file, node, depth)
    if isinstance(node, tree.UnaryOp):
        return rank_of(file, node.operand, depth + 1)
    if isinstance(node, tree.BinaryOp):
        return _rank_of_operator(file, node, depth)
    if isinstance(node, tree.Subscript):
        return _rank_of_part(file, node, depth)
    if isinstance(node, tree.Name):
        return _rank_in_batch(file, node, depth)
    return None


def _rank_of_operator(file: File, node: tree.BinaryOp, depth: int) -> int | None:
    sides = [
        0 if folded(file, side) is not None else rank_of(file, side, depth + 1) for side in (node.left, node.right)
    ]
    left, right = sides
    if left is None or right is None:
        return None
    return left + right - 2 if node.op == "@" and 2 >= left > 0 and 2 >= right > 0 else max(left, right)


def _rank_of_part(file: File, node: tree.Subscript, depth: int) -> int | None:
    base = rank_of(file, node.value, depth + 1)
    indices = node.index.elements if isinstance(node.index, tree.Tuple) else [node.index]
    if base is None or not all(isinstance(i, (tree.Slice, tree.Constant, tree.UnaryOp)) for i in indices):
        return None
    added = sum(isinstance(i, tree.Constant) and i.value is None for i in indices)
    return base + added - sum(folded(file, i) is not None for i in indices)


def _rank_of_call(file: File, node: tree.Call, depth: int) -> int | None:
    func = node.func
    if node.args and called_value(CallView(file, node)).kind == "module":
        return rank_of(file, node.args[0].value, depth + 1) if has_one_last(file, node) else None
    last = tree.last_part(func)
    if last == "Variable" and node.args:
        return rank_of(file, node.args[0].value, depth + 1)
    if last.endswith("Tensor") and len(node.args) > 1:  # FloatTensor(batch_size, 1)
        return len(node.args)
    made = operation_of(file, node)
    if made is None:
        return None
    rank = _rank_of_new(file, made) if made.by_function else None
    if rank is not None or made.operand is None:
        return rank
    if has_column(made.name, "reshape-to-sizes"):
        return _count(file, made.rest)
    if _is_spread(made):
        return _rank_of_several(file, made, depth)
    base = rank_of(file, made.operand, depth + 1)
    return None if base is None else _changed(file, node, made, base)


def _rank_of_new(file: File, made: Operation) -> int | None:
    """That of a tensor that a function makes of sizes or of numbers."""
    given = [made.operand, *made.rest] if made.operand is not None else []
    if has_column(made.name, "create-from-sizes"):
        return _count(file, given)
    if has_column(made.name, "create-1d"):
        return 1
    if made.name in ("randint", "full"):
        sizes = next((p for p in given if isinstance(p, (tree.Tuple, tree.List))), None)
        return len(sizes.elements) if sizes is not None else None
    return _nesting(given[0]) if has_column(made.name, "create-from-data") and given else None


def _is_spread(made: Operation) -> bool:
    """Whether a result has the common shape of all tensors that are given; in place, it has that of the first one."""
    return has_column(made.name, *SPREADING) and not made.name.endswith("_") and made.name != "isin"


def _rank_of_several(file: File, made: Operation, depth: int) -> int | None:
    """That of several tensors, numbers among them, that are spread to one shape."""
    if has_column(made.name, "choice") and not made.rest:
        return None  # torch.where(condition): the places where it holds
    given = [one for one in (made.operand, *made.rest) if one is not None]
    ranks = [0 if folded(file, one) is not None else rank_of(file, one, depth + 1) for one in given]
    return None if None in ranks else max(rank for rank in ranks if rank is not None)


def _changed(file: File, node: tree.Call, made: Operation, base: int) -> int | None:
    """The number of dimensions after an operation."""
    name, rest = made.name, made.rest
    if keeps_rank(name):
        return base
    if name == "unsqueeze":
        return base + 1
    if name in ("flatten", "ravel") and len(node.args) == made.by_function:
        return 1
    if has_column(name, "reduction"):
        return _reduced(file, node, made, base)
    if name == "squeeze" and len(rest) == 1 and made.operand is not None and has_one_last(file, made.operand):
        return base - 1 if folded(file, rest[0]) in (-1, base - 1) else None
    return None


def _reduced(file: File, node: tree.Call, made: Operation, base: int) -> int | None:
    """How many dimensions are left of so many."""
    given = {a.keyword: a.value for a in node.args}
    known = method(made.name)
    if "keepdim" in given or len(made.rest) > 1 or known is None or known.returns != "tensor":
        return None
    first = made.rest[0] if made.rest else None
    is_dim = has_column(made.name, "dim-first")
    dims = given.get("dim", first if is_dim else None)
    if first is not None and folded(file, first) is None:
        return None
    if dims is None:
        return 0
    return base - 1 if folded(file, dims) is not None and not has_column(made.name, "values-and-indices") else None


def _count(file: File, sizes: list[tree.Expression]) -> int | None:
    if len(sizes) == 1 and isinstance(sizes[0], (tree.Tuple, tree.List)):
        return len(sizes[0].elements)
    if len(sizes) == 1 and not isinstance(sizes[0], (tree.UnaryOp, tree.Constant)) and folded(file, sizes[0]) is None:
        return None  # a number, or a tuple of them
    return len(sizes) or None


def _nesting(node: tree.Node) -> int | None:
    depth = 0
    while isinstance(node, (tree.List, tree.Tuple)) and node.elements:
        node, depth = node.elements[0], depth + 1
    return depth if isinstance(node, (tree.Constant, tree.UnaryOp)) else None


def _rank_in_batch(file: File, name: tree.Name, depth: int) -> int | None:
    """The rank of one part of a TensorDataset's batch, which is the rank of the whole tensor."""
    definition = reaching_definition(file.tree, name)
    loop = definition.node if definition is not None else None
    if not isinstance(loop, tree.For):
        return None
    target, iterated = loop.target, loop.iter
    called = tree.dotted(iterated.func) if isinstance(iterated, tree.Call) else None
    if called == "enumerate" and isinstance(target, tree.Tuple) and len(target.elements) == 2:
        target, iterated = target.elements[1], iterated.args[0].value  # type: ignore[attr-defined]
    parts = target.elements if isinstance(target, (tree.Tuple, tree.List)) else []
    names = [part.id if isinstance(part, tree.Name) else "" for part in parts]
    tensors = _tensors_of(file, iterated) if name.id in names else []
    if not tensors or len(tensors) != len(names):
        return None
    return rank_of(file, tensors[names.index(name.id)], depth + 1)


def _tensors_of(file: File, loader: tree.Node) -> list[tree.Expression]:
    """The tensors of the TensorDataset that a loader iterates over."""
    for last in ("DataLoader", "TensorDataset"):
        loader = resolved_expression(file.tree, loader)
        if not isinstance(loader, tree.Call) or file.names.spelled_out(loader.func).rpartition(".")[2] != last:
            return []
        given = [a.value for a in loader.args if a.keyword in (None, "dataset")]
        if last == "TensorDataset":
            return given
        loader = given[0] if given else loader
    return []


def has_one_last(file: File, node: tree.Node, depth: int = 0) -> bool:
    """Whether an expression certainly has shape (..., 1), such as the output of a linear layer with one feature."""
    if isinstance(node, tree.Attribute) and has_column(node.attr, "detach"):
        node = node.value
    node = resolved_expression(file.tree, node)
    if not isinstance(node, tree.Call) or depth > _DEEPEST:
        return False
    call = CallView(file, node)
    value = called_value(call)
    if value.kind == "module":
        return _gives_one(file, value, depth)
    made = operation_of(file, node)
    if made is None or made.operand is None or not keeps_shape(made.name):
        return False
    others = made.rest if _is_spread(made) else []
    tensors = [made.operand, *(one for one in others if folded(file, one) is None)]
    return all(has_one_last(file, one, depth + 1) for one in tensors)


def called_value(call: CallView) -> Value:
    """The value that is called: of a name, or of an attribute of the object around."""
    func, around = call.node.func, call.function
    if isinstance(func, tree.Attribute) and tree.dotted(func.value) == "self" and around and around.owner:
        return around.owner.attribute(func.attr) or call.callee.value
    return call.callee.value


def _gives_one(file: File, module: Value, depth: int) -> bool:
    """Whether a module's output certainly has shape (..., 1)."""
    if isinstance(module.ref, Sequential) and module.ref.parts:
        parts = [p for p in module.ref.parts if p.ref not in full_names(*_SHAPE_KEPT, of="torch.nn")]
        return bool(parts) and _gives_one(file, parts[-1], depth + 1)
    if module.ref == "torch.nn.Linear" and isinstance(module.source, tree.Call) and file.holds(module.source):
        outputs = CallView(file, module.source).argument(1, "out_features")
        return outputs is not None and folded(file, outputs.node) == 1
    if isinstance(module.ref, Class) and depth < 3:
        forward = module.ref.method("forward")
        if forward is None or not file.holds(forward.node):
            return False
        view = FunctionView(file, forward.node)
        returned = [n for n in tree.walk(view.node, into_functions=False) if isinstance(n, tree.Return)]
        return bool(returned) and all(n.value and has_one_last(file, n.value, depth + 1) for n in returned)
    return False
