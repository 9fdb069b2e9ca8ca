"""The conditions that decide whether a place in a function runs."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from operator import attrgetter

from torchlint.syntax import tree


def tests_at(syntax: tree.Tree, inside: tree.Node, above: tree.Node) -> Iterator[tree.Expression]:
    """The tests at one level above a place: of the node above it, and of `if`s before that which return or continue.

    Args:
        syntax: The tree that both nodes are in.
        inside: The place, or the node around it that is a child of `above`.
        above: One of `syntax.around(place)`.
    """
    if isinstance(above, (tree.If, tree.Conditional)) and inside is not above.test:
        yield above.test
    for before in ifs_before(syntax, above):
        if before.body and isinstance(before.body[-1], (tree.Return, tree.Continue)):
            yield before.test


def conjuncts(test: tree.Expression) -> list[tree.Expression]:
    """The parts of a condition that all hold where it holds: both of `a and b`, the condition itself of `a or b`."""
    return test.values if isinstance(test, tree.BoolOp) and test.op == "and" else [test]


def ends_at_once(loop: tree.Node) -> bool:
    """Whether the first pass of a loop is the last one: `for batch in loader: ...; break`."""
    last = loop.body[-1:] if isinstance(loop, (tree.For, tree.While)) else []
    if not any(isinstance(one, (tree.Break, tree.Return, tree.Raise)) for one in last):
        return False
    return not any(isinstance(one, tree.Continue) for one in tree.walk(loop, into_functions=False))


def leaves_function(statement: tree.Node) -> bool:
    """Whether nothing runs after a statement in its block: a `return`, a `raise`, an `if` that ends so either way."""
    while isinstance(statement, tree.If):
        if not statement.body or not statement.orelse or not leaves_function(statement.body[-1]):
            return False
        statement = statement.orelse[-1]
    return isinstance(statement, (tree.Return, tree.Raise))


def ifs_before(syntax: tree.Tree, statement: tree.Node) -> list[tree.If]:
    """The `if`s that stand before a statement in its block, in source order; none for what is no statement."""
    block = syntax.block(statement)
    if not block:
        return []
    ifs = syntax.once(_ifs_by_block, syntax.parents[statement])[block[0]]
    return ifs[: bisect_left(ifs, statement.start, key=attrgetter("start"))]


def _ifs_by_block(syntax: tree.Tree, above: tree.Node) -> dict[tree.Node, list[tree.If]]:
    """The `if`s in each block of a statement, by the first statement of the block."""
    blocks = {block[0]: block for one in tree.children(above) if (block := syntax.block(one))}
    return {first: [one for one in block if isinstance(one, tree.If)] for first, block in blocks.items()}
