"""Counts of a loop's passes that begin again at a number: `if waiting == k: waiting = 0`."""

from __future__ import annotations

from torchlint.binding.definitions import assignments_in
from torchlint.syntax import tree


def restart(loop: tree.Node, guard: tree.If) -> tree.Compare | None:
    """The comparison of a count with the number at which it begins again, so that it holds every few passes.

    The loop counts its passes, `waiting += 1`, and where the condition holds, the count is set back to a constant.
    """
    parts = guard.test.values if isinstance(guard.test, tree.BoolOp) else [guard.test]
    compared = [one for one in parts if isinstance(one, tree.Compare) and one.ops in (["=="], [">="])]
    names = {name: one for one in compared if (name := tree.dotted(one.left)) is not None}
    if not names:
        return None
    reset = {one.name for part in guard.body for one in assignments_in(part) if isinstance(one.value, tree.Constant)}
    counted = {tree.dotted(n.target) for n in tree.walk(loop) if isinstance(n, tree.AugmentedAssign) and _adds_one(n)}
    return next((one for name, one in names.items() if name in reset and name in counted), None)


def _adds_one(node: tree.AugmentedAssign) -> bool:
    return node.op.rstrip("=") == "+" and tree.integer_literal(node.value) == 1
