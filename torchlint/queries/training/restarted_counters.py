"""Counts of a loop's passes that begin again at a number: `if waiting == k: waiting = 0`."""

from __future__ import annotations

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import resolved_expression
from torchlint.syntax import tree

_REACHES, _OTHERWISE = (["=="], [">="]), (["!="], ["<"])


def restart(syntax: tree.Tree, loop: tree.Node, guard: tree.If, node: tree.Node) -> tree.Compare | None:
    """The comparison of a count with the number at which it begins again, so that `node` runs every few passes.

    The loop counts its passes, `waiting += 1`, or the function that it calls does, and where the condition holds, the
    count is set back to a constant. Code under the `else` of the condition runs in the other passes, which are most of
    them. A condition that leaves, `if waiting != k: return`, does not hold where the code after it runs.
    """
    is_inside = any(part.start <= node.start < part.end for part in guard.body)
    leaves = not is_inside and guard.end <= node.start
    wanted, then = (_OTHERWISE, _after(syntax, guard)) if leaves else (_REACHES, guard.body if is_inside else [])
    names = {
        name: one for one in _compared(syntax, guard.test) if one.ops in wanted and (name := tree.dotted(one.left))
    }
    if not names or not then:
        return None
    function = syntax.above(node, *tree.Scope)
    counted = syntax.once(_counted, loop)
    if isinstance(function, tree.FunctionDef) and not function.start <= loop.start < function.end:
        counted |= syntax.once(_counted, function)
    reset = {one.name for part in then for one in assignments_in(part) if isinstance(one.value, tree.Constant)}
    return next((one for name, one in names.items() if name in reset and name in counted), None)


def _compared(syntax: tree.Tree, test: tree.Node) -> list[tree.Compare]:
    """The comparisons of a condition, also of one that has a name: `is_last = waiting == k`."""
    parts = test.values if isinstance(test, tree.BoolOp) else [test]
    found = [resolved_expression(syntax, part) for part in parts]
    return [one for one in found if isinstance(one, tree.Compare)]


def _after(syntax: tree.Tree, guard: tree.If) -> list[tree.Node]:
    """The statements after a condition in its block."""
    block = syntax.block(guard)
    return block[block.index(guard) + 1 :]


def _counted(_: tree.Tree, loop: tree.Node) -> frozenset[str]:
    """The names that a loop adds one to."""
    added = (n.target for n in tree.walk(loop) if isinstance(n, tree.AugmentedAssign) and _adds_one(n))
    return frozenset(name for target in added if (name := tree.dotted(target)) is not None)


def _adds_one(node: tree.AugmentedAssign) -> bool:
    return node.op.rstrip("=") == "+" and tree.integer_literal(node.value) == 1
