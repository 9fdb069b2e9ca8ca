"""Where names, calls and definitions of a program are, by what they are called: an index over its files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from torchlint.binding.definitions import assigned, assignments_in, names_bound
from torchlint.binding.use_def import owner_of
from torchlint.knowledge.command_line import LOOKS_UP
from torchlint.syntax import tree

Place = tuple[tree.Tree, tree.Expression]  # an expression, and the tree that it is in


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of a scope; the scope is None for a name that a file does not define (`from options import *`)."""

    syntax: tree.Tree
    scope: tree.Node | None
    name: str


@dataclass(frozen=True, slots=True)
class Member:
    """What any object has as an attribute, or any dict under a key, of this name."""

    name: str


@dataclass(frozen=True, slots=True)
class Result:
    """What the functions of a name return: that itself, or one element of the tuple."""

    function: str
    element: int | None = None


Holder = Variable | Member | Result


def variable_of(syntax: tree.Tree, name: tree.Name) -> Variable:
    """The variable that a name refers to."""
    return Variable(syntax, owner_of(syntax, name), name.id)


@dataclass(slots=True)
class _Index:
    """What one file has under each name."""

    names: dict[str, list[tree.Name]] = field(default_factory=lambda: defaultdict(list))
    members: dict[str, list[tree.Expression]] = field(default_factory=lambda: defaultdict(list))
    calls: dict[str, list[tree.Call]] = field(default_factory=lambda: defaultdict(list))
    functions: dict[str, list[tree.FunctionDef]] = field(default_factory=lambda: defaultdict(list))
    classes: dict[str, list[tree.ClassDef]] = field(default_factory=lambda: defaultdict(list))
    assigned: dict[str, list[tree.Expression | None]] = field(default_factory=lambda: defaultdict(list))
    renamed: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # the `b`s of `import a as b`
    original: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # the other way round
    # The variables that are given a name's value: the `b`s of `b = a`.
    variables: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    has_star: bool = False  # whether it imports all names of a module
    imported: dict[str, str] = field(default_factory=dict)  # the module that a name is imported from, or is


def _index(syntax: tree.Tree) -> _Index:
    found = _Index()
    for name in syntax.all(tree.Name):
        found.names[name.id].append(name)
    for attribute in syntax.all(tree.Attribute):
        found.members[attribute.attr].append(attribute)
    for item in syntax.all(tree.Subscript):
        if (key := tree.string_of(item.index)) is not None:
            found.members[key].append(item)
    for call in syntax.all(tree.Call):
        called = tree.last_name(call.func)
        found.calls[called].append(call)
        if called in LOOKS_UP and call.args and (key := tree.string_of(call.args[0].value)) is not None:
            found.members[key].append(call)
    for function in syntax.all(tree.FunctionDef):
        found.functions[function.name].append(function)
    for cls in syntax.all(tree.ClassDef):
        found.classes[cls.name].append(cls)
    for one in assignments_in(syntax.root):
        if isinstance(one.target, tree.Attribute):
            found.assigned[one.target.attr].append(one.value)
        elif isinstance(one.target, tree.Name):
            for value in choices(one.value):
                if isinstance(value, tree.Name) and one.target.id not in found.variables[value.id]:
                    found.variables[value.id].append(one.target.id)
    for whole in syntax.all(tree.Import):
        for alias in whole.names:
            found.imported[alias.asname or alias.name.partition(".")[0]] = alias.name
    for part in syntax.all(tree.ImportFrom):
        found.has_star = found.has_star or not part.names
        for alias in part.names:
            found.imported[alias.asname or alias.name] = "." * part.level + part.module
            if alias.asname:
                found.renamed[alias.name].append(alias.asname)
                found.original[alias.asname].append(alias.name)
    return found


class Occurrences:
    """The index of all files of a program."""

    def __init__(self, trees: Iterable[tree.Tree]) -> None:
        self.trees = tuple(trees)
        self._of = {syntax: syntax.once_of_all(_index) for syntax in self.trees}

    def held(self, holder: Variable | Member) -> Iterator[Place]:
        """Where a variable is used, also in files that import it; and the attributes, keys and `get`s of a name."""
        if isinstance(holder, Variable):
            yield from self._of_variable(holder)
            return
        for syntax, index in self._of.items():
            yield from ((syntax, node) for node in index.members.get(holder.name, ()))

    def _of_variable(self, variable: Variable) -> Iterator[Place]:
        syntax, scope, name = variable.syntax, variable.scope, variable.name
        for node in self._of[syntax].names.get(name, ()):
            if owner_of(syntax, node) is scope:
                yield syntax, node
        if scope is syntax.root:
            for other, index in self._of.items():
                yield from self._imported(other, index, name) if other is not syntax else ()
        elif isinstance(scope, tree.ClassDef):
            yield from self.held(Member(name))

    def _imported(self, syntax: tree.Tree, index: _Index, name: str) -> Iterator[Place]:
        """Uses of what a file imports under a name, or of a module's attribute of that name."""
        for own in (name, *index.renamed.get(name, ())):
            is_imported = own in index.imported
            for node in index.names.get(own, ()):
                owner = owner_of(syntax, node)
                if owner is None:
                    is_same = index.has_star
                else:
                    is_same = is_imported and (owner is syntax.root or self._imports(syntax, owner, own))
                if is_same:
                    yield syntax, node
        for member in index.members.get(name, ()):
            root = member.value if isinstance(member, tree.Attribute) else None
            if root is not None and (tree.dotted(root) or "").partition(".")[0] in index.imported:
                yield syntax, member

    def _imports(self, syntax: tree.Tree, scope: tree.Node, name: str) -> bool:
        """Whether a function imports a name for itself."""
        parts = (one for one in syntax.inside(scope, tree.ImportFrom))
        return any((alias.asname or alias.name) == name for part in parts for alias in part.names)

    def calls(self, name: str) -> Iterator[tuple[tree.Tree, tree.Call]]:
        """Calls of what has this name, as the last part of what is called."""
        for syntax, index in self._of.items():
            yield from ((syntax, call) for call in index.calls.get(name, ()))

    def functions(self, name: str) -> Iterator[tuple[tree.Tree, tree.FunctionDef]]:
        """Functions and methods of this name."""
        for syntax, index in self._of.items():
            yield from ((syntax, one) for one in index.functions.get(name, ()))

    def classes(self, name: str) -> list[tuple[tree.Tree, tree.ClassDef]]:
        """Classes of this name."""
        return [(syntax, one) for syntax, index in self._of.items() for one in index.classes.get(name, ())]

    def assigned(self, attribute: str) -> list[tuple[tree.Tree, tree.Expression | None]]:
        """What attributes of this name are given; None among it where that is no expression by itself."""
        return [(syntax, one) for syntax, index in self._of.items() for one in index.assigned.get(attribute, ())]

    def names(self, syntax: tree.Tree, name: str) -> list[tree.Name]:
        """The plain names of a file that are written like this."""
        return self._of[syntax].names.get(name, [])

    def attributes(self, syntax: tree.Tree, name: str) -> list[tree.Expression]:
        """The attributes and keys of a file that are called this."""
        return self._of[syntax].members.get(name, [])

    def held_by_classes(self, name: str) -> Iterator[tree.ClassDef]:
        """The classes whose body gives this name a value, or defines it."""
        for syntax in self.trees:
            for cls in syntax.all(tree.ClassDef):
                if name in names_bound(syntax, cls):
                    yield cls

    def heirs(self, name: str) -> list[str]:
        """The name of a class, with those of the classes that derive from it, however far."""
        found = [name]
        for here in found:  # grows
            for syntax in self.trees:
                for cls in syntax.all(tree.ClassDef):
                    if cls.name not in found and any(tree.last_part(one.value) == here for one in cls.bases):
                        found.append(cls.name)
        return found

    def renamings(self, name: str) -> list[str]:
        """The other names that imports and assignments give something of this name: `b = a`."""
        of_files = self._of.values()
        found = [other for index in of_files for other in index.renamed.get(name, ())]
        for here in (name, *found):
            found += [other for index in of_files for other in index.variables.get(here, ()) if other not in found]
        return found

    def has_star(self, syntax: tree.Tree) -> bool:
        """Whether a file imports all names of some module."""
        return self._of[syntax].has_star

    def originals(self, name: str) -> list[str]:
        """The names that something may have where it is defined, however often imports have renamed it."""
        found = [name]
        for here in found:  # grows
            for index in self._of.values():
                found += [one for one in index.original.get(here, ()) if one not in found]
        return found

    def module_of(self, syntax: tree.Tree, name: str) -> str:
        """The module that a name of a file is imported from, or stands for; empty for other names."""
        return self._of[syntax].imported.get(name, "")


def choices(value: tree.Expression | None) -> list[tree.Expression]:
    """What an expression may be: both sides of `a if test else b`."""
    if isinstance(value, tree.Conditional):
        return [*choices(value.body), *choices(value.orelse)]
    return [value] if value is not None else []


def owner_of_attribute(node: tree.Expression) -> tree.Expression | None:
    """The `x` of `x.name`, `x["name"]` and `x.get("name")`."""
    if isinstance(node, tree.Call):
        node = node.func
    return node.value if isinstance(node, (tree.Attribute, tree.Subscript)) else None


def is_stored(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether an expression is what an assignment or a deletion gives a value to, or takes one from."""
    here, above = node, syntax.parents.get(node)
    while isinstance(above, (tree.Tuple, tree.List, tree.Starred)):
        here, above = above, syntax.parents.get(above)
    return above is not None and any(target is node for _, target, _ in assigned(above)) and here is not None
