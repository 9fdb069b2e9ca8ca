"""Registries: tables that decorators fill with the classes and functions of a project, `MODELS[cfg.name]`.

Which entry a program takes is in its configuration, so that a lookup may give any of them. They are found by the text
of the files that use the decorator: no file need be imported for it, as programs often import whole folders.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from torchlint.binding.symbols import Class
from torchlint.domain.values import UNKNOWN, Value
from torchlint.flow.computed_members import one_of
from torchlint.flow.import_binding import member
from torchlint.flow.interpreter import evaluate
from torchlint.flow.lazy_import import opened
from torchlint.flow.state import AbstractState, Frame, Interpreter
from torchlint.syntax import tree

# What it costs to look through a file, as much as so many expressions.
_TO_LOOK = 10


class _Registry(NamedTuple):
    """What fills a table: a decorator of the project, or any method of an object or a class that is used as one."""

    place: str  # the file that defines it
    name: str  # at the top level of that file
    has_methods: bool  # `@name.register()` rather than `@name()`


def registered(frame: Frame, table: tree.Expression) -> Value:
    """One of the entries of a table that decorators fill; unknown if this expression is no such table."""
    project_files = frame.interpreter.project_files
    if project_files is None or not frame.unit.place:
        return UNKNOWN
    frame.interpreter.stateful += 1  # a call with other arguments, or of another object, gives something else
    found: dict[tuple[str, str], None] = {}
    for registry in _registries(frame, table):
        found.update(dict.fromkeys(_entries(frame.interpreter, registry)))
    return one_of([member(frame.interpreter, place, name) for place, name in found])


def _registries(frame: Frame, table: tree.Expression) -> Iterator[_Registry]:
    """What fills a table."""
    if isinstance(table, tree.Attribute):
        owner = evaluate(frame, table.value)
        made = owner.source if owner.kind == "instance" else None
        if isinstance(owner.ref, Class) and owner.ref.unit.tree.once(_tables_of_class, owner.ref.node) & {table.attr}:
            if made is not None:
                yield from _assigned(frame.interpreter, made)
            elif owner.kind == "class":
                yield _Registry(owner.ref.unit.place, owner.ref.name, True)
    elif isinstance(table, tree.Name) and frame.scope.holder(table.id) is frame.unit.scope:
        for function, filled in sorted(frame.unit.tree.once_of_all(_filling)):
            if filled == table.id:
                yield _Registry(frame.unit.place, function, False)


def _assigned(interpreter: Interpreter, made: tree.Node) -> Iterator[_Registry]:
    """The names of the object that a call makes at the top level of a file."""
    unit = next((unit for unit in interpreter.units.values() if made in unit.tree.parents), None)
    if unit is not None:
        yield from [_Registry(unit.place, name, True) for name, one in unit.scope.names.items() if one.source is made]


def _filling(syntax: tree.Tree) -> frozenset[tuple[str, str]]:
    """The functions at the top level of a file that put what they are given into a table, with its name."""
    functions = [one for one in syntax.root.body if isinstance(one, tree.FunctionDef)]
    items = ((function, item) for function in functions for item in _stored(syntax, function))
    return frozenset((function.name, item.value.id) for function, item in items if isinstance(item.value, tree.Name))


def _tables_of_class(syntax: tree.Tree, cls: tree.Node) -> frozenset[str]:
    """The attributes in which the methods of a class store what they are given, under a name."""
    assert isinstance(cls, tree.ClassDef)
    items = (item for method in cls.body if isinstance(method, tree.FunctionDef) for item in _stored(syntax, method))
    return frozenset(item.value.attr for item in items if isinstance(item.value, tree.Attribute))


def _stored(syntax: tree.Tree, function: tree.FunctionDef) -> Iterator[tree.Subscript]:
    """The items that a function, or one that it defines, assigns one of its parameters to: `table[name] = cls`."""
    for statement in syntax.inside(function, tree.Assign):
        within = [one for one in syntax.around(statement) if isinstance(one, tree.FunctionDef)]
        given = {parameter.name for one in within for parameter in one.parameters}
        if isinstance(statement.value, tree.Name) and statement.value.id in given:
            yield from (target for target in statement.targets if isinstance(target, tree.Subscript))


def _entries(interpreter: Interpreter, registry: _Registry) -> Iterator[tuple[str, str]]:
    """The files and the names of what a decorator is applied to."""
    assert interpreter.project_files is not None
    target = member(interpreter, registry.place, registry.name)
    places = interpreter.project_files.files_mentioning(registry.name)
    for place in interpreter.project_files.nearest(registry.place, places):
        interpreter.work += _TO_LOOK
        if "\n@" not in interpreter.project_files.text(place) or (unit := opened(interpreter, place)) is None:
            continue
        frame = Frame(interpreter, unit.scope, AbstractState())
        for statement in unit.tree.root.body:
            if isinstance(statement, (tree.ClassDef, tree.FunctionDef)):
                filling = (_filled_by(decorator, registry) for decorator in statement.decorators)
                if any(one is not None and _is_same(evaluate(frame, one), target) for one in filling):
                    yield place, statement.name


def _filled_by(decorator: tree.Expression, registry: _Registry) -> tree.Expression | None:
    """What in a decorator is named like a registry: `models.REGISTRY` of `@models.REGISTRY.register("small")`."""
    used: tree.Expression | None = decorator.func if isinstance(decorator, tree.Call) else decorator
    if registry.has_methods:
        used = used.value if isinstance(used, tree.Attribute) else None
    return used if used is not None and tree.last_part(used) == registry.name else None


def _is_same(value: Value, other: Value) -> bool:
    """Whether two values are one function, class or object."""
    return value.kind == other.kind and value.ref is other.ref and value.source is other.source
