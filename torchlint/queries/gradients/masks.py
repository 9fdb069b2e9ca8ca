"""Masks that come with a batch, as far as names and definitions tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition, assignments_in
from torchlint.binding.use_def import reaching_definition, reaching_definitions
from torchlint.knowledge.operations import Column, has_column
from torchlint.queries.gradients.operands import operation_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_COMPUTED = ("assignment", "augmented")
_CREATING: tuple[Column, ...] = ("create-anew", "create-like", "create-from-sizes", "without-zeros")
# What leaves a mask what it is, at most so many steps of them.
_VIEWS: tuple[Column, ...] = ("reshape", "copy", "select", "detach", "cast", "move", "repeat")
_FARTHEST = 8
_MOST_DEFINITIONS = 50  # that are asked for where a mask comes from
_MASK = re.compile(r"(^|_)(mask|valid)s?(_|$)")


def is_mask_of_batch(file: File, index: tree.Node) -> bool:
    """Whether an index goes by the name of a mask, and comes with a batch, or is made of what does.

    Or an attribute of a parameter: `batch.mask_padding[:, 0]`.
    """
    for given in viewed(file, index):
        if isinstance(given, tree.Attribute) and _MASK.search(given.attr):
            return _differs_between_batches(file, given)
        if isinstance(given, tree.Name) and _MASK.search(given.id) and _comes_with_a_batch(file, given, set()):
            return True
    return False


def is_given_as_mask(file: File, condition: tree.Node) -> bool:
    """Whether a condition only reads a mask as booleans: `attention_mask == 1`, `batch["mask"].bool()`.

    Whoever made the mask knows whether it has true elements. A name such as `mask` for `labels >= 0` is no such mask.
    """
    parts = list(viewed(file, condition))
    if isinstance(parts[-1], tree.Compare):
        compared = parts[-1]
        is_plain = len(compared.comparators) == 1 and isinstance(compared.comparators[0], tree.Constant)
        return is_plain and is_given_as_mask(file, compared.left)
    called = operation_of(file, parts[-1]) if isinstance(parts[-1], tree.Call) else None
    if called is not None and called.operand is not None and has_column(called.name, "comparison"):  # `mask.ne(0)`
        is_plain = all(isinstance(other, tree.Constant) for other in called.rest)
        return is_plain and is_given_as_mask(file, called.operand)
    return any(_MASK.search(_named(one)) for one in parts)


def _named(node: tree.Node) -> str:
    """The name of a variable, an attribute or an entry; else empty."""
    if isinstance(node, tree.Subscript):
        return tree.string_of(node.index) or ""
    return node.id if isinstance(node, tree.Name) else node.attr if isinstance(node, tree.Attribute) else ""


def _comes_with_a_batch(file: File, name: tree.Name, seen: set[Definition]) -> bool:
    """Whether a variable is a parameter, an element of what is iterated over, or computed of one.

    Not of a tensor that is made here, such as one of ones, which has true elements by construction.
    """
    reaching = reaching_definitions(file.tree, name) if len(seen) < _MOST_DEFINITIONS else ()
    made = [one for one in reaching if one is not None and one not in seen]
    seen.update(made)
    for one in made:
        if one.kind in ("parameter", "for"):
            return True
        inside = list(tree.walk(one.source)) if one.source is not None and one.kind in _COMPUTED else []
        if any(isinstance(n, tree.Call) and has_column(tree.last_name(n.func), *_CREATING) for n in inside):
            return False
        given = (n for n in inside if isinstance(n, tree.Name) and n.id != "self")
        if any(_comes_with_a_batch(file, n, seen) for n in given):
            return True
    return False


def _differs_between_batches(file: File, attribute: tree.Attribute) -> bool:
    """Whether this is an attribute of what comes with a batch; of `self`, one that not only `__init__` sets."""
    root = attribute.value
    if isinstance(root, tree.Name) and root.id != "self":
        return _comes_with_a_batch(file, root, set())
    made = reaching_definition(file.tree, root) if isinstance(root, tree.Name) else None
    if made is None or made.kind != "parameter":
        return False
    cls = file.tree.above(attribute, tree.ClassDef)
    if cls is None:
        return True
    set_in = [
        file.tree.above(one.node, tree.FunctionDef) for one in assignments_in(cls) if one.name == tree.dotted(attribute)
    ]
    return any(isinstance(one, tree.FunctionDef) and one.name != "__init__" for one in set_in)


def viewed(file: File, node: tree.Node) -> Iterator[tree.Node]:
    """A tensor, and what it is a part, a view or the complement of, or the same numbers as, one after the other.

    For `mask[:, 0].reshape(-1)`, that is itself, `mask[:, 0]` and `mask`.
    """
    for _ in range(_FARTHEST):
        yield node
        if isinstance(node, tree.Name):
            made = reaching_definition(file.tree, node)
            inner = made.value if made is not None else None
        elif isinstance(node, tree.Subscript):
            inner = node.value
        elif isinstance(node, (tree.UnaryOp, tree.BinaryOp)):
            inner = _complemented(node)
        else:
            called = operation_of(file, node) if isinstance(node, tree.Call) else None
            inner = called.operand if called is not None and has_column(called.name, *_VIEWS) else None
        if inner is None:
            return
        node = inner


def _complemented(node: tree.UnaryOp | tree.BinaryOp) -> tree.Expression | None:
    """The mask whose complement an expression is: `~mask`, `1 - mask`."""
    if isinstance(node, tree.UnaryOp):
        return node.operand if node.op == "~" else None
    is_one = isinstance(node.left, tree.Constant) and node.left.value == 1
    return node.right if node.op == "-" and is_one else None
