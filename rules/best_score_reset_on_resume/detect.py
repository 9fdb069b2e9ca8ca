"""Best scores that begin with a constant in a training that a checkpoint resumes: `best = 0`, not `saved["best"]`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition, assignments_in, assignments_to
from torchlint.binding.use_def import definitions_of, reaching_definitions
from torchlint.queries import View
from torchlint.queries.data import is_in_texts_of_program
from torchlint.syntax import tree

from .detect_resume import Resumed, resumed_loops
from .detect_scores import Comparison, comparisons, entry_definitions, is_first_score
from .detect_trackers import answers

if TYPE_CHECKING:
    from torchlint.queries import File

_SAVES = re.compile(r"(?i)save(?!_?(fig|txt|image|plot|result|predict|sample))|checkpoint|ckpt|^copy(file|2|y)?$")
_WEIGHTS = re.compile(r"(?i)model|net|state|ckpt|checkpoint|weight|best|\.pth?\b|\.tar\b")
# A folder for each run keeps the best of the run before.
_OWN_FOLDER = re.compile(r"strftime|datetime\.now\(|isoformat")
# What may give an object's attributes their values without naming them.
_ALL_AT_ONCE = re.compile(r"__dict__|\bvars\(|\bsetattr\(|\bglobals\(\)")


@dataclass(frozen=True, slots=True, eq=False)
class ForgottenScore(View):
    """An assignment of the score that a resumed training has to beat first."""

    name: str
    start: str  # what it begins with, as text
    counter: str  # what does resume, as text
    resumed: View
    saved: View
    is_sure: bool  # whether it is the same file that is written
    is_remembered: bool = False  # whether no file is written, but which one is the best is remembered


def forgotten_scores(file: File) -> Iterator[ForgottenScore]:
    """Each such assignment, in source order."""
    found: dict[tree.Node, ForgottenScore] = {}
    for resumed in resumed_loops(file):
        for test in comparisons(file, resumed.loop):
            for best in test.sides:
                forgotten = _forgotten(file, resumed, test, best)
                if forgotten is not None:
                    found.setdefault(forgotten.node, forgotten)
        for call, made in answers(file, resumed.loop):
            forgotten = _forgotten_by_object(file, resumed, call, made)
            if forgotten is not None:
                found.setdefault(forgotten.node, forgotten)
    return iter(sorted(found.values(), key=lambda one: one.node.start))


def _forgotten(file: File, resumed: Resumed, test: Comparison, best: tree.Expression) -> ForgottenScore | None:
    """The first number of a best score, if nothing but the loop gives it another one."""
    name = tree.dotted(best) or (file.tree.text_of(best) if isinstance(best, tree.Subscript) else None)
    given = _definitions(file, best)
    inside = [one for one in given if file.is_within(one.node, resumed.loop)]
    first = [one for one in given if one not in inside]
    if name is None or not inside or not _are_first(file, first):
        return None
    begin = first[-1]
    if file.tree.above(begin.node, tree.For, tree.While) is not None or begin.node.start > test.node.start:
        return None  # each fold has its own best score
    gate = _gate(file, resumed.loop, test)
    saved = _saved(file, gate, inside)
    remembered = _remembered(file, gate, inside) if saved is None else None
    saved = saved or remembered
    if saved is None or not any(_is_update(file, one, gate, test) for one in inside):
        return None
    if remembered is None and _names_a_pass(file, saved, resumed, test):
        return None  # each best score has its own file
    is_sure = _OWN_FOLDER.search(file.text) is None and remembered is None
    assert begin.value is not None
    start = file.tree.text_of(begin.value)
    place, is_remembered = View(file, saved), remembered is not None
    return ForgottenScore(file, begin.node, name, start, resumed.counter, resumed.place, place, is_sure, is_remembered)


def _forgotten_by_object(file: File, resumed: Resumed, call: tree.Call, made: View) -> ForgottenScore | None:
    """What makes the object that keeps the best score, if weights are saved where its method says so."""
    saved = _saved(file, _gate(file, resumed.loop, Comparison(call, (call, call))), [])
    if saved is None or not isinstance(call.func, tree.Attribute):
        return None
    if _names_a_pass(file, saved, resumed, Comparison(call, (call, call))):
        return None  # each best score has its own file
    name = file.tree.text_of(call.func.value)
    return ForgottenScore(file, made.node, name, str(made), resumed.counter, resumed.place, View(file, saved), False)


def _are_first(file: File, given: list[Definition]) -> bool:
    """Whether these are one number that is written, which may be wrapped in an object after it."""
    if len(given) > 1 and not all(isinstance(one.value, tree.Call) for one in given[1:]):
        return False
    return bool(given) and all(is_first_score(file, one.value) for one in given)


def _definitions(file: File, best: tree.Expression) -> tuple[Definition, ...]:
    """What may give the best score its value; nothing where code elsewhere may do so."""
    if isinstance(best, tree.Name):
        found = reaching_definitions(file.tree, best)
        every = definitions_of(file.tree, best) if None in found else found
        return tuple(one for one in every if one is not None)
    if isinstance(best, tree.Subscript):
        return entry_definitions(file.tree, best)
    holder = tree.dotted(best.value) if isinstance(best, tree.Attribute) else None
    if not isinstance(best, tree.Attribute) or holder is None or "." in holder or _ALL_AT_ONCE.search(file.text):
        return ()
    around = file.tree.above(best, tree.ClassDef if holder == "self" else tree.FunctionDef)
    given = assignments_to(file.tree, around, f"{holder}.{best.attr}") if around is not None else ()
    if not given or is_in_texts_of_program(file, re.compile(rf"\b(?!{holder}\.)\w+\.{best.attr}\s*=[^=]")):
        return ()
    every = assignments_to(file.tree, file.tree.root, f"{holder}.{best.attr}")
    return given if holder == "self" or len(given) == len(every) else ()


def _gate(file: File, loop: tree.Node, test: Comparison) -> list[tree.Node]:
    """The uses of the answer: the `if` around the comparison, or around the name that it is given."""
    above = file.tree.above(test.node, tree.If, tree.Assign)
    if isinstance(above, tree.If) and file.is_within(test.node, above.test):
        return [above, *_asked_later(file, loop, above), *_handed_on(file, loop, above)]
    if not isinstance(above, tree.Assign) or above.value is not test.node or len(above.targets) != 1:
        return []
    name = tree.dotted(above.targets[0])
    return [node for node in tree.walk(loop) if tree.dotted(node) == name and node.start > above.end]


def _asked_later(file: File, loop: tree.Node, better: tree.If) -> Iterator[tree.If]:
    """Further down in the loop: `if is_best:` where a better score sets that, or `if step == best_step:`."""
    marks = {one.name for part in better.body for one in assignments_in(part)}
    for other in file.tree.own(loop, tree.If):
        test = other.test
        sides = [test.left, *test.comparators] if isinstance(test, tree.Compare) and test.ops == ["=="] else [test]
        if other.start > better.end and any(tree.dotted(side) in marks for side in sides):
            yield other


def _handed_on(file: File, loop: tree.Node, better: tree.If) -> list[tree.Name]:
    """Where a call further down in the loop is given what a better score sets to True: `save(state, is_best)`."""
    marks = {one.name for part in better.body for one in assignments_in(part) if tree.is_true(one.value)}
    names = (one for one in file.tree.own(loop, tree.Name) if one.start > better.end and one.id in marks)
    return [one for one in names if isinstance(file.tree.parents.get(one), tree.Argument)]


def _saved(file: File, gate: list[tree.Node], updates: list[Definition]) -> tree.Call | None:
    """The call that saves weights if the score is the best so far."""
    for use in gate:
        if isinstance(use, tree.If):
            calls = _calls_if_better(file, use, updates)
        else:
            above = file.tree.above(use, tree.If, tree.Call)
            calls = [above] if isinstance(above, tree.Call) else []
            if isinstance(above, tree.If) and file.is_within(use, above.test):
                calls = _calls_if_better(file, above, updates)
        for call in calls:
            if _SAVES.search(tree.last_name(call.func)) and _WEIGHTS.search(file.tree.text_of(call)):
                return call
    return None


def _remembered(file: File, gate: list[tree.Node], updates: list[Definition]) -> tree.Call | None:
    """The call that has saved what a better score makes the best file: `path = save(model)`, `best_path = path`."""
    for choice in (use for use in gate if isinstance(use, tree.If)):
        for part in _if_better(file, choice, updates):
            for one in assignments_in(part):
                made = reaching_definitions(file.tree, one.value) if isinstance(one.value, tree.Name) else ()
                for call in (its.value for its in made if its is not None):
                    if isinstance(call, tree.Call) and _SAVES.search(tree.last_name(call.func)):
                        if _WEIGHTS.search(file.tree.text_of(call)):
                            return call
    return None


def _calls_if_better(file: File, choice: tree.If, updates: list[Definition]) -> list[tree.Call]:
    """The calls of the branch that takes the better score."""
    return [call for part in _if_better(file, choice, updates) for call in file.tree.inside(part, tree.Call)]


def _if_better(file: File, choice: tree.If, updates: list[Definition]) -> list[tree.Statement]:
    """The branch that takes the better score; where the first one ends the pass, the rest is the other."""
    other = list(choice.orelse)
    if choice.body and isinstance(choice.body[-1], (tree.Continue, tree.Break, tree.Return)):
        other += [one for one in file.tree.block(choice) if one.start > choice.end]
    takes = any(file.is_within(update.node, part) for update in updates for part in other)
    return other if takes else list(choice.body)


def _is_update(file: File, given: Definition, gate: list[tree.Node], test: Comparison) -> bool:
    """Whether the loop assigns the better score: in the `if`, or with `max` or `min`."""
    if isinstance(given.value, tree.Call) and tree.dotted(given.value.func) in ("max", "min"):
        return True
    other = {file.tree.text_of(side) for side in test.sides}
    is_other = given.value is not None and file.tree.text_of(given.value) in other
    return is_other or any(isinstance(use, tree.If) and file.is_within(given.node, use) for use in gate)


def _names_a_pass(file: File, saved: tree.Call, resumed: Resumed, test: Comparison) -> bool:
    """Whether the name of the file tells which epoch it is, or which score."""
    target = resumed.loop.target if isinstance(resumed.loop, tree.For) else None
    counted = {resumed.counter} if target is None else {tree.dotted(part) for part in tree.walk(target)}
    counted |= {tree.dotted(side) for side in test.sides}
    parts = [one for argument in saved.args for one in tree.walk(argument.value)]
    for name in [one for one in parts if isinstance(one, tree.Name)]:
        values = [one.value for one in reaching_definitions(file.tree, name) if one is not None]
        parts += [part for value in values if value is not None for part in tree.walk(value)]
    texts = [part for one in parts if _is_formatted(one) for part in tree.walk(one)]
    return not {tree.dotted(part) for part in texts}.isdisjoint(counted - {None})


def _is_formatted(node: tree.Node) -> bool:
    """Whether this makes a text of numbers: an f-string, `"..." % epoch`, `"...".format(epoch)`, `str(epoch)`."""
    if isinstance(node, tree.BinaryOp):
        return node.op == "%" and isinstance(node.left, tree.Constant) and isinstance(node.left.value, str)
    if isinstance(node, tree.Call):
        return tree.last_name(node.func) in ("format", "str")
    return isinstance(node, tree.FormattedString)
