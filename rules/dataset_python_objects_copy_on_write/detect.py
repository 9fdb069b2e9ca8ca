"""Lists of Python's own containers that a dataset's constructor fills, and from which its samples are taken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.queries import View, file_around
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.definitions import Definition
    from torchlint.binding.symbols import Function
    from torchlint.queries import File
    from torchlint.queries.data import DatasetView

_LISTS = (tree.Tuple, tree.List)
_DEEPEST = 2
_SPLITS = ("split", "rsplit", "splitlines")


@dataclass(frozen=True, slots=True, eq=False)
class ObjectList(View):
    """The first place that puts a tuple, list or dict for each sample into an attribute."""

    name: str  # the attribute's


def object_lists(dataset: DatasetView) -> Iterator[ObjectList]:
    """Such lists of a dataset, in source order."""
    if dataset.is_transform or dataset.is_iterable:
        return
    read = {name for function in dataset.used for name in _indexed(function) if name}
    found: dict[str, tree.Node] = {}
    nodes = [n for function in dataset.built for n in tree.walk(function.node) if dataset.file.holds(n)]
    for node in sorted(nodes, key=lambda node: node.start):
        name = _filled(dataset.file, node)
        if not name and (filled := _added(node)[0]) is not None and _own(filled) in read:
            name = _own(filled) if _is_extended(dataset.file, node) else ""
        if name and name in read:
            found.setdefault(name, node)
        elif isinstance(node, tree.Assign):
            for target in node.targets:
                found.pop(_own(target), None)  # made into something else, such as an array
                place = _filled_before(dataset.file, node.value) if _own(target) in read else None
                if place is not None:
                    found[_own(target)] = place if dataset.file.holds(place) else node
    for name, node in sorted(found.items(), key=lambda one: one[1].start):
        yield ObjectList(dataset.file, node, name)


def _filled_before(file: File, value: tree.Expression, depth: int = 0) -> tree.Node | None:
    """Where a local list is filled with small containers that is assigned, or that a function returns for it."""
    if depth > _DEEPEST:
        return None
    if isinstance(value, tree.Name):
        scope = file.tree.scope(value)
        nodes = [*file.tree.own(scope, tree.Call), *file.tree.own(scope, tree.AugmentedAssign)]
        for node in sorted(nodes, key=lambda one: one.start):
            filled, elements = _added(node)
            if filled is not None and tree.dotted(filled) == value.id:
                is_filled = _holds_containers(file, elements) or _is_extended(file, node, depth)
                return node if is_filled and _is_a_list(file, value) else None
        return None
    if isinstance(value, tree.Comprehension):
        return value if value.kind == "list" and _is_container(value.element) else None
    functions = file.facts.functions.get(value, set()) if isinstance(value, tree.Call) else set()
    for function in sorted(functions, key=lambda one: one.node.start):
        around = file_around(file, function.node)
        for one in around.tree.own(function.node, tree.Return) if around is not None else ():
            place = _filled_before(around, one.value, depth + 1) if around is not None and one.value else None
            if place is not None:
                return place
    return None


def _is_extended(file: File, node: tree.Node, depth: int = 0) -> bool:
    """Whether this code extends a list by another one of small containers, which a function returns: `x += read()`."""
    if isinstance(node, tree.AugmentedAssign):
        return _filled_before(file, node.value, depth + 1) is not None
    if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.func.attr == "extend":
        return len(node.args) == 1 and _filled_before(file, node.args[0].value, depth + 1) is not None
    return False


def _is_a_list(file: File, name: tree.Name) -> bool:
    """Whether a name is still the list that was filled, and not an array that was made of it."""
    made = reaching_definitions(file.tree, name)
    return bool(made) and all(one is not None and _gives_a_list(one) for one in made)


def _gives_a_list(made: Definition) -> bool:
    """Whether a name is a list afterwards: it is assigned one, or extended by one."""
    is_extended = isinstance(made.node, tree.AugmentedAssign) and made.node.op == "+"
    return is_extended or isinstance(made.value, tree.List)


def _filled(file: File, node: tree.Node) -> str:
    """The attribute of `self` that this code puts many small containers into; empty for other code."""
    if isinstance(node, tree.Assign) and isinstance(node.value, tree.Comprehension):
        is_list = node.value.kind == "list" and _is_container(node.value.element)
        return _own(node.targets[0]) if is_list and len(node.targets) == 1 else ""
    filled, elements = _added(node)
    return _own(filled) if filled is not None and _holds_containers(file, elements) else ""


def _added(node: tree.Node) -> tuple[tree.Expression | None, list[tree.Expression]]:
    """The list that this code puts something into at its end, and what: `x.append(a)`, `x.extend(...)`, `x += [a]`."""
    if isinstance(node, tree.AugmentedAssign) and node.op == "+":
        return node.target, _elements(node.value)
    if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and len(node.args) == 1:
        given = node.args[0].value
        if node.func.attr == "append":
            return node.func.value, [given]
        if node.func.attr == "extend":
            return node.func.value, _elements(given)
    return None, []


def _elements(node: tree.Expression) -> list[tree.Expression]:
    """The elements of what a list is extended by, where they are written out."""
    if isinstance(node, tree.Comprehension):
        return [node.element] if node.kind != "dict" else []
    return node.elements if isinstance(node, _LISTS) else []


def _holds_containers(file: File, elements: list[tree.Expression]) -> bool:
    """Whether one of the elements is a small container, written out or made before: `row = {}`, `row["path"] = x`."""
    return any(_is_container(one) or (isinstance(one, tree.Name) and _is_made(file, one)) for one in elements)


def _is_made(file: File, name: tree.Name) -> bool:
    made = resolved_expression(file.tree, name)
    if not isinstance(made, tree.Dict) or made.keys:
        return made is not name and _is_container(made)
    scope = file.tree.scope(name)
    targets = (target for one in file.tree.own(scope, tree.Assign) for target in one.targets)
    return any(isinstance(one, tree.Subscript) and tree.dotted(one.value) == name.id for one in targets)


def _is_container(node: tree.Node) -> bool:
    """Whether this is a tuple, list or dict with something in it; empty lists are there to gather something else."""
    if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.func.attr in _SPLITS:
        return True  # a list of strings
    elements = node.keys if isinstance(node, tree.Dict) else node.elements if isinstance(node, _LISTS) else ()
    return bool(elements)


def _indexed(function: Function) -> Iterator[str]:
    """The attributes of `self` that a function indexes."""
    for node in tree.walk(function.node):
        if isinstance(node, tree.Subscript) and not isinstance(node.index, tree.Constant):
            yield _own(node.value)


def _own(node: tree.Node) -> str:
    """The name of an attribute of `self`; empty for anything else."""
    is_own = isinstance(node, tree.Attribute) and isinstance(node.value, tree.Name) and node.value.id == "self"
    return node.attr if is_own and isinstance(node, tree.Attribute) else ""
