"""Writes to the `weight` of layers that `weight_norm` computes anew in each forward."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, Function, function_of
from torchlint.domain.values import UNKNOWN
from torchlint.finding import Span
from torchlint.queries import CallView, View, query
from torchlint.syntax import tree

from . import detect_norms
from .detect_norms import Norm

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class LostWrite(View):
    """A call that writes to the weights of normed layers: an initialiser, or `apply` with one."""

    normed: tree.Call
    whole: Class | None = None  # the class of the object whose `apply` is called, where that is not `self`

    @property
    def where_normed(self) -> tuple[tuple[Span, str], ...]:
        """A note for the call of weight_norm, where that is in this file."""
        is_here = self.file.holds(self.normed)
        return (View(self.file, self.normed).says("weight_norm is applied here"),) if is_here else ()

    @property
    def cls(self) -> str | None:
        """The name of the class whose code or object writes; None where no class does."""
        if self.whole is not None:
            return self.whole.name
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
    if not file.analysis.mentions("weight_norm"):
        return ()
    norms = detect_norms.norms_of(file)
    found = [*_applied(file, norms), *_written(file, norms), *_gone_through(file, norms)] if norms else []
    found += _applied_to_objects(file)
    return tuple(sorted(found, key=lambda one: one.node.start))


def _applied(file: File, norms: list[Norm]) -> Iterator[LostWrite]:
    """The calls of `apply`, on what holds normed layers, with a function that writes to weights of their class."""
    for call in file.method_calls("apply"):
        function = _given_function(call)
        if function is None or call.receiver is None:
            continue
        for norm in _held(file, call.node, call.receiver.node, norms):
            if _writes_to(function, norm.layer):
                yield LostWrite(file, call.node, norm.call)
                break


def _given_function(call: CallView) -> tree.FunctionDef | None:
    """The function of the project that `apply` is given."""
    given = call.argument(0, "fn")
    value = given.value if given is not None else UNKNOWN
    function = function_of(value).node if value.kind in ("function", "method") and value.ref else None
    return function if isinstance(function, tree.FunctionDef) else None


def _applied_to_objects(file: File) -> Iterator[LostWrite]:
    """The same of objects whose constructors norm their layers: `generator = Generator()`, `generator.apply(init)`."""
    for call in file.method_calls("apply"):
        function, receiver = _given_function(call), call.receiver
        if function is None or receiver is None or receiver.is_self or receiver.value.assumed:
            continue
        cls = receiver.value.ref if receiver.value.kind == "module" else None
        normed = detect_norms.norms_in(cls) if isinstance(cls, Class) else []
        if isinstance(cls, Class) and any(_writes_to(function, norm.layer) for norm in normed):
            yield LostWrite(file, call.node, normed[0].call, cls)


def _gone_through(file: File, norms: list[Norm]) -> Iterator[LostWrite]:
    """The initialisers in a loop over the modules of an object that has normed layers, after those were made.

    The loop may be in a method, or in a function that is given the object: `init_weights(self)`.
    """
    going: dict[tree.Node, tuple[list[tree.For], list[tree.Call]]] = {}  # once for each function, as it may be long
    for norm in norms:
        scope = file.tree.scope(norm.call)
        if not isinstance(scope, tree.FunctionDef) or not _put_into(file, norm.call).startswith("self."):
            continue
        if scope not in going:
            loops = [loop for loop in file.tree.own(scope, tree.For) if _is_over_modules(loop, "self")]
            calls = [call for call in file.tree.own(scope, tree.Call) if call in file.facts.definitions]
            going[scope] = loops, [call for call in calls if _is_given_self(call)]
        loops, calls = going[scope]
        for loop in loops:
            if loop.start > norm.call.end:
                for weight in _written_in(loop, norm.layer):
                    yield LostWrite(file, weight, norm.call)
        for call in calls:
            if call.start > norm.call.end and _initialises(file, call, norm):
                yield LostWrite(file, call, norm.call)


def _is_given_self(call: tree.Call) -> bool:
    """Whether `self` is what a call's method is of, or among what it is given."""
    whole = call.func.value if isinstance(call.func, tree.Attribute) else None
    return any(one is not None and tree.dotted(one) == "self" for one in (whole, *(each.value for each in call.args)))


def _initialises(file: File, call: tree.Call, norm: Norm) -> bool:
    """Whether a call of the project's code goes through the modules of `self`, and writes to weights of a layer."""
    is_method = isinstance(call.func, tree.Attribute) and tree.dotted(call.func.value) == "self"
    given = [tree.dotted(argument.value) == "self" for argument in call.args]
    for called in file.facts.definitions.get(call, ()) if is_method or any(given) else ():
        if not isinstance(called, Function) or not isinstance(called.node, tree.FunctionDef):
            continue
        names = [parameter.name for parameter in called.node.parameters]
        place = 0 if is_method else given.index(True)
        name = names[place] if place < len(names) else ""
        if _mentions_its_own(called.node):
            continue  # it knows of weight_norm
        attribute = _put_into(file, norm.call).removeprefix("self.")
        for weight in _weights(called.node):
            if tree.dotted(weight.value) == f"{name}.{attribute}" and _is_assigned(file, norm.call):
                return True
        loops = [loop for loop in called.unit.tree.own(called.node, tree.For) if _is_over_modules(loop, name)]
        if any(True for loop in loops for _ in _written_in(loop, norm.layer)):
            return True
    return False


def _is_over_modules(loop: tree.For, whole: str) -> bool:
    """Whether a loop goes over all modules of an object: `for m in self.modules()`."""
    func = loop.iter.func if isinstance(loop.iter, tree.Call) else None
    return isinstance(func, tree.Attribute) and func.attr in _ALL_MODULES and tree.dotted(func.value) == whole


def _written_in(loop: tree.For, layer: str) -> Iterator[tree.Node]:
    """The initialisers in a loop over modules that are given the weights of layers of a class."""
    targets = {node.id for node in tree.walk(loop.target) if isinstance(node, tree.Name)}
    if _mentions_its_own(loop):
        return
    for node in tree.walk(loop):
        if isinstance(node, (tree.Call, tree.Assign)):
            for weight in _weight_of(node):
                if tree.dotted(weight.value) in targets and _is_for(loop, weight, layer):
                    yield node


_ALL_MODULES = ("modules", "named_modules")


def _held(file: File, call: tree.Node, receiver: tree.Node, norms: list[Norm]) -> Iterator[Norm]:
    """The normed layers that were put into a module, or a list of them, before a call in the same function."""
    while isinstance(receiver, tree.Subscript):
        receiver = receiver.value
    holder, scope = tree.dotted(receiver), file.tree.scope(call)
    for norm in norms:
        if holder and norm.call.end < call.start and file.tree.scope(norm.call) is scope:
            into = _put_into(file, norm.call)
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


def _mentions_its_own(code: tree.Node) -> bool:
    """Whether code looks at what weight_norm has made of a weight."""
    names = {tree.last_name(node) for node in tree.walk(code)}
    return not names.isdisjoint(("weight_v", "weight_g", "parametrizations", "remove_weight_norm"))


def _writes_to(function: tree.FunctionDef, layer: str) -> bool:
    """Whether an initialiser writes to the weight of layers of a class, and looks at nothing of weight_norm's own."""
    if _mentions_its_own(function):
        return False
    parameters = [one.name for one in function.parameters]
    return any(
        tree.dotted(weight.value) in parameters and _is_for(function, weight, layer) for weight in _weights(function)
    )


def _weights(code: tree.Node) -> Iterator[tree.Attribute]:
    """The `layer.weight` that some code writes to in place."""
    for node in tree.walk(code):
        yield from _weight_of(node)


def _weight_of(node: tree.Node) -> Iterator[tree.Attribute]:
    """The same of one call or assignment."""
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


def _is_for(function: tree.Node, place: tree.Node, layer: str) -> bool:
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


def _written(file: File, norms: list[Norm]) -> Iterator[LostWrite]:
    """The initialisers that are given the weight of a layer that was normed before, in the same function."""
    made = {
        (file.tree.scope(norm.call), _put_into(file, norm.call)): norm.call
        for norm in reversed(norms)
        if _is_assigned(file, norm.call)
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
