"""Iterators that are made as statements: `map(...)` and generator expressions whose elements nobody asks for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, reads_after
from torchlint.finding import Edit
from torchlint.queries import ExpressionView
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class Dropped(ExpressionView):
    """A `map` or a generator expression whose result is dropped."""

    @property
    def as_loop(self) -> tuple[Edit, ...]:
        """The edit that writes a loop; empty where it is more than one call for each element."""
        syntax = self.file.tree
        parts = _parts(self.node)
        line = syntax.text.rfind("\n", 0, self.node.start) + 1
        indent = syntax.text[line : self.node.start]
        if parts is None or indent.strip():
            return ()
        each, things, body = map(syntax.text_of, parts)
        if any("\n" in text for text in (each, things, body)):
            return ()
        return edits.replace(self.node, f"for {each} in {things}:{edits.newline(syntax.text)}{indent}    {body}")


def dropped_iterators(file: File) -> Iterator[Dropped]:
    """Each of them, statements first."""
    blank = [one.value for one in file.tree.all(tree.Assign) if _is_nowhere(file, one)]
    for value in (*(one.value for one in file.tree.all(tree.ExpressionStatement)), *blank):
        is_generator = isinstance(value, tree.Comprehension) and value.kind == "generator"
        if is_generator or _is_map(file, value):
            yield Dropped(file, value)


def _is_nowhere(file: File, assign: tree.Assign) -> bool:
    """Whether an assignment only says that nobody wants the value: `_ = map(...)`."""
    name = assign.targets[0]
    if len(assign.targets) > 1 or not isinstance(name, tree.Name) or name.id != "_":
        return False
    return not reads_after(file.tree, name, assign)


def _is_map(file: File, value: tree.Expression) -> bool:
    """Whether this calls Python's own `map`, or its `filter`, with something to go through."""
    if not isinstance(value, tree.Call) or len(value.args) < 2 or not isinstance(value.func, tree.Name):
        return False
    if file.names.spelled_out(value.func) not in ("map", "filter"):
        return False
    return not any(one is not None for one in reaching_definitions(file.tree, value.func))


def _parts(node: tree.Expression) -> tuple[tree.Node, tree.Node, tree.Node] | None:
    """The name of each element, what the elements come from, and what is done with each; None if it is not so plain."""
    if isinstance(node, tree.Comprehension):
        clause = node.clauses[0]
        is_plain = len(node.clauses) == 1 and not clause.ifs
        return (clause.target, clause.iter, node.element) if is_plain else None
    if not isinstance(node, tree.Call) or len(node.args) != 2 or any(one.star for one in node.args):
        return None
    does, things = node.args[0].value, node.args[1].value
    if not isinstance(does, tree.Lambda) or len(does.parameters) != 1:
        return None
    return does.parameters[0], things, does.body
