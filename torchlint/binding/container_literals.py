"""The lists, tuples and dicts that a class assigns to its attributes, and what it puts into them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from torchlint.binding.definitions import pairs
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import only_definition, owner_of, uses
from torchlint.syntax import tree

_KINDS = {"list": "list", "tuple": "tuple", "set": "set", "dict": "dict", "OrderedDict": "dict"}
_GROWING = frozenset(("append", "insert", "add", "appendleft"))
_EXTENDING = frozenset(("extend", "update"))
# What makes containers and puts something into them.
_FILLING = (tree.Assign, tree.AnnotatedAssign, tree.AugmentedAssign, tree.Call)


@dataclass(slots=True, eq=False)
class Building:
    """An attribute of a class that is a plain container, and the code that fills it."""

    attribute: str
    container: tree.Expression  # what is assigned to the attribute
    display: tree.Expression  # the literal: the same, or the value of a local name for it
    on_class: bool  # whether it is assigned in the class's own body
    local: frozenset[tree.Node] = frozenset()  # the uses of its local name before it becomes an attribute
    elements: list[tree.Expression] = field(default_factory=list)
    keys: list[tree.Expression | None] = field(default_factory=list)
    writes: set[tree.Node] = field(default_factory=set)  # the attribute where something is put into it
    is_nested: bool = False
    is_repeated: bool = False
    grows: bool = False
    is_assigned_again: bool = False

    @property
    def name(self) -> str:
        """The attribute's name."""
        return self.attribute if self.on_class else f"self.{self.attribute}"

    @property
    def kind(self) -> str:
        """The kind of container: "list", "tuple", "dict", ..."""
        return _kind(self.container) or _kind(self.display)

    @property
    def hides_on_purpose(self) -> bool:
        """Whether it is a literal with one element: a known way to keep a module out of its owner's parameters."""
        written = (tree.List, tree.Tuple, tree.Set, tree.Dict)
        return isinstance(self.display, written) and len(self.elements) == 1 and not self.grows and not self.is_nested

    @property
    def fits(self) -> bool:
        """Whether nn.ModuleList, ModuleDict or their like accept the elements as they are written."""
        if self.on_class or self.is_nested or self.is_repeated or self.is_assigned_again or self.kind == "set":
            return False
        if self.kind != "dict":
            return True
        return isinstance(self.display, tree.Dict) and all(_is_text(key) for key in self.keys)

    def is_it(self, node: tree.Node) -> bool:
        """Whether an expression refers to the container."""
        is_own = isinstance(node, tree.Attribute) and node.attr == self.attribute and _is_self(node.value)
        return is_own or node in self.local

    def put(self, node: tree.Node | None, depth: int = 0) -> None:
        """Collect the elements of a container literal."""
        if isinstance(node, (tree.List, tree.Tuple, tree.Set)):
            for element in node.elements:
                self.put_one(element, depth)
        elif isinstance(node, tree.Dict):
            self.keys += node.keys
            for value in node.values:
                self.put_one(value, depth)
        elif isinstance(node, tree.Comprehension):
            if node.value is not None:
                self.keys.append(node.element)
            self.put_one(node.value or node.element, depth)
        elif isinstance(node, tree.BinaryOp):
            self.is_repeated = True
            self.put(node.left, depth)
            self.put(node.right, depth)
        elif isinstance(node, tree.Conditional):
            self.is_repeated = True
            self.put(node.body, depth)
            self.put(node.orelse, depth)
        elif isinstance(node, tree.Call) and _kind(node):
            self.elements += [argument.value for argument in node.args if argument.keyword]
            for argument in node.args:
                self.put(argument.value if not argument.keyword else None, depth)

    def put_one(self, node: tree.Expression, depth: int = 0) -> None:
        """Collect one element, or those of a nested container."""
        if _kind(node) and depth < 3:
            self.is_nested = True
            self.put(node, depth + 1)
        else:
            self.elements.append(node)


def _kind(node: tree.Node) -> str:
    """The kind of plain container that an expression creates; empty if it creates none."""
    if isinstance(node, (tree.List, tree.Tuple, tree.Set, tree.Dict)):
        return type(node).__name__.lower()
    if isinstance(node, tree.Comprehension):
        return "" if node.kind == "generator" else node.kind
    if isinstance(node, tree.BinaryOp) and node.op in "+*":
        return _kind(node.left) or _kind(node.right)
    if isinstance(node, tree.Conditional):
        return _kind(node.body) and _kind(node.orelse)
    if isinstance(node, tree.Call):
        return _KINDS.get(tree.last_part(node.func), "")
    return ""


def _is_text(key: tree.Expression | None) -> bool:
    """Whether a key is a string that nn.ModuleDict accepts: without dots."""
    if isinstance(key, tree.Constant):
        return isinstance(key.value, str) and "." not in key.value
    return isinstance(key, tree.FormattedString)


def _is_self(node: tree.Node) -> bool:
    return isinstance(node, tree.Name) and node.id == "self"


def buildings(cls: Class) -> Iterator[Building]:
    """The attributes of a class that are assigned plain containers, in source order, each once."""
    found: dict[str, Building] = {}
    inside = [n for n in cls.unit.tree.walk(cls.node) if isinstance(n, _FILLING)]
    for statement in inside:
        if not isinstance(statement, (tree.Assign, tree.AnnotatedAssign)) or statement.value is None:
            continue
        for target, value in (pair for one in tree.targets(statement) for pair in pairs(one, statement.value)):
            name = _attribute(cls, statement, target)
            if not isinstance(value, tree.Expression):
                continue  # an element of what is unpacked, which no expression shows
            if name in found:
                found[name].is_assigned_again = True
                found[name].put(value)
            elif name and (building := _started(cls, name, target, value)):
                found[name] = building
    for building in found.values():
        _follow(inside, building)
        yield building


def _attribute(cls: Class, statement: tree.Node, target: tree.Expression) -> str:
    """The attribute that a statement assigns: `self.x`, or `x` in the class body."""
    if isinstance(target, tree.Name):
        return target.id if statement in cls.node.body else ""
    return target.attr if isinstance(target, tree.Attribute) and _is_self(target.value) else ""


def _started(cls: Class, name: str, target: tree.Expression, value: tree.Expression) -> Building | None:
    building = Building(name, value, value, on_class=isinstance(target, tree.Name), writes={target})
    if isinstance(value, tree.Call) and _kind(value) and len(value.args) == 1:  # tuple(layers)
        value = value.args[0].value
    if isinstance(value, tree.Name):
        syntax = cls.unit.tree
        made = only_definition(syntax, value)
        if made is None or made.value is None or not isinstance(owner_of(syntax, value), tree.FunctionDef):
            return None
        building.display = made.value
        building.local = frozenset(uses(syntax, value))
    if not _kind(building.display):
        return None
    building.put(building.display)
    return building


def _follow(inside: Sequence[tree.Node], building: Building) -> None:
    """Collect what later code of the class adds to a container."""
    for node in inside:
        if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.args:
            holder = _holder(node.func.value)
            if not building.is_it(holder) or node.func.attr not in _GROWING | _EXTENDING:
                continue
            building.is_nested |= holder is not node.func.value
            if node.func.attr in _GROWING:
                building.put_one(node.args[-1].value)
            else:
                building.put(node.args[0].value)
        elif isinstance(node, tree.AugmentedAssign) and building.is_it(node.target):
            holder = node.target
            building.put(node.value)
        elif isinstance(node, tree.Assign) and isinstance(target := node.targets[0], tree.Subscript):
            holder = target.value
            if not building.is_it(holder):
                continue
            building.keys.append(target.index)
            building.put_one(node.value)
        else:
            continue
        building.writes.add(holder)
        building.grows = True


def _holder(node: tree.Expression) -> tree.Expression:
    """The expression that an element is indexed from: `self.layers` of `self.layers[0]`."""
    return node.value if isinstance(node, tree.Subscript) else node
