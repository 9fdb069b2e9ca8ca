"""Models that a function of the project wraps under a condition and returns, and whose `module` its callers ask for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import assignments_in
from torchlint.binding.qualified_names import by_name
from torchlint.binding.symbols import Function
from torchlint.binding.use_def import reaching_definition, reaching_definitions
from torchlint.flow.model_wrappers import is_wrapped
from torchlint.queries import CallView
from torchlint.syntax import tree
from torchlint.syntax.conditions import conjuncts

from .detect import WRAPPERS, TakenOut, tests_around

if TYPE_CHECKING:
    from torchlint.queries import File


class _Returned(NamedTuple):
    """What one `return` may give."""

    wrappers: list[tree.Call]
    others: list[tree.Node | None]  # None for what the function is given


@dataclass(frozen=True, slots=True, eq=False)
class Returned(TakenOut):
    """`model.module`, where a call has returned `model`, wrapped or not."""


def taken_out(file: File) -> Iterator[Returned]:
    """Each `.module` of a name, or of an attribute of `self`, that was given what such a call returns."""
    for node in file.tree.all(tree.Attribute):
        if node.attr == "module":
            given, position = _given(file, node.value), None
            if given == [None] and (unpacked := _unpacked(file, node.value)) is not None:
                given, position = [unpacked[0]], unpacked[1]
            call = given[0] if len(given) == 1 else None
            wrapper = _wrapper_of(file, call, position) if isinstance(call, tree.Call) else None
            if wrapper is not None:
                yield Returned(file, node, CallView(file, wrapper))


def _given(file: File, model: tree.Expression) -> list[tree.Node | None]:
    """What a name or an attribute is given, but for what is taken out of itself: `self.model = self.model.module`."""
    if isinstance(model, tree.Name):
        return [one.value if one is not None else None for one in reaching_definitions(file.tree, model)]
    name, cls = tree.dotted(model), file.tree.above(model, tree.ClassDef)
    if name is None or cls is None or not name.startswith("self."):
        return []
    values = [one.value for one in assignments_in(cls) if one.name == name]
    return [value for value in values if not _is_part_of(value, name)]


def _unpacked(file: File, model: tree.Expression) -> tuple[tree.Call, int] | None:
    """The call that a name is unpacked from, and which of its results it is: `optimizer, model = prepare(model)`."""
    if not isinstance(model, tree.Name) or (one := reaching_definition(file.tree, model)) is None:
        return None
    targets = one.node.targets if isinstance(one.node, tree.Assign) else []
    if not isinstance(one.source, tree.Call) or len(targets) != 1 or not isinstance(targets[0], tree.Tuple):
        return None
    names = [tree.dotted(target) for target in targets[0].elements]
    return (one.source, names.index(model.id)) if names.count(model.id) == 1 else None


def _is_part_of(value: tree.Node | None, name: str) -> bool:
    return isinstance(value, tree.Attribute) and value.attr == "module" and tree.dotted(value.value) == name


def _wrapper_of(file: File, call: tree.Call, position: int | None = None) -> tree.Call | None:
    """What wraps the model on some ways through the one function that a call runs; None if it is not as simple."""
    called = file.facts.functions.get(call, set())
    function = next(iter(called)) if len(called) == 1 else None
    if function is None or not isinstance(function.node, tree.FunctionDef):
        return None
    returns = [one.value for one in function.unit.tree.own(function.node, tree.Return)]
    found = [_returned(function, _part(value, position)) for value in returns]
    wrappers = [wrapper for one in found for wrapper in one.wrappers]
    reached = file.facts.values  # the branches that this call's literals rule out are not
    others = [other for one in found for other in one.others if other is None or other in reached]
    if not wrappers or not others:
        return None
    wrapped = {one for wrapper in wrappers for one in _wrapped(function, wrapper)}
    if not all(other is None or other in wrapped or _is_bare(file, other) for other in others):
        return None
    # What is wrapped on one way is a model, and no wrapper, also where nothing else is known of it.
    if any(is_wrapped(file.value(one).value) for one in wrapped) or (None in others and not wrapped):
        return None
    return wrappers[0] if all(_is_open(function, call, one) for one in wrappers) else None


def _part(value: tree.Expression | None, position: int | None) -> tree.Expression | None:
    """What is returned, or one of several results."""
    if position is None:
        return value
    elements = value.elements if isinstance(value, tree.Tuple) else []
    return elements[position] if position < len(elements) else None


def _returned(function: Function, value: tree.Expression | None) -> _Returned:
    syntax, names = function.unit.tree, by_name(function.unit.tree)
    values: list[tree.Node | None] = [value]
    if isinstance(value, tree.Name):
        values = [one.value if one is not None else None for one in reaching_definitions(syntax, value)]
    sides = [s for v in values for s in ((v.body, v.orelse) if isinstance(v, tree.Conditional) else (v,))]
    wrappers = [v for v in sides if isinstance(v, tree.Call) and not names.get(v, frozenset()).isdisjoint(WRAPPERS)]
    return _Returned(wrappers, [v for v in sides if v not in wrappers])


def _wrapped(function: Function, wrapper: tree.Call) -> Iterator[tree.Node]:
    """What a wrapper is given: as it is written there, and what its name stands for."""
    given = tree.positional(wrapper, 0)
    if given is not None:
        yield given
    if isinstance(given, tree.Name):
        values = (one.value for one in reaching_definitions(function.unit.tree, given) if one is not None)
        yield from (value for value in values if value is not None)


def _is_bare(file: File, node: tree.Node) -> bool:
    """Whether an expression is a model without a wrapper."""
    value = file.value(node).value
    return value.kind == "module" and not is_wrapped(value)


def _is_open(function: Function, call: tree.Call, wrapper: tree.Call) -> bool:
    """Whether more decides about the wrapper than literals that this call, or a default, gives the function."""
    assert isinstance(function.node, tree.FunctionDef)
    syntax, passed = function.unit.tree, function.passed_or_default(call)
    fixed = {name for name, value in passed.items() if isinstance(value, tree.Constant)}
    asked = [part for test in tests_around(syntax, wrapper) for part in conjuncts(test)]
    return any(fixed.isdisjoint(n.id for n in tree.walk(part) if isinstance(n, tree.Name)) for part in asked)
