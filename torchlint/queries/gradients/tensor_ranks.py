"""How many dimensions a tensor has, and whether its last one has size 1, where the code states it.

Long because the number of dimensions depends on the size of the last one, and the other way round.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.domain.values import Sequential, Value
from torchlint.knowledge.operations import SPREADING, Column, full_names, has_column, keeps_rank, keeps_shape
from torchlint.knowledge.torch_api import method
from torchlint.queries.analysed_files import file_around
from torchlint.queries.file import CallView, ExpressionView
from torchlint.queries.gradients.array_ranks import rank_of_array, rank_of_sample_part
from torchlint.queries.gradients.float_rounding import folded
from torchlint.queries.gradients.operands import Operation, operation_of
from torchlint.queries.gradients.returned_parts import returned_views, returning_call
from torchlint.queries.gradients.sample_ranks import rank_in_batch
from torchlint.queries.gradients.value_sources import agreed, sources
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# Layers whose output has the shape of their input.
_SHAPE_KEPT: tuple[Column, ...] = ("activation", "dropout", "softmax", "log-softmax", "batch-norm", "instance-norm")
_DEEPEST = 10
# NumPy's names of arguments, which PyTorch takes as well.
_AS_NUMPY_SAYS: dict[str | None, str] = {"axis": "dim", "keepdims": "keepdim"}


def rank_of(file: File, node: tree.Node, depth: int = 0) -> int | None:
    """The number of dimensions of an expression; None if it is not stated."""
    node = resolved_expression(file.tree, node)
    if depth > _DEEPEST:
        return None
    if isinstance(node, tree.Call):
        rank = _rank_of_call(file, node, depth)
        return _rank_of_sources(file, node) if rank is None else rank
    if isinstance(node, tree.UnaryOp):
        return rank_of(file, node.operand, depth + 1)
    if isinstance(node, tree.BinaryOp):
        return _rank_of_operator(file, node, depth)
    if isinstance(node, tree.Subscript):
        return _rank_of_part(file, node, depth)
    if isinstance(node, tree.Name):
        rank = rank_in_batch(file, node, lambda inner: rank_of(inner.file, inner.node, depth + 1))
        if rank is not None:
            return rank
    rank = rank_of_sample_part(file, node, lambda inner: rank_of(file, inner, depth + 1))
    return _rank_of_sources(file, node) if rank is None else rank


@query
def _ranks(_: File) -> dict[tree.Node, int | None]:
    """The ranks that were asked of other functions; None, too, for one that is being asked for."""
    return {}


def _rank_of_sources(file: File, node: tree.Node) -> int | None:
    """That of what functions, attributes and parameters stand for, if all of it has the same."""
    return agreed(ExpressionView(file, node), lambda one: rank_of(one.file, one.node), _ranks(file))


def _rank_of_operator(file: File, node: tree.BinaryOp, depth: int) -> int | None:
    sides = [0 if _is_number(file, side) else rank_of(file, side, depth + 1) for side in (node.left, node.right)]
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
    module = called_value(CallView(file, node))
    if node.args and module.kind == "module":
        keeps = _keeps_rank(module) or has_one_last(file, node)
        return rank_of(file, node.args[0].value, depth + 1) if keeps else None
    last = tree.last_part(func)
    if last == "Variable" and node.args:
        return rank_of(file, node.args[0].value, depth + 1)
    if last.endswith("Tensor") and len(node.args) > 1:  # FloatTensor(batch_size, 1)
        return len(node.args)
    array = rank_of_array(file, node, lambda inner: rank_of(file, inner, depth + 1))
    made = operation_of(file, node)
    if made is None or array is not None:
        return array
    rank = _rank_of_new(file, made, depth) if made.by_function else None
    if rank is not None or made.operand is None:
        return rank
    if has_column(made.name, "reshape-to-sizes"):
        return _count(file, made.rest)
    if _is_spread(made):
        return _rank_of_several(file, made, depth)
    if made.name == "cat" and isinstance(made.operand, (tree.Tuple, tree.List)):
        ranks = (rank_of(file, one, depth + 1) for one in made.operand.elements)
        return next((rank for rank in ranks if rank is not None), None)  # all of them have this many dimensions
    base = rank_of(file, made.operand, depth + 1)
    return None if base is None else _changed(file, node, made, base)


def _rank_of_new(file: File, made: Operation, depth: int) -> int | None:
    """That of a tensor that a function makes of sizes or of numbers."""
    given = [made.operand, *made.rest] if made.operand is not None else []
    if has_column(made.name, "create-from-sizes"):
        return _count(file, given)
    if has_column(made.name, "create-1d"):
        return 1
    if made.name in ("randint", "full"):
        sizes = next((p for p in given if isinstance(p, (tree.Tuple, tree.List))), None)
        return len(sizes.elements) if sizes is not None else None
    if not has_column(made.name, "create-from-data") or not given:
        return None
    nesting = _nesting(given[0])
    return rank_of(file, given[0], depth + 1) if nesting is None else nesting


def _is_spread(made: Operation) -> bool:
    """Whether a result has the common shape of all tensors that are given; in place, it has that of the first one."""
    return has_column(made.name, *SPREADING) and not made.name.endswith("_") and made.name != "isin"


def _rank_of_several(file: File, made: Operation, depth: int) -> int | None:
    """That of several tensors, numbers among them, that are spread to one shape."""
    if has_column(made.name, "choice") and not made.rest:
        return None  # torch.where(condition): the indices where it is true
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
    given = {_AS_NUMPY_SAYS.get(a.keyword, a.keyword): a.value for a in node.args}
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
    if isinstance(node, tree.BinaryOp) and node.op == "*":  # [0] * n
        node = node.left if isinstance(node.left, tree.List) else node.right
    while isinstance(node, (tree.List, tree.Tuple)) and node.elements:
        node, depth = node.elements[0], depth + 1
    return depth if isinstance(node, (tree.Constant, tree.UnaryOp)) else None


class _Within(NamedTuple):
    """What is known around an expression whose last dimension is asked for."""

    maker: tree.Call | None = None  # the call that made the module in whose forward it is
    rows: bool = False  # whether dimension 1 is taken to be the last
    cls: Class | None = None  # the class of that module


def has_one_last(file: File, node: tree.Node, *, rows: bool = False) -> bool:
    """Whether an expression certainly has shape (..., 1), such as the output of a linear layer with one feature.

    With `rows`, dimension 1 counts as the last one if the number of dimensions is not stated.
    """
    return _has_one_last(file, node, 0, _Within(rows=rows))


def _has_one_last(file: File, node: tree.Node, depth: int, within: _Within) -> bool:
    if isinstance(node, tree.Attribute) and has_column(node.attr, "detach"):
        node = node.value
    node = resolved_expression(file.tree, node)
    if depth > _DEEPEST:
        return False
    if isinstance(node, tree.UnaryOp):
        return _has_one_last(file, node.operand, depth + 1, within)
    if isinstance(node, tree.BinaryOp):
        sides = [side for side in (node.left, node.right) if not _is_number(file, side)]
        is_elementwise = node.op != "@" and bool(sides)
        return is_elementwise and all(_has_one_last(file, side, depth + 1, within) for side in sides)
    if isinstance(node, tree.Subscript) and _adds_last(node.index):
        return True
    if isinstance(node, tree.Call):
        module = called_value(CallView(file, node))
        if module.kind == "module":
            return _gives_one(file, module, depth, within)
        if _makes_one_last(file, node, within):
            return True
        made = operation_of(file, node)
        if made is not None and made.operand is not None and keeps_shape(made.name):
            others = made.rest if _is_spread(made) else []
            tensors = [made.operand, *(one for one in others if folded(file, one) is None)]
            return all(_has_one_last(file, one, depth + 1, within) for one in tensors)
    return _have_one_last(file, node, within)


@query
def _ones(_: File) -> dict[tuple[tree.Node, _Within], bool]:
    """What was found of other functions; False, too, for what is being asked for."""
    return {}


def _have_one_last(file: File, node: tree.Node, within: _Within) -> bool:
    """Whether all that functions, attributes and parameters stand for has one last."""
    known, key = _ones(file), (node, within)
    if key not in known:
        known[key] = False
        found = sources(ExpressionView(file, node))
        known[key] = bool(found) and all(_has_one_last(one.file, one.node, 1, within) for one in found)
    return known[key]


def _adds_last(index: tree.Expression) -> bool:
    """Whether an index adds a last dimension: `x[..., None]`."""
    parts = index.elements if isinstance(index, tree.Tuple) else []
    if len(parts) != 2 or not all(isinstance(part, tree.Constant) for part in parts):
        return False
    return [part.value for part in parts if isinstance(part, tree.Constant)] == [..., None]


def _makes_one_last(file: File, node: tree.Call, within: _Within) -> bool:
    """Whether an operation leaves or adds a last dimension of 1, whatever it is given."""
    made = operation_of(file, node)
    if made is None or made.operand is None:
        return False
    if has_column(made.name, "reshape-to-sizes"):
        sizes = made.rest[0].elements if made.rest and isinstance(made.rest[0], (tree.Tuple, tree.List)) else made.rest
        return len(sizes) > 1 and folded(file, sizes[-1]) == 1
    if made.name == "unsqueeze" and len(made.rest) == 1:
        return folded(file, made.rest[0]) == -1
    dim = kept_dim(file, node)
    if dim is None or dim == -1:
        return dim == -1
    rank = rank_of(file, made.operand)
    return dim == rank - 1 if rank is not None else within.rows and dim == 1


def kept_dim(file: File, node: tree.Call) -> int | None:
    """The one dimension that a reduction makes 1, with `keepdim=True`; None for other calls."""
    made = operation_of(file, node)
    if made is None:
        return None
    given = {_AS_NUMPY_SAYS.get(a.keyword, a.keyword): a.value for a in node.args}
    kept, is_dim = given.get("keepdim"), has_column(made.name, "dim-first")
    if not has_column(made.name, "reduction") or has_column(made.name, "values-and-indices"):
        return None
    if not isinstance(kept, tree.Constant) or kept.value is not True:
        return None
    dim = given.get("dim", made.rest[0] if made.rest and is_dim else None)
    number = folded(file, dim) if dim is not None else None
    return None if number is None else int(number)


def _is_number(file: File, node: tree.Expression) -> bool:
    """Whether an operand is a number, which has no dimensions."""
    return folded(file, node) is not None or file.value(node).value.kind == "number"


def least_rank_of(file: File, node: tree.Node, depth: int = 0, by: tree.Call | None = None) -> int:
    """The number of dimensions that an expression has at least, as far as the code states it.

    `by` is the call that led into the function that contains the expression.
    """
    exact = rank_of(file, node)
    if exact is not None or depth > _DEEPEST:
        return exact or 0
    node = resolved_expression(file.tree, node)
    if isinstance(node, tree.UnaryOp):
        return least_rank_of(file, node.operand, depth + 1, by)
    if isinstance(node, tree.BinaryOp) and node.op != "@":
        return max(least_rank_of(file, side, depth + 1, by) for side in (node.left, node.right))
    if by is not None and isinstance(node, tree.Name) and (argument := _argument_of(file, node, by)) is not None:
        return max(_least_of_samples(file, argument), least_rank_of(file, argument, depth + 1))
    if isinstance(node, tree.Call):
        module = called_value(CallView(file, node))
        if node.args and module.kind == "module":
            given = node.args[0].value
            least = max(_least_of_samples(file, given), least_rank_of(file, given, depth + 1, by))
            if _keeps_rank(module) or has_one_last(file, node):
                return least
        made = operation_of(file, node)
        if made is not None and made.operand is not None:
            if (dim := kept_dim(file, node)) is not None:
                return max(dim + 1, least_rank_of(file, made.operand, depth + 1, by))
            if made.name == "unsqueeze":
                return least_rank_of(file, made.operand, depth + 1, by) + 1
            if keeps_shape(made.name):
                return least_rank_of(file, made.operand, depth + 1, by)
    call = returning_call(file, node)
    returned = returned_views(file, node)
    return min((least_rank_of(one.file, one.node, depth + 1, call) for one in returned), default=0)


def _least_of_samples(file: File, given: tree.Expression) -> int:
    """The least rank of a batch, whose samples have a dimension for their features."""
    return 2 if file.value(given).value.kind == "batch" else 0


def _argument_of(file: File, name: tree.Name, call: tree.Call) -> tree.Expression | None:
    """What a call gives for a parameter of the function that it leads to."""
    definition = reaching_definition(file.tree, name)
    function = file.tree.above(name, tree.FunctionDef)
    if definition is None or definition.kind != "parameter" or not isinstance(function, tree.FunctionDef):
        return None
    called = next(iter(file.facts.functions.get(call, ())), None)
    if called is None or called.node is not function or not file.holds(call):
        return None
    names = [p.name for p in function.parameters]
    has_self = called.is_bound
    given = CallView(file, call).argument(names.index(definition.name) - has_self, definition.name)
    return given.node if given is not None else None


def called_value(call: CallView) -> Value:
    """The value that is called: of a name, or of an attribute of the object around."""
    func, around = call.node.func, call.function
    if isinstance(func, tree.Attribute) and tree.dotted(func.value) == "self" and around and around.owner:
        return around.owner.attribute(func.attr) or call.callee.value
    return call.callee.value


def _gives_one(file: File, module: Value, depth: int, within: _Within) -> bool:
    """Whether a module's output certainly has shape (..., 1)."""
    if isinstance(module.ref, Sequential) and module.ref.parts:
        parts = [p for p in module.ref.parts if p.dotted_name not in full_names(*_SHAPE_KEPT, of="torch.nn")]
        return bool(parts) and _gives_one(file, parts[-1], depth + 1, within)
    if module.ref == "torch.nn.Linear" and isinstance(module.source, tree.Call):
        maker = file_around(file, module.source)
        outputs = CallView(maker, module.source).argument(1, "out_features") if maker is not None else None
        return outputs is not None and _given(outputs, within) == 1
    if isinstance(module.ref, Class) and depth < 3:
        forward = module.ref.method("forward")
        inside = file_around(file, forward.node) if forward is not None else None
        if forward is None or inside is None:
            return False
        made = _Within(module.source if isinstance(module.source, tree.Call) else None, within.rows, module.ref)
        returned = inside.tree.own(forward.node, tree.Return)
        return bool(returned) and all(n.value and _has_one_last(inside, n.value, depth + 1, made) for n in returned)
    return False


def _keeps_rank(module: Value) -> bool:
    """Whether the output of a layer has as many dimensions as its input."""
    if isinstance(module.ref, Sequential) and module.ref.parts:
        return all(map(_keeps_rank, module.ref.parts))
    return module.ref == "torch.nn.Linear" or module.dotted_name in full_names(*_SHAPE_KEPT, of="torch.nn")


def _given(size: ExpressionView, within: _Within) -> float | None:
    """The number that a size is; of a constructor's parameter, that which the call gives that makes the module."""
    file, node = size.file, size.node
    if not isinstance(node, tree.Name):
        return folded(file, node)
    definition, function = reaching_definition(file.tree, node), file.tree.above(node, tree.FunctionDef)
    if definition is None or definition.kind != "parameter" or not isinstance(function, tree.FunctionDef):
        return folded(file, node)
    names = [parameter.name for parameter in function.parameters]
    made_in = file_around(file, within.maker) if within.maker is not None else None
    if within.maker is None or function.name != "__init__" or made_in is None:
        return None
    maker = CallView(made_in, within.maker)
    given = maker.argument(names.index(definition.name) - 1, definition.name)
    if given is None and not maker.has_stars:
        default = function.parameters[names.index(definition.name)].default
        return folded(file, default) if isinstance(default, tree.Constant) else None
    return folded(made_in, given.node) if given is not None else None
