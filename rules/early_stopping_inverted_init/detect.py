"""Records that no number can beat, as they begin with the best there is: `best = 0`, and then `if loss < best`."""

from __future__ import annotations

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


@dataclass(frozen=True, slots=True, eq=False)
class LostRecord(View):
    """A comparison with the best so far that is never true."""

    started: View  # where the best so far is given its first number
    instead: str  # what it should be
    is_certain: bool  # whether no number at all is better


def lost_records(file: File) -> Iterator[LostRecord]:
    """One for each such comparison, in source order."""
    nodes: list[tree.If | tree.Assign] = [*file.tree.all(tree.If), *file.tree.all(tree.Assign)]
    for node in sorted(nodes, key=lambda node: node.start):
        for test in conjuncts(node.test if isinstance(node, tree.If) else node.value):
            compared = _compared(test)
            if compared is None:
                continue
            number, best, is_lower_better = compared
            started = _first_number(file, node, best)
            start = _number_of(started.value) if started is not None and started.value is not None else None
            if started is None or start is None:
                continue
            certain = math.isinf(start) and (start < 0) == is_lower_better
            likely = start == 0 and is_lower_better and _is_loss(number) and _is_loss(best)
            if certain or likely:
                instead = 'float("inf")' if is_lower_better else 'float("-inf")'
                yield LostRecord(file, test, View(file, started.node), instead, certain)


def _compared(test: tree.Expression) -> tuple[tree.Expression, tree.Expression, bool] | None:
    """What is compared with which record, and whether a smaller one replaces it; None for any other condition."""
    if not isinstance(test, tree.Compare) or len(test.ops) != 1 or test.ops[0] not in ("<", ">", "<=", ">="):
        return None
    left, right, is_less = test.left, test.comparators[0], test.ops[0].startswith("<")
    if "best" in tree.last_name(left).lower():
        return right, left, not is_less
    return left, right, is_less


def _first_number(file: File, around: tree.If | tree.Assign, best: tree.Expression) -> Definition | None:
    """Where a record gets its first number, if it gets others only where it is beaten, or as `min(loss, best)`."""
    if isinstance(best, tree.Name):
        given = definitions_of(file.tree, best)
    elif isinstance(best, tree.Attribute) and isinstance(best.value, tree.Name) and best.value.id == "self":
        cls = file.tree.above(best, tree.ClassDef)
        given = assignments_to(file.tree, cls, f"self.{best.attr}") if cls is not None else ()
    else:
        return None
    body: list[tree.Node] = [*around.body] if isinstance(around, tree.If) else [around]
    inside = [one for one in given if body[0].start <= one.node.start < body[-1].end or _is_better_of(one, best)]
    first = [one for one in given if one not in inside]
    is_kept = bool(inside) and len(first) == 1 and all(one.kind == "assignment" for one in first)
    return first[0] if is_kept else None


def _is_better_of(one: Definition, best: tree.Expression) -> bool:
    """Whether a record becomes the better one of itself and another number."""
    call = one.value
    if not isinstance(call, tree.Call) or tree.dotted(call.func) not in ("min", "max"):
        return False
    return any(tree.dotted(argument.value) == tree.dotted(best) for argument in call.args)


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


def _is_loss(node: tree.Node) -> bool:
    """Whether a name says that it is a loss, or an error."""
    name = tree.last_name(node)
    return LOSSES.search(name) is not None or "err" in name.lower()
