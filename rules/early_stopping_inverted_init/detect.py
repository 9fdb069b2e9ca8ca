"""Records that no number can beat, as they begin with the best there is: `best = 0`, and then `if loss < best`."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition, assignments_to
from torchlint.binding.use_def import definitions_of
from torchlint.knowledge.naming_conventions import LOSSES
from torchlint.queries import View
from torchlint.syntax import tree
from torchlint.syntax.conditions import conjuncts

if TYPE_CHECKING:
    from torchlint.queries import File


_Deciding = tree.If | tree.Assign | tree.Return


@dataclass(frozen=True, slots=True, eq=False)
class LostRecord(View):
    """A comparison with the best so far that is never true."""

    started: View  # where the best so far is given its first number
    instead: str  # what it should be
    is_certain: bool  # whether no number at all is better


def lost_records(file: File) -> Iterator[LostRecord]:
    """One for each such comparison, in source order."""
    nodes: list[_Deciding] = [*file.tree.all(tree.If), *file.tree.all(tree.Assign), *file.tree.all(tree.Return)]
    for node in sorted(nodes, key=lambda node: node.start):
        tests = list(_tests(node.test if isinstance(node, tree.If) else node.value))
        # `if loss >= best: waited += 1`, and what is better is the other branch.
        is_reversed = [False, True] if isinstance(node, tree.If) and node.orelse and len(tests) == 1 else [False]
        for (test, asked), is_worse in itertools.product(tests, is_reversed):
            compared = _compared(test)
            if compared is None:
                continue
            number, best, is_lower_better = compared
            is_lower_better = is_lower_better != is_worse
            bodies = [node.orelse] if is_worse and isinstance(node, tree.If) else list(_branches(file, node))
            started = _first_number(file, bodies, best, number)
            start = _start(started.value, asked) if started is not None and started.value is not None else None
            if started is None or start is None:
                continue
            certain = math.isinf(start) and (start < 0) == is_lower_better
            likely = start == 0 and is_lower_better and _is_loss(number) and (_is_loss(best) or _is_any_best(best))
            if certain or likely:
                instead = 'float("inf")' if is_lower_better else 'float("-inf")'
                yield LostRecord(file, test, View(file, started.node), instead, certain)
                break  # the other way round, the same number is as wrong


def _tests(
    condition: tree.Expression | None,
) -> Iterator[tuple[tree.Expression, tuple[tree.Expression, bool] | None]]:
    """The comparisons of a condition, of a choice between two as well: with what is asked then, and its answer."""
    if isinstance(condition, tree.Conditional):
        yield condition.body, (condition.test, True)
        yield condition.orelse, (condition.test, False)
    elif condition is not None:
        yield from ((one, None) for one in conjuncts(condition))


def _start(value: tree.Expression, asked: tuple[tree.Expression, bool] | None) -> float | None:
    """The number that a record begins with: of a choice, the one that is taken where the comparison is made."""
    if not isinstance(value, tree.Conditional):
        return _number_of(value)
    if asked is None or _question(value.test) is None or _question(value.test) != _question(asked[0]):
        return None
    return _number_of(value.body if asked[1] else value.orelse)


def _question(test: tree.Expression) -> tuple[str, object] | None:
    """What `mode == "max"` and `self.mode == "max"` ask."""
    if isinstance(test, tree.Compare) and test.ops == ["=="] and isinstance(test.comparators[0], tree.Constant):
        return tree.last_name(test.left), test.comparators[0].value
    return None


def _compared(test: tree.Expression) -> tuple[tree.Expression, tree.Expression, bool] | None:
    """What is compared with which record, and whether a smaller one replaces it; None for any other condition."""
    if not isinstance(test, tree.Compare) or len(test.ops) != 1 or test.ops[0] not in ("<", ">", "<=", ">="):
        return None
    left, right, is_less = test.left, test.comparators[0], test.ops[0].startswith("<")
    if "best" in tree.last_name(left).lower():
        return right, left, not is_less
    return left, right, is_less


def _first_number(
    file: File, bodies: list[list[tree.Statement]], best: tree.Expression, number: tree.Expression
) -> Definition | None:
    """Where a record gets its first number, if it gets others only where it is beaten, or as `min(loss, best)`."""
    if isinstance(best, tree.Name):
        given = definitions_of(file.tree, best)
    elif isinstance(best, tree.Attribute) and isinstance(best.value, tree.Name) and best.value.id == "self":
        cls = file.tree.above(best, tree.ClassDef)
        given = assignments_to(file.tree, cls, f"self.{best.attr}") if cls is not None else ()
    else:
        return None
    inside = [
        one for one in given if any(_is_in(one.node, body) for body in bodies) or _is_better_of(one, best, number)
    ]
    first = [one for one in given if one not in inside]
    is_kept = bool(inside) and len(first) == 1 and all(one.kind == "assignment" for one in first)
    return first[0] if is_kept else None


def _branches(file: File, around: _Deciding) -> Iterator[list[tree.Statement]]:
    """What runs where a comparison is true: the branch, or the branches that ask for its result further down."""
    if isinstance(around, tree.If):
        yield around.body
        return
    scope: tree.Node | None = file.tree.scope(around)
    if isinstance(around, tree.Assign):
        wanted = tree.dotted(around.targets[0])
        yield [around]
    else:
        wanted = f"self.{scope.name}" if isinstance(scope, tree.FunctionDef) else None
        scope = file.tree.above(around, tree.ClassDef)
    for one in file.tree.inside(scope, tree.If) if scope is not None and wanted else ():
        asked = [test.func if isinstance(test, tree.Call) else test for test in conjuncts(one.test)]
        if wanted in map(tree.dotted, asked):
            yield one.body


def _is_in(node: tree.Node, body: list[tree.Statement]) -> bool:
    return body[0].start <= node.start < body[-1].end


def _is_better_of(one: Definition, best: tree.Expression, number: tree.Expression) -> bool:
    """Whether a record becomes the better one of itself and the number that it is compared with.

    A range that grows, `low = min(low, x)` and `high = max(high, x)`, is compared with its other end.
    """
    call = one.value
    if not isinstance(call, tree.Call) or tree.dotted(call.func) not in ("min", "max"):
        return False
    given = {tree.dotted(argument.value) for argument in call.args}
    return tree.dotted(best) in given and (tree.dotted(number) is None or tree.dotted(number) in given)


def _number_of(node: tree.Node) -> float | None:
    """The number that is written: `0`, `-math.inf`, `float("inf")`."""
    if isinstance(node, tree.UnaryOp) and node.op == "-":
        inner = _number_of(node.operand)
        return -inner if inner is not None else None
    if isinstance(node, tree.Constant) and isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
        return float(node.value)
    if isinstance(node, (tree.Name, tree.Attribute)):
        return math.inf if tree.last_name(node).lower() in ("inf", "infty") else None
    if isinstance(node, tree.Call) and tree.dotted(node.func) == "float" and len(node.args) == 1:
        text = node.args[0].value
        said = str(text.value).lower().lstrip("+") if isinstance(text, tree.Constant) else ""
        return {"inf": math.inf, "infinity": math.inf, "-inf": -math.inf, "-infinity": -math.inf}.get(said)
    return None


def _is_any_best(node: tree.Node) -> bool:
    """Whether a name only says that it is a record: `best`, `self.best_value`."""
    return tree.last_name(node).lower().strip("_") in ("best", "best_so_far", "best_val", "best_value")


def _is_loss(node: tree.Node) -> bool:
    """Whether a name says that it is a loss, or an error."""
    name = tree.last_name(node)
    return LOSSES.search(name) is not None or "err" in name.lower()
