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
# An entry that stands for all that no decorator has put in: `MODELS.register(torchvision.models.resnet18)`.
_OTHERS = ("", "")


class _Registry(NamedTuple):
    """What fills a table: a decorator of the project, or any method of an object or a class that is used as one."""

    place: str  # the file that defines it
    name: str  # at the top level of that file
    methods: frozenset[str]  # those that fill it, `@name.register()`; none if it is called itself, `@name()`


def registered(frame: Frame, table: tree.Expression) -> Value:
    """One of the entries of a table that decorators fill; unknown if this expression is no such table."""
    project_files = frame.interpreter.project_files
    if project_files is None or not frame.unit.place:
        return UNKNOWN
    frame.interpreter.stateful += 1  # a call with other arguments, or of another object, gives something else
    known = frame.interpreter.registries
    found: dict[tuple[str, str], None] = {}
    for registry in _registries(frame, table):
        if registry not in known:
            known[registry] = list(_entries(frame.interpreter, registry))
        found.update(dict.fromkeys(known[registry]))
    if _OTHERS in found:
        return UNKNOWN
    return one_of([member(frame.interpreter, place, name) for place, name in found])


def _registries(frame: Frame, table: tree.Expression) -> Iterator[_Registry]:
    """What fills a table."""
    if isinstance(table, tree.Attribute):
        owner = evaluate(frame, table.value)
        made = owner.source if owner.kind == "instance" else None
        if not isinstance(owner.ref, Class):
            return
        stored = owner.ref.unit.tree.once(_tables_of_class, owner.ref.node)
        methods = frozenset(method for method, attribute in stored if attribute == table.attr)
        if methods and made is not None:
            yield from _assigned(frame.interpreter, made, methods)
        elif methods and owner.kind == "class":
            yield _Registry(owner.ref.unit.place, owner.ref.name, methods)
    elif isinstance(table, tree.Name) and frame.scope.holder(table.id) is frame.unit.scope:
        for function, filled in sorted(frame.unit.tree.once_of_all(_filling)):
            if filled == table.id:
                yield _Registry(frame.unit.place, function, frozenset())


def _assigned(interpreter: Interpreter, made: tree.Node, methods: frozenset[str]) -> Iterator[_Registry]:
    """The names of the object that a call makes at the top level of a file."""
    unit = next((unit for unit in interpreter.units.values() if made in unit.tree.parents), None)
    if unit is not None:
        names = [name for name, one in unit.scope.names.items() if one.source is made]
        yield from [_Registry(unit.place, name, methods) for name in names]


def _filling(syntax: tree.Tree) -> frozenset[tuple[str, str]]:
    """The functions at the top level of a file that put what they are given into a table, with its name."""
    functions = [one for one in syntax.root.body if isinstance(one, tree.FunctionDef)]
    items = ((function, item) for function in functions for item in _stored(syntax, function))
    return frozenset((function.name, item.value.id) for function, item in items if isinstance(item.value, tree.Name))


def _tables_of_class(syntax: tree.Tree, cls: tree.Node) -> frozenset[tuple[str, str]]:
    """The methods of a class that store what they are given under a name, each with the attribute that holds it."""
    assert isinstance(cls, tree.ClassDef)
    methods = [one for one in cls.body if isinstance(one, tree.FunctionDef)]
    items = ((method, item) for method in methods for item in _stored(syntax, method))
    return frozenset((method.name, item.value.attr) for method, item in items if isinstance(item.value, tree.Attribute))


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
        if (unit := opened(interpreter, place)) is None:
            continue
        frame = Frame(interpreter, unit.scope, AbstractState())
        if any(_may_be(evaluate(frame, one), target) for one in _used_otherwise(unit.tree, registry)):
            yield _OTHERS
        for statement in unit.tree.root.body:
            if isinstance(statement, (tree.ClassDef, tree.FunctionDef)):
                filling = (_filled_by(decorator, registry) for decorator in statement.decorators)
                if any(one is not None and _is_same(evaluate(frame, one), target) for one in filling):
                    yield place, statement.name


def _used_otherwise(syntax: tree.Tree, registry: _Registry) -> list[tree.Expression]:
    """What is named like a registry, and filled by a call that is no decorator of a class or function."""
    found = ((call, _filled_by(call, registry)) for call in syntax.all(tree.Call))
    return [one for call, one in found if one is not None and not _is_decorator(syntax, call)]


def _is_decorator(syntax: tree.Tree, call: tree.Call) -> bool:
    above = syntax.parents.get(call)
    return isinstance(above, (tree.ClassDef, tree.FunctionDef)) and call in above.decorators


def _filled_by(decorator: tree.Expression, registry: _Registry) -> tree.Expression | None:
    """What in a decorator is named like a registry: `models.REGISTRY` of `@models.REGISTRY.register("small")`."""
    used: tree.Expression | None = decorator.func if isinstance(decorator, tree.Call) else decorator
    if registry.methods:
        used = used.value if isinstance(used, tree.Attribute) and used.attr in registry.methods else None
    return used if used is not None and tree.last_part(used) == registry.name else None


def _is_same(value: Value, other: Value) -> bool:
    """Whether two values are one function, class or object."""
    return value.kind == other.kind and value.ref is other.ref and value.source is other.source


def _may_be(value: Value, other: Value) -> bool:
    """The same, or that the first is unknown, as what a file imports for a loop that nothing has run."""
    return value.kind == "unknown" or _is_same(value, other)
