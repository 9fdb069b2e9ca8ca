"""Layers that a forward calls one after the other, of which one gives another size than the next one takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.operations import Column, full_names, has_column
from torchlint.knowledge.signatures import ALONG_CHANNELS, ALONG_LAST, ALONG_NODES, HEADS
from torchlint.knowledge.torch_api import canonical
from torchlint.queries import CallView, View, testing
from torchlint.queries.gradients import folded, operation_of
from torchlint.syntax import tree

from .detect import Misfit, Table, number

if TYPE_CHECKING:
    from torchlint.queries import File

_TABLES = (ALONG_LAST, ALONG_CHANNELS, ALONG_NODES)
_LAYERS_KEEP: tuple[Column, ...] = ("activation", "dropout", "softmax", "log-softmax")
_FUNCTIONS_KEEP: tuple[Column, ...] = ("unary", "dropout", "softmax", "log-softmax")


def misfits(file: File) -> Iterator[Misfit]:
    """Every size that a forward's layer takes, where the layer before it in the forward gives another."""
    if testing.is_test_module(file):
        return
    for forward in file.tree.all(tree.FunctionDef):
        cls = file.tree.parents.get(forward)
        if forward.name != "forward" or not isinstance(cls, tree.ClassDef):
            continue
        calls = sorted(file.tree.own(forward, tree.Call), key=lambda one: one.start)
        found = [misfit for call in calls for misfit in _misfit(file, cls, call)]
        # What a norm gives that takes a wrong size is as wrong, which is said once.
        wrong = {file.tree.above(misfit.node, tree.Call) for misfit in found if _keeps_size(file, misfit)}
        yield from (misfit for misfit in found if misfit.first.node not in wrong)


def _misfit(file: File, cls: tree.ClassDef, call: tree.Call) -> Iterator[Misfit]:
    layer = _layer(file, cls, call)
    table = next((one for one in _TABLES if layer is not None and _name(file, layer) in one), None)
    before = _layer_before(file, cls, call) if table is not None else None
    if layer is None or before is None or table is None or _name(file, before) not in table:
        return
    taken = number(file, layer, table[_name(file, layer)][0])
    given = _given(file, before, table)
    if taken is not None and given is not None and taken[0] != given:
        yield Misfit(file, taken[1], given, taken[0], View(file, before))


def _keeps_size(file: File, misfit: Misfit) -> bool:
    """Whether the layer that takes the wrong size gives as much as it takes, as a norm does."""
    made = file.tree.above(misfit.node, tree.Call)
    places = [table[name] for table in _TABLES if isinstance(made, tree.Call) and (name := _name(file, made)) in table]
    return any(taken == given for taken, given in places)


def _layer(file: File, cls: tree.ClassDef, call: tree.Call) -> tree.Call | None:
    """What makes the layer that `self.layer(x)` calls, if the class assigns it once."""
    name = tree.dotted(call.func)
    if name is None or not name.startswith("self."):
        return None
    made = assignments_to(file.tree, cls, name)
    value = made[0].value if len(made) == 1 else None
    return value if isinstance(value, tree.Call) else None


def _name(file: File, made: tree.Call) -> str:
    return next(iter({canonical(name) for name in file.names.spelled(made)}), "")


def _layer_before(file: File, cls: tree.ClassDef, call: tree.Call) -> tree.Call | None:
    """What makes the layer whose output a call is given, through activations and dropout."""
    given: tree.Node | None = call.args[0].value if call.args and not call.args[0].star else None
    while given is not None:
        given = resolved_expression(file.tree, given)
        if not isinstance(given, tree.Call):
            return None
        layer = _layer(file, cls, given)
        if layer is not None:
            if _name(file, layer) not in full_names(*_LAYERS_KEEP, of="torch.nn"):
                return layer
            given = given.args[0].value if given.args else None
        else:
            made = operation_of(file, given)
            given = made.operand if made is not None and has_column(made.name, *_FUNCTIONS_KEEP) else None
    return None


def _given(file: File, made: tree.Call, table: Table) -> int | None:
    """The size that a layer gives: that of all heads, where they are put side by side."""
    size, name = number(file, made, table[_name(file, made)][1]), _name(file, made)
    if size is None or name not in HEADS:
        return size[0] if size is not None else None
    layer = CallView(file, made)
    numbers = []
    for position, keyword, default in HEADS[name]:
        given = layer.argument(position, keyword)
        numbers.append(default if given is None else _literal(file, given.node))
    heads, concat = numbers
    return None if heads is None or concat is None or layer.has_stars else int(size[0] * (heads if concat else 1))


def _literal(file: File, node: tree.Node) -> float | None:
    """A number, or True or False, as it is written."""
    if isinstance(node, tree.Constant) and isinstance(node.value, bool):
        return node.value
    return folded(file, node)
