"""What the conditions around some code say about an early exit in front of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from torchlint.binding.definitions import assigned
from torchlint.syntax import tree
from torchlint.syntax.conditions import ifs_before

_SIZE = re.compile(r"world_size|num_processes|nprocs")
_ONE = (("==", 1), ("<=", 1), ("<", 2))
_SEVERAL = ((">", 1), (">=", 2), ("!=", 1))
_DISTRIBUTED = frozenset(("is_distributed", "distributed", "is_initialized", "is_dist_initialized"))
_ASKS_FOR_GROUP = _DISTRIBUTED | {"is_available"}
_LEAVES = (tree.Return, tree.Continue, tree.Break)


def is_ruled_out(syntax: tree.Tree, left: tree.If, parts: list[tree.Expression], place: tree.Node) -> bool:
    """Whether one of the parts that must hold for an early exit is false wherever control comes to a place after it.

    Of `if one and rank != 0: return` in front of `if not one: barrier()`: where the barrier is, nobody has returned.
    """
    asked = {_normal(syntax, part) for part in parts}
    return any(
        (text, not holds) in asked and not _changes(syntax, part, min(left.start, condition.start), place)
        for condition, part, (text, holds) in _known(syntax, place, left)
    )


def _known(
    syntax: tree.Tree, place: tree.Node, left: tree.If
) -> Iterator[tuple[tree.If, tree.Expression, tuple[str, bool]]]:
    """What is known to hold at a place in its function: each `if` with a part of its test, and how it came out."""
    inside, above = place, syntax.parents.get(place)
    while above is not None and not isinstance(inside, tree.Scope):
        if isinstance(above, tree.If) and inside is not above.test:
            yield from _of(syntax, above, inside in above.body)
        for before in ifs_before(syntax, inside):
            if before is not left and exits(before):
                yield from _of(syntax, before, False)
        inside, above = above, syntax.parents.get(above)


def is_of_one_process(syntax: tree.Tree, test: tree.Expression, holds: bool) -> bool:
    """Whether a condition leaves one process only: `world_size == 1`, or `world_size > 1` that does not hold."""
    while isinstance(test, tree.UnaryOp) and test.op == "not":
        test, holds = test.operand, not holds
    if not isinstance(test, tree.Compare) or len(test.ops) != 1 or not _SIZE.search(syntax.text_of(test.left)):
        return False
    compared = test.ops[0], tree.integer_literal(test.comparators[0])
    return compared in (_ONE if holds else _SEVERAL)


def holds_for_several(syntax: tree.Tree, test: tree.Expression) -> bool:
    """Whether a condition holds wherever there are several processes: `is_initialized() and get_world_size() > 1`."""
    if isinstance(test, tree.BoolOp):
        return test.op == "and" and all(holds_for_several(syntax, part) for part in test.values)
    asked = test.func if isinstance(test, tree.Call) and not test.args else test
    return tree.last_name(asked) in _ASKS_FOR_GROUP or is_of_one_process(syntax, test, holds=False)


def is_of_size(syntax: tree.Tree, part: tree.Expression, test: tree.Expression) -> bool:
    """Whether a part of a condition only says that there are several processes, beside what it asks of the rank.

    Of `world_size > 1 and rank == 0` and of `rank == 0 or world_size == 1`, several processes leave `rank == 0`.
    """
    if not isinstance(test, tree.BoolOp):
        return False
    if is_of_one_process(syntax, part, test.op == "or"):
        return True
    is_negated = isinstance(part, tree.UnaryOp) and part.op == "not"
    asked = part.operand if isinstance(part, tree.UnaryOp) and is_negated else part
    named = asked.func if isinstance(asked, tree.Call) and not asked.args else asked
    return tree.last_name(named) in _DISTRIBUTED and is_negated is (test.op == "or")


def exits(statement: tree.If) -> bool:
    """Whether control does not come past an `if` where its condition holds."""
    last = statement.body[-1] if statement.body and not statement.orelse else None
    return isinstance(last, _LEAVES)


def inner_exits(statement: tree.If) -> Iterator[tree.If]:
    """The conditions inside an `if` without `else` on which control leaves: `if rank == 0: ...; if done: break`."""
    for inner in statement.body if not statement.orelse else ():
        if isinstance(inner, tree.If):
            if exits(inner):
                yield inner
            yield from inner_exits(inner)


def _of(
    syntax: tree.Tree, condition: tree.If, holds: bool
) -> Iterator[tuple[tree.If, tree.Expression, tuple[str, bool]]]:
    """Of `a and b` that holds, both parts hold; of `a or b` that doesn't, neither does."""
    for part in _parts(condition.test, "and" if holds else "or"):
        text, as_written = _normal(syntax, part)
        yield condition, part, (text, as_written is holds)


def _parts(test: tree.Expression, joined_by: str) -> list[tree.Expression]:
    if not isinstance(test, tree.BoolOp):
        return [test]
    return test.values if test.op == joined_by else []


def _normal(syntax: tree.Tree, test: tree.Expression) -> tuple[str, bool]:
    """A condition without negations, and whether they cancel out: `x is not None` is `x is None`, and False."""
    holds = True
    while isinstance(test, tree.UnaryOp) and test.op == "not":
        test, holds = test.operand, not holds
    if isinstance(test, tree.Compare) and len(test.ops) == 1 and test.ops[0] in ("is", "is not", "==", "!="):
        left, right = syntax.text_of(test.left), syntax.text_of(test.comparators[0])
        op = "is" if test.ops[0].startswith("is") else "=="
        return f"{left} {op} {right}", holds is (test.ops[0] == op)
    return syntax.text_of(test), holds


def _changes(syntax: tree.Tree, test: tree.Expression, start: int, place: tree.Node) -> bool:
    """Whether anything that a condition reads is assigned on the way from one place to another."""
    read = {tree.dotted(n) for n in tree.walk(test) if isinstance(n, (tree.Name, tree.Attribute))}
    scope = syntax.scope(place)
    between = (n for n in tree.walk(scope, into_functions=False) if start <= n.start < place.start)
    return any(tree.dotted(target) in read for n in between for _, target, _ in assigned(n))
