"""Counts of a loop's passes that begin again at a number: `if waiting == k: waiting = 0`."""

from __future__ import annotations

from torchlint.binding.definitions import assignments_in
from torchlint.syntax import tree


def restart(syntax: tree.Tree, loop: tree.Node, guard: tree.If, node: tree.Node) -> tree.Compare | None:
    """The comparison of a count with the number at which it begins again, so that `node` runs every few passes.

    The loop counts its passes, `waiting += 1`, and where the condition holds, the count is set back to a constant. Code
    under the `else` of the condition runs in the other passes, which are most of them.
    """
    parts = guard.test.values if isinstance(guard.test, tree.BoolOp) else [guard.test]
    compared = [one for one in parts if isinstance(one, tree.Compare) and one.ops in (["=="], [">="])]
    names = {name: one for one in compared if (name := tree.dotted(one.left)) is not None}
    if not names or not any(part.start <= node.start < part.end for part in guard.body):
        return None
    counted = syntax.once(_counted, loop)
    reset = {one.name for part in guard.body for one in assignments_in(part) if isinstance(one.value, tree.Constant)}
    return next((one for name, one in names.items() if name in reset and name in counted), None)


def _counted(_: tree.Tree, loop: tree.Node) -> frozenset[str]:
    """The names that a loop adds one to."""
    added = (n.target for n in tree.walk(loop) if isinstance(n, tree.AugmentedAssign) and _adds_one(n))
    return frozenset(name for target in added if (name := tree.dotted(target)) is not None)


def _adds_one(node: tree.AugmentedAssign) -> bool:
    return node.op.rstrip("=") == "+" and tree.integer_literal(node.value) == 1
