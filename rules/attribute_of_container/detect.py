"""Attributes that are read of a dict, list, set or tuple, whose type has no such attribute."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition
from torchlint.binding.use_def import reaching_definitions
from torchlint.queries import View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# The built-in containers, whose objects get no further attributes.
_TYPES: dict[str, type] = {"dict": dict, "list": list, "set": set, "tuple": tuple}
_DISPLAYS = {tree.Dict: "dict", tree.List: "list", tree.Set: "set", tree.Tuple: "tuple"}
# Functions that ask what an object is, after which it may be something else than all that code shows.
_ASKS = frozenset(("isinstance", "hasattr", "getattr", "type", "callable"))
# What a condition asks for the version of Python, whose dicts had other methods before Python 3.
_ASKS_VERSION = re.compile(r"version_info|\bPY[23]\b|python_version|hexversion")
_DEEPEST = 3  # names and functions between a container and its use


@dataclass(frozen=True, slots=True, eq=False)
class MissingAttribute(View):
    """A read of an attribute that a container does not have."""

    name: str  # what holds the container
    attribute: str
    container: str  # its type
    made: View | None  # where it is made, if that is in this file


def missing_attributes(file: File) -> Iterator[MissingAttribute]:
    """The first read of each, in source order."""
    seen = set[tuple[tree.Node, str]]()
    for node in file.tree.all(tree.Attribute):
        holder = node.value
        if not isinstance(holder, tree.Name) or all(hasattr(one, node.attr) for one in _TYPES.values()):
            continue
        if file.value(holder).value.kind not in _TYPES or _is_target(file, node):
            continue
        if holder.id in file.tree.once(_asked_about, file.tree.scope(holder)):
            continue
        if _is_of_another_python(file, node):
            continue
        made = _containers(file, file.tree, holder, _DEEPEST)
        kinds = {kind for kind, _ in made}
        if len(kinds) != 1 or hasattr(_TYPES[kind := kinds.pop()], node.attr):
            continue
        place = made[0][1]
        if (place, node.attr) not in seen:
            seen.add((place, node.attr))
            here = View(file, place) if file.holds(place) else None
            yield MissingAttribute(file, node, holder.id, node.attr, kind, here)


def _is_target(file: File, node: tree.Attribute) -> bool:
    """Whether an attribute is assigned or deleted, which fails with another message."""
    above = file.tree.parents.get(node)
    return isinstance(above, tree.Delete) or (
        isinstance(above, (tree.Assign, tree.AnnotatedAssign)) and node is not above.value
    )


def _is_of_another_python(file: File, node: tree.Attribute) -> bool:
    """Whether a condition decides by the version of Python whether code runs: `if sys.version_info[0] == 2:`."""
    choices = (one for one in file.tree.around(node) if isinstance(one, (tree.If, tree.Conditional)))
    return any(_ASKS_VERSION.search(file.tree.text_of(one.test)) is not None for one in choices)


def _asked_about(syntax: tree.Tree, scope: tree.Node) -> frozenset[str]:
    """The names of which code asks what type of object they stand for."""
    calls = (call for call in syntax.own(scope, tree.Call) if call.args and tree.dotted(call.func) in _ASKS)
    return frozenset(one.id for call in calls if isinstance(one := call.args[0].value, tree.Name))


def _containers(file: File, syntax: tree.Tree, name: tree.Name, depth: int) -> list[tuple[str, tree.Node]]:
    """The type of each container that a name may stand for, and where it is made; empty if it may be anything else."""
    found: list[tuple[str, tree.Node]] = []
    for one in reaching_definitions(syntax, name):
        if one is None:
            return []
        if one.kind == "augmented" or (isinstance(one.value, tree.Constant) and one.value.value is None):
            continue  # `xs += [x]` leaves the type as it is, and None fails before
        made = _made(file, syntax, one.value, depth) if one.value is not None else _unpacked(file, one, depth)
        if not made:
            return []
        found += made
    return found


def _unpacked(file: File, given: Definition, depth: int) -> list[tuple[str, tree.Node]]:
    """What one of several results of a function of the project always is: `optimizers, epoch = make(model)`."""
    target = given.target
    above = file.tree.parents.get(target) if target is not None and file.holds(target) else None
    if not depth or target is None or not isinstance(above, tree.Tuple) or not isinstance(given.source, tree.Call):
        return []
    place, found = above.elements.index(target), list[tuple[str, tree.Node]]()
    for function in file.facts.functions.get(given.source, ()):
        syntax = function.unit.tree
        for value in (one.value for one in syntax.own(function.node, tree.Return)):
            if not isinstance(value, tree.Tuple) or len(value.elements) != len(above.elements):
                return []
            made = _made(file, syntax, value.elements[place], depth - 1)
            if not made:
                return []
            found += made
    return found


def _made(file: File, syntax: tree.Tree, value: tree.Node, depth: int) -> list[tuple[str, tree.Node]]:
    """What an expression makes, if it is always a container."""
    if (kind := _DISPLAYS.get(type(value))) is not None:
        return [(kind, value)]
    if isinstance(value, tree.Comprehension):
        return [(value.kind, value)] if value.kind in _TYPES else []
    if isinstance(value, tree.Conditional):
        both = [_made(file, syntax, one, depth) for one in (value.body, value.orelse)]
        return [*both[0], *both[1]] if all(both) else []
    if isinstance(value, tree.Call) and tree.dotted(value.func) in _TYPES:
        return [(tree.dotted(value.func) or "", value)]
    if isinstance(value, tree.Name) and depth:
        return _containers(file, syntax, value, depth - 1)
    return []
