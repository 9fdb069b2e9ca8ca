"""Comparisons with the best score so far that decide what is saved, where the score is of test data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.knowledge.call_names import KEEPS_WEIGHTS
from torchlint.knowledge.naming_conventions import TRAINS
from torchlint.queries import ExpressionView
from torchlint.syntax import tree

from .detect_data import Measured, data_of, is_of_test_set

if TYPE_CHECKING:
    from torchlint.queries import File

_ORDERS = frozenset(("<", "<=", ">", ">="))
# What a program calls that trains, or that trains a model for it.
_TRAINS = re.compile(rf"{TRAINS}|[Tt]rain|[Ff]it|^step$|[Oo]ptim|[Ee]poch")
_EXTREMES = frozenset(("max", "min"))
_BEST = re.compile(r"best|^_?(max|min|highest|lowest)_|_(max|min)$")
_BEST_FILE = re.compile(
    r"best.*(file|path|ckpt|checkpoint|model|weights)|(file|path|ckpt|checkpoint|model|weights).*best"
)
_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")  # `recallMax` is `recall_max`
_STOPS = re.compile(r"early_?stop|stopper|stopping|if_?(best|better)|(save|keep|update|track)_?best", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Choice(ExpressionView):
    """The comparison of a score with the best one so far, or a call that makes it and keeps the best weights."""

    score: ExpressionView
    measured: Measured
    decides: str = "what is saved"

    @property
    def data(self) -> ExpressionView:
        """What the score was measured on."""
        return ExpressionView(self.file, self.measured.node)

    @property
    def is_of_test_set(self) -> bool:
        """Whether that was visibly made of a dataset's test set, and is not only called so."""
        return is_of_test_set(self.file, self.measured)


def choices_by_test_set(file: File) -> Iterator[Choice]:
    """Such choices, first all comparisons; one for each score of a function. None in a file that trains nothing."""
    if not any(_TRAINS.search(tree.last_name(call.func)) for call in file.tree.all(tree.Call)):
        return  # evaluates what another program has trained
    seen: set[tuple[tree.Node, str]] = set()
    for test in file.tree.all(tree.Compare):
        score = _compared_with_best(test) or _compared_with_kept(file, test)
        decides = _decided(file, test, score) if score is not None else ""
        if score is None or not decides:
            continue
        measured = data_of(file, score)
        place = file.tree.scope(test), file.tree.text_of(score)
        if measured is not None and place not in seen:
            seen.add(place)
            yield Choice(file, test, ExpressionView(file, score), measured, decides)
    chosen = {scope for scope, _ in seen}
    for best, at, score in _kept_bests(file):
        scope = file.tree.scope(at)
        measured = data_of(file, score) if scope not in chosen and _is_read_after_loop(file, at, best) else None
        if measured is not None:
            chosen.add(scope)  # the other scores of the same epochs go with it
            yield Choice(file, at, ExpressionView(file, score), measured, "what is reported")
    for call in file.tree.all(tree.Call):
        if _STOPS.search(tree.last_name(call.func)):
            yield from _given_scores(file, call)


def _given_scores(file: File, call: tree.Call) -> Iterator[Choice]:
    """The first score of test data among what is given to `early_stopping(loss, model, path)`, which saves the best."""
    given = [argument.value for argument in call.args]
    if not any("model" in tree.last_name(one).lower() or "net" in tree.last_name(one).lower() for one in given):
        return
    for score in given:
        measured = data_of(file, score) if isinstance(score, (tree.Name, tree.UnaryOp)) else None
        if measured is not None:
            yield Choice(file, call, ExpressionView(file, score), measured)
            return


def _compared_with_best(test: tree.Compare) -> tree.Expression | None:
    """The score that is compared with what is called the best."""
    if len(test.ops) != 1 or test.ops[0] not in _ORDERS:
        return None
    sides = (test.left, test.comparators[0])
    best = [side for side in sides if _is_best(side)]
    other = [side for side in sides if not _is_best(side)]
    return other[0] if len(best) == 1 and not isinstance(other[0], tree.Constant) else None


def _compared_with_kept(file: File, test: tree.Compare) -> tree.Expression | None:
    """The score that replaces what it is compared with: `if loss < stored: stored = loss`."""
    above = file.tree.parents.get(test)
    if not isinstance(above, tree.If) or above.test is not test or len(test.ops) != 1 or test.ops[0] not in _ORDERS:
        return None
    kept = {
        (tree.dotted(target), tree.dotted(one.value))
        for one in above.body
        if isinstance(one, tree.Assign)
        for target in one.targets
    }
    sides = (test.left, test.comparators[0])
    for best, score in (sides, sides[::-1]):
        if tree.dotted(score) is not None and (tree.dotted(best), tree.dotted(score)) in kept:
            return score
    return None


def _is_best(side: tree.Expression) -> bool:
    """Whether something is called the best: `best_acc`, `best["acc"]`, `state["best_acc"]`."""
    if isinstance(side, tree.Subscript):
        key = side.index.value if isinstance(side.index, tree.Constant) else None
        return _is_best(side.value) or (isinstance(key, str) and "best" in key.lower())
    return _BEST.search(_WORDS.sub("_", tree.last_name(side)).lower()) is not None


def _decided(file: File, test: tree.Compare, score: tree.Expression) -> str:
    """What depends on a comparison: the weights that are saved, or the epoch that is reported in the end."""
    if _decides_what_is_saved(file, test, score):
        return "what is saved"
    return "what is reported" if _is_reported(file, test, score) else ""


def _kept_bests(file: File) -> Iterator[tuple[str, tree.Expression, tree.Expression]]:
    """Where the best score so far is kept in one expression: its name, that expression, and the score.

    `best = max(best, acc)`, or `best = acc if acc > best else best`.
    """
    for assign in file.tree.all(tree.Assign):
        best = tree.dotted(assign.targets[0]) if len(assign.targets) == 1 else None
        value, given = assign.value, list[tree.Expression]()
        if best is None or not _is_best(assign.targets[0]):
            continue
        if isinstance(value, tree.Conditional) and isinstance(value.test, tree.Compare):
            given = [value.body, value.orelse] if _compared_with_best(value.test) is not None else []
        elif isinstance(value, tree.Call) and tree.last_name(value.func) in _EXTREMES:
            given = [one.value for one in value.args]
        others = [one for one in given if tree.dotted(one) != best]
        if len(given) == 2 and len(others) == 1 and not isinstance(others[0], tree.Constant):
            yield best, value, others[0]


def _is_read_after_loop(file: File, node: tree.Node, name: str) -> bool:
    """Whether a name is read after the loop around, such as that over the epochs."""
    loop = file.tree.above(node, *tree.Loops, *tree.Scope)
    if not isinstance(loop, tree.Loops):
        return False
    return any(n.id == name and n.start >= loop.end for n in file.tree.inside(file.tree.scope(node), tree.Name))


def _is_reported(file: File, test: tree.Compare, score: tree.Expression) -> bool:
    """Whether the best score replaces the one so far, and is read after the loop over the epochs.

    Or the file that goes with it: `best, best_file = acc, path`. That may also be told in each epoch.
    """
    above = file.tree.parents.get(test)
    if not isinstance(above, tree.If) or above.test is not test:
        return False
    best = next(tree.dotted(side) for side in (test.left, test.comparators[0]) if side is not score)
    changed = {tree.dotted(target) for one in above.body if isinstance(one, tree.Assign) for target in one.targets}
    if best is None or best not in changed:
        return False
    if _is_read_after_loop(file, test, best):
        return True
    beside = {name for name in changed if name and name != best and _BEST_FILE.search(name.lower())}
    return any(_is_told_in_loop(file, above, name) for name in sorted(beside))


def _is_told_in_loop(file: File, choice: tree.If, name: str) -> bool:
    """Whether the loop around a choice gives a name to some call, outside of the choice, or code after it reads it."""
    loop = file.tree.above(choice, *tree.Loops, *tree.Scope)
    if not isinstance(loop, tree.Loops):
        return False
    uses = [one for one in file.tree.own(loop, tree.Name) if one.id == name and not file.is_within(one, choice)]
    calls = (file.tree.above(one, tree.Call) for one in uses)
    told = any(call is not None and file.is_within(call, loop) for call in calls)
    return told or _is_read_after_loop(file, choice, name)


def _decides_what_is_saved(file: File, test: tree.Compare, score: tree.Expression) -> bool:
    """Whether something is saved where it is true: in the branch, or by what is told the result."""
    above = file.tree.above(test, tree.If, tree.Assign, *tree.Loops, *tree.Scope)
    scope = file.tree.scope(test)
    if isinstance(above, tree.If) and file.is_within(test, above.test):
        if any(_saves(call) for statement in above.body for call in _calls(statement)):
            return True
        # `if acc > best: best, is_best = acc, True`, or `best_epoch = epoch`: what is assigned is asked further down.
        flags = {flag for statement in above.body for part in tree.walk(statement) for flag in _flags(part)}
        return any(_is_asked(node, flag) for flag in sorted(flags) for node in tree.walk(scope) if node is not above)
    if not isinstance(above, tree.Assign) or len(above.targets) != 1 or not _has_alternative(above.value, test):
        return False
    flag = tree.dotted(above.targets[0])
    # `is_best = acc > best` with `best = max(acc, best)`: the flag is handed to what saves, or tested.
    return (
        flag is not None
        and _is_kept(file, scope, score)
        and any(_is_asked(node, flag) or _is_told(node, flag) for node in tree.walk(scope))
    )


def _flags(statement: tree.Node) -> list[str]:
    """The names that a statement sets to True, or to an epoch that is the best one."""
    if not isinstance(statement, tree.Assign) or len(statement.targets) != 1:
        return []
    name = tree.dotted(statement.targets[0]) or ""
    is_flag = tree.is_true(statement.value) or (name and "best" in name.lower() and tree.dotted(statement.value))
    return [name] if name and is_flag else []


def _has_alternative(value: tree.Expression, test: tree.Compare) -> bool:
    """Whether a value is the result of a test, or true as well where that is: `always or acc > best`."""
    return value is test or (isinstance(value, tree.BoolOp) and test in value.values)


def _is_kept(file: File, scope: tree.Node, score: tree.Expression) -> bool:
    """Whether the best score so far is kept: `best = max(acc, best)`, or `best = acc` in some branch."""
    for node in tree.walk(scope):
        if isinstance(node, tree.Assign) and any(map(_is_best, node.targets)):
            value = node.value
            if isinstance(value, tree.Call) and tree.last_name(value.func) in _EXTREMES:
                return True
            if file.tree.text_of(value) == file.tree.text_of(score):
                return True
    return False


def _is_asked(node: tree.Node, flag: str) -> bool:
    """Whether an `if` asks for a flag, alone or among others, and saves."""
    if not isinstance(node, tree.If):
        return False
    asked = node.test.values if isinstance(node.test, tree.BoolOp) else [node.test]
    if not any(_mentions(one, flag) for one in asked):
        return False
    return any(_saves(call) for statement in node.body for call in _calls(statement))


def _mentions(test: tree.Expression, flag: str) -> bool:
    """Whether a test is a flag, or whether something equals it: `best_epoch == epoch`."""
    if isinstance(test, tree.Compare) and test.ops == ["=="]:
        return flag in (tree.dotted(test.left), tree.dotted(test.comparators[0]))
    return tree.dotted(test) == flag


def _is_told(node: tree.Node, flag: str) -> bool:
    """Whether a call that saves is given a flag."""
    given = [argument.value for argument in node.args] if isinstance(node, tree.Call) and _saves(node) else []
    return any(tree.dotted(value) == flag for value in given)


def _calls(part: tree.Node) -> list[tree.Call]:
    return [node for node in tree.walk(part) if isinstance(node, tree.Call)]


def _saves(call: tree.Call) -> bool:
    name = tree.last_name(call.func).lower()
    return any(part in name for part in KEEPS_WEIGHTS)
