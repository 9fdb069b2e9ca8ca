"""What each kind of expression is, calls aside."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

from torchlint.model import tree
from torchlint.model.bind import bind, item_key
from torchlint.model.definitions import Class, Function
from torchlint.model.frame import Frame
from torchlint.model.torch_api import canonical, fact, method
from torchlint.model.torch_meaning import COMPLEMENT, KEEPS, LOGISTIC, NEGATED
from torchlint.model.values import (
    FALSE,
    NO,
    NONE,
    NUMBER,
    TRUE,
    UNKNOWN,
    YES,
    Value,
    all_sites,
    element,
    join,
    join_all,
    listed,
    sequence,
    tensor,
    unknown,
)

_BUILTINS = frozenset(dir(builtins))


def evaluate(frame: Frame, node: tree.Expression) -> Value:
    """What an expression is here; while recording, noted for the rules."""
    handler = _EXPRESSIONS.get(node.__class__)
    if handler is None:
        return UNKNOWN
    value = handler(frame, node)
    machine = frame.machine
    machine.work += 1
    if machine.recording:
        frame.see(node, value)
    return value


def register(kind: type[tree.Node]) -> Callable[[Callable[[Frame, Any], Value]], Callable[[Frame, Any], Value]]:
    """Make a function the evaluator of one kind of expression."""

    def keep(handler: Callable[[Frame, Any], Value]) -> Callable[[Frame, Any], Value]:
        _EXPRESSIONS[kind] = handler
        return handler

    return keep


_EXPRESSIONS: dict[type, Callable[[Frame, Any], Value]] = {}


@register(tree.Constant)
def _constant(frame: Frame, node: tree.Constant) -> Value:
    if isinstance(node.value, bool):
        return TRUE if node.value else FALSE
    return NONE if node.value is None else NUMBER


@register(tree.Name)
def _name(frame: Frame, node: tree.Name) -> Value:
    return look_up(frame, node.id, node)


def look_up(frame: Frame, name: str, node: tree.Node) -> Value:
    """What a name means here."""
    home = frame.scope.holder(name)
    if home is None:
        for package in frame.scope.top.stars:
            if fact(f"{package}.{name}") is not None:
                return Value("external", ref=canonical(f"{package}.{name}"))
        return Value("external", ref=name) if name in _BUILTINS else UNKNOWN
    value = home.names[name]
    if value.kind == "unknown" and home is not frame.scope and name in frame.machine.usage.modules:
        value = home.names[name] = Value("module", sites=value.sites, source=node)
    return value


@register(tree.Attribute)
def _attribute(frame: Frame, node: tree.Attribute) -> Value:
    name = tree.dotted(node)
    if name is not None and name in frame.scope.names:
        return frame.scope.names[name]
    return attribute_of(frame, evaluate(frame, node.value), node.attr, node)


def attribute_of(frame: Frame, owner: Value, name: str, node: tree.Node) -> Value:
    """What `owner.name` is."""
    kind = owner.kind
    if kind == "external":
        return Value("external", ref=canonical(f"{owner.ref}.{name}"))
    if kind in ("tensor", "output"):
        if name == "data":
            frame.cut(owner)
        return _tensor_attribute(owner, name)
    if isinstance(owner.ref, Class):
        return _member(frame, owner, owner.ref, name, node)
    if kind == "module":
        if name == "module":
            return owner  # what a wrapper holds
        if name in ("weight", "bias"):
            return tensor(YES, "parameter")
        return _part_of(frame, owner, name, node)
    if kind == "array" and name in ("size", "shape", "width", "height", "ndim", "dtype", "mode"):
        return NUMBER
    if kind in ("batch", "array"):
        return owner
    if kind == "number":
        return NUMBER
    if kind == "tuple" and name in ("values", "indices") and len(owner.items) == 2:  # t.max(dim=0).values
        return owner.items[0 if name == "values" else 1]
    if kind == "dict" and name in owner.ref:
        found: Value = owner.ref[name]
        return found
    return unknown(owner.sites)


def _part_of(frame: Frame, owner: Value, name: str, node: tree.Node) -> Value:
    """An attribute of a module whose class can't be seen: a module itself where it is used as one."""
    text = tree.dotted(node)
    if text is not None and text in frame.usage.modules:
        return Value("module", source=owner.source, soft=True)
    return Value("unknown", source=owner.source)  # a part lives as long as what it is part of


def _tensor_attribute(owner: Value, name: str) -> Value:
    if name in ("data", "grad"):
        return tensor(NO, owner.made_by if name == "data" else "", source=owner.source)
    if name in ("values", "indices"):
        return owner.but(made_by="", grad=owner.grad if name == "values" else NO)
    known = method(name)
    if owner.kind == "output" and known is None:
        return Value("output", owner.grad, sites=owner.sites, soft=owner.soft)  # outputs.logits
    if known is not None and known.kind == "constant":
        return owner if known.returns == "tensor" else NUMBER
    return unknown(owner.sites)


def _member(frame: Frame, owner: Value, cls: Class, name: str, node: tree.Node) -> Value:
    """An attribute or method of an instance (or of the class itself)."""
    value = cls.attribute(name)
    if value is not None and value.kind != "none":
        if value.kind == "unknown" and f"self.{name}" in cls.usage.modules:
            value = Value("module", sites=value.sites, source=cls.node)
        if value.kind == "function":
            return value
        return _inherit_mode(frame, owner, value)
    found = cls.method(name)
    if found is not None:
        if found.binding == "property":
            from torchlint.model.calls import call_function

            return call_function(frame, found, [owner], {}, node)
        if owner.kind == "class" and found.binding != "classmethod":
            return Value("function", ref=found)
        return Value("method", ref=found, items=(owner,))
    if name == "module" and owner.kind == "module":
        return owner
    for override in cls.overrides(name):
        return Value("method", ref=override, items=(owner,))
    if f"self.{name}" in cls.usage.modules:
        return _inherit_mode(frame, owner, Value("module", source=cls.node))
    return unknown(owner.sites)


def _inherit_mode(frame: Frame, owner: Value, value: Value) -> Value:
    """A part of a model is in the mode that the model was put in, unless it was put in another itself."""
    if value.kind == "module" and owner.kind == "module" and owner.source and value.source:
        mode = frame.state.modes.get(owner.source)
        if mode:
            frame.state.modes.setdefault(value.source, mode)
    return value


@register(tree.Subscript)
def _subscript(frame: Frame, node: tree.Subscript) -> Value:
    container = evaluate(frame, node.value)
    evaluate(frame, node.index)
    index = node.index
    position = _position(index)
    if container.kind == "tuple" and position is not None and -len(container.items) <= position < len(container.items):
        return container.items[position].passing(container.sites)
    if container.kind in ("tuple", "list") and isinstance(index, tree.Slice):
        return sequence((element(container), container.items[-1]), container.sites) if container.items else container
    if container.kind in ("tuple", "list") and container.items and isinstance(index, tree.UnaryOp):
        return container.items[-1].passing(container.sites)
    if container.kind == "dict":
        key = item_key(index)
        found = container.ref.get(key, container.ref.get("*"))
        if found is None and key == "*" and container.ref:
            found = join_all(container.ref.values())
        return found.passing(container.sites) if found is not None else unknown(container.sites)
    if container.kind == "module" and isinstance(container.ref, tuple) and container.ref[0] == "sequential":
        parts: tuple[Value, ...] = container.ref[1:]
        if position is not None and -len(parts) <= position < len(parts):
            return parts[position]
        return Value("module", source=container.source, soft=True)
    if container.kind in ("tensor", "batch", "number", "array", "output"):
        return container if container.kind != "output" else container.but(kind="tensor")
    if container.kind == "module":
        return element(container)
    if container.kind in ("list", "tuple"):
        return element(container)
    if container.kind == "loader":
        return Value("loader", soft=True)
    if container.kind in ("dataset", "instance") and isinstance(container.ref, Class):
        getter = container.ref.method("__getitem__")
        if getter is not None:
            from torchlint.model.calls import call_function

            return call_function(frame, getter, [container, NUMBER], {}, node)
    if container.kind == "external":
        return Value("external", ref=f"{container.ref}[]")
    if container.source is not None:
        return Value("unknown", sites=container.sites, source=container.source)
    return unknown(container.sites)


def _position(index: tree.Expression) -> int | None:
    """The number written as an index, a negative one too."""
    if isinstance(index, tree.UnaryOp) and index.op == "-":
        inner = _position(index.operand)
        return None if inner is None else -inner
    written = isinstance(index, tree.Constant) and isinstance(index.value, int) and not isinstance(index.value, bool)
    return index.value if written else None  # type: ignore[attr-defined]  # written says it is


@register(tree.Slice)
def _slice(frame: Frame, node: tree.Slice) -> Value:
    for part in (node.lower, node.upper, node.step):
        if part is not None:
            evaluate(frame, part)
    return NUMBER


@register(tree.Tuple)
def _tuple(frame: Frame, node: tree.Tuple) -> Value:
    values = [evaluate(frame, e) for e in node.elements]
    if any(isinstance(e, tree.Starred) for e in node.elements):
        return listed(values)
    return Value("tuple", items=tuple(values))


@register(tree.List)
def _list(frame: Frame, node: tree.List) -> Value:
    return listed(evaluate(frame, e) for e in node.elements)


@register(tree.Set)
def _set(frame: Frame, node: tree.Set) -> Value:
    return listed(evaluate(frame, e) for e in node.elements)


@register(tree.Starred)
def _starred(frame: Frame, node: tree.Starred) -> Value:
    return element(evaluate(frame, node.value))


@register(tree.Dict)
def _dict(frame: Frame, node: tree.Dict) -> Value:
    entries: dict[str, Value] = {}
    for key, item in zip(node.keys, node.values):
        value = evaluate(frame, item)
        if key is None:
            if value.kind == "dict":
                entries.update(value.ref)
            continue
        evaluate(frame, key)
        name = item_key(key)
        entries[name] = join(entries[name], value) if name in entries and name == "*" else value
    return Value("dict", ref=entries)


@register(tree.Comprehension)
def _comprehension(frame: Frame, node: tree.Comprehension) -> Value:
    outside = frame.scope.names
    frame.scope.names = dict(outside)
    batches = False
    for clause in node.clauses:
        iterated = evaluate(frame, clause.iter)
        batches = batches or iterated.kind == "loader"
        bind(frame, clause.target, element(iterated))
        for test in clause.ifs:
            evaluate(frame, test)
    item = evaluate(frame, node.element)
    value = evaluate(frame, node.value) if node.value is not None else None
    inside, frame.scope.names = frame.scope.names, outside
    for walrus in tree.walk(node):
        if isinstance(walrus, tree.NamedExpression) and isinstance(walrus.target, tree.Name):
            outside[walrus.target.id] = inside.get(walrus.target.id, UNKNOWN)
    if value is not None:
        return Value("dict", ref={"*": value})
    return sequence((item, item))


@register(tree.Conditional)
def _conditional(frame: Frame, node: tree.Conditional) -> Value:
    truth = truth_of(evaluate(frame, node.test))
    if truth is not None:
        return evaluate(frame, node.body if truth else node.orelse)
    return join(evaluate(frame, node.body), evaluate(frame, node.orelse))


def truth_of(value: Value) -> bool | None:
    """Whether a value is true, where that is written in the code."""
    return value.ref if value.kind == "number" and isinstance(value.ref, bool) else None


@register(tree.BoolOp)
def _bool_op(frame: Frame, node: tree.BoolOp) -> Value:
    return join_all([evaluate(frame, value) for value in node.values])


@register(tree.Compare)
def _compare(frame: Frame, node: tree.Compare) -> Value:
    sides = [evaluate(frame, side) for side in (node.left, *node.comparators)]
    both_none = len(sides) == 2 and sides[0].kind == sides[1].kind == "none"
    if both_none and not frame.loops and node.ops[0] in ("is", "is not"):  # in a loop, the next pass may know better
        return TRUE if node.ops[0] == "is" else FALSE
    by_identity = any(op in ("is", "is not", "in", "not in") for op in node.ops)
    if any(side.is_tensor for side in sides) and not by_identity:
        for side in sides:
            frame.cut(side)
        return tensor(NO)  # a comparison has no gradient
    if any(side.kind in ("unknown", "batch") for side in sides) and not by_identity:
        return Value("unknown", soft=True)
    return NUMBER


@register(tree.UnaryOp)
def _unary_op(frame: Frame, node: tree.UnaryOp) -> Value:
    value = evaluate(frame, node.operand)
    if node.op == "not":
        truth = truth_of(value)
        return NUMBER if truth is None else FALSE if truth else TRUE
    if value.is_tensor and node.op == "+":
        return value
    if value.is_tensor:
        negated = node.op == "-" and value.made_by == LOGISTIC
        return value.but(made_by=NEGATED if negated else "", source=value.source if negated else None)
    return value


@register(tree.BinaryOp)
def _binary_op(frame: Frame, node: tree.BinaryOp) -> Value:
    return operate(frame, evaluate(frame, node.left), evaluate(frame, node.right), node.op, node)


def operate(frame: Frame, a: Value, b: Value, op: str, node: tree.Node) -> Value:
    """What `a op b` is."""
    if a.is_tensor or b.is_tensor:
        both = [v for v in (a, b) if v.is_tensor]
        grad = frame.graph(max(v.grad for v in both))
        soft = all(v.soft for v in both if v.grad == max(x.grad for x in both))
        made_by, source = _meaning(a, b, op, node)
        return Value("tensor", grad, made_by, None, (), a.sites | b.sites, source, soft)
    kinds = {a.kind, b.kind}
    if kinds <= {"number", "none"}:
        return NUMBER
    if "array" in kinds and kinds <= {"array", "number", "none", "unknown", "batch"}:
        return Value("array")
    if a.kind == "list" and op == "*":
        return a
    if a.kind in ("list", "tuple") and b.kind in ("list", "tuple") and op == "+":
        if a.kind == b.kind == "tuple":
            return Value("tuple", items=a.items + b.items)
        inside = [element(v) for v in (a, b) if v.items]
        last = (b.items or a.items)[-1:]
        return sequence((join_all(inside), *last) if inside else (), a.sites | b.sites)
    if kinds == {"batch"} or kinds == {"batch", "number"}:
        return Value("batch")
    return unknown(all_sites(a) | all_sites(b))


def _meaning(a: Value, b: Value, op: str, node: tree.Node) -> tuple[str, tree.Node | None]:
    """What the numbers of `a op b` are: 1 - sigmoid(x), or a sigmoid that an epsilon was added to."""
    left, right = (node.left, node.right) if isinstance(node, tree.BinaryOp) else (None, None)
    if op == "-" and b.made_by == LOGISTIC:
        return (COMPLEMENT, b.source) if _is_one(left) else ("", None)
    if op == "+" and ((_is_one(left) and b.made_by == NEGATED) or (_is_one(right) and a.made_by == NEGATED)):
        return COMPLEMENT, b.source or a.source
    if any(isinstance(s, tree.Constant) and not (isinstance(s.value, float) and s.value < 0.5) for s in (left, right)):
        return "", None  # more than an epsilon
    plain = ("number", "unknown")  # an EPS that is imported or a setting
    if op in "+-" and b.kind in plain and a.made_by in (LOGISTIC, COMPLEMENT):
        return a.made_by, a.source
    if op == "+" and a.kind in plain and b.made_by in (LOGISTIC, COMPLEMENT):
        return b.made_by, b.source
    return "", None


def _is_one(node: tree.Node | None) -> bool:
    return isinstance(node, tree.Constant) and node.value == 1 and not isinstance(node.value, bool)


@register(tree.FormattedString)
def _formatted(frame: Frame, node: tree.FormattedString) -> Value:
    for value in node.values:
        evaluate(frame, value)
    return NUMBER


@register(tree.NamedExpression)
def _named(frame: Frame, node: tree.NamedExpression) -> Value:
    value = evaluate(frame, node.value)
    bind(frame, node.target, value, node.value)
    return value


@register(tree.Await)
def _await(frame: Frame, node: tree.Await) -> Value:
    return evaluate(frame, node.value)


@register(tree.Yield)
def _yield(frame: Frame, node: tree.Yield) -> Value:
    value = evaluate(frame, node.value) if node.value is not None else NONE
    frame.yielded = frame.state.grad
    if node.is_from:
        made = value
    elif value.kind == "batch":
        made = Value("loader")
    else:
        made = sequence((value, value))
    frame.returned = made if frame.returned is None else join(frame.returned, made)
    return UNKNOWN


@register(tree.Lambda)
def _lambda(frame: Frame, node: tree.Lambda) -> Value:
    machine = frame.machine
    function = machine.functions.get(node)
    if function is None:
        function = machine.functions[node] = Function(node, None, frame.scope)
        machine.pending.append(function)
    function.scope = frame.scope
    return Value("function", ref=function)


def keeps_meaning(name: str) -> bool:
    """Whether an operation leaves the meaning of its input's numbers alone."""
    return name in KEEPS


def graph_of(values: list[Value]) -> tuple[int, bool]:
    """The strongest claim to a graph among values and what is inside them, and whether it is soft."""
    grad, soft = NO, True
    for value in values:
        for leaf in value.elements if value.kind in ("list", "tuple", "dict") else (value,):
            if leaf.is_tensor and leaf.grad:
                if leaf.grad > grad:
                    grad, soft = leaf.grad, leaf.soft
                elif leaf.grad == grad:
                    soft = soft and leaf.soft
    return grad, soft and grad != NO
