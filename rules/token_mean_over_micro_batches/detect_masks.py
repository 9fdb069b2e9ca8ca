"""Means over what a mask leaves: `(loss * mask).sum() / mask.sum()`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.qualified_names import by_name
from torchlint.binding.use_def import resolved_expression
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function


def takes_masked_mean(function: Function) -> bool:
    """Whether a function returns such a mean, as it is or under a name."""
    syntax = function.unit.tree
    returned = (one.value for one in syntax.own(function.node, tree.Return))
    made = {resolved_expression(syntax, one) for one in returned if one is not None}
    return any(one in made for one in syntax.once_of_all(_masked_means))


def masked_means(syntax: tree.Tree) -> tuple[tree.BinaryOp, ...]:
    """The divisions of a file whose divisor is the sum of what is multiplied by: a mask, or weights."""
    return syntax.once_of_all(_masked_means)


def _masked_means(syntax: tree.Tree) -> tuple[tree.BinaryOp, ...]:
    return tuple(one for one in syntax.all(tree.BinaryOp) if one.op == "/" and _is_masked_mean(syntax, one))


def _is_masked_mean(syntax: tree.Tree, division: tree.BinaryOp) -> bool:
    mask, summed = _sum_of(syntax, division.right), _sum_of(syntax, division.left)
    if mask is None or summed is None:
        return False
    factors = [n for n in tree.walk(resolved_expression(syntax, summed)) if isinstance(n, tree.BinaryOp)]
    texts = {syntax.text_of(part) for one in factors if one.op == "*" for part in (one.left, one.right)}
    return syntax.text_of(mask) in texts


def _sum_of(syntax: tree.Tree, node: tree.Expression) -> tree.Expression | None:
    """What is summed up to one number: `mask` in `mask.sum().clamp(min=1)` and in `torch.sum(mask) + 1e-8`."""
    made = resolved_expression(syntax, node)
    if isinstance(made, tree.BinaryOp) and made.op == "+":
        made = resolved_expression(syntax, made.left)
    while isinstance(made, tree.Call) and isinstance(made.func, tree.Attribute):
        given = [part.value for part in made.args]
        if made.func.attr == "sum" and "torch.sum" in by_name(syntax).get(made, ()):
            return given[0] if len(given) == 1 else None
        if made.func.attr == "sum":
            return None if given else made.func.value
        made = made.func.value
    return None
