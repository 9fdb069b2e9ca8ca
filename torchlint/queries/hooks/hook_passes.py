"""What registers a hook again and again: a forward or a pass of a loop, also by way of the functions that it calls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from torchlint.binding.definitions import assignments_to
from torchlint.binding.use_def import changed_in, reaching_definition, reaching_definitions
from torchlint.flow.facts import HookFact
from torchlint.knowledge.operations import has_column
from torchlint.syntax import tree
from torchlint.syntax.conditions import ends_at_once

if TYPE_CHECKING:
    from torchlint.queries.file import File

# How a condition picks out one pass, or the first ones: `step == 0`, `self.handle is None`, `epoch < 1`.
_SINGLING_OUT = ("==", "is", "<", "<=")
_DEEPEST = 12  # names for names, and parts of parts


@dataclass(frozen=True, slots=True)
class Pass:
    """What is run again and again, and registers a hook on the same module each time."""

    kind: Literal["forward", "step", "loop"]
    depth: int  # how many calls deep it is
    node: tree.Node  # the loop, or the method that a framework or the module itself calls


@dataclass(frozen=True, slots=True)
class Repetition:
    """The pass that registers a hook, and whether a condition on the way lets only some of the passes do so."""

    passing: Pass
    is_guarded: bool


def repetition(file: File, hooked: tree.Expression, fact: HookFact) -> Repetition | None:
    """What registers the hook of a call path on the same module in each pass, unless it is seen to do so once only."""
    for passing in _passes(fact):
        if _is_same_each_time(file, hooked, fact, passing):
            guards = _guards(file, fact, passing)
            if any(_is_met_once(*guard) for guard in guards):
                return None
            return Repetition(passing, bool(guards))
    return None


def _passes(fact: HookFact) -> list[Pass]:
    """The passes that a place is in, the innermost first."""
    found = [
        Pass("step" if loop.trains_itself or loop.loader else "loop", loop.depth, loop.node)
        for loop in fact.where.loops
        if loop.drives and not ends_at_once(loop.node)
    ]
    for depth in range(len(fact.where.chain) + 1):
        function = fact.where.caller(depth)
        if function is not None and function.name == "forward" and function.owner is not None:
            if function.owner.is_module:
                found.append(Pass("forward", depth, function.node))
    return sorted(found, key=lambda one: -one.depth)


def _is_same_each_time(file: File, hooked: tree.Expression, fact: HookFact, passing: Pass) -> bool:
    """Whether the hooked module is one that was there before the pass: as what is passed from call to call shows."""
    here: tree.Expression | None = hooked
    for depth in range(len(fact.where.chain), passing.depth, -1):
        function, call = fact.where.caller(depth), fact.where.chain[depth - 1]
        root = _root(file, here)
        if root is None or function is None or not isinstance(call, tree.Call):
            return False
        here = _passed(call, function.node, root, is_bound=function.owner is not None and not _is_static(function.node))
    root = _root(file, here, inside=passing.node)
    syntax = file.analysis.unit_of(root) if root is not None else None
    if root is None or syntax is None:
        return False
    if root.id == "self":
        changed = changed_in(syntax.tree, passing.node)
        return not any(name.startswith("self.") and _begins(here, name) for name in changed)
    if isinstance(passing.node, tree.FunctionDef):
        return False  # what a method is given may be another module each time
    around = (passing.node.start, passing.node.end)
    found = reaching_definitions(syntax.tree, root)
    return all(one is None or not around[0] <= one.node.start < around[1] for one in found)


def _begins(node: tree.Node | None, name: str) -> bool:
    """Whether a dotted expression is a name or a part of it: `self.model.head` of `self.model`."""
    while isinstance(node, (tree.Attribute, tree.Subscript)):
        if tree.dotted(node) == name:
            return True
        node = node.value
    return False


def _is_static(function: tree.Node) -> bool:
    return isinstance(function, tree.FunctionDef) and tree.is_decorated(function, ("staticmethod",))


def _passed(call: tree.Call, function: tree.Node, name: tree.Name, *, is_bound: bool) -> tree.Expression | None:
    """What a call gives a parameter; for the first of a method, the object that it is called on."""
    if not isinstance(function, (tree.FunctionDef, tree.Lambda)):
        return None
    names = [parameter.name for parameter in function.parameters]
    if name.id not in names:
        return None
    place = names.index(name.id) - is_bound
    if place < 0:
        is_named = isinstance(call.func, tree.Attribute) and call.func.attr == getattr(function, "name", "")
        return call.func.value if is_named and isinstance(call.func, tree.Attribute) else call.func
    given = next((argument.value for argument in call.args if argument.keyword == name.id), None)
    return given or tree.positional(call, place)


def _root(file: File, node: tree.Expression | None, inside: tree.Node | None = None) -> tree.Name | None:
    """The name that a module is a fixed part of, through other names: `model` of `layer = model.blocks[-1]`.

    None where the part may be another one each time, or a call may make it. Of what is defined outside of `inside`,
    the name itself is enough.
    """
    part = ""
    for _ in range(_DEEPEST):
        while not isinstance(node, tree.Name):
            part = node.attr if isinstance(node, tree.Attribute) else part
            if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and _gives_part(node):
                node = node.func.value
            elif isinstance(node, tree.Attribute) or (isinstance(node, tree.Subscript) and _is_fixed(node.index)):
                node = node.value
            elif isinstance(node, tree.Conditional):
                node = node.orelse  # `model.module if is_parallel else model`
            else:
                return None
        unit = file.analysis.unit_of(node)
        if unit is None:
            return None
        one = reaching_definition(unit.tree, node)
        if one is None or one.kind == "parameter" or (inside is not None and not _is_in(one.node, inside)):
            given = _given_to_constructor(unit.tree, node, part)
            if given is None:
                return node if not _is_being_made(unit.tree, node) else None
            node = given
        elif one.source is not None and one.kind in ("assignment", "for"):
            node = one.source
        else:
            return None
    return None


def _is_fixed(index: tree.Expression) -> bool:
    return not any(isinstance(node, (tree.Name, tree.Call)) for node in tree.walk(index))


def _is_being_made(syntax: tree.Tree, name: tree.Name) -> bool:
    """Whether a name is the object that a constructor is making."""
    scope = syntax.scope(name)
    return isinstance(scope, tree.FunctionDef) and scope.name == "__init__" and name.id == "self"


def _given_to_constructor(syntax: tree.Tree, name: tree.Name, part: str) -> tree.Expression | None:
    """What a constructor has stored in an attribute of the object: `model` of `self.model = model`."""
    if not _is_being_made(syntax, name):
        return None
    found = assignments_to(syntax, syntax.scope(name), f"self.{part}")
    return found[0].value if len(found) == 1 else None


def _is_in(node: tree.Node, outer: tree.Node) -> bool:
    return outer.start <= node.start and node.end <= outer.end


def _gives_part(call: tree.Call) -> bool:
    """Whether a call gives fixed parts of a module: `model.modules()`, `model.get_submodule("head")`."""
    name = tree.last_name(call.func)
    if has_column(name, "submodules", of="torch.nn.Module") or name in ("values", "items"):
        return True
    return name == "get_submodule" and isinstance(tree.positional(call, 0), tree.Constant)


def _guards(file: File, fact: HookFact, passing: Pass) -> list[tuple[tree.Tree, tree.Expression, tree.Node]]:
    """The conditions on the way from a pass to the hook, each with the code of the function that it is in."""
    found: list[tuple[tree.Tree, tree.Expression, tree.Node]] = []
    way = [*fact.where.chain[passing.depth :], fact.node]
    for place in way:
        unit = file.analysis.unit_of(place)
        if unit is None:
            continue
        scope = unit.tree.scope(place)
        for around in unit.tree.around(place):
            if around is scope or around is passing.node:
                break
            if isinstance(around, (tree.If, tree.While)) and not _is_in(place, around.test):
                found.append((unit.tree, around.test, scope))
        found += [(unit.tree, before.test, scope) for before in _returns_before(unit.tree, scope, place)]
    return found


def _returns_before(syntax: tree.Tree, scope: tree.Node, place: tree.Node) -> list[tree.If]:
    """The conditions on which a function ends before it gets to some code: `if self.hooked: return`."""
    ends = (tree.Return, tree.Raise, tree.Continue, tree.Break)
    conditions = syntax.own(scope, tree.If)
    return [one for one in conditions if one.end <= place.start and one.body and isinstance(one.body[-1], ends)]


def _is_met_once(syntax: tree.Tree, test: tree.Expression, scope: tree.Node) -> bool:
    """Whether a condition may hold once only: it compares with a number, or asks for what the function sets itself."""
    inside = list(tree.walk(test))
    if any(isinstance(node, tree.BinaryOp) and node.op == "%" for node in inside):
        return False  # `step % 100 == 0`
    for node in inside:
        if isinstance(node, tree.Compare) and node.ops[0] in _SINGLING_OUT and _is_none_or_number(node.comparators[0]):
            return True
        if isinstance(node, tree.Call) and tree.dotted(node.func) in ("hasattr", "getattr", "len"):
            return True
    read = {tree.dotted(node) for node in inside if isinstance(node, (tree.Name, tree.Attribute))} - {None, "self"}
    return any(
        tree.dotted(target) in read and (isinstance(target, tree.Attribute) or isinstance(one.value, tree.Constant))
        for one in syntax.inside(scope, tree.Assign)
        for target in one.targets
    )


def _is_none_or_number(node: tree.Expression) -> bool:
    return isinstance(node, tree.Constant) and (node.value is None or type(node.value) is int)
