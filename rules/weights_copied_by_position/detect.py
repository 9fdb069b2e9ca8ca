"""Entries of a checkpoint that are given to a model's own keys by their position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import resolved_expression
from torchlint.domain.values import Sequential, Value
from torchlint.queries import ExpressionView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_OWN = "state_dict"
_PARTS = ("items", "keys", "values")
_PARAMETERS = {"parameters": "values", "named_parameters": "items"}
_BATCH_NORM = "torch.nn.BatchNorm"


@dataclass(frozen=True, slots=True, eq=False)
class PairedByPosition(View):
    """A `zip` of a model's entries with those of another dict."""

    other: ExpressionView  # the other dict
    lacks_buffers: bool  # whether the model has a batch norm, and the other entries are parameters only
    what: str  # what of the model is paired: keys or tensors


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """An argument of `zip`, and what its dict is."""

    held: tree.Expression
    part: str  # items, keys or values
    made: tree.Node  # what has given it

    @property
    def is_own(self) -> bool:
        """Whether it is what a model's `state_dict()` gives."""
        return isinstance(self.made, tree.Call) and tree.last_part(self.made.func) == _OWN

    @property
    def is_of_parameters(self) -> bool:
        """Whether it is what a model's `parameters()` gives."""
        return isinstance(self.made, tree.Call) and tree.last_part(self.made.func) in _PARAMETERS


def paired_weights(file: File) -> Iterator[PairedByPosition]:
    """Each of them, in source order."""
    for node in file.tree.all(tree.Call):
        if tree.dotted(node.func) != "zip" or len(node.args) != 2:
            continue
        sides = [_side(file, argument.value) for argument in node.args]
        own = [position for position, side in enumerate(sides) if side is not None and side.is_own]
        first, second = sides
        if first is None or second is None or len(own) != 1:
            continue  # two models in memory usually have the same layers: a model and its EMA copy
        mine, other = (first, second) if own[0] == 0 else (second, first)
        lacks_buffers = other.is_of_parameters
        if lacks_buffers and not _has_batch_norm(file, mine.made):
            continue  # without buffers, parameters have the order of the entries
        if _pairs_keys_with_values(file, node, (first, second), own[0]):
            what = "tensors" if mine.part == "values" else "keys"
            yield PairedByPosition(file, node, file.value(other.held), lacks_buffers, what)


def _side(file: File, node: tree.Expression) -> _Side | None:
    """The dict of `held.items()`, `held.keys()`, `held.values()` and `held`, as a list, too."""
    if isinstance(node, tree.Call) and tree.dotted(node.func) == "list" and node.args:
        node = node.args[0].value
    part = "keys"
    if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute):
        name = node.func.attr
        part = name if name in _PARTS else _PARAMETERS.get(name, part)
        node = node.func.value if name in _PARTS else node
    elif not isinstance(node, (tree.Name, tree.Comprehension)):
        return None
    made = resolved_expression(file.tree, node)
    return _chosen(file, node, made) if isinstance(made, tree.Comprehension) else _Side(node, part, made)


def _chosen(file: File, node: tree.Expression, made: tree.Comprehension) -> _Side | None:
    """The dict of a list of some of its keys or values: `[v for k, v in given.items() if "fc" not in k]`."""
    clause = made.clauses[0]
    whole = _side(file, clause.iter)
    if whole is None or made.value is not None or len(made.clauses) > 1 or not isinstance(made.element, tree.Name):
        return None
    key, value = _names(clause.target, whole)
    part = "keys" if made.element.id == key else "values" if made.element.id == value else ""
    return _Side(whole.held, part, whole.made) if part else None


def _has_batch_norm(file: File, made: tree.Node) -> bool:
    """Whether the model of `model.state_dict()` holds a batch norm of its own."""
    if not isinstance(made, tree.Call) or not isinstance(made.func, tree.Attribute):
        return False
    held = file.value(made.func.value).value.ref
    parts: Iterable[Value] = held.attributes.values() if isinstance(held, Class) else ()
    parts = held.parts if isinstance(held, Sequential) else parts
    return any(isinstance(one.ref, str) and one.ref.startswith(_BATCH_NORM) for one in parts)


def _pairs_keys_with_values(file: File, zipped: tree.Call, sides: tuple[_Side, _Side], own: int) -> bool:
    """Whether the model's keys are given the other's values: in a loop, in a comprehension, or by `dict(zip(...))`."""
    above = file.tree.parents.get(zipped)
    if isinstance(above, tree.Argument):
        call = file.tree.parents.get(above)
        makes = isinstance(call, tree.Call) and tree.last_part(call.func) in ("dict", "OrderedDict")
        return makes and own == 0 and (sides[0].part, sides[1].part) == ("keys", "values")
    if not isinstance(above, (tree.For, tree.Clause)):
        return False
    names = [_names(target, side) for target, side in zip(_pair(above.target), sides)]
    if len(names) != 2:
        return False
    (key, mine), (other_key, value) = names[own], names[1 - own]
    if isinstance(above, tree.For) and mine:
        given = value or other_key  # what a list from elsewhere holds
        is_compared = bool(key and other_key) and _are_compared(file, above, key, other_key)
        if given and not is_compared and any(_is_copied(node, mine, given) for node in file.tree.walk(above)):
            return True
    around = above if isinstance(above, tree.For) else file.tree.parents.get(above)
    if not key or not value or around is None or _are_compared(file, around, key, other_key):
        return False
    if isinstance(around, tree.Comprehension):
        return around.value is not None and _is(around.element, key) and _mentions(around.value, value)
    assigns = file.tree.inside(around, tree.Assign)
    return any(
        isinstance(target, tree.Subscript) and _is(target.index, key) and _mentions(one.value, value)
        for one in assigns
        for target in one.targets
    )


def _is_copied(node: tree.Node, own: str, value: str) -> bool:
    """Whether a tensor of the model is given the other's numbers in place: `own.data.copy_(value)`."""
    if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.func.attr == "copy_":
        is_own = _is(tree.root_name(node.func.value) or node, own)
        return is_own and bool(node.args) and _mentions(node.args[0].value, value)
    targets = node.targets if isinstance(node, tree.Assign) else ()
    return isinstance(node, tree.Assign) and any(
        isinstance(target, tree.Attribute)
        and target.attr == "data"
        and _is(target.value, own)
        and _mentions(node.value, value)
        for target in targets
    )


def _pair(target: tree.Expression) -> list[tree.Expression]:
    return list(target.elements) if isinstance(target, (tree.Tuple, tree.List)) else []


def _names(target: tree.Expression, side: _Side) -> tuple[str, str]:
    """What a loop calls the key and the value of one side; empty for what it does not take."""
    named = [one.id if isinstance(one, tree.Name) else "" for one in _pair(target) or [target]]
    if side.part == "items":
        return (named[0], named[1]) if len(named) == 2 else ("", "")
    return (named[0], "") if side.part == "keys" else ("", named[0])


def _are_compared(file: File, around: tree.Node, key: str, other: str) -> bool:
    """Whether both keys are held against each other somewhere."""
    return any(_mentions(one, key) and _mentions(one, other) for one in file.tree.inside(around, tree.Compare))


def _is(node: tree.Node, name: str) -> bool:
    return isinstance(node, tree.Name) and node.id == name


def _mentions(node: tree.Node, name: str) -> bool:
    return any(_is(inner, name) for inner in tree.walk(node))
