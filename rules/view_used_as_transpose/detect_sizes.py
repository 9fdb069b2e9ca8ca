"""Sizes as products of what the code names: `c // heads`, `self.heads`, the second size of `x`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definition, reaching_definitions
from torchlint.syntax import tree

from .detect import size_of

if TYPE_CHECKING:
    from torchlint.queries import File

# A factor is a tensor's size, a name, a dotted attribute, a number, a quotient, or a node whose size is not known.
Factors = tuple[Hashable, ...]
Sizes = tuple[Factors, ...]

_DEEPEST = 4


def factors_of(file: File, node: tree.Node, depth: int = 0) -> Factors:
    """What a size is the product of; the node itself where that is not known, as of `-1`."""
    if isinstance(node, tree.Constant) and isinstance(node.value, int) and node.value > 0:
        return (node.value,) if node.value > 1 else ()
    size = size_of(file, node)
    if size is not None:
        return (size._replace(dimensions=None),)
    if isinstance(node, tree.BinaryOp) and node.op == "*":
        return factors_of(file, node.left, depth) + factors_of(file, node.right, depth)
    if isinstance(node, tree.BinaryOp) and node.op == "//":
        whole, part = factors_of(file, node.left, depth), factors_of(file, node.right, depth)
        return (("//", whole, part),)
    if isinstance(node, tree.Name):
        return _of_name(file, node, depth)
    root = tree.dotted(node)
    if isinstance(node, tree.Attribute) and root is not None:
        return (root,)  # an attribute of the model or its configuration, which a forward does not change
    return (node,)


def _of_name(file: File, name: tree.Name, depth: int) -> Factors:
    definition = reaching_definition(file.tree, name)
    if definition is not None and definition.value is not None and depth < _DEEPEST:
        found = factors_of(file, definition.value, depth + 1)
        if definition.value not in found:
            return found
    return ((name.id, reaching_definitions(file.tree, name)),)


def is_scrambled(before: Sizes, after: Sizes) -> bool:
    """Whether a view from one shape to another surely puts numbers under other sizes than their own.

    Both shapes have the same number of numbers. A view keeps their order, so sizes that come first in one shape are
    those that come first in the other, put together or split.
    """
    before, after = _split_alike(before, after)
    one, other = _left_over(before, after), _left_over(after, before)
    if len(other) == 1:
        after = _with(after, other[0], one)
    elif len(one) == 1:
        before = _with(before, one[0], other)
    elif one or other:
        return False  # it is not known which sizes correspond
    if _left_over(before, after) or _left_over(after, before):
        return False
    return not all(_contains(a, b) or _contains(b, a) for a in _from_the_left(before) for b in _from_the_left(after))


def _split_alike(before: Sizes, after: Sizes) -> tuple[Sizes, Sizes]:
    """Both shapes with `c` as `heads * (c // heads)`, where one of them has that quotient."""
    for factor in [factor for sizes in (before, after) for size in sizes for factor in size]:
        if isinstance(factor, tuple) and len(factor) == 3 and factor[0] == "//" and len(factor[1]) == 1:
            parts = (*factor[2], factor)
            before, after = _with(before, factor[1][0], parts), _with(after, factor[1][0], parts)
    return before, after


def _with(sizes: Sizes, factor: Hashable, parts: Sequence[Hashable]) -> Sizes:
    return tuple(tuple(new for old in size for new in (parts if old == factor else (old,))) for size in sizes)


def _left_over(one: Sizes, other: Sizes) -> list[Hashable]:
    """The factors of one shape that the other does not have."""
    return list((_all(one) - _all(other)).elements())


def _all(sizes: Sizes) -> Counter[Hashable]:
    return Counter(factor for size in sizes for factor in size)


def _from_the_left(sizes: Sizes) -> list[Counter[Hashable]]:
    return [_all(sizes[:count]) for count in range(1, len(sizes) + 1)]


def _contains(one: Counter[Hashable], other: Counter[Hashable]) -> bool:
    return not other - one
