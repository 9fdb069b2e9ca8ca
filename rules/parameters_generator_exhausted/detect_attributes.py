"""Iterators over parameters that an object holds: its constructor uses them up, and a method gets nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition, assignments_in
from torchlint.finding import Edit
from torchlint.queries import ExpressionView, checkpoints
from torchlint.syntax import edits, tree

from .detect import UsedUp, goes_through, is_made, is_one_shot

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class UsedUpAttribute(UsedUp):
    """The first use in a method, of an iterator that the constructor has used up."""

    held: tuple[tree.Expression, ...]  # what the attribute is assigned

    @property
    def listing(self) -> tuple[Edit, ...]:
        """The edits that make a list of it, wherever it is assigned."""
        return tuple(edit for one in self.held for edit in edits.replace(one, f"list({self.file.tree.text_of(one)})"))


def used_up_attributes(file: File) -> Iterator[UsedUp]:
    """One for each attribute that only the constructor assigns, in source order."""
    for cls in file.tree.all(tree.ClassDef):
        methods = {node.name: node for node in cls.body if isinstance(node, tree.FunctionDef)}
        constructor = methods.get("__init__")
        if constructor is None:
            continue
        assigned: dict[str, list[Definition]] = {}
        for one in assignments_in(cls):
            if one.name.startswith("self."):
                assigned.setdefault(one.name, []).append(one)
        for name, all_of_it in assigned.items():
            held = [one.value for one in all_of_it if one.value is not None]
            inside = {file.tree.above(one.node, tree.FunctionDef) for one in all_of_it}
            if len(held) < len(all_of_it) or inside != {constructor}:
                continue  # created again
            if all(_is_iterator(file, constructor, value) for value in held):
                yield from _used_later(file, cls, methods, name, held)


def _is_iterator(file: File, constructor: tree.FunctionDef, value: tree.Expression) -> bool:
    """Whether an attribute holds an iterator: one that is created here, or that a caller creates."""
    if is_made(file, value):
        return True
    parameter = next((one for one in constructor.parameters if one.name == tree.dotted(value)), None)
    if parameter is None or any(one.name == parameter.name for one in assignments_in(constructor)):
        return False  # perhaps it is made a list first
    given = [call.given(parameter) for call in checkpoints.calls_of(file, constructor)]
    return any(one is not None and is_one_shot(one) for one in given)


def _used_later(
    file: File, cls: tree.ClassDef, methods: dict[str, tree.FunctionDef], name: str, held: list[tree.Expression]
) -> Iterator[UsedUp]:
    """The first use in a method, if the constructor, or a method that it calls, uses up the iterator."""
    classes = [cls, *_derived(file, cls, name)]
    reads = [n for one in classes for n in file.tree.inside(one, tree.Attribute) if tree.dotted(n) == name]
    uses = [node for node in reads if node not in held and goes_through(file, node)]
    first_run, constructor = _run_by_constructor(file, methods), methods["__init__"]
    inside = {node: file.tree.above(node, tree.FunctionDef, tree.Lambda) for node in uses}
    first = next((node for node in uses if inside[node] in first_run), None)
    later = next((node for node in uses if inside[node] not in first_run), None)
    is_new = first is not None and len(held) > 1 and (held[-1].start > first.start or inside[first] is not constructor)
    if first is not None and later is not None and not is_new:
        made = ExpressionView(file, held[0])
        yield UsedUpAttribute(file, later, ExpressionView(file, first), made, tuple(held))


def _derived(file: File, cls: tree.ClassDef, name: str) -> list[tree.ClassDef]:
    """The classes of this file that derive from a class, and leave an attribute as it is."""
    derived = (one for one in file.tree.all(tree.ClassDef) if cls.name in map(tree.last_name, _bases(one)))
    return [one for one in derived if not _replaces(one, name)]


def _replaces(cls: tree.ClassDef, name: str) -> bool:
    """Whether a class assigns an attribute itself, or has a property of its name."""
    methods = (one.name for one in cls.body if isinstance(one, tree.FunctionDef))
    return name.removeprefix("self.") in methods or any(made.name == name for made in assignments_in(cls))


def _bases(cls: tree.ClassDef) -> list[tree.Expression]:
    return [base.value for base in cls.bases if not base.star]


def _run_by_constructor(file: File, methods: dict[str, tree.FunctionDef]) -> set[tree.Node]:
    """The constructor, and the methods of `self` that it calls under no condition."""
    constructor = methods["__init__"]
    found: set[tree.Node] = {constructor}
    for call in file.tree.own(constructor, tree.Call):
        called = methods.get((tree.dotted(call.func) or "").removeprefix("self."))
        if called is not None and file.tree.statement(call) in constructor.body:
            found.add(called)
    return found
