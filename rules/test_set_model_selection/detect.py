"""Comparisons with the best score so far that decide what is saved, where the score is of test data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.knowledge.call_names import KEEPS_WEIGHTS
from torchlint.queries import ExpressionView
from torchlint.syntax import tree

from .detect_data import Measured, data_of, is_of_test_set

if TYPE_CHECKING:
    from torchlint.queries import File

_ORDERS = frozenset(("<", "<=", ">", ">="))
_EXTREMES = frozenset(("max", "min"))


@dataclass(frozen=True, slots=True, eq=False)
class Choice(ExpressionView):
    """The comparison of a score with the best one so far."""

    score: ExpressionView
    measured: Measured

    @property
    def data(self) -> ExpressionView:
        """What the score was measured on."""
        return ExpressionView(self.file, self.measured.node)

    @property
    def is_of_test_set(self) -> bool:
        """Whether that was visibly made of a dataset's test set, and is not only called so."""
        return is_of_test_set(self.file, self.measured)


def choices_by_test_set(file: File) -> Iterator[Choice]:
    """Such comparisons, in source order; one for each score of a function."""
    seen: set[tuple[tree.Node, str]] = set()
    for test in file.tree.all(tree.Compare):
        score = _compared_with_best(test)
        if score is None or not _decides_what_is_saved(file, test):
            continue
        measured = data_of(file, score)
        place = file.tree.scope(test), file.tree.text_of(score)
        if measured is not None and place not in seen:
            seen.add(place)
            yield Choice(file, test, ExpressionView(file, score), measured)


def _compared_with_best(test: tree.Compare) -> tree.Expression | None:
    """The score that is compared with what is called the best."""
    if len(test.ops) != 1 or test.ops[0] not in _ORDERS:
        return None
    sides = (test.left, test.comparators[0])
    best = [side for side in sides if _is_best(side)]
    other = [side for side in sides if not _is_best(side)]
    return other[0] if len(best) == 1 and not isinstance(other[0], tree.Constant) else None


def _is_best(side: tree.Expression) -> bool:
    name = tree.last_name(side.value if isinstance(side, tree.Subscript) else side)
    return "best" in name.lower()


def _decides_what_is_saved(file: File, test: tree.Compare) -> bool:
    """Whether something is saved where it is true: in the branch, or by a call that is told the result."""
    above = file.tree.above(test, tree.If, tree.Assign, *tree.Loops, *tree.Scope)
    if isinstance(above, tree.If) and file.is_within(test, above.test):
        return any(_saves(call) for statement in above.body for call in _calls(statement))
    if not isinstance(above, tree.Assign) or len(above.targets) != 1 or above.value is not test:
        return False
    flag = tree.dotted(above.targets[0])
    scope = file.tree.scope(test)
    # `is_best = acc > best` with `best = max(acc, best)`: the flag is handed to what saves, or tested.
    return flag is not None and _is_kept(scope) and any(_is_asked(file, node, flag) for node in tree.walk(scope))


def _is_kept(scope: tree.Node) -> bool:
    values = (one.value for one in assignments_in(scope) if "best" in one.name.lower())
    return any(isinstance(v, tree.Call) and tree.last_name(v.func) in _EXTREMES for v in values)


def _is_asked(file: File, node: tree.Node, flag: str) -> bool:
    if isinstance(node, tree.If) and tree.dotted(node.test) == flag:
        return any(_saves(call) for statement in node.body for call in _calls(statement))
    given = [argument.value for argument in node.args] if isinstance(node, tree.Call) and _saves(node) else []
    return any(tree.dotted(value) == flag for value in given)


def _calls(part: tree.Node) -> list[tree.Call]:
    return [node for node in tree.walk(part) if isinstance(node, tree.Call)]


def _saves(call: tree.Call) -> bool:
    name = tree.last_name(call.func).lower()
    return any(part in name for part in KEEPS_WEIGHTS)
