"""Whether what a model gives is one number to those who call it: they read it by `item()`, which takes no more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.queries.modules import calls_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


def gives_one_number(file: File, cls: Class, forward: tree.FunctionDef, made: tree.Node) -> bool:
    """Whether each function that calls objects of the class reads what is `made` in its forward as one number."""
    places = _places(file, forward, made)
    reads: dict[tree.Node, bool] = {}
    for syntax, call in calls_of(file, cls):
        scope = syntax.scope(call)
        if isinstance(scope, tree.FunctionDef) and scope.name == "forward":
            return False  # part of another model, which may do anything with it
        reads[scope] = reads.get(scope, False) or _is_read(syntax, scope, call, places)
    return bool(reads) and all(reads.values())


def _places(file: File, forward: tree.FunctionDef, made: tree.Node) -> set[int | None]:
    """At which places of what the forward returns it stands; None where that is all of it."""
    found: set[int | None] = set()
    for node in tree.walk(forward, into_functions=False):
        value = node.value if isinstance(node, tree.Return) else None
        parts = list(enumerate(value.elements)) if isinstance(value, tree.Tuple) else [(None, value)]
        found |= {place for place, part in parts if part is not None and _holds(file, part, made)}
    return found


def _holds(file: File, part: tree.Node, made: tree.Node) -> bool:
    return any(resolved_expression(file.tree, node) is made for node in tree.walk(part))


def _is_read(syntax: tree.Tree, scope: tree.Node, call: tree.Call, places: set[int | None]) -> bool:
    """Whether one of these places of a result is read by `item()` or `float()`, before its name means another."""
    above = syntax.parents.get(call)
    if None in places and _reads(syntax, call):
        return True
    if not isinstance(above, tree.Assign):
        return False
    for node in tree.walk(scope, into_functions=False):
        if isinstance(node, tree.Name) and _reads(syntax, node) and node.id in _names(above, places):
            if any(one is not None and one.node is above for one in reaching_definitions(syntax, node)):
                return True
    return False


def _names(assign: tree.Assign, places: set[int | None]) -> set[str | None]:
    """What an assignment calls these places of what it unpacks."""
    found = {tree.dotted(target) for target in assign.targets if None in places}
    unpacked = [target.elements for target in assign.targets if isinstance(target, (tree.Tuple, tree.List))]
    return found | {tree.dotted(part) for parts in unpacked for place, part in enumerate(parts) if place in places}


def _reads(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether a tensor is made a number of Python's."""
    above = syntax.parents.get(node)
    if isinstance(above, tree.Argument):
        call = syntax.parents.get(above)
        return isinstance(call, tree.Call) and tree.dotted(call.func) == "float"
    return isinstance(above, tree.Attribute) and above.attr == "item"
