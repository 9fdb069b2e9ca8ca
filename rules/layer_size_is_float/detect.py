"""Sizes of layers that a true division has made floats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.symbols import Class, Function
from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.knowledge.signatures import WEIGHT_SIZES
from torchlint.queries import CallView, ExpressionView, View, query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_DEEPEST = 6  # names for names
_NUMBERS = frozenset("+ - * ** / // %".split())


@dataclass(frozen=True, slots=True, eq=False)
class FloatSize(ExpressionView):
    """A float that a layer is given as a size."""

    layer: CallView
    division: View  # what has made it one

    @property
    def is_divided_here(self) -> bool:
        return self.file.is_within(self.division.node, self.node)


def float_sizes(file: File) -> Iterator[FloatSize]:
    """The first that each division makes, in source order."""
    seen: set[tree.Node] = set()
    for layer in file.named_calls(*WEIGHT_SIZES):
        places = next(WEIGHT_SIZES[name] for name in layer.spelled if name in WEIGHT_SIZES)
        given = [size for place in places if (size := layer.argument(*place)) is not None]
        for size in given:
            division = _division(file, size.node, 0)
            if division is not None and division not in seen:
                seen.add(division)
                yield FloatSize(file, size.node, layer, View(file, division))
    yield from _passed_on(file, seen)


def _passed_on(file: File, seen: set[tree.Node]) -> Iterator[FloatSize]:
    """Floats that a call of a function or class of this file gives it, which makes a layer of that size."""
    if not any(True for _ in file.named_calls(*WEIGHT_SIZES)):
        return
    for call in file.tree.all(tree.Call):
        for argument in call.args:
            division = _division(file, argument.value, 0) if _may_be_float(file, argument.value) else None
            if division is None or division in seen:
                continue  # an int, or told before
            made = _called(file, call)
            name = next((n for n, value in made.passed_by(call).items() if value is argument.value), "") if made else ""
            layer = _sized_by(file, made).get(name) if made is not None else None
            if layer is not None:
                seen.add(division)
                yield FloatSize(file, argument.value, CallView(file, layer), View(file, division))


def _may_be_float(file: File, node: tree.Expression) -> bool:
    """Whether it is worth to look for a division: arithmetic, or a variable, and not a tensor."""
    return isinstance(node, (tree.BinaryOp, tree.Name, tree.Attribute)) and file.value(node).value.kind != "tensor"


def _called(file: File, call: tree.Call) -> Function | None:
    """The function of this file that a call runs: the constructor, of a class."""
    value = file.value(call.func).value
    if value.kind == "class" and isinstance(value.ref, Class):
        made = value.ref.method("__init__")
        return made if made is not None and file.holds(made.node) else None
    functions = file.facts.functions.get(call, set())
    return next((one for one in functions if len(functions) == 1 and file.holds(one.node)), None)


def _sized_by(file: File, function: Function) -> dict[str, tree.Call]:
    """The layers that a function makes in any case of a size that it is given, by the parameter's name."""
    known = _sizes_of_functions(file)
    if function not in known:
        layers = sorted(_layers_of(file, function), key=lambda layer: layer.start, reverse=True)
        known[function] = {name: layer for layer in layers for name in _given(file, layer)}  # the first that raises
    return known[function]


@query
def _sizes_of_functions(_: File) -> dict[Function, dict[str, tree.Call]]:
    """Those of each function; added when they are asked for."""
    return {}


# What some of the calls of a function leave out.
_OPTIONAL = (tree.If, tree.Conditional, tree.BoolOp, tree.Match, tree.Lambda, *tree.Loops)


def _layers_of(file: File, function: Function) -> Iterator[tree.Call]:
    """The layers that a function makes whenever it is called, which is so of none behind a `return`."""
    first = min((one.start for one in file.tree.own(function.node, tree.Return)), default=function.node.end)
    for call in file.tree.own(function.node, tree.Call):
        around = file.tree.above(call, *_OPTIONAL, tree.FunctionDef)
        is_before = file.tree.statement(call).start <= first
        if around is function.node and is_before and file.names.spelled(call) & WEIGHT_SIZES.keys():
            yield call


def _given(file: File, layer: tree.Call) -> Iterator[str]:
    """The parameters of the function around a layer that are sizes of it, as they are or after arithmetic."""
    view = CallView(file, layer)
    places = next(WEIGHT_SIZES[name] for name in view.spelled if name in WEIGHT_SIZES)
    for place in places:
        size = view.argument(*place)
        for node in tree.walk(size.node) if size is not None and _is_arithmetic(size.node) else ():
            made = reaching_definitions(file.tree, node) if isinstance(node, tree.Name) else ()
            if len(made) == 1 and made[0] is not None and made[0].kind == "parameter":
                yield made[0].name


def _is_arithmetic(node: tree.Node) -> bool:
    """Whether an expression is a float if one of its names is."""
    if isinstance(node, tree.BinaryOp):
        return node.op in _NUMBERS and _is_arithmetic(node.left) and _is_arithmetic(node.right)
    return isinstance(node, (tree.Name, tree.Constant))


def _division(file: File, node: tree.Node, depth: int) -> tree.Node | None:
    """The `/` that makes a number a float, through names, attributes and further arithmetic; None if none does."""
    node = resolved_expression(file.tree, node)
    if depth > _DEEPEST:
        return None
    if isinstance(node, tree.BinaryOp):
        if node.op == "/":
            return node
        sides = (node.left, node.right) if node.op in _NUMBERS else ()
        return next((found for side in sides if (found := _division(file, side, depth + 1)) is not None), None)
    if isinstance(node, tree.UnaryOp) and node.op in "+-":
        return _division(file, node.operand, depth + 1)
    return _stored(file, node, depth) if isinstance(node, tree.Attribute) else None


def _stored(file: File, attribute: tree.Attribute, depth: int) -> tree.Node | None:
    """The same of what an attribute of `self` is given by each assignment of its class."""
    name, cls = tree.dotted(attribute), file.tree.above(attribute, tree.ClassDef)
    if name is None or cls is None or not name.startswith("self."):
        return None
    values = [one.value for one in assignments_to(file.tree, cls, name)]
    found = [_division(file, value, depth + 1) if value is not None else None for value in values]
    return found[0] if found and None not in found else None
