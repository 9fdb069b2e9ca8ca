"""Reaching definitions in one scope: its code is walked once, in the order in which it runs.

The walk knows the current value of each name in static single assignment form: a definition, or a `Phi` where several
ways meet. At the head of a loop each name that the loop binds gets a `Phi`, which the ends of the passes complete.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from torchlint.binding.definitions import Definition, made_by, names_bound
from torchlint.binding.ssa import CurrentValues, Names, Phi, Value, reached_by
from torchlint.syntax import tree

# Calls of these leave the program, and contexts of these may be left in their middle without an error.
_EXITS = frozenset(("exit", "quit", "sys.exit", "os._exit"))
_SUPPRESSING = ("suppress", "raises")


@dataclass(slots=True, eq=False)
class ScopeFlow:
    """What the walk of a scope has found."""

    definitions: dict[str, list[Definition]] = field(default_factory=dict)
    reads: dict[tree.Name, Value] = field(default_factory=dict)  # each name that is read, comprehensions included
    of_clauses: dict[tree.Node, list[Definition]] = field(default_factory=dict)  # the names of each comprehension
    shared: dict[str, bool] = field(default_factory=dict)  # `nonlocal` names, and whether they are `global` ones


def flow_of(syntax: tree.Tree, scope: tree.Node) -> ScopeFlow:
    """The walk of a scope: of the file, a function, a lambda or a class; without the scopes inside it."""
    return syntax.once(_walked, scope)


def reads_from(syntax: tree.Tree, scope: tree.Node, mark: Definition) -> list[tree.Name]:
    """Where the scope's code may read what a name is right after some code, as if that code defined it anew."""
    flow = _walked(syntax, scope, mark)
    return [name for name, value in flow.reads.items() if mark in reached_by(value)]


def _walked(syntax: tree.Tree, scope: tree.Node, mark: Definition | None = None) -> ScopeFlow:
    walk = _Walk(syntax, scope, mark)
    for parameter in scope.parameters if isinstance(scope, (tree.FunctionDef, tree.Lambda)) else ():
        walk.define(parameter)
    if isinstance(scope, tree.Lambda):
        walk.expression(scope.body)
    elif isinstance(scope, (tree.Module, tree.FunctionDef, tree.ClassDef)):
        walk.block(scope.body)
    return walk.flow


@dataclass(slots=True, eq=False)
class _Loop:
    names: frozenset[str]
    breaks: list[Names] = field(default_factory=list)
    continues: list[Names] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class _Finally:
    """A `try` whose `finally` is still to come, for those that leave it by `break` or `continue`."""

    depth: int  # how many loops are around it
    left_with: list[Names] = field(default_factory=list)


class _Walk:
    def __init__(self, syntax: tree.Tree, scope: tree.Node, mark: Definition | None) -> None:
        self.syntax, self.flow, self._mark = syntax, ScopeFlow(), mark
        for scoped in syntax.own(scope, tree.Scoped):
            self.flow.shared.update(dict.fromkeys(scoped.names, scoped.is_global))
        self._has_named = bool(syntax.own(scope, tree.NamedExpression))
        self._values = CurrentValues()
        self._loops: list[_Loop] = []
        self._finals: list[_Finally] = []
        self._of_clauses: list[dict[str, Definition]] = []  # the names of the comprehensions around
        self._made: list[Definition] = []

    # Names

    def define(self, node: tree.Node) -> None:
        """Bind the names that a piece of code itself gives a value to, and read what else its targets speak of."""
        for target in _targets(node):
            self._read_in_target(target)
        for definition in made_by(node):
            self._made.append(definition)
            self.flow.definitions.setdefault(definition.name, []).append(definition)
            self._values.bind(definition.name, definition)

    def _read_in_target(self, target: tree.Expression) -> None:
        if isinstance(target, (tree.Tuple, tree.List)):
            for element in target.elements:
                self._read_in_target(element)
        elif isinstance(target, tree.Starred):
            self._read_in_target(target.value)
        elif not isinstance(target, tree.Name):
            self.expression(target)

    def _read(self, name: tree.Name) -> None:
        inner = next((names[name.id] for names in reversed(self._of_clauses) if name.id in names), None)
        self.flow.reads[name] = inner if inner is not None else self._values.get(name.id)

    def _pass_mark(self, node: tree.Node) -> None:
        if self._mark is not None and node is self._mark.node:
            self._made.append(self._mark)
            self._values.bind(self._mark.name, self._mark)

    # Statements

    def block(self, body: Sequence[tree.Statement]) -> None:
        """Run statements one after the other."""
        for statement in body:
            self._statement(statement)
            self._pass_mark(statement)

    def _statement(self, node: tree.Statement) -> None:
        if isinstance(node, (tree.Assign, tree.AnnotatedAssign)):
            if isinstance(node, tree.AnnotatedAssign):
                self.expression(node.annotation)
            self.expression(node.value)
            self.define(node)
        elif isinstance(node, tree.AugmentedAssign):
            self.expression(node.target)
            self.expression(node.value)
            self.define(node)
        elif isinstance(node, tree.ExpressionStatement):
            self.expression(node.value)
            self._values.is_dead = self._values.is_dead or _leaves_program(node.value)
        elif isinstance(node, (tree.FunctionDef, tree.ClassDef)):
            for part in _evaluated_outside(node):
                self.expression(part)
            self.define(node)
        elif isinstance(node, (tree.Return, tree.Raise)):
            self._each(node)
            self._values.is_dead = True
        elif isinstance(node, (tree.Break, tree.Continue)):
            self._leave_pass(node)
        elif isinstance(node, (tree.Import, tree.ImportFrom, tree.Delete)):
            self.define(node)
        elif isinstance(node, tree.If):
            self._if(node)
        elif isinstance(node, (tree.For, tree.While)):
            self._loop(node)
        elif isinstance(node, tree.With):
            self._with(node)
        elif isinstance(node, tree.Try):
            self._try(node)
        elif isinstance(node, tree.Match):
            self._match(node)
        else:
            self._each(node)

    def _each(self, node: tree.Node) -> None:
        for part in tree.children(node):
            self.expression(part)

    def _leave_pass(self, node: tree.Break | tree.Continue) -> None:
        if self._loops and not self._values.is_dead:
            loop = self._loops[-1]
            names = {name: self._values.get(name) for name in loop.names}
            (loop.breaks if isinstance(node, tree.Break) else loop.continues).append(names)
            for final in self._finals:
                if final.depth >= len(self._loops):
                    final.left_with.append(names)
        self._values.is_dead = True

    def _if(self, node: tree.If) -> None:
        """Branches; a chain of `elif` is not followed by recursion, unless its tests bind names."""
        ways = []
        while True:
            self.expression(node.test)
            body, orelse = node.body, node.orelse
            ways.append(self._values.branch(partial(self.block, body)))
            if self._has_named or len(orelse) != 1 or not isinstance(orelse[0], tree.If):
                break
            node = orelse[0]
        ways.append(self._values.branch(partial(self.block, orelse)))
        self._values.meet(ways)

    def _loop(self, node: tree.For | tree.While) -> None:
        if isinstance(node, tree.For):
            self.expression(node.iter)
        names = names_bound(self.syntax, node)
        loop = _Loop(names | {self._mark.name} if self._mark is not None else names)
        head = {name: Phi([self._values.get(name)]) for name in sorted(loop.names)}
        for name, phi in head.items():
            self._values.bind(name, phi)
        if isinstance(node, tree.While):
            self.expression(node.test)
        self._loops.append(loop)
        body = self._values.branch(partial(self._pass, node))
        self._loops.pop()
        for way in (body, *loop.continues):
            for name, phi in head.items() if way is not None else ():
                phi.operands.append(way[name] if way and name in way else self._values.get(name))
        is_endless = isinstance(node, tree.While) and isinstance(node.test, tree.Constant) and bool(node.test.value)
        end = None if is_endless else self._values.branch(partial(self.block, node.orelse))
        self._values.meet([end, *loop.breaks])

    def _pass(self, node: tree.For | tree.While) -> None:
        if isinstance(node, tree.For):
            self.define(node)
        self.block(node.body)

    def _with(self, node: tree.With) -> None:
        for item in node.items:
            self.expression(item.context)
            self.define(item)
        if not any(_may_suppress(item.context) for item in node.items):
            self.block(node.body)
            return
        first = len(self._made)
        body = self._values.branch(partial(self.block, node.body))
        self._values.meet([body, self._values.partly(self._made[first:])])

    def _try(self, node: tree.Try) -> None:
        was_dead, first, until = self._values.is_dead, len(self._made), [0]
        if node.finalbody:
            self._finals.append(_Finally(len(self._loops)))

        def tried() -> None:
            self.block(node.body)
            until[0] = len(self._made)
            self.block(node.orelse)

        body = self._values.branch(tried)
        failed = self._values.partly(self._made[first : until[0]])
        ways = [body, *(self._values.branch(partial(self._handler, handler, failed)) for handler in node.handlers)]
        anywhere = self._values.partly(self._made[first:])
        self._values.meet(ways)
        if node.finalbody:
            final, ends_dead, self._values.is_dead = self._finals.pop(), self._values.is_dead, was_dead
            self._finally(node, final, anywhere)
            self._values.is_dead = self._values.is_dead or ends_dead

    def _handler(self, handler: tree.Handler, failed: Names) -> None:
        for name, value in failed.items():
            self._values.bind(name, value)
        self.expression(handler.type)
        self.define(handler)
        self.block(handler.body)
        if handler.name:
            self._values.bind(handler.name, None)  # Python deletes it

    def _finally(self, node: tree.Try, final: _Finally, anywhere: Names) -> None:
        """What comes in from anywhere in the `try`; what goes on after it comes from the normal end."""
        normal = {name: self._values.get(name) for name in anywhere}
        for name, value in anywhere.items():
            self._values.bind(name, Phi([value, normal[name]]))
        entered = {name: self._values.get(name) for name in anywhere}
        first = len(self._made)
        self.block(node.finalbody)
        for name, value in entered.items():
            if self._values.get(name) is value:
                self._values.bind(name, normal[name])
        for names in final.left_with:
            for made in self._made[first:]:
                if made.name in names:
                    names[made.name] = Phi([names[made.name], made])

    def _match(self, node: tree.Match) -> None:
        self.expression(node.subject)
        ways: list[Names | None] = []
        for case in node.cases:
            ways.append(self._values.branch(partial(self._case, case)))
            if case.is_capture and case.guard is None:
                break  # the cases below are never tried
            for name in case.names:  # the pattern has bound them, whatever the guard said
                for way in ways:
                    if way is not None:
                        way.setdefault(name, self._values.get(name))
                self._values.bind(name, Phi([self._values.get(name), *self._last_made(case, name)]))
        else:
            ways.append({})
        self._values.meet(ways)

    def _last_made(self, case: tree.Case, name: str) -> Iterable[Definition]:
        return (one for one in self.flow.definitions[name] if one.node is case)

    def _case(self, case: tree.Case) -> None:
        self.define(case)
        self.expression(case.guard)
        self.block(case.body)

    # Expressions

    def expression(self, node: tree.Expression | None) -> None:
        """Read what an expression reads, in the order in which Python evaluates it."""
        todo: list[tree.Node | None] = [node] if node is not None else []
        while todo:
            here = todo.pop()
            if here is None and self._mark is not None:
                self._pass_mark(self._mark.node)
            if self._mark is not None and here is self._mark.node:
                todo.append(None)  # after all that is in it
            if isinstance(here, tree.Name):
                self._read(here)
            elif isinstance(here, tree.Lambda):
                todo += reversed(list(_evaluated_outside(here)))
            elif isinstance(here, tree.Comprehension):
                self._comprehension(here)
            elif isinstance(here, tree.NamedExpression):
                self.expression(here.value)
                self.define(here)
            elif self._has_named and isinstance(here, (tree.BoolOp, tree.Conditional)):
                self._choice(here)
            elif here is not None:
                todo += reversed(tree.children(here))

    def _choice(self, node: tree.BoolOp | tree.Conditional) -> None:
        """An expression of which a part may not be evaluated."""
        if isinstance(node, tree.Conditional):
            self.expression(node.test)
            self._values.meet([self._values.branch(partial(self.expression, one)) for one in (node.body, node.orelse)])
            return
        self.expression(node.values[0])
        for value in node.values[1:]:
            self._values.meet([{}, self._values.branch(partial(self.expression, value))])

    def _comprehension(self, node: tree.Comprehension) -> None:
        self.expression(node.clauses[0].iter)
        self._values.meet([{}, self._values.branch(partial(self._passes, node))])

    def _passes(self, node: tree.Comprehension) -> None:
        names: dict[str, Definition] = {}
        self._of_clauses.append(names)
        for place, clause in enumerate(node.clauses):
            if place:
                self.expression(clause.iter)
            self._read_in_target(clause.target)
            made = list(made_by(clause))
            names.update((one.name, one) for one in made)
            self.flow.of_clauses.setdefault(node, []).extend(made)
            for test in clause.ifs:
                self.expression(test)
        self.expression(node.element)
        self.expression(node.value)
        self._of_clauses.pop()


def _targets(node: tree.Node) -> list[tree.Expression]:
    """What a piece of code assigns to, as far as that is to be evaluated for it: the `a` and `i` of `a[i] = 1`."""
    if isinstance(node, (tree.Assign, tree.Delete)):
        return node.targets
    if isinstance(node, (tree.AnnotatedAssign, tree.For, tree.WithItem)):
        return [node.target] if node.target is not None else []
    return []


def _evaluated_outside(node: tree.Node) -> Iterable[tree.Expression]:
    """What of a function, a lambda or a class the code around it evaluates: decorators, defaults, bases."""
    if isinstance(node, (tree.FunctionDef, tree.ClassDef)):
        yield from node.decorators
    if isinstance(node, tree.ClassDef):
        yield from (base.value for base in node.bases)
    if isinstance(node, (tree.FunctionDef, tree.Lambda)):
        for parameter in node.parameters:
            yield from (part for part in (parameter.default, parameter.annotation) if part is not None)
    if isinstance(node, tree.FunctionDef) and node.returns is not None:
        yield node.returns


def _leaves_program(node: tree.Expression) -> bool:
    return isinstance(node, tree.Call) and tree.dotted(node.func) in _EXITS


def _may_suppress(context: tree.Expression) -> bool:
    """Whether a `with` may be left before its end without anybody noticing: `with suppress(KeyError):`."""
    return isinstance(context, tree.Call) and (tree.dotted(context.func) or "").endswith(_SUPPRESSING)
