"""Roots that a condition on the same numbers chooses, which where-masks-nan-forward-only reports."""

from __future__ import annotations

from collections.abc import Iterator

from torchlint.binding.use_def import uses
from torchlint.knowledge.operations import has_column
from torchlint.syntax import tree

from .detect import RootView


def is_chosen_by_its_own_numbers(root: RootView) -> bool:
    """Whether a comparison of what is under a root chooses its result: `torch.where(s > 0, s.sqrt(), 0)`."""
    syntax, under = root.file.tree, root.under.text
    assign = syntax.parents.get(root.node)
    target = assign.targets[0] if isinstance(assign, tree.Assign) and len(assign.targets) == 1 else None
    places = [root.node, *(uses(syntax, target) if isinstance(target, tree.Name) else ())]
    choices = (choice for place in places for choice in _choices_around(syntax, place))
    conditions = (argument.value for choice in choices for argument in choice.args)
    compared = (part for one in conditions for part in tree.walk(one) if isinstance(part, tree.Compare))
    return any(under in map(syntax.text_of, (one.left, *one.comparators)) for one in compared)


def _choices_around(syntax: tree.Tree, node: tree.Node) -> Iterator[tree.Call]:
    """The calls of `torch.where`, `masked_fill` and the like of the same statement that an expression is a part of."""
    statement = syntax.statement(node)
    for above in syntax.around(node):
        if above is statement:
            return
        if isinstance(above, tree.Call) and has_column(tree.last_name(above.func), "choice"):
            yield above
