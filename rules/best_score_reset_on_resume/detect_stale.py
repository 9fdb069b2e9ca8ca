"""Best scores that a checkpoint holds from before its epoch: `save(best); if score < best: best = score`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition
from torchlint.binding.use_def import definitions_of, reaching_definitions
from torchlint.queries import View
from torchlint.syntax import tree

from .detect_resume import is_loaded

if TYPE_CHECKING:
    from torchlint.queries import File

_SAVES = re.compile(r"(?i)save(?!_?(fig|txt|image|plot|result|predict|sample|log|metric|history|csv|json))")
# What a pass does before a checkpoint that is not that of the epoch before.
_TRAINS = re.compile(r"(?i)(?<!pre)train|fit\w*\(|backward\(|step\(|optimi[sz]e|eval|valid|test|score|epoch\w*\(")
_ORDERS = frozenset(("<", ">", "<=", ">="))


@dataclass(frozen=True, slots=True, eq=False)
class StaleScore(View):
    """A use of the best score in what is saved, before the epoch's own score can replace it."""

    name: str
    update: View  # where a better score replaces it
    restored: View  # where a resumed run reads it
    again: tuple[View, ...] = ()  # the other places in the loop that save it too early


def stale_scores(file: File) -> Iterator[StaleScore]:
    """The first such use for each update, in source order."""
    found: dict[tree.Node, list[StaleScore]] = {}
    for call in file.tree.all(tree.Call):
        loop = file.tree.above(call, *tree.Loops, *tree.Scope)
        if isinstance(loop, tree.Loops) and _SAVES.search(tree.last_name(call.func)):
            for name in _names_saved(file, call, loop):
                stale = _stale(file, loop, call, name)
                if stale is not None:
                    found.setdefault(stale.update.node, []).append(stale)
    return (replace(first, again=tuple(others)) for first, *others in found.values())


def _names_saved(file: File, call: tree.Call, loop: tree.Node) -> list[tree.Name]:
    """The variables whose values a call saves: those in its arguments, or in a dict that this pass has made of them."""
    found: list[tree.Name] = []
    for argument in call.args:
        found += [node for node in tree.walk(argument.value) if isinstance(node, tree.Name)]
    for name in list(found):
        made = [one.value for one in reaching_definitions(file.tree, name) if one is not None]
        for value in made:
            if isinstance(value, tree.Dict) and file.is_within(value, loop):
                found += [entry for entry in value.values if isinstance(entry, tree.Name)]
    return found


def _stale(file: File, loop: tree.Node, call: tree.Call, name: tree.Name) -> StaleScore | None:
    """The use of a score that is restored on resume, if what replaces it comes behind in each pass of the loop."""
    given = definitions_of(file.tree, name)
    inside = [one for one in given if file.is_within(one.node, loop)]
    restored = next((one for one in given if one not in inside and _is_restored(file, one)), None)
    if restored is None or not inside or not all(_replaces_by_better(file, loop, one) for one in inside):
        return None
    update = min(inside, key=lambda one: one.node.start)
    behind = _statement_beside(file, update.node, call)
    if behind is None or behind.start < call.end or _is_saved_again(file, loop, behind, name.id):
        return None
    if not _does_anything_before(file, loop, call):
        return None  # the state before the epoch, which a resumed run repeats
    return StaleScore(file, name, name.id, View(file, update.node), View(file, restored.node))


def _is_restored(file: File, given: Definition) -> bool:
    """Whether a score comes out of a checkpoint: `best = saved["best"]`."""
    value = given.value
    if isinstance(value, tree.Call) and isinstance(value.func, tree.Attribute) and value.func.attr in ("get", "pop"):
        return is_loaded(file.tree, value.func.value)
    return isinstance(value, tree.Subscript) and is_loaded(file.tree, value.value)


def _replaces_by_better(file: File, loop: tree.Node, given: Definition) -> bool:
    """Whether an assignment takes a better score: under `if score < best`, or by `max` or `min`."""
    value = given.value
    if isinstance(value, tree.Call) and tree.dotted(value.func) in ("max", "min"):
        return given.name in {tree.dotted(one.value) for one in value.args}
    choice = file.tree.above(given.node, tree.If, *tree.Scope)
    if not isinstance(choice, tree.If) or not file.is_within(choice, loop):
        return False
    tests = (node for node in tree.walk(choice.test) if isinstance(node, tree.Compare))
    return any(
        not _ORDERS.isdisjoint(test.ops) and given.name in {tree.dotted(one) for one in (test.left, *test.comparators)}
        for test in tests
    )


def _statement_beside(file: File, node: tree.Node, call: tree.Call) -> tree.Node | None:
    """The statement around an assignment that is in one block with the statement around a call."""
    around = set(file.tree.around(call))
    for above in file.tree.around(node):
        if above in around:
            return None  # one is inside the other's branch
        if not around.isdisjoint(file.tree.block(above)):
            return above
    return None


def _does_anything_before(file: File, loop: tree.Node, call: tree.Call) -> bool:
    """Whether a pass trains or evaluates before it saves, as far as its words and loops tell."""
    assert isinstance(loop, tree.Loops)
    before = [one for one in loop.body if one.start < call.start]
    if any(isinstance(one, tree.Loops) for part in before for one in tree.walk(part, into_functions=False)):
        return True
    calls = (one for part in before for one in tree.walk(part, into_functions=False) if isinstance(one, tree.Call))
    return any(one.end <= call.start and _TRAINS.search(f"{file.tree.text_of(one.func)}(") for one in calls)


def _is_saved_again(file: File, loop: tree.Node, behind: tree.Node, name: str) -> bool:
    """Whether the pass saves the score once more behind the update, whether it has changed or not."""
    for call in file.tree.own(loop, tree.Call):
        if call.start > behind.end and _SAVES.search(tree.last_name(call.func)):
            if any(one.id == name for one in _names_saved(file, call, loop)):
                return True
    return False
