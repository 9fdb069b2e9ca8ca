"""Whether code gives each process a share of the samples, by what it does with the rank."""

from __future__ import annotations

import re
from collections.abc import Iterator

from torchlint.syntax import tree

# Names of which process this is, of how many, and of the share that it gets; `ranking` and `partition="train"` are not.
_RANK = r"(?i:(?<![a-z])(?:\w+_)?ranks?(?![a-z]))|Rank(?![a-z])"
_SHARES = re.compile(rf"{_RANK}|(?i:shard|world_?size|num_replicas|by_node|process_index|partitioner)")


def gives_shares(syntax: tree.Tree, part: tree.Node) -> bool:
    """Whether the code of a dataset divides its samples among processes, or hands the rank to code that may do so."""
    for node in tree.walk(part):
        if isinstance(node, tree.Argument) and node.keyword and _SHARES.search(node.keyword):
            return True
        name = _name(node)
        if name is not None and _SHARES.search(name) and not _proves_nothing(syntax, node):
            return True
    return False


def takes_share(loop: tree.Node) -> bool:
    """Whether each process takes a part of a batch, or leaves batches to others: `batch[rank::processes]`."""
    return any(_SHARES.search(name) for part in _selections(loop) for node in tree.walk(part) if (name := _name(node)))


def _selections(loop: tree.Node) -> Iterator[tree.Node]:
    """What chooses a part: the indices of subscripts, and numbers modulo others, unlike `"rank %d" % rank`."""
    for node in tree.walk(loop):
        if isinstance(node, tree.Subscript):
            yield node.index
        elif isinstance(node, tree.BinaryOp) and node.op == "%" and not tree.is_text(node.left):
            yield node


def _name(node: tree.Node) -> str | None:
    if isinstance(node, tree.Name):
        return node.id
    return node.attr if isinstance(node, tree.Attribute) else None


def _proves_nothing(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether the rank is only compared, as for the one process that prints, or stored under a name like its own."""
    above = syntax.parents.get(node)
    if isinstance(above, tree.Call) and above.func is node:
        node, above = above, syntax.parents.get(above)
    if isinstance(above, tree.Compare):
        return all(node is one or isinstance(one, tree.Constant) for one in (above.left, *above.comparators))
    if isinstance(above, (tree.If, tree.Conditional)):
        return above.test is node
    if isinstance(above, tree.Assign):
        return all(_SHARES.search(tree.last_name(target)) for target in above.targets)
    return isinstance(above, (tree.BoolOp, tree.UnaryOp))
