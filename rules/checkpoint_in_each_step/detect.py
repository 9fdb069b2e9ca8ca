"""Whether a training loop takes batches, rather than all of the data in each pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import CallView


def goes_over_batches(save: CallView) -> bool:
    """Whether the loop around is over a loader's batches, or inside a loop over epochs."""
    loop = save.loop
    if loop is None or not isinstance(loop.node, tree.Loops) or isinstance(loop.node.body[-1], tree.Break):
        return False  # none, or only one pass
    return loop.node in save.file.facts.batch_loops or _is_inside_a_loop(save.file.tree, loop.node)


def _is_inside_a_loop(syntax: tree.Tree, loop: tree.Node) -> bool:
    parent = syntax.parents.get(loop)
    above = syntax.above(parent, *tree.Loops, *tree.Scope) if parent is not None else None
    return isinstance(parent, tree.Loops) or isinstance(above, tree.Loops)
