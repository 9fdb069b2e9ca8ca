"""Imported files: statements that only define names are run when one of these names is first used.

Of most imported files, only one or two names are needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from torchlint.binding.definitions import assigned
from torchlint.binding.scopes import SourceUnit
from torchlint.domain.values import Value
from torchlint.flow.interpreter import execute
from torchlint.flow.state import AbstractState, Frame, Interpreter
from torchlint.syntax import tree

_IMPORTS = (tree.Import, tree.ImportFrom)
# What it costs to open a file, as much as so many expressions, and to read one, as a part of its own.
_TO_OPEN, _TO_READ = 20, 0.1


class _Plan(NamedTuple):
    """The statements that an import runs at once, and those that each name needs."""

    at_once: list[tree.Statement]
    waiting: dict[str, Value]


def unit_of(interpreter: Interpreter, place: str) -> SourceUnit | None:
    """A file of the project, run for its definitions; None if there is nothing to run."""
    unit = opened(interpreter, place)
    if unit is not None and unit.at_once:
        statements, unit.at_once = unit.at_once, []
        _run(interpreter, unit, statements)
    return unit


def opened(interpreter: Interpreter, place: str) -> SourceUnit | None:
    """A file of the project, which is not run: a script does all its work when it is, and callers are run once."""
    unit = interpreter.units.get(place)
    if unit is None and interpreter.project_files is not None and place not in interpreter.unreadable:
        if interpreter.is_full:
            return None
        syntax = interpreter.project_files.tree(place)
        if syntax is None:
            interpreter.unreadable.add(place)
            return None
        interpreter.work += _TO_OPEN + int(len(syntax.nodes) * _TO_READ)
        unit = interpreter.units[place] = interpreter.program.unit(place, syntax)
        plan = unit.tree.once(_plan, syntax.root)
        unit.scope.names.update(plan.waiting)
        unit.at_once = plan.at_once
    return unit


def settle(interpreter: Interpreter, unit: SourceUnit, waiting: Value) -> None:
    """Run the statements that define a file's name; it may be undefined even then."""
    names = unit.scope.names
    for name in [name for name, value in names.items() if value is waiting]:
        del names[name]  # a definition that asks for itself finds nothing yet
    _run(interpreter, unit, waiting.statements)


def _run(interpreter: Interpreter, unit: SourceUnit, statements: Iterable[tree.Statement]) -> None:
    """Run statements of a file, whose training steps belong to the code that asks, or to nobody but the file."""
    frame, tracer = Frame(interpreter, unit.scope, AbstractState()), interpreter.tracer
    is_own = len(tracer.open) == 1
    if is_own:
        tracer.enter(unit.tree.root)
    for statement in statements:
        execute(frame, [statement])
    if is_own:
        tracer.end()
        if not tracer.entries[-1][1]:
            tracer.entries.pop()  # most files only define names


def _plan(_: tree.Tree, root: tree.Node) -> _Plan:
    """Group a file's statements: those that mention the same names are run together, in their order."""
    assert isinstance(root, tree.Module)
    groups: dict[str, list[int]] = {}  # positions of statements; names that wait together share a list
    for position, statement in enumerate(root.body):
        names = _gives_meaning_to(statement)
        shared = list({id(groups[name]): groups[name] for name in names if name in groups}.values())
        group = shared[0] if shared else []
        for other in shared[1:]:
            group += other
            groups.update((name, group) for name, its in groups.items() if its is other)
        group.append(position)
        groups.update((name, group) for name in names)
    own = {name for name, group in groups.items() if not all(isinstance(root.body[at], _IMPORTS) for at in group)}
    at_once = {position for position, statement in enumerate(root.body) if not _can_wait(statement, own)}
    values: dict[int, Value] = {}
    waiting: dict[str, Value] = {}
    for name, group in groups.items():
        if at_once.isdisjoint(group):
            statements = tuple(root.body[position] for position in sorted(group))
            waiting[name] = values.setdefault(id(group), Value("deferred", ref=statements))
    for name, group in groups.items():
        at_once.update(group if name not in waiting else ())
    return _Plan([root.body[position] for position in sorted(at_once)], waiting)


def _can_wait(statement: tree.Statement, own: set[str]) -> bool:
    """Whether a statement only defines names, or changes what the file's own names refer to."""
    if isinstance(statement, tree.If):
        guarded = is_main_guard(statement.test)  # what it guards is not run by an import
        return all(_can_wait(inside, own) for inside in [*([] if guarded else statement.body), *statement.orelse])
    if isinstance(statement, tree.Try):
        handled = [inside for handler in statement.handlers for inside in handler.body]
        parts = [*statement.body, *handled, *statement.orelse, *statement.finalbody]
        return all(_can_wait(inside, own) for inside in parts)
    if isinstance(statement, tree.ImportFrom):
        return bool(statement.names)  # a star may bring anything
    if isinstance(statement, tree.ExpressionStatement):
        roots = [tree.root_name(changed) for changed in _changed(statement)]
        return isinstance(statement.value, tree.Constant) or any(root and root.id in own for root in roots)
    if isinstance(statement, (tree.Assign, tree.AnnotatedAssign, tree.AugmentedAssign)):
        return all(tree.root_name(changed) for changed in _changed(statement))
    return isinstance(statement, (tree.FunctionDef, tree.ClassDef, tree.Import, tree.Pass, tree.Assert, tree.Raise))


def _gives_meaning_to(statement: tree.Statement) -> set[str]:
    """The names that a statement binds, or whose object it may change."""
    if isinstance(statement, (tree.FunctionDef, tree.ClassDef)):
        return {statement.name}
    names: set[str] = set()
    for node in tree.walk(statement, into_functions=False):
        if isinstance(node, (tree.FunctionDef, tree.ClassDef)):
            names.add(node.name)
        elif isinstance(node, tree.Import):
            names |= {alias.asname or alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, tree.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
        else:
            names |= {root.id for changed in _changed(node) if (root := tree.root_name(changed))}
    return names


def _changed(node: tree.Node) -> Iterator[tree.Expression]:
    """The targets that a node assigns to, tuples unpacked; for a method call as a statement, the method: `a.extend`."""
    if isinstance(node, tree.ExpressionStatement) and isinstance(node.value, tree.Call):
        if isinstance(node.value.func, tree.Attribute):
            yield node.value.func
    elif isinstance(node, tree.AnnotatedAssign):
        yield node.target  # an annotation alone says what a name means, too
    elif not isinstance(node, tree.Clause):
        yield from (target for _, target, _ in assigned(node))


def is_main_guard(test: tree.Expression) -> bool:
    """Whether this is `__name__ == "__main__"`, which is false in an imported file."""
    if not isinstance(test, tree.Compare) or test.ops != ["=="]:
        return False
    sides = (test.left, *test.comparators)
    return any(isinstance(side, tree.Name) and side.id == "__name__" for side in sides)
