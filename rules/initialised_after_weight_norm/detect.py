"""Writes to the `weight` of layers that `weight_norm` computes anew in each forward."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import function_of
from torchlint.binding.use_def import resolved_expression
from torchlint.queries import View, query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class LostWrite(View):
    """A call that writes to the weights of normed layers: an initialiser, or `apply` with one."""

    normed: tree.Call

    @property
    def norm(self) -> View:
        """The call of weight_norm."""
        return View(self.file, self.normed)

    @property
    def cls(self) -> str | None:
        """The name of the class whose code writes; None outside of classes."""
        owner = self.file.tree.above(self.node, tree.ClassDef)
        return owner.name if isinstance(owner, tree.ClassDef) else None

    @property
    def initialiser(self) -> object:
        """What writes: the function that is applied, by its name; the call itself where it writes without one."""
        given = self.node.args[0].value if isinstance(self.node, tree.Call) and self.node.args else None
        is_applied = isinstance(self.node, tree.Call) and tree.last_name(self.node.func) == "apply"
        return tree.dotted(given) if is_applied else self.node


@query
def lost_writes(file: File) -> tuple[LostWrite, ...]:
    """One for each such call that comes after the weight_norm in its function, in source order."""
    norms = [call.node for call in file.named_calls(*_NORMS) if _is_of_weight(call.argument(1, "name"))]
    found = list(_applied(file, norms)) + list(_written(file, norms)) if norms else []
    return tuple(sorted(found, key=lambda one: one.node.start))


_NORMS = ("torch.nn.utils.weight_norm", "torch.nn.utils.parametrizations.weight_norm")


def _is_of_weight(name: object) -> bool:
    return name is None or getattr(name, "is_literally", None) == "weight"


def _applied(file: File, norms: list[tree.Call]) -> Iterator[LostWrite]:
    """The calls of `apply`, on what holds normed layers, with a function that writes to weights of their class."""
    for call in file.method_calls("apply"):
        given = call.argument(0, "fn")
        if given is None or call.receiver is None:
            continue
        value = given.value
        function = function_of(value).node if value.kind in ("function", "method") and value.ref else None
        if not isinstance(function, tree.FunctionDef):
            continue
        for norm in _held(file, call.node, call.receiver.node, norms):
            if _writes_to(function, _layer(file, norm)):
                yield LostWrite(file, call.node, norm)
                break


def _held(file: File, call: tree.Node, receiver: tree.Node, norms: list[tree.Call]) -> Iterator[tree.Call]:
    """The normed layers that were put into a module, or a list of them, before a call in the same function."""
    while isinstance(receiver, tree.Subscript):
        receiver = receiver.value
    holder, scope = tree.dotted(receiver), file.tree.scope(call)
    for norm in norms:
        if holder and norm.end < call.start and file.tree.scope(norm) is scope:
            into = _put_into(file, norm)
            if into == holder or into.startswith(holder + "."):
                yield norm


def _put_into(file: File, norm: tree.Call) -> str:
    """The name or attribute that a new layer is assigned to, or appended to, perhaps within a list."""
    statement = file.tree.statement(norm)
    if isinstance(statement, tree.Assign) and len(statement.targets) == 1:
        return tree.dotted(statement.targets[0]) or ""
    call = statement.value if isinstance(statement, tree.ExpressionStatement) else None
    is_added = isinstance(call, tree.Call) and tree.last_name(call.func) in ("append", "extend", "insert")
    return (tree.dotted(call.func) or "").rpartition(".")[0] if is_added and isinstance(call, tree.Call) else ""


def _layer(file: File, norm: tree.Call) -> str:
    """The class of the layer that is normed: `Conv1d`; empty where it is not to be seen."""
    made = resolved_expression(file.tree, norm.args[0].value) if norm.args else None
    return tree.last_name(made.func) if isinstance(made, tree.Call) else ""


def _writes_to(function: tree.FunctionDef, layer: str) -> bool:
    """Whether an initialiser writes to the weight of layers of a class, and looks at nothing of weight_norm's own."""
    names = {tree.last_name(node) for node in tree.walk(function)}
    if names & {"weight_v", "weight_g", "parametrizations", "remove_weight_norm"}:
        return False
    parameters = [one.name for one in function.parameters]
    return any(
        tree.dotted(weight.value) in parameters and _is_for(function, weight, layer) for weight in _weights(function)
    )


def _weights(code: tree.Node) -> Iterator[tree.Attribute]:
    """The `layer.weight` that some code writes to in place."""
    for node in tree.walk(code):
        if isinstance(node, tree.Call) and tree.last_name(node.func).endswith("_"):
            first = node.args[0].value if node.args else None
            yield from _weight(node.func.value if isinstance(node.func, tree.Attribute) else None)
            yield from _weight(first)
        elif isinstance(node, tree.Assign):
            for target in node.targets:
                if isinstance(target, tree.Attribute) and target.attr == "data":
                    yield from _weight(target)


def _weight(node: tree.Node | None) -> Iterator[tree.Attribute]:
    if isinstance(node, tree.Attribute) and node.attr == "data":
        node = node.value
    if isinstance(node, tree.Attribute) and node.attr == "weight":
        yield node


def _is_for(function: tree.FunctionDef, place: tree.Node, layer: str) -> bool:
    """Whether the conditions around a place, which ask for a layer's class or its name, let this class through."""
    for node in tree.walk(function):
        if isinstance(node, tree.If) and node.start < place.start < node.end:
            inside = any(place is below for one in node.body for below in tree.walk(one))
            if inside and not _lets_through(node.test, layer):
                return False
            if not inside and _lets_through(node.test, layer):
                return False  # the `else` branch
    return True


def _lets_through(test: tree.Expression, layer: str) -> bool:
    for node in tree.walk(test):
        if isinstance(node, tree.Constant) and isinstance(node.value, str):
            if node.value in layer or node.value == "weight":
                return True
        elif layer and tree.last_name(node) in (layer, "_ConvNd" if layer.startswith("Conv") else layer):
            return True
    return False


def _written(file: File, norms: list[tree.Call]) -> Iterator[LostWrite]:
    """The initialisers that are given the weight of a layer that was normed before, in the same function."""
    made = {
        (file.tree.scope(norm), _put_into(file, norm)): norm for norm in reversed(norms) if _is_assigned(file, norm)
    }
    for weight in _weights(file.tree.root):
        norm = made.get((file.tree.scope(weight), tree.dotted(weight.value) or "-"))
        if norm is not None and norm.end < weight.start:
            call = file.tree.above(weight, tree.Call, tree.Assign)
            yield LostWrite(file, call if call is not None else weight, norm)


def _is_assigned(file: File, norm: tree.Call) -> bool:
    """Whether a name is given the normed layer itself."""
    statement = file.tree.statement(norm)
    return isinstance(statement, tree.Assign) and statement.value is norm
