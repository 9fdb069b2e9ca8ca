"""Inputs that the forward of an autograd Function changes in place, without telling autograd so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, Function
from torchlint.knowledge.operations import has_column
from torchlint.knowledge.torch_api import fact
from torchlint.queries import View, testing
from torchlint.syntax import tree

from . import detect_aliases

if TYPE_CHECKING:
    from torchlint.queries import File

_DEEPEST = 3  # functions that hand on what they are given
# The parameters that functions change in place, as far as they have been looked at.
_Known = dict[Function, set[str]]


@dataclass(frozen=True, slots=True, eq=False)
class UnmarkedChange(View):
    """A call of a method that works in place, or an assignment, on an input of a Function."""

    name: str  # the input
    context: str  # what the forward calls its context; empty if it has none
    returned: bool  # whether the forward returns the input
    backward: tree.Node | None
    place: int  # the input's, among those of the forward

    @property
    def advice(self) -> str:
        """What to write. Not `mark_dirty`, which raises for parameters, and wants the input to be returned."""
        return f"begin with `{self.name} = {self.name}.clone()`"

    @property
    def has_no_gradient(self) -> bool:
        """Whether backward returns None for the input, so that it is a buffer and not differentiated."""
        returned = tree.walk(self.backward, into_functions=False) if self.backward is not None else ()
        values = [one.value for one in returned if isinstance(one, tree.Return) and one.value is not None]
        return bool(values) and all(_is_none(value, self.place) for value in values)


def unmarked_changes(file: File) -> Iterator[UnmarkedChange]:
    """The first change of each input that a Function's forward doesn't mark, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    for cls in sorted(file.analysis.classes, key=lambda one: one.node.start):
        if cls.is_autograd_function and not _marks(cls):
            yield from _in_forward(file, cls)


def _marks(cls: Class) -> bool:
    """Whether the class marks anything, perhaps under a condition."""
    nodes = (node for one in cls.lineage for node in one.unit.tree.inside(one.node, tree.Attribute))
    return any(node.attr == "mark_dirty" for node in nodes)


def _in_forward(file: File, cls: Class) -> Iterator[UnmarkedChange]:
    forward, backward = cls.methods.get("forward"), cls.methods.get("backward")
    if forward is None:
        return
    names = [one.name for one in forward.node.parameters]
    context, inputs = ("", names) if "setup_context" in cls.methods else ("".join(names[:1]), names[1:])
    returned = {name.id for name in _returned(forward.node)}
    found, known = set[str](), _Known()
    for node in tree.walk(forward.node, into_functions=False):
        for changed in [*_changed(node), *_changed_by_call(file, node, known)]:
            given = detect_aliases.given(file.tree, changed)
            if given is None or given.parameter.name not in inputs or given.name in found:
                continue
            if _may_be_tensor(given.parameter, node):
                found.add(given.name)
                after = backward.node if backward is not None else None
                place = inputs.index(given.parameter.name) + given.place
                yield UnmarkedChange(file, node, given.name, context, given.name in returned, after, place)


def _changed_by_call(file: File, node: tree.Node, known: _Known, depth: int = 0) -> Iterator[tree.Name]:
    """The names that a call passes to a function of the project which changes what it is given in place."""
    if not isinstance(node, tree.Call) or depth > _DEEPEST:
        return
    for called in file.facts.definitions.get(node, ()):
        if not isinstance(called, Function) or not isinstance(called.node, tree.FunctionDef):
            continue
        if called not in known:
            known[called] = set()  # of one that calls itself
            known[called] = _changed_parameters(file, called, known, depth)
        passed = called.passed_by(node).items()
        yield from (value for name, value in passed if name in known[called] and isinstance(value, tree.Name))


def _changed_parameters(file: File, called: Function, known: _Known, depth: int) -> set[str]:
    """The parameters that a function changes in place, whatever else it is given: not only `if inplace:`."""
    syntax, found = called.unit.tree, set[str]()
    parameters = {one.name for one in called.node.parameters}
    for inner in tree.walk(called.node, into_functions=False):
        for one in [*_changed(inner), *_changed_by_call(file, inner, known, depth + 1)]:
            given = detect_aliases.given(syntax, one)
            if given is None or not _may_be_tensor(given.parameter, inner):
                continue
            tests = (each.test for each in syntax.around(inner) if isinstance(each, (tree.If, tree.Conditional)))
            asked = (name.id for test in tests for name in tree.walk(test) if isinstance(name, tree.Name))
            if parameters.isdisjoint(asked):
                found.add(given.parameter.name)
    return found


def _returned(forward: tree.Node) -> Iterator[tree.Name]:
    """The names that a function returns as they are."""
    for node in tree.walk(forward, into_functions=False):
        value = node.value if isinstance(node, tree.Return) else None
        parts = value.elements if isinstance(value, tree.Tuple) else [value]
        yield from (part for part in parts if isinstance(part, tree.Name))


def _is_torch(node: tree.Node) -> bool:
    """Whether functions in place are looked up on this: `torch`, `F`, `nn.functional`."""
    return tree.dotted(node) == "torch" or tree.last_part(node) in ("F", "functional")


def _changed(node: tree.Node) -> Iterator[tree.Name]:
    """The names whose tensors a node changes in place."""
    if isinstance(node, tree.Call):
        func = node.func
        if isinstance(func, tree.Attribute) and _works_in_place(func.attr):
            held = func.value
            if isinstance(held, tree.Attribute) and held.attr == "data":
                held = held.value  # the same memory
            if isinstance(held, tree.Name):
                yield held
        if isinstance(func, tree.Attribute) and _is_torch(func.value) and _works_in_place(func.attr):
            yield from (a.value for a in node.args[:1] if isinstance(a.value, tree.Name))  # `torch.relu_(x)`
        yield from (a.value for a in node.args if a.keyword == "out" and isinstance(a.value, tree.Name))
        return
    targets = node.targets if isinstance(node, tree.Assign) else ()
    for target in targets if not isinstance(node, tree.AugmentedAssign) else (node.target,):
        entry = target.value if isinstance(target, tree.Subscript) else None
        if isinstance(entry, tree.Name):
            yield entry


def _may_be_tensor(given: tree.Parameter, change: tree.Node) -> bool:
    """Whether an input is annotated as a tensor, or as nothing and no key or place of a dict or list is assigned to."""
    if given.annotation is not None:
        return tree.last_part(given.annotation) == "Tensor"
    targets = [node for node in tree.children(change) if isinstance(node, tree.Subscript)]
    return not any(isinstance(target.index, tree.Constant) for target in targets)


def _works_in_place(name: str) -> bool:
    """Whether a tensor's method writes numbers where others have been."""
    is_one = name.endswith("_") and not name.startswith("_") and not has_column(name, "mark", "move")
    return is_one and fact(f"torch.Tensor.{name}") is not None


def _is_none(value: tree.Expression, place: int) -> bool:
    parts = value.elements if isinstance(value, (tree.Tuple, tree.List)) else [value]
    part = parts[place] if place < len(parts) and not isinstance(parts[0], tree.Starred) else None
    return isinstance(part, tree.Constant) and part.value is None
