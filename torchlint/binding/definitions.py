"""The definitions of names: what in a file gives a name its value, whatever kind of code that is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal

from torchlint.syntax import tree

Kind = Literal[
    "assignment",  # `x = ...`, `x: int = ...`, and each name in `x, y = ...`
    "augmented",  # `x += ...`
    "named",  # `(x := ...)`
    "for",  # `for x in ...`
    "comprehension",  # the `for x in ...` of a comprehension
    "with",  # `with ... as x`
    "except",  # `except ... as x`, and the end of its block, which deletes the name
    "match",  # `case x`
    "parameter",
    "import",
    "function",
    "class",
    "deletion",  # `del x`: after it, the name has no value
]

# The code for which `assigned` and `made_by` have anything to say; what a comprehension binds is its own.
_ASSIGNING = frozenset(
    (
        tree.Assign,
        tree.AnnotatedAssign,
        tree.AugmentedAssign,
        tree.NamedExpression,
        tree.For,
        tree.Clause,
        tree.WithItem,
        tree.Delete,
    )
)
_BINDING = (_ASSIGNING - {tree.Clause}) | {
    tree.Import,
    tree.ImportFrom,
    tree.FunctionDef,
    tree.ClassDef,
    tree.Handler,
    tree.Case,
}


@dataclass(frozen=True, slots=True, eq=False)
class Definition:
    """A place that gives a name its value.

    `node` is the code that does so: the statement, or the parameter, import alias, `with` item, `except`, `case` or
    comprehension clause. `target` is the name as it is written there, if it is an expression of its own. `value` is
    the expression whose value the name has afterwards; None where it is only a part of what is written: an element
    of what is unpacked or iterated over, a sum, what a `with` enters.

    Example:
        for definition in use_def.definitions_of(file.tree, name):
            if definition.kind == "parameter":
                ...  # the caller decides what `name` is
    """

    name: str  # the name that is given a value
    kind: Kind  # what kind of code does so
    node: tree.Node  # the code itself
    target: tree.Expression | None = None  # the name as it is written there
    value: tree.Expression | None = None  # the expression whose value the name has afterwards

    @property
    def source(self) -> tree.Expression | None:
        """The expression that the value comes out of: what is assigned, added, iterated over, or entered.

        The `pairs` of `for a, b in pairs`, and the `f()` of `a, b = f()`; None for parameters, imports and the like.
        """
        node = self.node
        if isinstance(node, (tree.For, tree.Clause)):
            return node.iter
        if isinstance(node, tree.WithItem):
            return node.context
        has_value = isinstance(node, (tree.Assign, tree.AnnotatedAssign, tree.AugmentedAssign, tree.NamedExpression))
        return node.value if has_value else None  # type: ignore[attr-defined]  # each of these has one


def pairs(target: tree.Expression, value: tree.Expression | None) -> Iterator[tuple[tree.Expression, tree.Node | None]]:
    """Each thing that an assignment gives a value to, taken out of tuples, with the expression for that value.

    `a, b = x, y` gives `a` the value of `x`; in `a, b = f()` no expression stands for what `a` is given.
    """
    if isinstance(target, (tree.Tuple, tree.List)):
        elements: list[tree.Expression | None] = [None] * len(target.elements)
        if isinstance(value, (tree.Tuple, tree.List)) and len(value.elements) == len(elements):
            if not any(isinstance(one, tree.Starred) for one in (*target.elements, *value.elements)):
                elements = [*value.elements]
        for inner, its in zip(target.elements, elements):
            yield from pairs(inner, its)
    elif isinstance(target, tree.Starred):
        yield from pairs(target.value, None)
    else:
        yield target, value


def assigned(node: tree.Node) -> Iterator[tuple[Kind, tree.Expression, tree.Expression | None]]:
    """What this piece of code itself assigns or deletes, taken out of tuples: names, attributes, items.

    With each, the kind of definition that it would be for a name, and the expression for the value.
    """
    if isinstance(node, tree.Assign):
        for target in node.targets:
            for part, value in pairs(target, node.value):
                yield "assignment", part, value
    elif isinstance(node, tree.AnnotatedAssign):
        if node.value is not None:
            yield "assignment", node.target, node.value
    elif isinstance(node, tree.AugmentedAssign):
        yield "augmented", node.target, None
    elif isinstance(node, tree.NamedExpression):
        yield "named", node.target, node.value
    elif isinstance(node, (tree.For, tree.Clause)):
        kind: Kind = "for" if isinstance(node, tree.For) else "comprehension"
        for part, _ in pairs(node.target, None):
            yield kind, part, None
    elif isinstance(node, tree.WithItem):
        for part, _ in pairs(node.target, None) if node.target is not None else ():
            yield "with", part, None
    elif isinstance(node, tree.Delete):
        for target in node.targets:
            for part, _ in pairs(target, None):
                yield "deletion", part, None


def made_by(node: tree.Node) -> Iterator[Definition]:
    """The definitions that this piece of code itself makes, and not the code inside it."""
    if isinstance(node, tree.Import):
        for alias in node.names:
            yield Definition(alias.asname or alias.name.partition(".")[0], "import", alias)
    elif isinstance(node, tree.ImportFrom):
        for alias in node.names:
            yield Definition(alias.asname or alias.name, "import", alias)
    elif isinstance(node, tree.FunctionDef):
        yield Definition(node.name, "function", node)
    elif isinstance(node, tree.ClassDef):
        yield Definition(node.name, "class", node)
    elif isinstance(node, tree.Handler):
        if node.name:
            yield Definition(node.name, "except", node)
    elif isinstance(node, tree.Case):
        for name in node.names:
            yield Definition(name, "match", node)
    elif isinstance(node, tree.Parameter):
        yield Definition(node.name, "parameter", node)
    else:
        for kind, part, value in assigned(node):
            if isinstance(part, tree.Name):
                yield Definition(part.id, kind, node, part, value)


def names_bound(syntax: tree.Tree, part: tree.Node) -> frozenset[str]:
    """The names that a piece of code binds or deletes in its own scope, however; not those of its comprehensions."""
    return syntax.once(_names_bound, part)


def _names_bound(syntax: tree.Tree, part: tree.Node) -> frozenset[str]:
    own = [node for node in syntax.walk(part, into_functions=False) if node.__class__ in _BINDING]
    if isinstance(part, tree.Scope) and own[:1] == [part]:
        del own[0]  # which binds its name around it
    return frozenset(one.name for node in own for one in made_by(node))


def assignments_in(part: tree.Node, *, into_functions: bool = True) -> Iterator[Definition]:
    """What some code assigns or deletes: names, attributes and items, in the order of its lines.

    The definition of an attribute is named as it is written, `self.x`; that of an item, `x[0] = 1`, has no name.
    """
    inside = (node for node in tree.walk(part, into_functions=into_functions) if node.__class__ in _ASSIGNING)
    for node in sorted(inside, key=attrgetter("start")):
        for kind, target, value in assigned(node):
            yield Definition(tree.dotted(target) or "", kind, node, target, value)


def definitions_from(syntax: tree.Tree, node: tree.Node) -> list[Definition]:
    """The assignments of an expression's value as it is: for `f()` in `a = self.b = f()`, those of `a` and `self.b`."""
    statement = syntax.statement(node)
    found = ((kind, to) for kind, to, value in assigned(statement) if value is node)
    return [Definition(tree.dotted(to) or "", kind, statement, to, node) for kind, to in found]


def assignments_to(
    syntax: tree.Tree, part: tree.Node, dotted: str, *, into_functions: bool = True
) -> tuple[Definition, ...]:
    """Where code, with all functions inside it, assigns to an attribute as it is written: `self.x`; by its lines.

    It takes plain names, too, whichever variable they are; `use_def.definitions_of` keeps variables apart.
    """
    by_name = _assignments_by_name if into_functions else _own_assignments_by_name
    return syntax.once(by_name, part).get(dotted, ())


def _assignments_by_name(_: tree.Tree, part: tree.Node) -> dict[str, tuple[Definition, ...]]:
    return _by_name(assignments_in(part))


def _own_assignments_by_name(_: tree.Tree, part: tree.Node) -> dict[str, tuple[Definition, ...]]:
    return _by_name(assignments_in(part, into_functions=False))


def _by_name(assignments: Iterable[Definition]) -> dict[str, tuple[Definition, ...]]:
    found: dict[str, list[Definition]] = {}
    for one in assignments:
        found.setdefault(one.name, []).append(one)
    return {name: tuple(its) for name, its in found.items() if name}
