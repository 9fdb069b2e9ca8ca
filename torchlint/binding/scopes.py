"""The files that are analysed together, and the scopes in which their names are looked up."""

from __future__ import annotations

from functools import cached_property

from torchlint.binding.definition_names import module_names, qualified_name
from torchlint.binding.traits import Traits, traits_of
from torchlint.binding.usage import UNUSED, Usage, usage_everywhere, usage_of, usage_of_globals
from torchlint.domain.joins import join
from torchlint.domain.values import Value
from torchlint.knowledge.lookup import BUILT_IN, Lookup
from torchlint.syntax import tree


class SourceUnit:
    """One file in one analysis; `is_main` if it is run as a program, and not only for its definitions."""

    def __init__(
        self, place: str, syntax: tree.Tree, *, root: str = "", lookup: Lookup = BUILT_IN, is_target: bool = False
    ) -> None:
        self.place, self.tree, self.is_target = place, syntax, is_target
        self.root = root  # of the project, if it is part of one
        self.lookup = lookup  # what is known of libraries, and what users say of their own code
        self.is_main = is_target
        self.is_caller = False  # whether it leads to the file that is checked, and so may be run as a program
        self.at_once: list[tree.Statement] = []  # what the first import of the file runs, until there was one
        self.scope = Scope(None, unit=self)

    @property
    def file_name(self) -> str:
        """The last part of its path: `train.py`."""
        return self.place.replace("\\", "/").rpartition("/")[2]

    @property
    def usage(self) -> Usage:
        """How the file's names are used; empty for an imported file, most of which never runs."""
        return self.tree.once_of_all(usage_of_globals) if self.is_main else UNUSED

    @cached_property
    def _module_names(self) -> tuple[str, ...]:
        return module_names(self.place, self.root)

    def names_of(self, node: tree.Node) -> tuple[str, ...]:
        """The dotted names by which others import a function or class that the file defines; none for a lambda."""
        if not isinstance(node, (tree.FunctionDef, tree.ClassDef)):
            return ()
        name = qualified_name(self.tree, node)
        return tuple(f"{module}.{name}" for module in self._module_names)

    @cached_property
    def mentioned(self) -> set[str]:
        """Every name and attribute in the file, and what a name stands for that an import renames."""
        renamed = {one.name for node in self.tree.all(tree.ImportFrom) for one in node.names if one.asname}
        return {n.id for n in self.tree.all(tree.Name)} | {n.attr for n in self.tree.all(tree.Attribute)} | renamed

    def has_text(self, beginning: str) -> bool:
        """Whether a string literal in the file starts with this."""
        return any(text.startswith(beginning) for text in self.tree.once(_texts, self.tree.root))

    def traits_of(self, node: tree.Node) -> Traits:
        """The traits of a function's own code."""
        return self.tree.once(traits_of, node)

    def usage_of(self, node: tree.Node, *, into_functions: bool = False) -> Usage:
        """How names are used in a part of the file, memoised with the tree."""
        return self.tree.once(usage_everywhere if into_functions else usage_of, node)


def _texts(syntax: tree.Tree, root: tree.Node) -> frozenset[str]:
    """The string literals in some code."""
    values = (n.value for n in syntax.inside(root, tree.Constant))
    return frozenset(value for value in values if isinstance(value, str))


class Scope:
    """The names bound in one run of a function's body, a class's body, or the file."""

    __slots__ = ("globals", "is_class", "names", "nonlocals", "parent", "stars", "unit", "with_attributes")

    def __init__(self, parent: Scope | None, *, is_class: bool = False, unit: SourceUnit | None = None) -> None:
        self.parent, self.is_class = parent, is_class
        self.unit: SourceUnit = unit or parent.unit  # type: ignore[union-attr]  # a file's own scope is given its unit
        self.names: dict[str, Value] = {}
        self.with_attributes: set[str] = set()  # the `a` of each `a.b` that may be among the names
        self.globals: set[str] = set()
        self.nonlocals: set[str] = set()
        self.stars: list[Value] = []  # packages and files whose names were imported with `*`

    @property
    def top(self) -> Scope:
        """The file's own scope."""
        return self.unit.scope

    def holder(self, name: str) -> Scope | None:
        """The scope in which Python would find a name."""
        if name in self.globals:
            return self.top if name in self.top.names else None
        if name in self.names:
            return self
        here = self.parent
        while here is not None:
            if name in here.names and not here.is_class:
                return here
            here = here.parent
        return None

    def bind(self, name: str, value: Value) -> None:
        """Assign a name where Python would."""
        if name in self.globals:
            top = self.top
            top.names[name] = join(top.names[name], value) if name in top.names else value
        elif name in self.nonlocals and self.parent is not None and (home := self.parent.holder(name)):
            home.names[name] = join(home.names[name], value)
        else:
            self.names[name] = value
