"""The syntax tree: light nodes with spans, which both parsers produce.

Long because it has a class for each kind of Python syntax.
"""

from __future__ import annotations

import dataclasses
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import attrgetter
from typing import Any, Literal, TypeVar


class Unparsable(Exception):
    """A file that is not valid Python: the message, the character offset, and the diagnostic to report it as."""

    def __init__(self, message: str, offset: int, rule: Literal["syntax-error", "unreadable-file"] = "syntax-error"):
        super().__init__(message)
        self.message, self.offset, self.rule = message, offset, rule


# To write a `__repr__` for each of the classes below takes a third of the time that making them takes, and each start
# pays for it; this one tells where a node is.
@dataclass(slots=True, eq=False)
class Node:
    """A piece of code; `start` and `end` are character offsets in the file's text."""

    start: int
    end: int


Expression = Node
Statement = Node


@dataclass(slots=True, eq=False, repr=False)
class Module(Node):
    body: list[Statement]


# Expressions


@dataclass(slots=True, eq=False, repr=False)
class Name(Node):
    id: str


@dataclass(slots=True, eq=False, repr=False)
class Constant(Node):
    """A number, a string, None, True, False or `...`; implicitly concatenated strings are one."""

    value: object


@dataclass(slots=True, eq=False, repr=False)
class Attribute(Node):
    value: Expression
    attr: str


@dataclass(slots=True, eq=False, repr=False)
class Subscript(Node):
    value: Expression
    index: Expression


@dataclass(slots=True, eq=False, repr=False)
class Slice(Node):
    lower: Expression | None
    upper: Expression | None
    step: Expression | None


@dataclass(slots=True, eq=False, repr=False)
class Argument(Node):
    """One argument of a call: positional, `keyword=value`, `*value` or `**value`."""

    value: Expression
    keyword: str | None = None
    star: str = ""


@dataclass(slots=True, eq=False, repr=False)
class Call(Node):
    func: Expression
    args: list[Argument]


@dataclass(slots=True, eq=False, repr=False)
class BinaryOp(Node):
    left: Expression
    op: str
    right: Expression


@dataclass(slots=True, eq=False, repr=False)
class BoolOp(Node):
    """`a and b and c`: expressions that are joined by `and`, or by `or`."""

    op: str
    values: list[Expression]


@dataclass(slots=True, eq=False, repr=False)
class UnaryOp(Node):
    op: str
    operand: Expression


@dataclass(slots=True, eq=False, repr=False)
class Compare(Node):
    left: Expression
    ops: list[str]
    comparators: list[Expression]


@dataclass(slots=True, eq=False, repr=False)
class Conditional(Node):
    test: Expression
    body: Expression
    orelse: Expression


@dataclass(slots=True, eq=False, repr=False)
class Tuple(Node):
    elements: list[Expression]


@dataclass(slots=True, eq=False, repr=False)
class List(Node):
    elements: list[Expression]


@dataclass(slots=True, eq=False, repr=False)
class Set(Node):
    elements: list[Expression]


@dataclass(slots=True, eq=False, repr=False)
class Dict(Node):
    """`keys[i]` is None where `values[i]` is unpacked with `**`."""

    keys: list[Expression | None]
    values: list[Expression]


@dataclass(slots=True, eq=False, repr=False)
class Clause(Node):
    """One `for target in iter if ...` of a comprehension."""

    target: Expression
    iter: Expression
    ifs: list[Expression]


@dataclass(slots=True, eq=False, repr=False)
class Comprehension(Node):
    """`value` is set for a dict comprehension only."""

    kind: Literal["list", "set", "dict", "generator"]
    clauses: list[Clause]
    element: Expression
    value: Expression | None = None


@dataclass(slots=True, eq=False, repr=False)
class FormattedString(Node):
    """An f-string (or t-string): the expressions inside it."""

    values: list[Expression]


@dataclass(slots=True, eq=False, repr=False)
class NamedExpression(Node):
    target: Expression
    value: Expression


@dataclass(slots=True, eq=False, repr=False)
class Starred(Node):
    value: Expression


@dataclass(slots=True, eq=False, repr=False)
class Await(Node):
    value: Expression


@dataclass(slots=True, eq=False, repr=False)
class Yield(Node):
    value: Expression | None
    is_from: bool = False


@dataclass(slots=True, eq=False, repr=False)
class Parameter(Node):
    name: str
    kind: Literal["positional", "star", "keyword", "double-star"]
    annotation: Expression | None = None
    default: Expression | None = None


@dataclass(slots=True, eq=False, repr=False)
class Lambda(Node):
    parameters: list[Parameter]
    body: Expression


# Statements


@dataclass(slots=True, eq=False, repr=False)
class ExpressionStatement(Node):
    value: Expression


@dataclass(slots=True, eq=False, repr=False)
class Assign(Node):
    targets: list[Expression]
    value: Expression


@dataclass(slots=True, eq=False, repr=False)
class AnnotatedAssign(Node):
    target: Expression
    annotation: Expression
    value: Expression | None


@dataclass(slots=True, eq=False, repr=False)
class AugmentedAssign(Node):
    target: Expression
    op: str
    value: Expression


@dataclass(slots=True, eq=False, repr=False)
class Return(Node):
    value: Expression | None


@dataclass(slots=True, eq=False, repr=False)
class Raise(Node):
    value: Expression | None
    cause: Expression | None


@dataclass(slots=True, eq=False, repr=False)
class Assert(Node):
    test: Expression
    message: Expression | None


@dataclass(slots=True, eq=False, repr=False)
class Delete(Node):
    targets: list[Expression]


@dataclass(slots=True, eq=False, repr=False)
class Pass(Node):
    """`pass`, and syntax that the analysis ignores."""


@dataclass(slots=True, eq=False, repr=False)
class Break(Node):
    pass


@dataclass(slots=True, eq=False, repr=False)
class Continue(Node):
    pass


@dataclass(slots=True, eq=False, repr=False)
class Scoped(Node):
    """A `global` or `nonlocal` statement."""

    names: list[str]
    is_global: bool


@dataclass(slots=True, eq=False, repr=False)
class Alias(Node):
    name: str
    asname: str | None


@dataclass(slots=True, eq=False, repr=False)
class Import(Node):
    names: list[Alias]


@dataclass(slots=True, eq=False, repr=False)
class ImportFrom(Node):
    """`names` is empty for a star import; `level` counts the leading dots."""

    module: str
    level: int
    names: list[Alias]


@dataclass(slots=True, eq=False, repr=False)
class If(Node):
    test: Expression
    body: list[Statement]
    orelse: list[Statement]


@dataclass(slots=True, eq=False, repr=False)
class For(Node):
    target: Expression
    iter: Expression
    body: list[Statement]
    orelse: list[Statement]


@dataclass(slots=True, eq=False, repr=False)
class While(Node):
    test: Expression
    body: list[Statement]
    orelse: list[Statement]


@dataclass(slots=True, eq=False, repr=False)
class WithItem(Node):
    context: Expression
    target: Expression | None


@dataclass(slots=True, eq=False, repr=False)
class With(Node):
    items: list[WithItem]
    body: list[Statement]


@dataclass(slots=True, eq=False, repr=False)
class Handler(Node):
    type: Expression | None
    name: str | None
    body: list[Statement]


@dataclass(slots=True, eq=False, repr=False)
class Try(Node):
    body: list[Statement]
    handlers: list[Handler]
    orelse: list[Statement]
    finalbody: list[Statement]


@dataclass(slots=True, eq=False, repr=False)
class Case(Node):
    """One `case` of a `match`; `names` are what its pattern binds, `is_capture` whether it matches any subject."""

    names: list[str]
    is_capture: bool
    guard: Expression | None
    body: list[Statement]


@dataclass(slots=True, eq=False, repr=False)
class Match(Node):
    subject: Expression
    cases: list[Case]


@dataclass(slots=True, eq=False, repr=False)
class FunctionDef(Node):
    """`start` is at `def` (or `async`), after the decorators."""

    name: str
    parameters: list[Parameter]
    body: list[Statement]
    decorators: list[Expression]
    returns: Expression | None
    is_async: bool


@dataclass(slots=True, eq=False, repr=False)
class ClassDef(Node):
    name: str
    bases: list[Argument]
    body: list[Statement]
    decorators: list[Expression]


Scope = (Module, FunctionDef, ClassDef, Lambda)
Loops = (For, While)
N = TypeVar("N", bound=Node)
T = TypeVar("T")

_NESTED = frozenset((FunctionDef, ClassDef, Lambda))


def _lister(cls: type) -> Callable[[Any], list[Node]]:
    """A function that lists the child nodes of one class of node, in the order of its fields.

    It is generated for the class, as dataclasses generate `__init__`: asking each field of each node takes three times
    as long.
    """
    parts = []
    for field in dataclasses.fields(cls):
        held, value = str(field.type), f"node.{field.name}"
        if held in ("Expression", "Statement"):
            parts.append(value)
        elif held == "Expression | None":
            parts.append(f"*(() if {value} is None else ({value},))")
        elif held == "list[Expression | None]":
            parts.append(f"*(one for one in {value} if one is not None)")
        elif held.startswith("list[") and held != "list[str]":
            parts.append(f"*{value}")
    lister: Callable[[Any], list[Node]] = eval(f"lambda node: [{', '.join(parts)}]")
    return lister


_LISTERS = {cls: _lister(cls) for cls in Node.__subclasses__()}


def children(node: Node) -> list[Node]:
    """The child nodes of a node, in the order of its fields."""
    return _LISTERS[node.__class__](node)


def walk(node: Node, *, into_functions: bool = True) -> Iterator[Node]:
    """A node and every node below it; without nested functions and classes if `into_functions` is False."""
    stack = [node]
    while stack:
        here = stack.pop()
        yield here
        if into_functions or here is node or here.__class__ not in _NESTED:
            inside = _LISTERS[here.__class__](here)
            inside.reverse()
            stack += inside


def same(one: Node, other: Node, *, positions: bool = True) -> bool:
    """Whether two trees are equal in everything that rules can see; without `positions`, wherever they are written."""
    left_out = () if positions else ("start", "end")
    todo: list[tuple[object, object]] = [(one, other)]
    while todo:
        left, right = todo.pop()
        if left.__class__ is not right.__class__:
            return False
        if isinstance(left, Node):
            names = (name for name in left.__dataclass_fields__ if name not in left_out)
            todo += [(getattr(left, name), getattr(right, name)) for name in names]
        elif isinstance(left, list) and isinstance(right, list):
            if len(left) != len(right):
                return False
            todo += zip(left, right)
        elif left != right and not (left != left and right != right):  # `nan` is not itself
            return False
    return True


def branch(node: Node, part: Node) -> str:
    """The field of a branching statement that contains a part; for a match, which case; else empty."""
    for name in ("body", "orelse", "handlers", "cases", "finalbody"):
        held = getattr(node, name, None)
        if held is part or (isinstance(held, list) and part in held):
            return name if name != "cases" else str(part.start)
    return ""


def integer_literal(node: Node | None) -> int | None:
    """The value of `3` or `-2`; None for anything else, also for `True`."""
    if isinstance(node, UnaryOp) and node.op == "-":
        inner = integer_literal(node.operand)
        return None if inner is None else -inner
    value = node.value if isinstance(node, Constant) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def is_true(node: Node | None) -> bool:
    """Whether this is the literal `True`."""
    return isinstance(node, Constant) and node.value is True


def string_of(node: Node | None) -> str | None:
    """The text that a constant is; None of anything else."""
    return node.value if isinstance(node, Constant) and isinstance(node.value, str) else None


def is_false(node: Node | None) -> bool:
    """Whether this is the literal `False`."""
    return isinstance(node, Constant) and node.value is False


def is_text(node: Node | None) -> bool:
    """Whether this is a text that is written here, an f-string among them."""
    return isinstance(node, FormattedString) or (isinstance(node, Constant) and isinstance(node.value, str))


def positional(call: Call, place: int) -> Expression | None:
    """The expression of a positional argument; None if there is none, or a starred one comes before it."""
    if place >= len(call.args) or any(argument.star or argument.keyword for argument in call.args[: place + 1]):
        return None
    return call.args[place].value


def argument(call: Call, position: int, keyword: str = "") -> Expression | None:
    """What a call passes by position, counted from 0, or by keyword; None if that is not written, or unpacked.

    -1 is the position of a keyword-only parameter. What follows `*args` has no known position.
    """
    position_is_known = True
    for place, one in enumerate(call.args):
        position_is_known &= not one.star
        if one.keyword == keyword if one.keyword else place == position and position_is_known:
            return one.value
    return None


def passed_to(function: FunctionDef | Lambda, call: Call, *, is_bound: bool | None = None) -> dict[str, Expression]:
    """What a call passes, by the names of the function's parameters; further keywords stay as they are.

    `is_bound` is whether the first parameter is the object or class that a method is called on, which no argument
    shows; by default, its name says so: `self` or `cls`. What is unpacked, and all positional arguments behind `*args`,
    are left out.
    """
    names = [one.name for one in function.parameters if one.kind == "positional"]
    is_bound = names[:1] in (["self"], ["cls"]) if is_bound is None else is_bound
    return given_by_name(call, names[is_bound:])


def given_by_name(call: Call, parameters: list[str]) -> dict[str, Expression]:
    """What a call passes, by the names of the function's parameters, which are listed in their order.

    Keywords stay as they are. What is unpacked, and all positional arguments behind `*args`, are left out.
    """
    given: dict[str, Expression] = {}
    for name, argument in zip(parameters, call.args):
        if argument.star or argument.keyword:
            break
        given[name] = argument.value
    given.update((argument.keyword, argument.value) for argument in call.args if argument.keyword)
    return given


def dotted(node: Node | None) -> str | None:
    """`a.b.c` for a name or a chain of attributes of a name; None for anything else."""
    if isinstance(node, Attribute) and isinstance(node.value, Name):
        return f"{node.value.id}.{node.attr}"  # as most are
    parts: list[str] = []
    while isinstance(node, Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, Name):
        return None
    return ".".join([node.id, *reversed(parts)])


def last_part(node: Node | None) -> str:
    """The `c` of a dotted name `a.b.c`; empty for anything else, also for an attribute of a call's result."""
    return (dotted(node) or "").rpartition(".")[2]


def last_name(node: Node) -> str:
    """`save` in `fs.save`, and in `open_fs().save`, where `last_part` is empty; empty for other expressions."""
    return node.attr if isinstance(node, Attribute) else node.id if isinstance(node, Name) else ""


def is_decorated(function: FunctionDef, names: Collection[str]) -> bool:
    """Whether a decorator of a function has one of these last names: `no_grad` for `@torch.no_grad()`."""
    called = (one.func if isinstance(one, Call) else one for one in function.decorators)
    return any(last_part(one) in names for one in called)


def root_name(node: Node | None) -> Name | None:
    """The `a` of `a.b[i].c`; None if the innermost expression is not a name."""
    while isinstance(node, (Attribute, Subscript)):
        node = node.value
    return node if isinstance(node, Name) else None


def container(target: Node) -> Node:
    """The container that an item is assigned to: `seen` of `seen[name][0]`; what is no item is returned as it is."""
    while isinstance(target, Subscript):
        target = target.value
    return target


def targets(statement: Node) -> list[Expression]:
    """The targets of an assignment with `=`, annotated or not; empty for other statements."""
    if isinstance(statement, Assign):
        return statement.targets
    return [statement.target] if isinstance(statement, AnnotatedAssign) else []


class _Preorder:
    """The nodes of a tree numbered as a walk meets them, in which all nodes below one follow it without a gap.

    So what is inside a node is an interval of numbers, and needs no walk of its own.
    """

    def __init__(self, nodes: list[Node], parents: dict[Node, Node]) -> None:
        self.nodes = nodes
        self.numbers = {node: number for number, node in enumerate(self.nodes)}
        self.ends = list(range(1, len(self.nodes) + 1))  # the number behind the last node below each
        self.nested_in = [-1] * len(self.nodes)  # the number of the innermost function or class around each
        self.by_type: dict[type, list[int]] = {}
        above = [self.numbers[parents[node]] for node in self.nodes[1:]]
        for number, outer in enumerate(above, 1):
            is_nested = self.nodes[outer].__class__ in _NESTED
            self.nested_in[number] = outer if is_nested else self.nested_in[outer]
        for number in range(len(above), 0, -1):  # what is below comes first
            outer = above[number - 1]
            self.ends[outer] = max(self.ends[outer], self.ends[number])
        for number, node in enumerate(self.nodes):
            self.by_type.setdefault(node.__class__, []).append(number)

    def inside(self, node: Node, kind: type | None = None) -> list[Node]:
        """The nodes from a node on to the last below it; of one type, if one is given."""
        return [self.nodes[number] for number in self._numbers(node, kind)]

    def own(self, node: Node, kind: type | None = None) -> list[Node]:
        """The same without what is inside nested functions and classes."""
        first = self.numbers[node]
        scope = first if node.__class__ in _NESTED else self.nested_in[first]
        inside = self._numbers(node, kind)
        return [self.nodes[number] for number in inside if number == first or self.nested_in[number] == scope]

    def _numbers(self, node: Node, kind: type | None) -> Sequence[int]:
        first = self.numbers[node]
        end = self.ends[first]
        if kind is None:
            return range(first, end)
        numbers = self.by_type.get(kind, [])
        return numbers[bisect_left(numbers, first) : bisect_left(numbers, end)]


class Tree:
    """A parsed file: its nodes, which node contains which, and its text.

    Example:
        for loop in file.tree.all(tree.For):
            calls = file.tree.inside(loop, tree.Call)
    """

    def __init__(self, root: Module, text: str) -> None:
        self.root = root  # the node of the whole file
        self.text = text  # the file's text, which offsets count in
        self.memory: dict[object, Any] = {}  # results that depend on the syntax alone, memoised by `once`

    @cached_property
    def nodes(self) -> list[Node]:
        """Every node, in the order of a walk."""
        return list(walk(self.root))

    @cached_property
    def parents(self) -> dict[Node, Node]:
        """The node that directly contains each node."""
        return {child: node for node in self.nodes for child in children(node)}

    @cached_property
    def _by_type(self) -> dict[type, list[Node]]:
        found: dict[type, list[Node]] = {}
        for node in sorted(self.nodes, key=attrgetter("start")):
            found.setdefault(node.__class__, []).append(node)
        return found

    @cached_property
    def _preorder(self) -> _Preorder:
        return _Preorder(self.nodes, self.parents)

    @cached_property
    def _calls_by_name(self) -> dict[str, list[Call]]:
        found: dict[str, list[Call]] = {}
        for call in self.all(Call):
            found.setdefault(last_name(call.func), []).append(call)
        return found

    def calls_named(self, name: str) -> list[Call]:
        """Every call of what has this `last_name`, in source order: `fs.save(x)` and `open_fs().save(x)` for `save`."""
        return self._calls_by_name.get(name, [])

    def once(self, work: Callable[[Tree, Node], T], node: Node) -> T:
        """The result of `work` for a node, memoised until this part of the text changes."""
        key = (work, node)
        if key not in self.memory:
            self.memory[key] = work(self, node)
        found: T = self.memory[key]
        return found

    def once_in_file(self, work: Callable[[Tree, Node], T], node: Node) -> T:
        """The result of `work` for a node, memoised; it may depend on all of the file, and not on this part alone."""
        key = (work, node, self.root)
        if key not in self.memory:
            self.memory[key] = work(self, node)
        found: T = self.memory[key]
        return found

    def once_of_all(self, work: Callable[[Tree], T]) -> T:
        """The result of `work` for the whole tree, memoised."""
        if work not in self.memory:
            self.memory[work] = work(self)
        found: T = self.memory[work]
        return found

    def around(self, node: Node) -> Iterator[Node]:
        """A node and all nodes that contain it, from the inside out."""
        here: Node | None = node
        while here is not None:
            yield here
            here = self.parents.get(here)

    def all(self, kind: type[N]) -> list[N]:
        """Every node of one type, in source order."""
        return self._by_type.get(kind, [])  # type: ignore[return-value]  # the dict is keyed by exactly that type

    def walk(self, node: Node, *, into_functions: bool = True) -> list[Node]:
        """A node and every node below it, in the order of the function `walk`; the node may be of another file."""
        order = self._preorder
        if node not in order.numbers:
            return list(walk(node, into_functions=into_functions))
        return order.inside(node) if into_functions else order.own(node)

    def inside(self, node: Node, kind: type[N]) -> list[N]:
        """Every node of one type within a node, in the order of a walk."""
        order = self._preorder
        found = order.inside(node, kind) if node in order.numbers else walk(node)
        return [each for each in found if isinstance(each, kind)]

    def own(self, node: Node, kind: type[N]) -> list[N]:
        """Every node of one type within a node, leaving out nested functions and classes."""
        order = self._preorder
        found = order.own(node, kind) if node in order.numbers else walk(node, into_functions=False)
        return [each for each in found if isinstance(each, kind)]

    def text_of(self, node: Node) -> str:
        """The text of a node, as it is written."""
        return self.text[node.start : node.end]

    def above(self, node: Node, *kinds: type[Node]) -> Node | None:
        """The nearest enclosing node of one of these types."""
        here = self.parents.get(node)
        while here is not None and not isinstance(here, kinds):
            here = self.parents.get(here)
        return here

    def branches(self, node: Node, *kinds: type[Node]) -> dict[Node, str]:
        """The branching statements of these types around a node, each with the `branch` that contains the node."""
        path = list(self.around(node))
        return {outer: branch(outer, inner) for inner, outer in pairwise(path) if isinstance(outer, kinds)}

    def scope(self, node: Node) -> FunctionDef | Module:
        """The function around a node, or the root; lambdas and classes do not count as scopes here."""
        found = self.above(node, FunctionDef)
        return found if isinstance(found, FunctionDef) else self.root

    def statement(self, node: Node) -> Node:
        """The statement that an expression is part of."""
        here = node
        while not isinstance(here, _STATEMENTS) and here in self.parents:
            here = self.parents[here]
        return here

    @cached_property
    def _blocks(self) -> dict[Node, list[Node]]:
        """The list of statements that each statement is in."""
        found: dict[Node, list[Node]] = {}
        for node in self.nodes:
            for name in ("body", "orelse", "finalbody"):
                body = getattr(node, name, None)
                if isinstance(body, list):
                    found.update(dict.fromkeys(body, body))
        return found

    def block(self, statement: Node) -> list[Node]:
        """The list of statements that a statement is in; empty if its parent has no list with it."""
        return self._blocks.get(statement, [])


_STATEMENTS = (
    ExpressionStatement,
    Assign,
    AnnotatedAssign,
    AugmentedAssign,
    Return,
    Raise,
    Assert,
    Delete,
    Pass,
    Break,
    Continue,
    Scoped,
    Import,
    ImportFrom,
    If,
    For,
    While,
    With,
    Try,
    Match,
    FunctionDef,
    ClassDef,
    Module,
)
