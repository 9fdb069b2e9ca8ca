"""Views of tensors whose dimensions were moved before, as attention does, by sizes in the order that they had then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition
from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.finding import Edit
from torchlint.knowledge.operations import full_names, has_column, keeps_shape, spellings
from torchlint.queries import CallView, ExpressionView, query
from torchlint.queries.gradients import Operation, called_value, folded, operation_of
from torchlint.syntax import tree

from .detect import ReorderingView, arguments, is_minus_one, size_of, unpacked_sizes, viewed
from .detect_linear import has_open_rows, of_linear
from .detect_roots import root_of
from .detect_sizes import Sizes, factors_of, is_scrambled

if TYPE_CHECKING:
    from torchlint.queries import File

_VIEWS = frozenset(("view", "reshape"))
_DEEPEST = 12


class MovedView(ReorderingView):
    """A `view` or `reshape` of a tensor whose dimensions were moved before."""

    __slots__ = ()

    @property
    def as_permute(self) -> tuple[Edit, ...]:
        """No edits: of a product of several tensors, dimensions may be left out or put together."""
        return ()


class PairingView(MovedView):
    """A `view` or `reshape` of tensors that were put below each other, by the number of rows of one of them."""

    __slots__ = ()

    @property
    def advice(self) -> str:
        """What to write instead."""
        return "concatenate along `dim=1`"


def reorderings(file: File) -> Iterator[MovedView]:
    """Every view of a tensor whose dimensions lie in another order than the sizes that it is viewed by."""
    for call in file.tree.all(tree.Call):
        tensor = viewed(call)
        if tensor is None:
            continue
        if _pairs_rows(file, call, tensor):
            yield PairingView(file, call)
            continue
        after = _written(file, call)
        before = sizes_of(file, tensor) if after is not None and len(after) > 1 else None
        if before is None or after is None:
            continue  # not all sizes before and after the view are known
        if has_open_rows(before) and any(map(is_minus_one, arguments(call))):
            continue  # there may be one row only, and -1 stands for it
        if is_scrambled(before, after):
            yield MovedView(file, call)


def _pairs_rows(file: File, call: tree.Call, viewed: tree.Expression) -> bool:
    """Whether a view has as many rows as one of the tensors in a `cat` along the first dimension.

    Two rows of the first tensor become one row then, where a row of each was meant.
    """
    made = resolved_expression(file.tree, viewed)
    if not isinstance(made, tree.Call) or file.names.spelled_out(made.func) not in spellings("cat", "concat"):
        return False
    joined = made.args[0].value if made.args and not made.args[0].keyword else None
    along = [argument.value for argument in made.args[1:]]
    if not isinstance(joined, (tree.List, tree.Tuple)) or any(folded(file, one) != 0 for one in along):
        return False
    given = arguments(call)
    rows = size_of(file, given[0]) if len(given) > 1 and len(joined.elements) > 1 else None
    members = [one for one in joined.elements if isinstance(one, tree.Name)]
    bound = [root_of(file, one) for one in members]
    return rows is not None and rows.dimension == 0 and (rows.tensor, rows.bound) in bound


def sizes_of(file: File, node: tree.Node, depth: int = 0) -> Sizes | None:
    """The sizes of a tensor, as far as views, moves and products before it name them."""
    if depth > _DEEPEST:
        return None
    if isinstance(node, tree.Name):
        return _of_name(file, node, depth)
    if isinstance(node, tree.Subscript) and isinstance(folded(file, node.index), (int, float)):
        return _without_first(sizes_of(file, node.value, depth + 1))
    if isinstance(node, tree.BinaryOp) and node.op == "@":
        return _product(sizes_of(file, node.left, depth + 1), sizes_of(file, node.right, depth + 1), node)
    if isinstance(node, tree.BinaryOp) and node.op in ("*", "/"):
        return _scaled(file, node, depth)
    return _of_call(file, node, depth) if isinstance(node, tree.Call) else None


def _written(file: File, call: tree.Call) -> Sizes | None:
    """The sizes that a view is given; None where some of them are not written one by one."""
    given = arguments(call)
    if not given or any(isinstance(one, tree.Starred) for one in given):
        return None
    known = [factors_of(file, one) for one in given]
    opaque = [one for one, size in zip(given, known) if one in size]
    return tuple(known) if all(is_minus_one(one) for one in opaque) else None


def _of_name(file: File, name: tree.Name, depth: int) -> Sizes | None:
    """The sizes of what a name stands for, if they are the same on all ways that lead there."""
    known = _known_sizes(file)
    if (name, depth) not in known:
        known[name, depth] = _where_it_leads(file, name, depth)
    return known[name, depth]


@query
def _known_sizes(file: File) -> dict[tuple[tree.Name, int], Sizes | None]:
    """What was found for each name, at each depth: many ways may lead to one."""
    return {}


def _where_it_leads(file: File, name: tree.Name, depth: int) -> Sizes | None:
    found = {_of_definition(file, one, depth + 1) for one in reaching_definitions(file.tree, name)}
    known = found.pop() if len(found) == 1 else None
    if known is not None and not has_open_rows(known):
        return known
    unpacked = tuple((size._replace(dimensions=None),) for size in unpacked_sizes(file, name))
    return unpacked or known


def _of_definition(file: File, one: Definition | None, depth: int) -> Sizes | None:
    if one is None or one.kind != "assignment":
        return None
    if one.value is not None:
        return sizes_of(file, one.value, depth)
    if isinstance(one.source, tree.Comprehension):
        return sizes_of(file, one.source.element, depth)  # `q, k, v = [layer(x).view(...) for layer in layers]`
    if one.source is None:
        return None
    source = one.source
    if isinstance(source, tree.Call) and (made := operation_of(file, source)) is not None:
        if made.name == "chunk":
            return _chunk(file, made, source, depth)
        source = _unbound(file, made, source)
    return _without_first(sizes_of(file, source, depth))


def _without_first(sizes: Sizes | None) -> Sizes | None:
    """The sizes of a tensor's parts along its first dimension."""
    return sizes[1:] if sizes and not has_open_rows(sizes) else None


def _chunk(file: File, made: Operation, source: tree.Call, depth: int) -> Sizes | None:
    """The sizes of each part that `chunk` cuts a tensor into, where one of its factors is the number of parts."""
    count, along = _option(made, source, 0, "chunks"), _option(made, source, 1, "dim")
    sizes = sizes_of(file, made.operand, depth) if made.operand is not None else None
    place = folded(file, along) if along is not None else 0
    parts = folded(file, count) if count is not None else None
    if sizes is None or place is None or parts is None or not -len(sizes) <= place < len(sizes):
        return None
    if has_open_rows(sizes):
        return None  # it is not known which dimension this position refers to
    index = int(place) % len(sizes)
    cut = list(sizes[index])
    if parts not in cut:
        return None
    cut.remove(parts)
    return (*sizes[:index], tuple(cut), *sizes[index + 1 :])


def _unbound(file: File, made: Operation, source: tree.Call) -> tree.Expression:
    """The tensor whose parts along the first dimension are unpacked: by `unbind`, or without it."""
    along = _option(made, source, 0, "dim")
    is_first = along is None or folded(file, along) == 0
    return made.operand if made.operand is not None and made.name == "unbind" and is_first else source


def _option(made: Operation, source: tree.Call, position: int, name: str) -> tree.Expression | None:
    """An argument of an operation after its tensor, by its position there or by its name."""
    if position < len(made.rest):
        return made.rest[position]
    return next((argument.value for argument in source.args if argument.keyword == name), None)


def _scaled(file: File, node: tree.BinaryOp, depth: int) -> Sizes | None:
    """The sizes of a tensor times a scale, which is a number or is spread to the tensor."""
    scale = ExpressionView(file, node.right).value
    return None if scale.is_tensor else sizes_of(file, node.left, depth + 1)


def _of_call(file: File, node: tree.Call, depth: int) -> Sizes | None:
    call = CallView(file, node)
    layer = called_value(call)
    if layer.kind == "module" and layer.ref == "torch.nn.Linear":
        given = sizes_of(file, node.args[0].value, depth + 1) if len(node.args) == 1 else None
        made_of = of_linear(file, node, layer)
        if not given or has_open_rows(given):
            return made_of
        return (*given[:-1], made_of[-1] if made_of is not None else (node,))
    if layer.kind == "module":
        is_kept = layer.dotted_name in full_names("dropout", "activation", "softmax", of="torch.nn")
        return sizes_of(file, node.args[0].value, depth + 1) if is_kept and node.args else None
    made = operation_of(file, node)
    if made is None or made.operand is None:
        return None
    if not made.by_function and ExpressionView(file, made.operand).value.kind in ("module", "instance"):
        return None  # a method of the model itself
    if made.name == "scaled_dot_product_attention":
        return _attention(file, call, depth)
    if made.name in ("matmul", "bmm"):
        right = sizes_of(file, made.rest[0], depth + 1) if len(made.rest) == 1 else None
        return _product(sizes_of(file, made.operand, depth + 1), right, node)
    if viewed(node) is not None:
        return _written(file, node)
    if has_column(made.name, "transpose"):
        whole = sizes_of(file, made.operand, depth + 1)
        return _moved(file, whole, made) if whole is not None else None
    is_spread = has_column(made.name, "binary", "comparison") and bool(made.rest)
    return sizes_of(file, made.operand, depth + 1) if keeps_shape(made.name) and not is_spread else None


def _attention(file: File, call: CallView, depth: int) -> Sizes | None:
    """The sizes of what attention returns: those of the query, and the last one of the values."""
    query, value = call.argument(0, "query"), call.argument(2, "value")
    if query is None or value is None or call.argument(-1, "enable_gqa") is not None:
        return None
    sizes = (sizes_of(file, query.node, depth + 1), sizes_of(file, value.node, depth + 1))
    return _product(*sizes, call.node)


def _product(left: Sizes | None, right: Sizes | None, node: tree.Node) -> Sizes | None:
    """The sizes of a batch of matrix products; where the left side is unknown, its rows are, too."""
    if right is None or len(right) < 3 or () in right[:-2]:
        return None
    if left is None:
        return (*right[:-2], (node,), right[-1])
    return (*left[:-1], right[-1]) if len(left) == len(right) else None


def _moved(file: File, sizes: Sizes, made: Operation) -> Sizes | None:
    """The sizes after `permute` or `transpose`, whose dimensions must be written as numbers."""
    given = made.rest
    if has_open_rows(sizes):
        return None  # there may be more dimensions than sizes
    if len(given) == 1 and isinstance(given[0], (tree.Tuple, tree.List)):
        given = given[0].elements
    order = [int(number) for one in given if (number := folded(file, one)) is not None]
    if len(order) != len(given) or not all(-len(sizes) <= place < len(sizes) for place in order):
        return None
    if made.name == "permute":
        return tuple(sizes[place] for place in order) if len(order) == len(sizes) else None
    if made.name in ("transpose", "swapaxes") and len(order) == 2:
        moved = [*sizes]
        moved[order[0]], moved[order[1]] = sizes[order[1]], sizes[order[0]]
        return tuple(moved)
    return None
