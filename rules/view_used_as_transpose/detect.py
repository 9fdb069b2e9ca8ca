"""Views that name a tensor's own sizes in another order, which moves no number to where its size has gone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import Definition
from torchlint.binding.use_def import (
    only_definition,
    reaching_definition,
    resolved_expression,
    uses,
)
from torchlint.finding import Edit, Span
from torchlint.knowledge.operations import full_names
from torchlint.queries import CallView, ExpressionView, query
from torchlint.queries.gradients import called_value
from torchlint.syntax import tree

from .detect_roots import Root, root_of

if TYPE_CHECKING:
    from torchlint.queries import File

_VIEWS = frozenset(("view", "reshape"))
_MADE = full_names("create-from-sizes")
# Layers over channels, by where their constructors are given how many of them there are.
_OF_CHANNELS = {
    **{f"torch.nn.BatchNorm{n}d": (0, "num_features") for n in (1, 2, 3)},
    **{f"torch.nn.Conv{n}d": (1, "out_channels") for n in (1, 2, 3)},
}


class Size(NamedTuple):
    """One size of a tensor: which tensor, bound where, which dimension, of how many where that is known."""

    tensor: str
    bound: tuple[Definition | None, ...]
    dimension: int
    dimensions: int | None


class ReorderingView(CallView):
    """A `view` or `reshape` whose sizes are those of its tensor in another order."""

    __slots__ = ()

    @property
    def tensor(self) -> ExpressionView:
        """What is viewed."""
        return ExpressionView(self.file, viewed(self.node) or self.node)

    @property
    def order(self) -> tuple[int, ...]:
        """The dimensions in the order in which they are named; -1 for what the call leaves open."""
        return tuple(dimension for group in _groups(self.file, self.node) or () for dimension in group)

    @property
    def is_proven(self) -> bool:
        """Whether no dimension that -1 stands for can be a single one, which may stand anywhere."""
        groups = _groups(self.file, self.node) or []
        return not _skips_one(groups) or _has_channels(self.file, self.tensor.node) is True

    @property
    def as_permute(self) -> tuple[Edit, ...]:
        """The edits that move the dimensions; none where some of them are put together, or left open."""
        groups = _groups(self.file, self.node) or []
        order = [group[0] for group in groups if len(group) == 1]
        func = self.node.func
        is_whole = len(order) == len(groups) == len(self.node.args) and sorted(order) == list(range(len(order)))
        if not is_whole or not isinstance(func, tree.Attribute) or _is_function(self.node):
            return ()
        if {size.dimensions for size in _sizes_of(self.file, self.node)} != {len(order)}:
            return ()  # with (x.size(1), x.size(0)), x may have more dimensions
        written = f".permute({', '.join(map(str, order))})"
        return (Edit(Span(func.value.end, self.node.end), written),)

    @property
    def advice(self) -> str:
        """What to write instead."""
        return f"use `permute({', '.join(map(str, self.order))})`" if self.as_permute else "permute it first"


def viewed(node: tree.Call) -> tree.Expression | None:
    """The tensor of `x.view(...)`, `x.reshape(...)` or `torch.reshape(x, ...)`; None of other calls."""
    if not isinstance(node.func, tree.Attribute) or node.func.attr not in _VIEWS:
        return None
    return tree.positional(node, 0) if _is_function(node) else node.func.value


def _is_function(node: tree.Call) -> bool:
    return tree.dotted(node.func) == "torch.reshape"


def arguments(node: tree.Call) -> list[tree.Expression]:
    """The sizes that a view is given, one by one; none where some are unpacked or have a name."""
    args = node.args[1:] if _is_function(node) else node.args
    given = [a.value for a in args if not a.keyword and not a.star]
    if len(given) == 1 and isinstance(given[0], (tree.Tuple, tree.List)):
        return list(given[0].elements)
    return given if len(given) == len(args) else []


def _sizes_of(file: File, node: tree.Call) -> list[Size]:
    parts = [part for a in arguments(node) for part in _factors(a)]
    return [size for part in parts if (size := size_of(file, part)) is not None]


def _groups(file: File, node: tree.Call) -> list[list[int]] | None:
    """The dimensions that each argument names; None where an argument is something else."""
    groups: list[list[int]] = []
    for argument in arguments(node):
        if is_minus_one(argument):
            groups.append([-1])
        elif not (isinstance(argument, tree.Constant) and argument.value == 1):
            sizes = [size_of(file, part) for part in _factors(argument)]
            known = [size.dimension for size in sizes if size is not None]
            if len(known) != len(sizes):
                return None
            groups.append(sorted(known))
    return _with_open(file, node, groups)


def _with_open(file: File, node: tree.Call, groups: list[list[int]]) -> list[list[int]]:
    """The groups with what -1 stands for in them, where all sizes were unpacked together."""
    known = {size.dimensions for size in _sizes_of(file, node)}
    count = known.pop() if len(known) == 1 else None
    named = {dimension for group in groups for dimension in group}
    if count is None or [-1] not in groups:
        return groups
    missing = [dimension for dimension in range(count) if dimension not in named]
    return [missing if group == [-1] else group for group in groups if group != [-1] or missing]


def _factors(node: tree.Expression) -> list[tree.Expression]:
    if isinstance(node, tree.BinaryOp) and node.op == "*":
        return _factors(node.left) + _factors(node.right)
    return [node]


def is_minus_one(node: tree.Node) -> bool:
    is_minus = isinstance(node, tree.UnaryOp) and node.op == "-"
    return is_minus and isinstance(node.operand, tree.Constant) and node.operand.value == 1  # type: ignore[attr-defined]


def size_of(file: File, node: tree.Node, depth: int = 0) -> Size | None:
    """Which size of which tensor an expression is."""
    if isinstance(node, tree.Name) and depth < 2:
        return _size_of_name(file, node, depth)
    taken: tree.Node | None = None
    index: tree.Node | None = None
    if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.func.attr == "size":
        taken, index = node.func.value, node.args[0].value if len(node.args) == 1 else None
    elif isinstance(node, tree.Subscript):
        taken, index = _shaped(resolved_expression(file.tree, node.value)), node.index  # also of `shape = x.size()`
    if not isinstance(taken, tree.Name) or not isinstance(index, tree.Constant) or not isinstance(index.value, int):
        return None
    return Size(*root_of(file, taken), index.value, None)


def _size_of_name(file: File, name: tree.Name, depth: int) -> Size | None:
    definition = reaching_definition(file.tree, name)
    at = definition.node if definition is not None else None
    if not isinstance(at, tree.Assign) or len(at.targets) != 1:
        return None
    target, value = at.targets[0], at.value
    if isinstance(target, tree.Name):
        return size_of(file, value, depth + 1)
    if not isinstance(target, (tree.Tuple, tree.List)):
        return None
    if isinstance(value, tree.Tuple):  # n, length = x.shape[0], x.shape[1]
        return size_of(file, definition.value, depth + 1) if definition is not None and definition.value else None
    tensor = _shaped(value)
    names = [part.id if isinstance(part, tree.Name) else "" for part in target.elements]
    if not isinstance(tensor, tree.Name) or "" in names or names.count(name.id) != 1:
        return None
    return Size(*root_of(file, tensor), names.index(name.id), len(names))


def _shaped(node: tree.Node) -> tree.Expression | None:
    """The tensor whose sizes an expression gives: `x.shape`, `x.size()`."""
    is_call = isinstance(node, tree.Call) and not node.args
    shape = node.func if isinstance(node, tree.Call) and is_call else node
    if not isinstance(shape, tree.Attribute) or shape.attr != ("size" if is_call else "shape"):
        return None
    return shape.value


def unpacked_sizes(file: File, tensor: tree.Name) -> tuple[Size, ...]:
    """All sizes of a tensor, where code of its scope unpacks them: `batch, steps, width = x.shape`; empty elsewhere.

    Also where branches unpack it to as many sizes as it may have.
    """
    scope, root, known = file.tree.scope(tensor), root_of(file, tensor), _known_counts(file)
    if scope not in known:
        known[scope] = {}
        for target, taken in _unpackings(file.tree, scope):
            known[scope].setdefault(root_of(file, taken), set()).add(len(target.elements))
    counts = known[scope].get(root, set())
    count = next(iter(counts)) if len(counts) == 1 else 0
    return tuple(Size(*root, place, count) for place in range(count))


@query
def _known_counts(file: File) -> dict[tree.Node, dict[Root, set[int]]]:
    """For each scope that was asked about, the tensors whose sizes it unpacks, each to how many."""
    return {}


def _unpackings(syntax: tree.Tree, scope: tree.Node) -> list[tuple[tree.Tuple | tree.List, tree.Name]]:
    """The statements of a scope that unpack all sizes of what has a name."""
    found = []
    for one in syntax.own(scope, tree.Assign):
        target, taken = one.targets[0], _shaped(one.value)
        if isinstance(target, (tree.Tuple, tree.List)) and isinstance(taken, tree.Name):
            if not any(isinstance(part, tree.Starred) for part in target.elements):
                found.append((target, taken))
    return found


def _is_out_of_order(groups: list[list[int]]) -> bool:
    """Whether the dimensions, as they are named, are not in the order in which the numbers lie."""
    named = [dimension for group in groups for dimension in group if dimension != -1]
    return len(named) > 1 and len(set(named)) == len(named) and named != sorted(named)


def _skips_one(groups: list[list[int]]) -> bool:
    """Whether -1 stands for a dimension before one that is named ahead of it: `x.view(x.size(0), x.size(2), -1)`.

    The first dimension must be named: a batch of one may be left out.
    """
    ahead = groups[: groups.index([-1])] if groups.count([-1]) == 1 else []
    named = {dimension for group in groups for dimension in group}
    last = max((dimension for group in ahead for dimension in group), default=0)
    return 0 in named and any(dimension not in named for dimension in range(last))


def _has_channels(file: File, tensor: tree.Expression) -> bool | None:
    """Whether a tensor that a convolution or a batch norm gives has several channels; None if it is another's."""
    made = tensor
    if isinstance(made, tree.Name):
        only = reaching_definition(file.tree, made)
        made = only.value if only is not None and only.value is not None else made
    layer = called_value(CallView(file, made)) if isinstance(made, tree.Call) else None
    if layer is None or layer.ref not in _OF_CHANNELS or not isinstance(layer.source, tree.Call):
        return None
    place, name = _OF_CHANNELS[layer.ref]
    count = CallView(file, layer.source).argument(place, name) if file.holds(layer.source) else None
    return count is None or not (isinstance(count.node, tree.Constant) and count.node.value == 1)


def _is_swapped(file: File, call: tree.Call, tensor: tree.Name) -> bool:
    """Whether a matrix is made (3, 4) of (4, 3), as its making says, and then computed with: a transpose was meant."""
    made, sizes = _made_sizes(file, tensor), _numbers(call)
    if len(made) != 2 or made != sizes[::-1] or made == sizes:
        return False
    statement = file.tree.parents.get(call)
    is_kept = isinstance(statement, tree.Assign) and len(statement.targets) == 1
    target = statement.targets[0] if isinstance(statement, tree.Assign) and is_kept else None
    places = uses(file.tree, target) if isinstance(target, tree.Name) else [call]
    return any(_is_computed_with(file, place, sizes) for place in places)


def _made_sizes(file: File, tensor: tree.Node) -> list[object]:
    """The sizes with which a tensor is made, where they are written as numbers; empty where they are not."""
    only = only_definition(file.tree, tensor) if isinstance(tensor, tree.Name) else None
    made = only.value if only is not None and only.value is not None else resolved_expression(file.tree, tensor)
    is_one = isinstance(made, tree.Call) and file.names.spelled_out(made.func) in _MADE
    return _numbers(made) if isinstance(made, tree.Call) and is_one else []


def _numbers(call: tree.Call) -> list[object]:
    return [one.value for one in arguments(call) if isinstance(one, tree.Constant)]


def _is_computed_with(file: File, place: tree.Node, sizes: list[object]) -> bool:
    """Whether a tensor is multiplied as a matrix, or met number by number with one that is made with its sizes."""
    above = file.tree.parents.get(place)
    outer = file.tree.parents.get(above) if isinstance(above, tree.Argument) else above
    if isinstance(outer, tree.Call):
        return file.names.spelled_out(outer.func) in ("torch.matmul", "torch.mm")
    if not isinstance(outer, tree.BinaryOp):
        return False
    other = outer.right if outer.left is place else outer.left
    return outer.op == "@" or _made_sizes(file, other) == sizes


def reorderings(file: File) -> Iterator[ReorderingView]:
    """Every view of a tensor by its own sizes in another order, in source order."""
    for call in file.tree.all(tree.Call):
        tensor = viewed(call)
        if not isinstance(tensor, tree.Name):
            continue
        if _is_swapped(file, call, tensor):
            yield ReorderingView(file, call)
            continue
        sizes = _sizes_of(file, call)
        here = root_of(file, tensor)
        if len(sizes) < 2 or any((size.tensor, size.bound) != here for size in sizes):
            continue
        groups = _groups(file, call)
        if groups is None:
            continue
        if _is_out_of_order(groups) or (_skips_one(groups) and _has_channels(file, tensor) is not False):
            yield ReorderingView(file, call)
