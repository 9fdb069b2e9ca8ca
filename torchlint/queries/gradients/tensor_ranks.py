"""How many dimensions a tensor has, and whether its last one has size 1, where the code states it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import written
from torchlint.domain.values import Value
from torchlint.queries.file import CallView, FunctionView
from torchlint.queries.gradients.float_rounding import folded
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_MADE_BY_SIZES = frozenset("randn rand zeros ones empty".split())
_MADE_IN_A_ROW = frozenset("arange linspace logspace randperm".split())
# What works on each number by itself, or only copies or casts.
_EACH = frozenset(
    """sin cos tan exp log sqrt abs sigmoid relu tanh softplus round floor sign square clone detach float double long
    int half bool to cuda cpu type requires_grad_ contiguous clamp add sub mul div pow neg randn_like rand_like
    zeros_like ones_like fill_ dropout leaky_relu gelu""".split()
)
_REDUCES = frozenset("sum mean argmax prod norm".split())
_DEEPEST = 10


def rank_of(file: File, node: tree.Node, depth: int = 0) -> int | None:
    """The number of dimensions of an expression; None if it is not stated."""
    node = written(file.tree, node)
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
    if node.args and _called(CallView(file, node)).kind == "module":
        return rank_of(file, node.args[0].value, depth + 1) if has_one_last(file, node) else None
    last = tree.last_part(func)
    if last == "Variable" and node.args:
        return rank_of(file, node.args[0].value, depth + 1)
    if last.endswith("Tensor") and len(node.args) > 1:  # FloatTensor(batch_size, 1)
        return len(node.args)
    if not isinstance(func, tree.Attribute):
        return None
    positional = [a.value for a in node.args if not a.keyword]
    by_function = file.names.spelled_out(func.value) in ("torch", "torch.nn.functional")
    name = func.attr
    if by_function and name in _MADE_BY_SIZES:
        return _count(file, positional)
    if by_function and name in _MADE_IN_A_ROW:
        return 1
    if by_function and name in ("randint", "full"):
        sizes = next((p for p in positional if isinstance(p, (tree.Tuple, tree.List))), None)
        return len(sizes.elements) if sizes is not None else None
    if by_function and name == "tensor" and positional:
        return _nesting(positional[0])
    given = (positional[0] if positional else None) if by_function else func.value
    rest = positional[1:] if by_function else positional
    base = rank_of(file, given, depth + 1) if given is not None else None
    if name in ("view", "reshape"):
        return _count(file, rest)
    return None if base is None else _changed(file, node, name, base, rest)


def _changed(file: File, node: tree.Call, name: str, base: int, rest: list[tree.Expression]) -> int | None:
    """The number of dimensions after an operation."""
    keywords = {a.keyword for a in node.args}
    if name in _EACH:
        return base
    if name == "unsqueeze":
        return base + 1
    if name in _REDUCES and "keepdim" not in keywords and len(rest) <= 1:
        dims = next((a.value for a in node.args if a.keyword == "dim"), rest[0] if rest else None)
        return (base - 1 if folded(file, dims) is not None else None) if dims is not None else 0
    return base - 1 if name == "squeeze" and len(rest) == 1 and has_one_last(file, node.func) else None


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
    loop = file.tree.above(name, tree.For, *tree.Scope)
    while isinstance(loop, tree.For):
        target, iterated = loop.target, loop.iter
        called = tree.dotted(iterated.func) if isinstance(iterated, tree.Call) else None
        if called == "enumerate" and isinstance(target, tree.Tuple) and len(target.elements) == 2:
            target, iterated = target.elements[1], iterated.args[0].value  # type: ignore[attr-defined]
        parts = target.elements if isinstance(target, (tree.Tuple, tree.List)) else []
        names = [part.id if isinstance(part, tree.Name) else "" for part in parts]
        if name.id in names:
            tensors = _tensors_of(file, iterated)
            index = names.index(name.id)
            return rank_of(file, tensors[index], depth + 1) if len(tensors) == len(names) else None
        loop = file.tree.above(loop, tree.For, *tree.Scope)
    return None


def _tensors_of(file: File, loader: tree.Node) -> list[tree.Expression]:
    """The tensors of the TensorDataset that a loader iterates over."""
    for last in ("DataLoader", "TensorDataset"):
        loader = written(file.tree, loader)
        if not isinstance(loader, tree.Call) or file.names.spelled_out(loader.func).rpartition(".")[2] != last:
            return []
        given = [a.value for a in loader.args if a.keyword in (None, "dataset")]
        if last == "TensorDataset":
            return given
        loader = given[0] if given else loader
    return []


def has_one_last(file: File, node: tree.Node, depth: int = 0) -> bool:
    """Whether an expression certainly has shape (..., 1), such as the output of a linear layer with one feature."""
    if isinstance(node, tree.Attribute):
        node = node.value
    node = written(file.tree, node)
    if not isinstance(node, tree.Call) or depth > _DEEPEST:
        return False
    call = CallView(file, node)
    value = _called(call)
    if value.kind == "module":
        return _gives_one(file, value, depth)
    func = node.func
    if isinstance(func, tree.Attribute) and func.attr in _EACH:
        by_function = file.names.spelled_out(func.value) in ("torch", "torch.nn.functional")
        given = node.args[0].value if by_function and node.args else func.value
        return given is not node and has_one_last(file, given, depth + 1)
    return False


def _called(call: CallView) -> Value:
    """The value that is called: of a name, or of an attribute of the object around."""
    func, around = call.node.func, call.function
    if isinstance(func, tree.Attribute) and tree.dotted(func.value) == "self" and around and around.owner:
        return around.owner.attribute(func.attr) or call.callee.value
    return call.callee.value


def _gives_one(file: File, module: Value, depth: int) -> bool:
    """Whether a module's output certainly has shape (..., 1)."""
    if isinstance(module.ref, tuple) and module.ref[0] == "sequential" and len(module.ref) > 1:
        parts = [p for p in module.ref[1:] if p.ref not in ("torch.nn.Sigmoid", "torch.nn.Tanh", "torch.nn.ReLU")]
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
