"""What lists, ModuleLists and dicts hold, where all that is put into them is seen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition
from torchlint.binding.scopes import SourceUnit
from torchlint.binding.use_def import definitions_of, only_definition, owner_of, uses
from torchlint.syntax import tree

from . import detect_parts
from .detect_conditions import Condition, conditions_around
from .detect_meanings import Callee, Open, assigned

if TYPE_CHECKING:
    from .detect_callees import Callees

# Methods, beside `append`, that put something into a list or a dict.
_PUTS_IN = frozenset(("extend", "insert", "add_module", "register_module", "update", "setdefault"))
_CONTAINERS = ("torch.nn.ModuleList", "torch.nn.ModuleDict")
# Functions that give what they are given, perhaps in another order.
_SAME_ELEMENTS = frozenset(("reversed", "list", "tuple"))


def item(reader: Callees, unit: SourceUnit, node: tree.Subscript) -> list[Callee]:
    """What is taken out of a list by its place, or out of a dict of the file by its key."""
    if isinstance(node.index, tree.Slice):
        raise Open
    table = _table(unit, node.value)
    if table is None:
        return elements(reader, unit, node.value, takes_dict=True, key=node.index)
    said, found = tree.dotted(node.index) or "", []
    for key, value in zip(table.keys, table.values):
        if not isinstance(key, tree.Constant):
            raise Open
        if isinstance(node.index, tree.Constant) and node.index.value != key.value:
            continue
        chosen = Condition(said, frozenset((key.value,)), True, f"{said} == {key.value!r}")
        found += [one.when(chosen) for one in reader.values(unit, value)]
    return found


def _table(unit: SourceUnit, node: tree.Node) -> tree.Dict | None:
    """The dict that a name stands for, where it is written out and never changed."""
    if isinstance(node, tree.Dict):
        return node
    definition = only_definition(unit.tree, node) if isinstance(node, tree.Name) else None
    if definition is None or not isinstance(definition.value, tree.Dict) or not isinstance(node, tree.Name):
        return None
    for use in uses(unit.tree, node):
        above = unit.tree.parents.get(use)
        if not isinstance(above, (tree.Subscript, tree.Compare)) or _is_target(unit.tree, above):
            raise Open
    return definition.value


def elements(
    reader: Callees, unit: SourceUnit, node: tree.Node, *, takes_dict: bool = False, key: tree.Node | None = None
) -> list[Callee]:
    """What a list, ModuleList or Sequential holds; of a dict or ModuleDict, its values, if these are asked for.

    What is assigned to another entry than that of the key is left out.
    """
    return reader.deeper(partial(_elements, takes_dict=takes_dict, key=key), unit, node)


def _elements(
    reader: Callees, unit: SourceUnit, node: tree.Node, *, takes_dict: bool, key: tree.Node | None
) -> list[Callee]:
    if isinstance(node, (tree.List, tree.Tuple)):
        return [one for each in node.elements for one in reader.values(unit, each)]
    if isinstance(node, tree.Dict):
        if None in node.keys or not takes_dict:
            raise Open  # `{**others}`, or a loop over the keys
        return [one for each in node.values for one in reader.values(unit, each)]
    if isinstance(node, tree.Comprehension):
        if node.value is not None and not takes_dict:
            raise Open
        return reader.values(unit, node.element if node.value is None else node.value)
    if isinstance(node, tree.Subscript) and isinstance(node.index, tree.Slice):
        return elements(reader, unit, node.value)
    if isinstance(node, tree.Call):
        return _elements_of_call(reader, unit, node, takes_dict)
    return _put_in(reader, unit, node, takes_dict, key)


def _elements_of_call(reader: Callees, unit: SourceUnit, node: tree.Call, takes_dict: bool) -> list[Callee]:
    """What a container that a call makes holds, or what `reversed(layers)` and `layers.values()` go through."""
    first = tree.positional(node, 0)
    if isinstance(node.func, tree.Name) and node.func.id in _SAME_ELEMENTS and first is not None:
        return elements(reader, unit, first)
    if isinstance(node.func, tree.Attribute) and node.func.attr == "values" and not node.args:
        return elements(reader, unit, node.func.value, takes_dict=True)
    made = [one.value.ref for one in reader.meaning(unit, node.func) or ()]
    if made == ["torch.nn.Sequential"] and not any(one.keyword or one.star == "**" for one in node.args):
        parts = (elements(reader, unit, one.value) if one.star else reader.values(unit, one.value) for one in node.args)
        return [one for part in parts for one in part]
    if len(made) != 1 or made[0] not in _CONTAINERS:
        raise Open
    return elements(reader, unit, first, takes_dict=takes_dict) if first is not None else []


def _put_in(
    reader: Callees, unit: SourceUnit, node: tree.Node, takes_dict: bool, key: tree.Node | None
) -> list[Callee]:
    """What is put into the list that a name or an attribute of `self` stands for."""
    cls = reader.class_of_self(unit, node.value) if isinstance(node, tree.Attribute) else None
    bodies: list[tuple[SourceUnit, tree.Node]]
    if cls is not None and isinstance(node, tree.Attribute):
        classes = [*cls.lineage, *cls.descendants]
        reader.trail.add((cls, node.attr))
        places = [(owner.unit, one) for owner, one in assigned(classes, node.attr)]
        bodies = [(one.unit, one.node) for one in classes]
    elif isinstance(node, tree.Name) and isinstance(scope := owner_of(unit.tree, node), tree.FunctionDef):
        places, bodies = [(unit, one) for one in definitions_of(unit.tree, node)], [(unit, scope)]
    elif isinstance(node, tree.Attribute) and detect_parts.are_empty(owners := reader.values(unit, node.value)):
        parts = detect_parts.assigned(reader, owners, node.attr)
        return [one for where, part in parts for one in elements(reader, where, part, takes_dict=takes_dict)]
    else:
        raise Open
    found: list[Callee] = []
    for where, one in places:
        if one.kind != "assignment" or one.value is None:
            raise Open
        around = conditions_around(where.tree, one.node)
        found += [each.when(*around) for each in elements(reader, where, one.value, takes_dict=takes_dict)]
    for where, body in bodies:
        names = _names_of(where, body, tree.dotted(node))
        for call in where.tree.inside(body, tree.Call):
            if isinstance(call.func, tree.Attribute) and tree.dotted(call.func.value) in names:
                found += _added(reader, where, call, call.func.attr)
            elif reader.file.facts.functions.get(call) and any(tree.dotted(one.value) in names for one in call.args):
                raise Open  # a function that may put something into it
        for entry in where.tree.inside(body, tree.Subscript):
            if (
                tree.dotted(entry.value) in names
                and _is_target(where.tree, entry)
                and not _is_another(entry.index, key)
            ):
                found += _assigned_to(reader, where, entry)
    return found


def _is_another(index: tree.Node, key: tree.Node | None) -> bool:
    """Whether two keys are written out and differ."""
    return isinstance(index, tree.Constant) and isinstance(key, tree.Constant) and index.value != key.value


def _names_of(unit: SourceUnit, body: tree.Node, name: str | None) -> set[str | None]:
    """The name of a container, and the other names that code gives it: `layers = self.layers`."""
    same = (one for one in unit.tree.inside(body, tree.Assign) if tree.dotted(one.value) == name)
    return {name, *(tree.dotted(target) for one in same for target in one.targets)} - ({None} if name else set())


def _added(reader: Callees, unit: SourceUnit, call: tree.Call, method: str) -> list[Callee]:
    """What a method of a list puts into it."""
    given = tree.positional(call, 0)
    if method == "append" and given is not None:
        around = conditions_around(unit.tree, call)
        return [each.when(*around) for each in reader.values(unit, given)]
    if method in _PUTS_IN:
        raise Open
    return []


def _assigned_to(reader: Callees, unit: SourceUnit, entry: tree.Subscript) -> list[Callee]:
    """What an assignment to one entry puts into a list or a dict: `self.heads[name] = head`."""
    above = unit.tree.parents.get(entry)
    if isinstance(entry.index, tree.Slice) or not isinstance(above, tree.Assign):
        raise Open
    around = conditions_around(unit.tree, above)
    return [each.when(*around) for each in reader.values(unit, above.value)]


def passed_by(reader: Callees, unit: SourceUnit, one: Definition) -> list[Callee]:
    """What a loop gives to its name: `for layer in layers`, `for i, layer in enumerate(layers)`."""
    loop, over = one.node, one.source
    if not isinstance(loop, (tree.For, tree.Clause)) or over is None:
        raise Open
    target = loop.target
    if isinstance(target, tree.Name):
        return elements(reader, unit, over)
    if not isinstance(target, tree.Tuple) or not isinstance(over, tree.Call) or one.target not in target.elements:
        raise Open
    place, name = target.elements.index(one.target), tree.dotted(over.func)
    if isinstance(over.func, tree.Attribute) and over.func.attr == "items" and place == 1 and not over.args:
        return elements(reader, unit, over.func.value, takes_dict=True)
    given = tree.positional(over, {"zip": place, "enumerate": place - 1}.get(name or "", len(over.args)))
    if given is None or (name == "enumerate" and place == 0):
        raise Open
    return elements(reader, unit, given)


def _is_target(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether code assigns to this, or deletes it."""
    above = syntax.parents.get(node)
    while isinstance(above, (tree.Tuple, tree.List, tree.Starred)):
        node, above = above, syntax.parents.get(above)
    if isinstance(above, tree.Assign):
        return node in above.targets
    return isinstance(above, tree.Delete) or (isinstance(above, tree.AugmentedAssign) and above.target is node)
