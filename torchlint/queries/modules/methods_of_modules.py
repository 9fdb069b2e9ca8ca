"""The method of a module that some code is in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.symbols import Class
from torchlint.queries.file import ExpressionView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


class Method(NamedTuple):
    """A method of a module, and its name for its object (usually `self`)."""

    cls: Class  # the class as a symbol
    node: tree.FunctionDef  # the `def`
    own: str  # the method's name for its object, usually `self`

    def mentions_itself(self, file: File, place: tree.Node) -> View | None:
        """A use of `self` that always runs before `place`, or is a part of it: a place to observe the module at."""
        after = place.end
        before: tree.Name | None = None
        around = _around(file.tree, place)
        for node in tree.walk(self.node, into_functions=False):
            if isinstance(node, tree.Name) and node.id == self.own and node.end <= after:
                inside = node.start >= place.start
                # Code in no branch of its own has run before `place` does.
                if inside or _around(file.tree, node) <= around:
                    before = node if before is None or node.start > before.start else before
        return View(file, before) if before is not None else None

    def calls_of(self, name: str) -> Iterator[tree.Call]:
        """The calls of another method of the same class."""
        for cls in self.cls.lineage:
            for node in tree.walk(cls.node):
                if isinstance(node, tree.Call) and tree.dotted(node.func) == f"self.{name}":
                    yield node

    def is_given_batches(self, file: File) -> bool:
        """Whether the file calls a module of this class with batches of a DataLoader."""
        calls = (fact for fact in file.facts.forwards if fact.model.ref is self.cls)
        return any(given.kind == "batch" for fact in calls for given in fact.given[:1])


_BRANCHES = (tree.If, tree.For, tree.While, tree.Try, tree.Handler, tree.Conditional, tree.BoolOp, tree.Comprehension)


def _around(syntax: tree.Tree, node: tree.Node) -> set[tuple[tree.Node, bool]]:
    """The branches of its function that some code is in, each with whether it is the `else`."""
    found: set[tuple[tree.Node, bool]] = set()
    here = node
    while (above := syntax.parents.get(here)) is not None and not isinstance(here, tree.Scope):
        if isinstance(above, _BRANCHES) and not _is_always_read(above, here):
            found.add((above, tree.branch(above, here) == "orelse"))
        here = above
    return found


def _is_always_read(branch: tree.Node, part: tree.Node) -> bool:
    """Whether a part of a branching statement always runs: its test, or what a loop iterates over."""
    return part is getattr(branch, "test", None) or part is getattr(branch, "iter", None)


def method_around(file: File, node: tree.Node) -> Method | None:
    """The method of a module that some code is in, perhaps in a nested function; None outside modules."""
    function = file.tree.above(node, tree.FunctionDef, tree.ClassDef)
    while function is not None:
        if isinstance(function, tree.ClassDef):
            return None
        above = file.tree.above(function, *tree.Scope)
        if isinstance(above, tree.ClassDef):
            break
        function = file.tree.above(function, tree.FunctionDef, tree.ClassDef)
    cls = file.analysis.class_at.get(file.tree.above(function, tree.ClassDef)) if function is not None else None
    if cls is None or not cls.is_module or not isinstance(function, tree.FunctionDef):
        return None
    definition = cls.methods.get(function.name)
    if not function.parameters or (definition is not None and definition.binding in ("staticmethod", "classmethod")):
        return None
    return Method(cls, function, function.parameters[0].name)


def is_called_otherwise(module: ExpressionView) -> bool:
    """Whether the module's class overrides `__call__`, or may do so in a base that is not known."""
    cls = module.value.ref
    if not isinstance(cls, Class):
        return False
    if cls.method("__call__") is not None:
        return True
    if any(base.kind == "unknown" for one in cls.lineage for base in one.bases):
        return True
    # Models of libraries with rows are called as all modules are.
    known = [cls.unit.lookup.class_models([base]) for base in cls.external_bases]
    return cls.has_unresolved_base and not all(known)
