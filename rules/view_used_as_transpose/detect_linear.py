"""The sizes of what a linear layer gives: rows, as many as it is given, and columns as its constructor names them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import assignments_in, assignments_to
from torchlint.domain.values import Value
from torchlint.queries import CallView
from torchlint.queries.modules import method_around
from torchlint.syntax import tree

from .detect_sizes import Factors, Sizes, factors_of

if TYPE_CHECKING:
    from torchlint.queries import File


class Rows(NamedTuple):
    """All dimensions of a layer's output but the last one, put together."""

    given: tree.Node


def of_linear(file: File, node: tree.Call, layer: Value) -> Sizes | None:
    """The sizes of a linear layer's output, where the class that calls the layer has made it."""
    method, made = method_around(file, node), layer.source
    if method is None or method.own != "self" or not isinstance(made, tree.Call) or not file.holds(made):
        return None
    cls = file.tree.above(method.node, tree.ClassDef)
    if cls is None or file.tree.above(made, tree.ClassDef) is not cls:
        return None  # the names in its constructor belong to another class
    name = tree.dotted(node.func)
    if name is None or len(assignments_to(file.tree, cls, name)) > 1:
        return None  # which of the layers it is depends on a setting
    columns = CallView(file, made).argument(1, "out_features")
    constructor = file.tree.above(made, tree.FunctionDef)
    if columns is None or not isinstance(constructor, tree.FunctionDef) or constructor.name != "__init__":
        return None
    kept = _kept(constructor, cls)
    parts = tuple(_as_attribute(one, kept) for one in factors_of(file, columns.node))
    return ((Rows(node),), parts)


def has_open_rows(sizes: Sizes) -> bool:
    """Whether all dimensions but the last are known by nothing but where they come from."""
    return any(isinstance(factor, Rows) for size in sizes for factor in size)


def _as_attribute(factor: Hashable, kept: dict[str, str]) -> Hashable:
    """A constructor's parameter as the attribute that keeps it, by which other methods name it."""
    if not isinstance(factor, tuple):
        return factor
    if len(factor) == 3 and factor[0] == "//":
        return ("//", *(_all_as_attributes(part, kept) for part in factor[1:]))
    return kept.get(factor[0], factor) if len(factor) == 2 and isinstance(factor[0], str) else factor


def _all_as_attributes(factors: Factors, kept: dict[str, str]) -> Factors:
    return tuple(_as_attribute(one, kept) for one in factors)


def _kept(constructor: tree.FunctionDef, cls: tree.Node) -> dict[str, str]:
    """The attributes that keep the parameters of a constructor as they are, by the parameters' names."""
    parameters = {one.name for one in constructor.parameters}
    changed = Counter(one.name for one in assignments_in(constructor))
    assigned = [one for one in assignments_in(cls) if one.name.startswith("self.")]
    times = Counter(one.name for one in assigned)
    return {
        one.value.id: one.name
        for one in assigned
        if isinstance(one.value, tree.Name) and one.value.id in parameters
        if times[one.name] == 1 and not changed[one.value.id]
    }
