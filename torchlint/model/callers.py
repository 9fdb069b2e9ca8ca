"""Who calls a file's functions from other files: their code is run too, so that each call is judged as it happens."""

from __future__ import annotations

import re
from collections.abc import Iterable

from torchlint.model.deferred import unit_of
from torchlint.model.definitions import Function, Unit
from torchlint.model.frame import Machine
from torchlint.model.imports import run_top_level
from torchlint.model.repository import is_among_tests
from torchlint.model.unasked import enter_unasked, turn

# How far callers' own callers are looked for, and how many files are run for one that is checked.
_FARTHEST = 2
_MOST_FILES = 4
# Of a file that more others import than this, the nearest of them are looked at.
_MOST_USERS = 20
# How much work callers may cost, in expressions per expression of the file that is checked, and at least.
_WORK_PER_NODE, _LEAST_WORK = 0.6, 1_000


def run_callers(machine: Machine, target: Unit) -> None:
    """Run the code of other files that calls what this file defines and nothing in it has called."""
    if machine.repository is None or not target.place or is_among_tests(target.place, machine.repository.root):
        return
    limit, machine.limit = machine.limit, machine.work + int(len(target.tree.nodes) * _WORK_PER_NODE) + _LEAST_WORK
    before, machine.runs_callers = machine.work, True
    _run_callers(machine, target, _uncalled(machine, target), 0, {target.place})
    machine.runs_callers = False
    machine.limit = limit + machine.work - before


def _uncalled(machine: Machine, unit: Unit) -> set[str]:
    """The names of the file's functions that have not run yet, of their classes, and of its classes' methods."""
    names: set[str] = set()
    for function in _functions(machine, unit):
        if function in machine.ran or function.name == "<lambda>" or function.builds_a_graph:
            continue  # judged already, or the same whoever calls it
        traits, owner = unit.traits_of(function.node), function.owner
        runs_a_part = owner is not None and any(owner.method(name) is None for name in traits.calls_of_self)
        if traits.depends_on_callers or runs_a_part:
            names.add(function.name)
            if owner is not None:
                names.add(owner.name)
    return {name for name in names if not name.startswith("__")}


def _functions(machine: Machine, unit: Unit) -> list[Function]:
    return [function for function in machine.functions.values() if function.unit is unit]


def _run_callers(machine: Machine, unit: Unit, names: set[str], depth: int, seen: set[str]) -> None:
    if not names or depth > _FARTHEST:
        return
    repository = machine.repository
    assert repository is not None
    for place in repository.users(unit.place)[:_MOST_USERS]:
        if place in seen or not _speaks_of(repository.text(place), names):
            continue
        if machine.work > machine.limit or len(seen) > _MOST_FILES:
            machine.record.callers_left = True
            return
        caller = unit_of(machine, place)
        if caller is None:
            continue
        seen.add(place)
        caller.is_main = True
        run_top_level(machine, caller)
        calling = _calling(_functions(machine, caller), names)
        left = [function for function in calling if function not in machine.ran]
        _run_callers(machine, caller, _named(left), depth + 1, seen)
        for function in sorted(left, key=lambda f: turn(f, caller.mentioned)):
            if machine.work > machine.limit:
                machine.record.callers_left = True
                return
            if function not in machine.ran:
                enter_unasked(machine, function)


def _calling(functions: list[Function], names: set[str]) -> list[Function]:
    """The functions that speak of these names, and those that speak of them in turn."""
    found: dict[Function, None] = {}
    while True:
        more = [f for f in functions if f not in found and f.name != "<lambda>" and _speaks_of(_code(f), names)]
        if not more:
            return list(found)
        found.update(dict.fromkeys(more))
        names = _named(more)


def _code(function: Function) -> str:
    """The text of a function's body."""
    body = function.body
    return function.unit.tree.text[body[0].start : function.node.end] if body else ""


def _named(functions: Iterable[Function]) -> set[str]:
    """The names by which functions are called, and those of the classes they are methods of."""
    found: set[str] = set()
    for function in functions:
        owner = function.owner
        found.add(owner.name if owner is not None and function.name.startswith("__") else function.name)
    return found


def _speaks_of(text: str, names: set[str]) -> bool:
    """Whether any of these names stands in a text."""
    return any(name in text and re.search(rf"\b{name}\b", text) for name in names)
