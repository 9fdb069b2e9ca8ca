"""Layers that methods call one after the other, of which one gives another size than the next one takes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import assignments_to
from torchlint.binding.use_def import resolved_expression
from torchlint.domain.values import Sequential
from torchlint.knowledge.operations import Column, full_names, has_column
from torchlint.knowledge.signatures import ALONG_CHANNELS, ALONG_LAST, ALONG_NODES, HEADS
from torchlint.knowledge.torch_api import canonical
from torchlint.queries import CallView, ExpressionView, file_around, testing
from torchlint.queries.data import texts_of_users
from torchlint.queries.gradients import folded, operation_of, sources
from torchlint.syntax import tree
from torchlint.syntax.conditions import tests_at

from .detect import Misfit, Table, number

if TYPE_CHECKING:
    from torchlint.queries import File

_TABLES = (ALONG_LAST, ALONG_CHANNELS, ALONG_NODES)
_LAYERS_KEEP: tuple[Column, ...] = ("activation", "dropout", "softmax", "log-softmax")
_FUNCTIONS_KEEP: tuple[Column, ...] = ("unary", "dropout", "softmax", "log-softmax")


def misfits(file: File) -> Iterator[Misfit]:
    """Every size that a layer takes in a module's method, where the layer before it gives another."""
    if testing.is_test_module(file):
        return
    found: dict[tree.Node, Misfit] = {}
    for cls in file.analysis.classes:
        for method in cls.methods.values() if cls.is_module else ():
            for call in sorted(file.tree.own(method.node, tree.Call), key=lambda one: one.start):
                for misfit in _misfit(file, call):
                    found.setdefault(misfit.node, misfit)
    # What a norm gives that takes a wrong size is as wrong, which is said once.
    wrong = {file.tree.above(misfit.node, tree.Call) for misfit in found.values() if _keeps_size(file, misfit)}
    yield from (misfit for misfit in found.values() if misfit.first.node not in wrong)


def neighbours(file: File) -> Iterator[tuple[tree.Call, tree.Call, Table]]:
    """What makes two layers of which a method calls one with what the other gives, with the sizes that they fix.

    Both in a constructor, where a name is one size: of a function that makes layers, each call has sizes of its own.
    """
    for cls in file.analysis.classes:
        for method in cls.methods.values() if cls.is_module else ():
            for call in sorted(file.tree.own(method.node, tree.Call), key=lambda one: one.start):
                found = _neighbours(file, call)
                if found is None or len(found.before) != 1 or found.before[0].file is not file:
                    continue  # the layer before is not known, or another file makes it
                if _is_in_constructor(file, found.layer.node) and _is_in_constructor(file, found.before[0].node):
                    yield found.before[0].node, found.layer.node, found.table


def _is_in_constructor(file: File, made: tree.Call) -> bool:
    function = file.tree.scope(made)
    return isinstance(function, tree.FunctionDef) and function.name == "__init__"


class _Neighbours(NamedTuple):
    """A layer that is called, what may give it its input, and the sizes that they fix."""

    layer: CallView
    given: tree.Expression
    before: list[CallView]
    table: Table


def _neighbours(file: File, call: tree.Call) -> _Neighbours | None:
    layer = _layer(CallView(file, call), first=True)
    given = call.args[0].value if layer is not None and call.args and not call.args[0].star else None
    if layer is None or given is None or not file.holds(layer.node):
        return None
    before = _layers_before(ExpressionView(file, given), {})
    name = _name(layer)
    table = next((one for one in _TABLES if name in one and before and all(_name(two) in one for two in before)), None)
    return _Neighbours(layer, given, before, table) if before and table is not None else None


def _misfit(file: File, call: tree.Call) -> Iterator[Misfit]:
    found = _neighbours(file, call)
    if found is None:
        return
    layer, given, before, table = found
    name = _name(layer)
    taken = number(file, layer.node, table[name][0])
    sizes = {_given(one, table) for one in before}
    size = sizes.pop() if len(sizes) == 1 else None
    if taken is not None and size is not None and taken[0] != size and file.holds(taken[1]):
        yield Misfit(file, taken[1], size, taken[0], before[0], _is_certain(file, call, given))


def _is_certain(file: File, call: tree.Call, given: tree.Expression) -> bool:
    """Whether a layer gets the output of one that the same method calls, or of another method that nothing replaces.

    What a caller passes may depend on a condition around: `if x.shape[-1] == 16`.
    """
    inside = tree.walk(resolved_expression(file.tree, given))
    if any(isinstance(one, tree.Call) and _layer(CallView(file, one), first=False) is not None for one in inside):
        return True
    function, around = file.tree.scope(call), list(file.tree.around(call))
    up_to = around[: around.index(function) + 1]
    if any(True for here, above in pairwise(up_to) for _ in tests_at(file.tree, here, above)):
        return False
    cls = file.analysis.class_at.get(file.tree.above(call, tree.ClassDef))
    if cls is None or cls.descendants:
        return False
    derived = re.compile(rf"^[ \t]*class \w+\([^)]*\b{cls.name}\b", re.MULTILINE)
    return not any(map(derived.search, texts_of_users(file)))


def _keeps_size(file: File, misfit: Misfit) -> bool:
    """Whether the layer that takes the wrong size gives as much as it takes, as a norm does."""
    made = file.tree.above(misfit.node, tree.Call)
    name = _name(CallView(file, made)) if isinstance(made, tree.Call) else ""
    return any(table[name][0] == table[name][1] for table in _TABLES if name in table)


def _layer(call: CallView, *, first: bool) -> CallView | None:
    """What makes the layer that `self.layer(x)` calls, if it is assigned once; of a Sequential, its first or last."""
    func, around = call.node.func, call.function
    owner = around.owner if around is not None else None
    if not isinstance(func, tree.Attribute) or tree.dotted(func.value) != "self" or owner is None:
        return None
    made: list[CallView] = []
    for cls in owner.lineage:
        inside = file_around(call.file, cls.node)
        for one in assignments_to(inside.tree, cls.node, f"self.{func.attr}") if inside is not None else ():
            if inside is None or not isinstance(one.value, tree.Call):
                return None
            made.append(CallView(inside, one.value))
    if len(made) != 1:
        return None
    return _end_of_sequential(made[0], first=first)


def _end_of_sequential(made: CallView, *, first: bool) -> CallView | None:
    """The first or the last layer of a Sequential that has a size; any other layer itself."""
    ref = made.value.ref
    if not isinstance(ref, Sequential):
        return made
    parts = [part for part in ref.parts if part.dotted_name not in _kept()]
    if not parts or (parts[0] if first else parts[-1]).source is None:
        return None
    end = (parts[0] if first else parts[-1]).source
    inside = file_around(made.file, end) if end is not None else None
    return _end_of_sequential(CallView(inside, end), first=first) if inside and isinstance(end, tree.Call) else None


def _kept() -> frozenset[str] | set[str]:
    return full_names(*_LAYERS_KEEP, of="torch.nn")


def _name(made: CallView) -> str:
    return next(iter({canonical(name) for name in made.spelled}), "")


def _layers_before(view: ExpressionView, known: dict[tree.Node, list[CallView]]) -> list[CallView]:
    """What makes the layers that may have given an expression, through activations, dropout and other methods."""
    given = ExpressionView(view.file, resolved_expression(view.file.tree, view.node))
    if given.node not in known:
        known[given.node] = []  # what leads back to itself says nothing
        known[given.node] = _found_before(given, known)
    return known[given.node]


def _found_before(given: ExpressionView, known: dict[tree.Node, list[CallView]]) -> list[CallView]:
    if isinstance(given.node, tree.Call):
        call = CallView(given.file, given.node)
        made = _layer(call, first=False)
        kept: tree.Node | None = None
        if made is not None and _name(made) in _kept():
            kept = call.node.args[0].value if call.node.args else None
        elif made is not None and any(_name(made) in table for table in _TABLES):
            return [made]
        elif made is None:
            operation = operation_of(given.file, given.node)
            kept = operation.operand if operation is not None and has_column(operation.name, *_FUNCTIONS_KEEP) else None
        if kept is not None:
            return _layers_before(ExpressionView(given.file, kept), known)
    found = [_layers_before(one, known) for one in sources(given)]
    return [one for its in found for one in its] if all(found) else []


def _given(layer: CallView, table: Table) -> int | None:
    """The size that a layer gives: that of all heads, where they are put side by side."""
    name = _name(layer)
    size = number(layer.file, layer.node, table[name][1])
    if size is None or name not in HEADS:
        return size[0] if size is not None else None
    numbers = []
    for position, keyword, default in HEADS[name]:
        given = layer.argument(position, keyword)
        numbers.append(default if given is None else _literal(given))
    heads, concat = numbers
    return None if heads is None or concat is None or layer.has_stars else int(size[0] * (heads if concat else 1))


def _literal(given: ExpressionView) -> float | None:
    """A number, or True or False, as it is written."""
    return given.is_literally if isinstance(given.is_literally, bool) else folded(given.file, given.node)
