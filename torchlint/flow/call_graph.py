"""Which code of other files calls a file's functions: it is run, too, so that the arguments are known."""

from __future__ import annotations

import re
from typing import NamedTuple

from torchlint.binding.scopes import SourceUnit
from torchlint.binding.symbols import Function
from torchlint.flow.entry_points import in_entry_order, run_entry_point
from torchlint.flow.import_binding import run_top_level
from torchlint.flow.inherited_methods import calling_bases
from torchlint.flow.lazy_import import opened
from torchlint.flow.loader_factories import loader_factories
from torchlint.flow.state import Interpreter
from torchlint.project.sources import is_among_tests
from torchlint.syntax import tree

# How many files the way from a program to the one that is checked may have: main, trainer, epoch and step take four.
_FARTHEST = 5
# How much work callers may cost, in expressions per expression of the file that is checked, and at least: a program
# that does much is run again for each of its files. Opening a file is work, too: one that names the classes of a whole
# project in a table asks for all of their files.
_WORK_PER_NODE, _LEAST_WORK = 1, 2_000
# At least for a file that gives away loaders, or has loops that train or evaluate what they are given: the way to such
# a loop leads past the data and the construction of the model, and often past an evaluation.
_LEAST_FOR_LOOPS = 40_000
# At least where the way leads through a table of classes: their common parent is run with each of them.
_LEAST_FOR_TABLES = 10_000
_LOOPS = re.compile(r"\.backward\(|\.step\(|\.eval\(\)|\.train\(|\bno_grad\(|\binference_mode\(")
# So much of it is to look through the text of a file for what it may call: in a large library hundreds of files import
# one that everybody needs.
_TO_LOOK = 10


class _CallSearch(NamedTuple):
    """A name that code must mention in order to be run, and the forms in which it may.

    The patterns begin with a literal, for which `re` searches much faster than for the beginning of any word.
    """

    name: str
    patterns: tuple[str, ...]
    has_tables: bool = False  # of a class: whether a table that holds one derived from it counts, too


class _Callers:
    """The files that call into the checked one, all found before any is run, so that their order has no effect."""

    def __init__(self) -> None:
        self.of: dict[str, list[str]] = {}  # by the file that is called
        self.leading: dict[str, set[tree.Node]] = {}  # by the file that calls: its functions that do
        self.handing_on: set[str] = set()  # the files whose classes or tables hand on what is called
        self.lead_through_tables = False


def run_callers(interpreter: Interpreter, target: SourceUnit) -> None:
    """Run the code of other files that calls functions of this file which nothing in it has called."""
    if (
        interpreter.project_files is None
        or not target.place
        or is_among_tests(target.place, interpreter.project_files.root)
    ):
        return
    limit = interpreter.limit
    factories: set[tree.Node] = {f.node for f in loader_factories(target, _functions(interpreter, target))}
    least = _LEAST_FOR_LOOPS if factories or _LOOPS.search(target.tree.text) else _LEAST_WORK
    interpreter.limit = interpreter.work + len(target.tree.nodes) * _WORK_PER_NODE + least
    before, interpreter.runs_callers = interpreter.work, True
    callers = _find(interpreter, target, _uncalled(interpreter, target, factories))
    interpreter.leading = set().union(*callers.leading.values())
    if callers.lead_through_tables:
        interpreter.limit += max(_LEAST_FOR_TABLES - least, 0)
    _run_callers(interpreter, callers, target.place, set())
    interpreter.limit = max(interpreter.limit, interpreter.work + _LEAST_WORK)
    _run_bases(interpreter, target)
    interpreter.runs_callers = False
    interpreter.limit = limit + interpreter.work - before


def _uncalled(interpreter: Interpreter, unit: SourceUnit, factories: set[tree.Node]) -> set[_CallSearch]:
    """The calls that would run the functions that have not run yet, and those that construct the file's classes.

    `factories` are the functions that give away loaders.
    """
    found: set[_CallSearch] = set()
    depending = _depending(interpreter, unit) | factories
    ran = interpreter.ran - interpreter.ran_as_main  # the files that import this one never run that block
    for function in _functions(interpreter, unit):
        owner = function.owner
        is_loss = owner is not None and owner.is_module and not owner.has_parameters()
        if function.name == "<lambda>" or (function.builds_a_graph and not is_loss):
            continue  # does not depend on its callers
        if function in ran:
            continue
        if function.node in depending:
            found.add(_by_name(function.name))
            if owner is not None:
                found.add(_made_of(owner.name, has_tables=not owner.is_module))
    return {sought for sought in found if not sought.name.startswith("__")}


def _depending(interpreter: Interpreter, unit: SourceUnit) -> set[tree.Node]:
    """The functions whose effect depends on their callers: they call a parameter, or pass it on to such a function.

    Or they compute something of it that depends on what its numbers are.
    """
    functions = _functions(interpreter, unit)
    traits = {f: unit.traits_of(f.node) for f in functions}
    more = [f for f in functions if traits[f].depends_on_callers or _runs_a_part(unit, f)]
    more += [f for f in functions if traits[f].computes_by_meaning and f not in more]
    found: set[tree.Node] = set()
    while more:
        found.update(f.node for f in more)
        names = {name for f in more for name in (f.name, f.owner.name if f.owner else f.name)}
        more = [f for f in functions if f.node not in found and unit.traits_of(f.node).hands_on_to & names]
    return found


def _runs_a_part(unit: SourceUnit, function: Function) -> bool:
    """Whether a method calls something that its object holds, rather than another method."""
    owner = function.owner
    return owner is not None and any(owner.method(name) is None for name in unit.traits_of(function.node).calls_of_self)


def _by_name(function: str) -> _CallSearch:
    return _CallSearch(function, (rf"{_word(function)}\b",))


def _made_of(cls: str, *, has_tables: bool = False) -> _CallSearch:
    """Calls that construct a class, or one derived from it.

    An entry in a registry of classes does not count: such tables name all classes of a project.
    """
    derived = rf"{_word('class')}\s+\w+\s*\([^()]*\b{cls}\b"
    renamed = rf"{_word(cls)}(?<== {cls})\b"  # `Experiment = Forecasting`
    return _CallSearch(cls, (rf"{_word(cls)}(?<!class {cls})(\s*\(|\s+as\b)", renamed, derived), has_tables)


def _derived(cls: str, base: _CallSearch) -> _CallSearch:
    """Calls that construct a class which another file derives; in a table, too, where those are of few classes.

    A project has a few trainers, whose parent has all of their steps. The files of all its models would cost too much.
    """
    made = _made_of(cls, has_tables=base.has_tables)
    return made._replace(patterns=(*made.patterns, rf"{_word(cls)}\s*[,}}]")) if base.has_tables else made


def _word(name: str) -> str:
    """A pattern for the beginning of a word."""
    return rf"{name}(?<!\w{name})"


def _functions(interpreter: Interpreter, unit: SourceUnit) -> list[Function]:
    return [function for function in interpreter.functions.values() if function.unit is unit]


def _find(interpreter: Interpreter, target: SourceUnit, sought: set[_CallSearch]) -> _Callers:
    """The callers of these names, and their callers, nearest first, by the text of the files alone."""
    callers, project_files = _Callers(), interpreter.project_files
    assert project_files is not None
    here = [(target.place, sought)] if sought else []
    looked: set[tuple[str, _CallSearch]] = set()  # what was looked for in which file
    for _ in range(_FARTHEST):
        farther: list[tuple[str, set[_CallSearch]]] = []
        for called, names in here:
            for place in project_files.users(called):
                new_names = {name for name in names if (place, name) not in looked}
                if place == target.place or not new_names:
                    continue
                if interpreter.is_full:
                    interpreter.facts.callers_left = True
                    return callers
                looked.update((place, name) for name in new_names)
                interpreter.work += _TO_LOOK
                if not _mentions(project_files.text(place), new_names):
                    continue
                unit = opened(interpreter, place)
                if unit is None:
                    interpreter.facts.callers_left |= interpreter.is_full
                    continue
                unit.is_caller = True
                known = callers.leading.setdefault(place, set())
                new = [function for function in _calling(unit, new_names) if function not in known]
                known.update(new)
                around = callers.of.setdefault(called, [])
                around += [place] if place not in around else []
                derived, tables = _handing_on(unit, new_names)
                callers.handing_on |= {place} if derived or tables else set()
                callers.lead_through_tables |= bool(tables)
                leading = {_called(unit, function) for function in new} | derived | tables
                farther += [(place, leading)] if leading else []
        here = farther
    return callers


def _run_callers(interpreter: Interpreter, callers: _Callers, called: str, seen: set[str]) -> None:
    """Run the files that call this one, the shortest first; in each, first its top level, then its callers.

    All share one budget, so the order decides how many are run: a long file would leave nothing for the others.
    """
    for place in sorted(callers.of.get(called, ()), key=lambda place: len(interpreter.units[place].tree.text)):
        caller = interpreter.units[place]
        if place in seen:
            continue
        if interpreter.work > interpreter.limit:
            interpreter.facts.callers_left = True
            return
        seen.add(place)
        caller.is_main, caller.at_once = True, []
        run_top_level(interpreter, caller)
        leading = callers.leading[place]
        if leading and place not in callers.handing_on and leading <= {f.node for f in interpreter.ran}:
            continue  # it calls them itself: a launcher of it would only run them again
        _run_callers(interpreter, callers, place, seen)
        left = [f for f in _functions(interpreter, caller) if f.node in leading and f not in interpreter.ran]
        for function in in_entry_order(left, caller.mentioned):
            if interpreter.work > interpreter.limit:
                interpreter.facts.callers_left = True
                return
            if function not in interpreter.ran:
                run_entry_point(interpreter, function)


def _run_bases(interpreter: Interpreter, target: SourceUnit) -> None:
    """Run the methods of base classes in other files that call methods of this file's classes nothing else has run."""
    left = [f for f in _functions(interpreter, target) if f not in interpreter.ran]
    for cls, methods in calling_bases(left):
        constructor = cls.methods.get("__init__")
        if constructor is not None and cls not in interpreter.facts.constructed_by:
            run_entry_point(interpreter, constructor)
        for method in methods:
            if interpreter.work > interpreter.limit:
                interpreter.facts.callers_left = True
                return
            run_entry_point(interpreter, method, cls)


def _calling(unit: SourceUnit, sought: set[_CallSearch]) -> list[tree.FunctionDef]:
    """The functions that mention these names, and those of the same file that mention such functions."""
    functions, text = unit.tree.all(tree.FunctionDef), unit.tree.text
    found: dict[tree.FunctionDef, None] = {}
    sought = sought | _renamed(unit, sought)
    while True:
        more = [f for f in functions if f not in found and _mentions(text[f.body[0].start : f.end], sought)]
        if not more:
            return list(found)
        found.update(dict.fromkeys(more))
        sought = {_called(unit, function) for function in more}


def _renamed(unit: SourceUnit, sought: set[_CallSearch]) -> set[_CallSearch]:
    """The names under which a file imports what is sought: `from misc import NativeScaler as Scaler`."""
    names = {one.name for one in sought}
    imported = (alias for statement in unit.tree.all(tree.ImportFrom) for alias in statement.names)
    return {_by_name(alias.asname) for alias in imported if alias.asname and alias.name in names}


def _handing_on(unit: SourceUnit, sought: set[_CallSearch]) -> tuple[set[_CallSearch], set[_CallSearch]]:
    """The classes of a file that derive from one that is sought, and the tables at its top level that hold one."""
    known = {one.name: one for one in sought}
    derived: dict[str, _CallSearch] = {}
    for cls in unit.tree.all(tree.ClassDef):
        bases = [known[name] for base in cls.bases if (name := tree.last_part(base.value)) in known]
        if bases:
            derived[cls.name] = known[cls.name] = _derived(cls.name, bases[0])
    tables: set[_CallSearch] = set()
    for statement in unit.tree.root.body:
        if isinstance(statement, tree.Assign) and isinstance(statement.value, tree.Dict):
            held = [known.get(tree.dotted(entry) or "") for entry in statement.value.values]
            if any(one is not None and one.has_tables for one in held):
                tables.update(_by_name(t.id) for t in statement.targets if isinstance(t, tree.Name))
    return set(derived.values()), tables


def _called(unit: SourceUnit, function: tree.FunctionDef) -> _CallSearch:
    """How a function is called: by its name, or by constructing the class that overrides it."""
    around = unit.tree.parents.get(function)
    if isinstance(around, tree.ClassDef) and function.name.startswith("__"):
        return _made_of(around.name)
    return _by_name(function.name)


def _mentions(text: str, sought: set[_CallSearch]) -> bool:
    return any(one.name in text and any(re.search(way, text) for way in one.patterns) for one in sought)
