"""Losses that a model inside DataParallel returns, one for each GPU, and that nothing reduces before the backward."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import Definition
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definition, reaching_definitions, resolved_expression
from torchlint.finding import Span
from torchlint.flow.facts import ForwardFact
from torchlint.flow.model_wrappers import wrappers_of
from torchlint.queries import CallView, ExpressionView, View, distributed, testing
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_WRAPPER = "DataParallel"
# How many names and operators a loss is followed through.
_DEEPEST = 12
# What keeps as many numbers as there are: sums and products with other terms.
_KEEPS = ("+", "-", "*", "/")


class _Source(NamedTuple):
    """The call of a model that a loss comes from."""

    fact: ForwardFact
    is_surely_part: bool  # whether the forward is seen to return what is taken out of its result
    call: tree.Call | None = None  # the call of the outermost function that calls it, if it is in one


class _Code(NamedTuple):
    """Where a loss is followed: the code of the checked file, or of a function that it calls."""

    file: File
    syntax: tree.Tree
    forwards: Mapping[tree.Node, ForwardFact]
    found: dict[Definition, _Source | None]  # what is known of the definitions of names


@dataclass(frozen=True, slots=True, eq=False)
class LossPerDevice(ExpressionView):
    """A loss whose backward is called, with one number for each GPU."""

    node: tree.Expression
    backward: CallView
    forward: View  # the call of the model, perhaps in another file
    call: View  # what this file calls for that
    wrapper: tree.Call
    is_loss_surely: bool

    @property
    def elsewhere(self) -> tuple[tuple[Span, str], ...]:
        """Where it is computed, and where the model is wrapped, if that is in this file."""
        in_view = [one for one in (self.forward, self.call) if self.file.holds(one.node)]
        notes = [one.says("computed here, once on each GPU") for one in in_view[:1]]
        if self.file.holds(self.wrapper):
            notes.append(View(self.file, self.wrapper).says("wrapped here"))
        return tuple(notes)

    @property
    def is_asked_for(self) -> bool:
        """Whether a condition around the backward may ask if the model is wrapped, or a `try` catches the error."""
        syntax = self.file.tree
        if testing.is_tried(self.backward):
            return True
        tests = [one.test for one in syntax.around(self.backward.node) if isinstance(one, (tree.If, tree.Conditional))]
        return any(distributed.asks_about_processes(syntax, test) for test in tests)


def losses_per_device(file: File) -> Iterator[LossPerDevice]:
    """Each of them whose `backward()` this file calls, in source order."""
    forwards: dict[tree.Node, ForwardFact] = {
        fact.node: fact for fact in file.facts.forwards if _wrapper(fact) is not None
    }
    code = _Code(file, file.tree, forwards, {})
    for call in file.method_calls("backward") if forwards else ():
        loss = _differentiated(call)
        source = _source(code, loss) if loss is not None else None
        wrapper = _wrapper(source.fact) if source is not None else None
        if loss is None or source is None or wrapper is None:
            continue
        forward = View(file, source.fact.node)
        here = View(file, source.call or source.fact.node)
        yield LossPerDevice(file, loss, call, forward, here, wrapper, source.is_surely_part)


def _wrapper(fact: ForwardFact) -> tree.Call | None:
    """The call that has given a model to DataParallel for more than one GPU."""
    outer = fact.model if fact.entered is None else None
    for origin in wrappers_of(outer) if outer is not None else ():
        if origin.what == _WRAPPER and isinstance(origin.node, tree.Call) and not _is_for_one(origin.node):
            return origin.node
    return None


def _is_for_one(wrapper: tree.Call) -> bool:
    """Whether it is given one device, on which it calls the model itself."""
    given = tree.given_by_name(wrapper, ["module", "device_ids"]).get("device_ids")
    return isinstance(given, (tree.List, tree.Tuple)) and len(given.elements) < 2


def _differentiated(backward: CallView) -> tree.Expression | None:
    """What `backward()` is called on; None where it is given the gradient."""
    if backward.node.args and any(one.keyword in (None, "gradient") for one in backward.node.args):
        return None
    loss = backward.receiver.node if backward.receiver is not None else None
    if isinstance(loss, tree.Call) and tree.last_part(loss.func) == "scale" and len(loss.args) == 1:
        return loss.args[0].value
    return loss


def _source(code: _Code, node: tree.Node, depth: int = 0) -> _Source | None:
    """The forward that an expression comes from, through operators that leave one number for each GPU."""
    node = resolved_expression(code.syntax, node)
    if depth > _DEEPEST:
        return None
    if isinstance(node, tree.UnaryOp):
        return _source(code, node.operand, depth + 1)
    if isinstance(node, tree.BinaryOp) and node.op in _KEEPS:
        sides = (_source(code, side, depth + 1) for side in (node.left, node.right))
        return next((one for one in sides if one is not None), None)
    if isinstance(node, tree.Call):
        fact = code.forwards.get(node)
        return _Source(fact, is_surely_part=True) if fact is not None else _returned_by(code, node, None, depth)
    if isinstance(node, tree.Name):
        reaching = reaching_definitions(code.syntax, node)
        only = next(iter(reaching)) if len(reaching) == 1 else None
        if only is not None and only.kind == "parameter":
            return _source_of_argument(code, only, depth)
        if len(reaching) > 1 or any(one is not None and _changes(one) for one in reaching):
            return _source_of_each(code, reaching, depth)
    return _source_of_part(code, *_taken_apart(code.syntax, node), depth)


def _source_of_argument(code: _Code, parameter: Definition, depth: int) -> _Source | None:
    """The forward that each call in this file gives a parameter the result of: `optimise(loss, optimizer)`."""
    function = code.syntax.above(parameter.node, tree.FunctionDef)
    if not isinstance(function, tree.FunctionDef) or code.syntax is not code.file.tree:
        return None
    named = code.syntax.calls_named(function.name)
    calls = [one for one in named if not function.start <= one.start < function.end]
    given = [tree.passed_to(function, one).get(parameter.name) for one in calls]
    found = [_source(code, one, depth + 1) if one is not None else None for one in given]
    return found[0] if found and all(found) else None


def _source_of_each(code: _Code, reaching: Iterable[Definition | None], depth: int) -> _Source | None:
    """The forward that a name comes from by each of its definitions: `loss = loss / steps` under a condition."""
    found: list[_Source | None] = []
    for one in reaching:
        if one is None:
            return None
        if one not in code.found:
            code.found[one] = None
            code.found[one] = _source_of_definition(code, one, depth + _DEEPEST // 4)
        found.append(code.found[one])
    return found[0] if found and all(found) else None


def _source_of_definition(code: _Code, one: Definition, depth: int) -> _Source | None:
    """The forward that a name comes from by one of its definitions."""
    if depth > _DEEPEST:
        return None
    if _changes(one) and isinstance(one.target, tree.Name):
        return _source_of_each(code, reaching_definitions(code.syntax, one.target), depth)
    return _source(code, one.value, depth) if one.value is not None else _source_of_part(code, *_unpacked(one), depth)


def _changes(definition: Definition) -> bool:
    """Whether a definition keeps as many numbers as there were: `loss /= steps`."""
    return isinstance(definition.node, tree.AugmentedAssign) and definition.node.op.rstrip("=") in _KEEPS


def _source_of_part(code: _Code, whole: tree.Node | None, part: int | str | None, depth: int) -> _Source | None:
    """The forward whose result an expression is a part of."""
    call = resolved_expression(code.syntax, whole) if whole is not None else None
    fact = code.forwards.get(call) if call is not None else None
    if fact is None:
        return _returned_by(code, call, part, depth) if isinstance(call, tree.Call) else None
    returned = _returned(fact)
    if not returned:  # a tensor has no such attribute; its first number may be meant, though
        return _Source(fact, is_surely_part=isinstance(part, str)) if part in (0, "loss") else None
    # One `return` is enough: another may be for calls without labels, and the caller takes this part for its loss.
    holds = any(isinstance(one, tree.Dict) if isinstance(part, str) else _has_part(one, part) for one in returned)
    return _Source(fact, is_surely_part=True) if holds else None


def _returned_by(code: _Code, call: tree.Call, part: int | str | None, depth: int) -> _Source | None:
    """The forward whose result a function of the project returns, by itself or as a part: `compute_loss(model, x)`."""
    functions = code.file.facts.functions.get(call, set())
    function = next(iter(functions)) if len(functions) == 1 else None
    if function is None or not isinstance(function.node, tree.FunctionDef):
        return None
    syntax = function.unit.tree
    values = [one.value for one in syntax.own(function.node, tree.Return) if one.value is not None]
    found = [_source(code._replace(syntax=syntax), one, depth + 1) for one in _parts(syntax, values, part)]
    first = found[0] if len(found) == len(values) and all(found) else None
    return first._replace(call=call) if first is not None else None


def _parts(syntax: tree.Tree, values: list[tree.Expression], part: int | str | None) -> Iterator[tree.Node]:
    """What results are, or what they hold under a number or a name."""
    for value in values:
        whole = resolved_expression(syntax, value)
        if part is None:
            yield value
        elif isinstance(whole, tree.Tuple) and isinstance(part, int) and part < len(whole.elements):
            yield whole.elements[part]
        elif isinstance(whole, tree.Dict):
            keyed = (v for k, v in zip(whole.keys, whole.values) if isinstance(k, tree.Constant) and k.value == part)
            yield from list(keyed)[:1]


def _taken_apart(syntax: tree.Tree, node: tree.Node) -> tuple[tree.Node | None, int | str | None]:
    """What an expression is taken out of, and under which number or name: `out[0]`, `out["loss"]`, `out.loss`."""
    if isinstance(node, tree.Subscript) and isinstance(node.index, tree.Constant):
        key = node.index.value
        return (node.value, key) if isinstance(key, (int, str)) else (None, None)
    if isinstance(node, tree.Attribute):
        return node.value, node.attr
    definition = reaching_definition(syntax, node) if isinstance(node, tree.Name) else None
    return _unpacked(definition) if definition is not None else (None, None)


def _unpacked(definition: Definition) -> tuple[tree.Node | None, int | None]:
    """What a name is unpacked from, and which element it is: `_, loss = model(x)`."""
    if definition.value is not None or not isinstance(definition.node, tree.Assign):
        return None, None
    targets = definition.node.targets[0]
    if not isinstance(targets, (tree.Tuple, tree.List)) or definition.target not in targets.elements:
        return None, None
    return definition.source, targets.elements.index(definition.target)


def _returned(fact: ForwardFact) -> list[tree.Node]:
    """What the forward of a class of the project returns; empty where it is not seen."""
    cls = fact.model.ref
    forward = cls.method("forward") if isinstance(cls, Class) else None
    if forward is None or not isinstance(cls, Class):
        return []
    syntax = next((one.unit.tree for one in (cls, forward) if forward.node in one.unit.tree.parents), None)
    nodes = [one.value for one in tree.walk(forward.node, into_functions=False) if isinstance(one, tree.Return)]
    return [resolved_expression(syntax, one) for one in nodes if one is not None] if syntax is not None else []


def _has_part(returned: tree.Node, part: int | str | None) -> bool:
    return isinstance(returned, tree.Tuple) and isinstance(part, int) and part < len(returned.elements)
