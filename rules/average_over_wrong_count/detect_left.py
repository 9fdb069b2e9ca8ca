"""Counts that take in the pass that a `break` leaves before anything is added: `n += 1`, `if n > limit: break`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, uses
from torchlint.queries import View
from torchlint.syntax import tree

from .detect import divided_sum, loop_before, sums_in

if TYPE_CHECKING:
    from torchlint.queries import File

_DEEPEST = 4  # names for names
# Collectives that fill a list with one tensor of each rank.
_GATHERS = ("all_gather", "gather")


@dataclass(frozen=True, slots=True, eq=False)
class CountedTooEarly(View):
    """A `count += 1` in front of the `break` that ends the loop at a limit."""

    count: str  # as it is written
    sum: str  # what is divided by it
    left: View  # the `break`
    summand: View  # what the last pass does not come to
    is_count_itself: bool  # whether it divides as it is, and not what is gathered of all ranks


def counted_too_early(file: File) -> Iterator[CountedTooEarly]:
    """One for each count, in source order."""
    found: dict[tree.Node, CountedTooEarly] = {}
    parts: list[tuple[tree.Node, tree.Expression, tree.Expression]] = []
    parts += [(n, n.left, n.right) for n in file.tree.all(tree.BinaryOp) if n.op == "/"]
    parts += [(n, n.target, n.value) for n in file.tree.all(tree.AugmentedAssign) if n.op.rstrip("=") == "/"]
    for division, divided, by in parts if any(True for _ in file.tree.all(tree.Break)) else ():
        total = divided_sum(divided)
        name = tree.dotted(total) if total is not None else None
        loop = loop_before(file, division, name) if name is not None else None
        if name is not None and loop is not None:
            one = _too_early(file, loop, name, by)
            if one is not None:
                found.setdefault(one.node, one)
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _too_early(file: File, loop: tree.For, total: str, by: tree.Expression) -> CountedTooEarly | None:
    """The count in a loop that a divisor is made of, if a limit ends the loop between it and what is added."""
    added = next(sums_in(file, loop, total))
    for place, one in enumerate(loop.body):
        if not isinstance(one, tree.AugmentedAssign) or not isinstance(one.target, tree.Name) or one.op[0] != "+":
            continue
        limit = next(_limits(loop.body[place + 1 :], one.target.id), None)
        if limit is None or tree.integer_literal(one.value) != 1 or added.start < limit.end:
            continue
        if _is_corrected(file, loop, limit, one.target):
            continue
        divides = _divides(file, by, one, _DEEPEST)
        if divides is not None:
            is_itself = divides == 0
            left, summand = View(file, limit.body[-1]), View(file, added.node)
            return CountedTooEarly(file, one, one.target.id, total, left, summand, is_itself)
    return None


def _limits(body: list[tree.Statement], count: str) -> Iterator[tree.If]:
    """The statements that end a loop when a count has reached something: `if count > limit: break`."""
    for one in body:
        if isinstance(one, tree.If) and isinstance(one.test, tree.Compare) and isinstance(one.body[-1], tree.Break):
            if tree.dotted(one.test.left) == count and one.test.ops[0] in (">", ">=", "=="):
                yield one


def _is_corrected(file: File, loop: tree.For, limit: tree.Node, count: tree.Name) -> bool:
    """Whether the count is given another value before the `break`, or after the loop: `count -= 1`."""
    scope = file.tree.scope(loop)
    given: list[tree.Node] = [
        n for n in file.tree.own(scope, tree.AugmentedAssign) if tree.dotted(n.target) == count.id
    ]
    plain = file.tree.own(scope, tree.Assign)
    given += [n for n in plain if any(tree.dotted(one) == count.id for one in n.targets)]
    return any(file.is_within(n, limit) or n.start > loop.end for n in given)


def _divides(file: File, by: tree.Expression, count: tree.AugmentedAssign, depth: int) -> int | None:
    """Through how many names a divisor is made of a count, with what gathers it of all ranks; None if it is not."""
    names = [node for node in tree.walk(by) if isinstance(node, tree.Name)]
    for name in names:
        made = [one for one in reaching_definitions(file.tree, name) if one is not None]
        if any(one.node is count for one in made):
            return 0 if name is by else 1
        if depth:
            sources = [one.source for one in made if one.source is not None]
            sources += [other for one in uses(file.tree, name) for other in _gathered(file, one)]
            if any(_divides(file, one, count, depth - 1) is not None for one in sources):
                return 1
    return None


def _gathered(file: File, name: tree.Name) -> Iterator[tree.Expression]:
    """What a collective gathers in a list of this name: `count` in `all_gather(counts, count)`."""
    argument = file.tree.parents.get(name)
    call = file.tree.parents.get(argument) if argument is not None else None
    if isinstance(call, tree.Call) and tree.last_name(call.func) in _GATHERS and call.args[0] is argument:
        yield from (one.value for one in call.args[1:2])
