"""What names mean in a file according to its imports."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from torchlint.binding.qualified_names import by_name, imported_anywhere, is_imported
from torchlint.syntax import edits, tree


class Names:
    """The imports of a file, and its calls by qualified name."""

    def __init__(self, syntax: tree.Tree) -> None:
        self._tree = syntax

    @cached_property
    def calls(self) -> dict[tree.Call, frozenset[str]]:
        """The calls whose names the imports resolve, in source order, each with the qualified names it may have."""
        return by_name(self._tree)

    def spelled(self, call: tree.Call) -> frozenset[str]:
        """The qualified names that a call may have according to the imports; empty if they don't resolve it."""
        return self.calls.get(call, frozenset())

    def spelled_out(self, node: tree.Node) -> str:
        """The qualified name of a dotted name: `torch.nn.functional.relu` for `F.relu`.

        The file's top level has imported it, or the code that the name is visible to: a function, a `try`.
        """
        first, _, rest = (tree.dotted(node) or "").partition(".")
        meaning = self._imports.get(first) or self._imported_further_in(node, first)
        return f"{meaning}.{rest}" if rest else meaning

    def calls_of(self, *names: str) -> list[tree.Call]:
        """Calls of these functions as the imports resolve them, in source order; unreachable code, too."""
        wanted = frozenset(names)
        found = [call for meant, calls in self._by_meaning.items() if meant <= wanted for call in calls]
        return sorted(found, key=lambda call: call.start)

    def method_calls(self, *names: str) -> list[tree.Call]:
        """Calls of methods with these names, on any receiver, in source order."""
        return sorted((call for name in names for call in self._methods.get(name, ())), key=lambda call: call.start)

    def imports_any(self, names: frozenset[str]) -> bool:
        """Whether the file's top level imports one of these qualified names."""
        return not names.isdisjoint(self._imports.values())

    def imports_packages(self, names: Iterable[str]) -> bool:
        """Whether anything of one of these packages, or of a submodule of this name, is imported."""
        wanted = set(names)
        return any(not wanted.isdisjoint(meaning.split(".")) for meaning in self._imports.values())

    @cached_property
    def _imports(self) -> dict[str, str]:
        return edits.imported(self._tree)

    def _imported_further_in(self, node: tree.Node, first: str) -> str:
        meanings = imported_anywhere(self._tree).get(first, ())
        if len(meanings) != 1 or not is_imported(self._tree, tree.root_name(node)):
            return first
        (meaning,) = meanings
        return meaning if not meaning.startswith(".") else first

    @cached_property
    def _by_meaning(self) -> dict[frozenset[str], list[tree.Call]]:
        found: dict[frozenset[str], list[tree.Call]] = {}
        for call, names in self.calls.items():
            found.setdefault(names, []).append(call)
        return found

    @cached_property
    def _methods(self) -> dict[str, list[tree.Call]]:
        found: dict[str, list[tree.Call]] = {}
        for call in self._tree.all(tree.Call):
            if isinstance(call.func, tree.Attribute):
                found.setdefault(call.func.attr, []).append(call)
        return found
