"""Which models of a program are moved to a GPU, and what they need there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import assignments_to
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import definitions_of
from torchlint.domain.values import Sequential, Value
from torchlint.flow.facts import ForwardFact
from torchlint.knowledge.operations import columns_of, has_column
from torchlint.queries import devices, query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_DEEPEST = 6
_GPU, _CPU, _SETTING = "gpu", "cpu", "setting"


class Move(NamedTuple):
    """A call that moves a model to a GPU."""

    call: tree.Call
    is_sure: bool  # whether its device is a GPU wherever there is one


@query
def moves(file: File) -> dict[tree.Node, Move]:
    """What moves each model, by the call that made it; none that may be moved back to the CPU."""
    found: dict[tree.Node, Move] = {}
    back = set()
    for unit in file.analysis.units:
        for call in unit.tree.all(tree.Call):
            model = file.facts.values.get(call) if isinstance(call.func, tree.Attribute) else None
            if model is None or model.kind != "module" or model.source is None:
                continue
            kinds = _devices(unit.tree, call)
            if kinds == {_CPU}:
                back.add(model.source)
            elif kinds:
                found.setdefault(model.source, Move(call, is_sure=_GPU in kinds))
    return {source: move for source, move in found.items() if source not in back}


def _devices(syntax: tree.Tree, call: tree.Call) -> set[str]:
    """The kinds of devices that a call may move to; empty for calls that move nothing."""
    name = tree.last_name(call.func)
    if name in (_CPU, "cuda"):
        return {_CPU if name == _CPU else _GPU}
    given = next((one.value for one in call.args if one.keyword in (None, "device") and not one.star), None)
    return _kinds(syntax, given, 0) if name == "to" and given is not None else set()


def _kinds(syntax: tree.Tree, node: tree.Node, depth: int) -> set[str]:
    """The kinds of devices that an expression may stand for; empty for a dtype."""
    if depth > _DEEPEST:
        return {_SETTING}
    if isinstance(node, tree.Constant):
        text = str(node.value)
        return {_GPU} if text.startswith("cuda") else {_CPU} if text.startswith("cpu") else {_SETTING}
    if isinstance(node, tree.FormattedString):
        return {_GPU} if devices.cuda_index(syntax, node) is not None else {_SETTING}
    if isinstance(node, tree.Call):
        inner = node.args[0].value if node.args and tree.last_name(node.func) == "device" else None
        return _kinds(syntax, inner, depth + 1) if inner is not None else {_SETTING}
    ways: list[tree.Expression | None] = []
    if isinstance(node, tree.Conditional):
        ways = [node.body, node.orelse]
    elif isinstance(node, tree.Name):
        ways = [one.value for one in definitions_of(syntax, node)]
    elif isinstance(node, tree.Attribute) and tree.dotted(node.value) == "self":
        cls = syntax.above(node, tree.ClassDef)
        ways = [one.value for one in assignments_to(syntax, cls, f"self.{node.attr}")] if cls is not None else []
    if ways and None not in ways:
        return set().union(*(_kinds(syntax, one, depth + 1) for one in ways if one is not None))
    return {_SETTING} if devices.mentions_devices(syntax.text_of(node)) else set()


def moves_its_input(model: Value, depth: int = 0) -> bool:
    """Whether the forward of a class of the project moves anything, or a part of it does, or `__call__` replaces it."""
    cls = model.ref
    if not isinstance(cls, Class) or depth > _DEEPEST:
        return False
    forward = cls.method("forward")
    if forward is None or cls.method("__call__") is not None:
        return True
    calls = [node for node in tree.walk(forward.node) if isinstance(node, tree.Call)]
    if any(has_column(tree.last_name(call.func), "move") for call in calls):
        return True
    parts = (cls.attribute(tree.last_name(call.func)) for call in calls if _is_part(call))
    return any(part is not None and moves_its_input(part, depth + 1) for part in parts)


def _is_part(call: tree.Call) -> bool:
    return isinstance(call.func, tree.Attribute) and tree.dotted(call.func.value) == "self"


def needs_on_device(fact: ForwardFact, argument: tree.Argument) -> bool:
    """Whether a model needs an argument where its parameters are: a layer gets it.

    The forward of a class of the project may have no use for it, or one on the CPU: for lengths of sequences.
    """
    cls = fact.model.ref
    forward = cls.method("forward") if isinstance(cls, Class) else None
    if forward is None or not isinstance(cls, Class):
        return isinstance(cls, (str, Sequential)) or argument is fact.node.args[0]
    passed = forward.passed_by(fact.node).items()
    name = next((name for name, value in passed if value is argument.value), None)
    uses = [node for node in tree.walk(forward.node) if isinstance(node, tree.Argument) and _is_name(node.value, name)]
    calls = (node for node in tree.walk(forward.node) if isinstance(node, tree.Call))
    layers = [call for call in calls if _is_part(call) and not {*call.args}.isdisjoint(uses)]
    return any((part := cls.attribute(tree.last_name(one.func))) and part.kind == "module" for one in layers)


def _is_name(node: tree.Node, name: str | None) -> bool:
    """Whether an expression is a name, perhaps in another shape or dtype: `x`, `x.flatten(1)`."""
    while isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute):
        if not columns_of(node.func.attr) or has_column(node.func.attr, "fetch"):
            return False
        node = node.func.value
    return isinstance(node, tree.Name) and node.id == name
