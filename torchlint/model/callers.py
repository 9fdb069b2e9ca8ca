"""Who calls a file's functions from other files: their code is run too, so that each call is judged as it happens."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

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
# How many files they may have parsed: one that names the classes of a whole project in a table asks for all of these.
_MOST_OPENED = 50
# How much work callers may cost, in expressions per expression of the file that is checked, and at least.
_WORK_PER_NODE, _LEAST_WORK = 0.6, 1_000


class _Sought(NamedTuple):
    """What code has to speak of to be run: a name, and how it stands there."""

    name: str
    pattern: str


def run_callers(machine: Machine, target: Unit) -> None:
    """Run the code of other files that calls what this file defines and nothing in it has called."""
    if machine.repository is None or not target.place or is_among_tests(target.place, machine.repository.root):
        return
    limit, machine.limit = machine.limit, machine.work + int(len(target.tree.nodes) * _WORK_PER_NODE) + _LEAST_WORK
    before, machine.most_units = machine.work, len(machine.units) + _MOST_OPENED
    _run_callers(machine, target, _uncalled(machine, target), 0, {target.place})
    machine.most_units = None
    machine.limit = limit + machine.work - before


def _uncalled(machine: Machine, unit: Unit) -> set[_Sought]:
    """The calls that would run what has not run yet of the file, and those that make objects of its classes."""
    found: set[_Sought] = set()
    for function in _functions(machine, unit):
        if function in machine.ran or function.name == "<lambda>" or function.builds_a_graph:
            continue  # judged already, or the same whoever calls it
        traits, owner = unit.traits_of(function.node), function.owner
        runs_a_part = owner is not None and any(owner.method(name) is None for name in traits.calls_of_self)
        if traits.depends_on_callers or runs_a_part:
            found.add(_by_name(function.name))
            if owner is not None:
                found.add(_made_of(owner.name))
    return {sought for sought in found if not sought.name.startswith("__")}


def _by_name(function: str) -> _Sought:
    return _Sought(function, rf"\b{function}\b")


def _made_of(cls: str) -> _Sought:
    """Where objects of a class, or of one that derives from it, are made.

    A class in a table of classes is not asked for by those who look there: such tables name all that a project has.
    """
    return _Sought(cls, rf"\bclass\s+\w+\s*\([^()]*\b{cls}\b|(?<!class )\b{cls}(\s*\(|\s+as\b)")


def _functions(machine: Machine, unit: Unit) -> list[Function]:
    return [function for function in machine.functions.values() if function.unit is unit]


def _run_callers(machine: Machine, unit: Unit, sought: set[_Sought], depth: int, seen: set[str]) -> None:
    if not sought or depth > _FARTHEST:
        return
    repository = machine.repository
    assert repository is not None
    for place in repository.users(unit.place)[:_MOST_USERS]:
        if place in seen or not _speaks_of(repository.text(place), sought):
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
        calling = _calling(_functions(machine, caller), sought)
        left = [function for function in calling if function not in machine.ran]
        _run_callers(machine, caller, _named(left), depth + 1, seen)
        for function in sorted(left, key=lambda f: turn(f, caller.mentioned)):
            if machine.work > machine.limit:
                machine.record.callers_left = True
                return
            if function not in machine.ran:
                enter_unasked(machine, function)


def _calling(functions: list[Function], sought: set[_Sought]) -> list[Function]:
    """The functions that speak of this, and those that speak of them in turn."""
    found: dict[Function, None] = {}
    while True:
        more = [f for f in functions if f not in found and f.name != "<lambda>" and _speaks_of(_code(f), sought)]
        if not more:
            return list(found)
        found.update(dict.fromkeys(more))
        sought = _named(more)


def _code(function: Function) -> str:
    """The text of a function's body."""
    body = function.body
    return function.unit.tree.text[body[0].start : function.node.end] if body else ""


def _named(functions: Iterable[Function]) -> set[_Sought]:
    """How these functions are called: by their names, or by making an object of the class that they are special to."""
    found: set[_Sought] = set()
    for function in functions:
        if function.owner is not None and function.name.startswith("__"):
            found.add(_made_of(function.owner.name))
        else:
            found.add(_by_name(function.name))
    return found


def _speaks_of(text: str, sought: set[_Sought]) -> bool:
    return any(one.name in text and re.search(one.pattern, text) for one in sought)
