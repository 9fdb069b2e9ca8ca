"""Code of a forward that training never comes to."""

from __future__ import annotations

from torchlint.syntax import tree


def is_left_in_training(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether a function returns before it comes to a place where `self.training` holds."""
    function = syntax.above(node, tree.FunctionDef)
    asked = syntax.own(function, tree.If) if function is not None else ()
    return any(
        one.end <= node.start and tree.last_name(one.test) == "training" and isinstance(one.body[-1], tree.Return)
        for one in asked
    )
