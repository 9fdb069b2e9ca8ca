"""Which parameters of a program's functions get what a call passes, by the names of functions alone.

Every function of a name counts, so a parameter may be among them that never gets it; none is missing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from torchlint.binding.use_def import definitions_of
from torchlint.knowledge.signatures import WITHOUT_FIELDS
from torchlint.queries.options.occurrences import Holder, Member, Occurrences, Variable
from torchlint.syntax import tree

# How far up constructors are searched for in base classes, and how many names are followed to what is called.
_DEEPEST = 5
_WITHOUT_FIELDS = frozenset(name.rpartition(".")[2] for name in WITHOUT_FIELDS)


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters of a function, without those that a call does not pass by itself (`self`)."""

    syntax: tree.Tree
    scope: tree.Node  # the function; for a dataclass, the class
    positional: tuple[str, ...]
    keyword_only: frozenset[str] = frozenset()
    star: str = ""
    double_star: str = ""

    def bound(self, call: tree.Call, argument: tree.Argument, skipped: int = 0) -> list[Holder]:
        """The parameters that may get an argument, of which the first ones are passed elsewhere; none if it can't."""
        if argument.keyword:
            if argument.keyword in self.names:
                return [self._holder(argument.keyword)]
            return [Member(argument.keyword)] if self.double_star else []
        before = call.args[: call.args.index(argument)]
        if any(one.star == "*" for one in before):
            return [*map(self._holder, self.positional), *self.at(len(self.positional))]
        return self.at(sum(1 for one in before if not one.keyword) - skipped)

    def at(self, position: int) -> list[Holder]:
        """The parameter that gets the positional argument of a place."""
        if 0 <= position < len(self.positional):
            return [self._holder(self.positional[position])]
        return [self._holder(self.star)] if self.star and position >= 0 else []

    def _holder(self, name: str) -> Holder:
        return Member(name) if isinstance(self.scope, tree.ClassDef) else Variable(self.syntax, self.scope, name)

    @property
    def names(self) -> frozenset[str]:
        """Each parameter that has a name for callers."""
        return frozenset(self.positional) | self.keyword_only


class Callees:
    """The functions and classes of a program's files."""

    def __init__(self, found: Occurrences, trees: Mapping[str, tree.Tree]) -> None:
        self._found = found
        # Names that modules of these files may have.
        self._modules = {part.removesuffix(".py") for place in trees for part in place.split(os.sep)}
        self._by_module: dict[str, set[tree.Tree]] = {}
        for place, syntax in trees.items():
            folder, name = os.path.split(place)
            name = os.path.basename(folder) if name == "__init__.py" else name.removesuffix(".py")
            self._by_module.setdefault(name, set()).add(syntax)

    def signatures(self, syntax: tree.Tree, called: tree.Expression, depth: int = 0) -> list[Signature]:
        """What may be called here; none if some of it is not of the program, or not known."""
        if depth > _DEEPEST:
            return []
        if isinstance(called, tree.Conditional):
            return self._of_all([(syntax, called.body), (syntax, called.orelse)], depth)
        if isinstance(called, tree.Subscript):
            return self._of_table(syntax, called, depth)
        if isinstance(called, tree.Call):
            around = syntax.above(called, tree.ClassDef) if tree.dotted(called.func) == "type" else None
            return self._constructor(syntax, around, 1) if isinstance(around, tree.ClassDef) else []
        if isinstance(called, tree.Name):
            return self._of_name(syntax, called) or self._of_all(
                [(syntax, one.value) for one in definitions_of(syntax, called) if one.kind != "import"], depth
            )
        if not isinstance(called, tree.Attribute):
            return []
        return self._of_attribute(syntax, called) or self._of_all(self._found.assigned(called.attr), depth)

    def _of_all(self, values: Sequence[tuple[tree.Tree, tree.Expression | None]], depth: int) -> list[Signature]:
        """What any of these expressions may be, if all of them are known."""
        found: list[Signature] = []
        for syntax, one in values:
            its = [] if one is None else self.signatures(syntax, one, depth + 1)
            if not its:
                return []  # at once: attributes of one name may be given each other's values
            found += its
        return found

    def _of_table(self, syntax: tree.Tree, item: tree.Subscript, depth: int) -> list[Signature]:
        """The values of the dict literal that an item is of: `MODELS[args.model](args)`."""
        table = item.value
        if isinstance(table, tree.Name):
            given = [(syntax, one.value) for one in definitions_of(syntax, table)]
        else:
            given = list(self._found.assigned(tree.last_name(table)))
        if not given or not all(isinstance(one, tree.Dict) for _, one in given):
            return []
        values = [(its, value) for its, one in given if isinstance(one, tree.Dict) for value in one.values]
        return self._of_all(values, depth)

    def _of_attribute(self, syntax: tree.Tree, called: tree.Attribute) -> list[Signature]:
        if called.attr == "__init__":
            return list(self._inherited(syntax, called))
        root = tree.root_name(called)
        module = self._found.module_of(syntax, root.id) if root is not None else ""
        if module:
            if self._is_of_library(module):
                return []
            within = self.files(module) if called.value is root else set()
            if isinstance(root, tree.Name) and called.value is root:
                within |= self.files(self._found.originals(root.id)[-1])
            within |= self.files(tree.last_part(called.value))
            names = self._found.originals(called.attr)
            for where in (within, None):  # None: one of these modules hands it on
                found = [its for name in names for its in self._functions(name, where)]
                if found:
                    return found
        is_of_class = bool(self._found.classes(tree.last_name(called.value)))
        return list(self._methods(called.attr, is_of_class=is_of_class))

    def _of_name(self, syntax: tree.Tree, called: tree.Name) -> list[Signature]:
        """The functions, or constructors of classes, that a plain name may mean."""
        around = syntax.above(called, tree.ClassDef)
        if called.id == "cls" and isinstance(around, tree.ClassDef):
            return self._constructor(syntax, around, 1)
        module = self._found.module_of(syntax, called.id)
        if module and self._is_of_library(module):
            return []
        within = {syntax} | (self.files(module) if module else set())
        names = self._found.originals(called.id) if module else [called.id]
        found = [its for name in names for its in self._functions(name, within)]
        if found or not (module or self._found.has_star(syntax)):
            return found
        return [its for name in names for its in self._functions(name, None)]  # a module hands it on

    def _is_of_library(self, module: str) -> bool:
        """Whether a module is another than the program's files."""
        parts = {part for part in module.split(".") if part}
        return not module.startswith(".") and self._modules.isdisjoint(parts)

    def files(self, module: str) -> set[tree.Tree]:
        """The files that a module's name may mean, by its last part; none of them may define what it hands on."""
        return self._by_module.get(module.rpartition(".")[2], set())

    def _functions(self, name: str, within: set[tree.Tree] | None) -> Iterator[Signature]:
        """The functions and constructors of a name, in some files, or in all."""
        for syntax, function in self._found.functions(name):
            is_method = isinstance(syntax.parents.get(function), tree.ClassDef)
            if not is_method and (within is None or syntax in within):
                yield _signature(syntax, function, 0)
        for syntax, cls in self._found.classes(name):
            if within is None or syntax in within:
                yield from self._constructor(syntax, cls, 1)

    def _methods(self, name: str, *, is_of_class: bool) -> Iterator[Signature]:
        """The methods of a name, and the constructors of classes that are attributes."""
        for syntax, function in self._found.functions(name):
            if isinstance(syntax.parents.get(function), tree.ClassDef):
                first = _bound_first(function)
                yield _signature(syntax, function, first)
                if is_of_class and first:
                    yield _signature(syntax, function, 0)  # `Class.method(x)` may pass the object, too
        for syntax, cls in self._found.classes(name):
            yield from self._constructor(syntax, cls, 1)

    def _inherited(self, syntax: tree.Tree, called: tree.Attribute) -> Iterator[Signature]:
        """The constructors that `super().__init__` and `Base.__init__` mean."""
        if not isinstance(called.value, tree.Call):
            for its, cls in self._found.classes(tree.last_name(called.value)):
                yield from self._constructor(its, cls, 0)
            return
        around = syntax.above(called, tree.ClassDef)
        for base in around.bases if isinstance(around, tree.ClassDef) else ():
            for its, cls in self._found.classes(tree.last_name(base.value)):
                yield from self._constructor(its, cls, 1)

    def _constructor(self, syntax: tree.Tree, cls: tree.ClassDef, skipped: int, depth: int = 0) -> list[Signature]:
        own = [one for one in cls.body if isinstance(one, tree.FunctionDef) and one.name in ("__init__", "__new__")]
        if own:
            return [_signature(syntax, one, skipped) for one in own]
        if _is_dataclass(cls):
            fields = self._fields(cls)
            return [Signature(syntax, cls, fields)] if fields is not None else []
        bases = [one for base in cls.bases for one in self._found.classes(tree.last_name(base.value))]
        above = (self._constructor(its, base, skipped, depth + 1) for its, base in bases if depth < _DEEPEST)
        return [one for found in above for one in found]

    def _fields(self, cls: tree.ClassDef, depth: int = 0) -> tuple[str, ...] | None:
        """The fields of a dataclass, with those that it inherits; None where a base is not of the program."""
        found: dict[str, None] = {}
        for base in (one for one in cls.bases if not one.keyword):
            if tree.last_part(base.value) in _WITHOUT_FIELDS:
                continue
            classes = self._found.classes(tree.last_name(base.value))
            above = [self._fields(one, depth + 1) for _, one in classes] if depth < _DEEPEST else []
            if not above or None in above:
                return None
            found |= dict.fromkeys(name for fields in above for name in fields or ())
        own = (one.target for one in cls.body if isinstance(one, tree.AnnotatedAssign))
        return (*(found | dict.fromkeys(tree.last_name(field) for field in own)),)


def _is_dataclass(cls: tree.ClassDef) -> bool:
    called = (one.func if isinstance(one, tree.Call) else one for one in cls.decorators)
    return any(tree.last_part(one) == "dataclass" for one in called)


def _bound_first(function: tree.FunctionDef) -> int:
    """How many parameters a call by an object leaves to Python."""
    return 0 if tree.is_decorated(function, ("staticmethod",)) else 1


def _signature(syntax: tree.Tree, function: tree.FunctionDef, skipped: int) -> Signature:
    by_kind = {kind: [one.name for one in function.parameters if one.kind == kind] for kind in _KINDS}
    return Signature(
        syntax,
        function,
        tuple(by_kind["positional"][skipped:]),
        frozenset(by_kind["keyword"]),
        next(iter(by_kind["star"]), ""),
        next(iter(by_kind["double-star"]), ""),
    )


_KINDS = ("positional", "keyword", "star", "double-star")
