"""What the conditions around some code say about an early exit in front of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from torchlint.binding.definitions import assignments_to
from torchlint.syntax import tree

_SIZE = re.compile(r"world_size|num_processes|nprocs")
_ONE = (("==", 1), ("<=", 1), ("<", 2))
_SEVERAL = ((">", 1), (">=", 2), ("!=", 1))
_DISTRIBUTED = frozenset(("is_distributed", "distributed", "is_initialized", "is_dist_initialized"))
_ASKS_FOR_GROUP = _DISTRIBUTED | {"is_available"}
_LEAVES = (tree.Return, tree.Continue, tree.Break)
# A condition without negations, and whether it holds.
_Outcome = tuple[str, bool]


def is_ruled_out(syntax: tree.Tree, left: tree.If, parts: list[tree.Expression], place: tree.Node) -> bool:
    """Whether one of the parts that must hold for an early exit is false wherever control comes to a place after it.

    Of `if one and rank != 0: return` in front of `if not one: barrier()`: where the barrier is, nobody has returned.
    """
    false = {(text, not holds) for text, holds in (_normal(syntax, part) for part in parts)}
    return any(
        not _changes(syntax, part, min(left.start, condition.start), place)
        for condition, part in _known(syntax, place, left, false)
    )


def _known(
    syntax: tree.Tree, place: tree.Node, left: tree.If, wanted: set[_Outcome]
) -> Iterator[tuple[tree.If, tree.Expression]]:
    """Where a place in its function is reached only with one of these outcomes: each `if`, with that part of its test.

    What is known from `left` itself is left out.
    """
    inside, above = place, syntax.parents.get(place)
    while above is not None and not isinstance(inside, tree.Scope):
        if isinstance(above, tree.If) and inside is not above.test:
            yield from ((above, part) for part, known in _of(syntax, above, inside in above.body) if known in wanted)
        block = syntax.block(inside)
        exits_of_block = syntax.once(_exits_by_block, above).get(block[0], {}) if block else {}
        for outcome in wanted:
            for before, part in exits_of_block.get(outcome, ()):
                if before.start >= inside.start:
                    break
                if before is not left:
                    yield before, part
        inside, above = above, syntax.parents.get(above)


def _exits_by_block(
    syntax: tree.Tree, above: tree.Node
) -> dict[tree.Node, dict[_Outcome, list[tuple[tree.If, tree.Expression]]]]:
    """The early exits in each block of a statement, by its first statement, and by what is known to hold after each."""
    found: dict[tree.Node, dict[_Outcome, list[tuple[tree.If, tree.Expression]]]] = {}
    for one in tree.children(above):
        if isinstance(one, tree.If) and exits(one) and (block := syntax.block(one)):
            for part, known in _of(syntax, one, False):
                found.setdefault(block[0], {}).setdefault(known, []).append((one, part))
    return found


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


def _of(syntax: tree.Tree, condition: tree.If, holds: bool) -> Iterator[tuple[tree.Expression, _Outcome]]:
    """Of `a and b` that holds, both parts hold; of `a or b` that doesn't, neither does."""
    for part in _parts(condition.test, "and" if holds else "or"):
        text, as_written = _normal(syntax, part)
        yield part, (text, as_written is holds)


def _parts(test: tree.Expression, joined_by: str) -> list[tree.Expression]:
    if not isinstance(test, tree.BoolOp):
        return [test]
    return test.values if test.op == joined_by else []


def _normal(syntax: tree.Tree, test: tree.Expression) -> _Outcome:
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
    read = {tree.dotted(n) or "" for n in tree.walk(test) if isinstance(n, (tree.Name, tree.Attribute))}
    scope = syntax.scope(place)
    assigned = (one for name in read for one in assignments_to(syntax, scope, name, into_functions=False))
    return any(start <= one.node.start < place.start for one in assigned)
