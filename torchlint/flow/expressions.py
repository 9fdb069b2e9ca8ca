"""Transfer functions for expressions, except calls."""

from __future__ import annotations

import builtins

from torchlint.binding.definitions import names_bound
from torchlint.binding.fields import is_named_tuple
from torchlint.binding.known_texts import of_namespace
from torchlint.binding.symbols import Class, Function
from torchlint.domain.iteration import element
from torchlint.domain.joins import any_of, join, listed
from torchlint.domain.kinds import ValueKind
from torchlint.domain.origins import NO_ORIGINS, limited
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import (
    EXTRA_OUTPUT,
    FALSE,
    MAYBE,
    NONE,
    NUMBER,
    PER_BATCH,
    TRUE,
    UNKNOWN,
    ModuleList,
    Sequential,
    Value,
    sequence,
    unknown,
)
from torchlint.flow.assignment import bind, item_key
from torchlint.flow.attributes import attribute_of
from torchlint.flow.computed_members import computed_member
from torchlint.flow.facts import LoopRun
from torchlint.flow.function_calls import call_function
from torchlint.flow.guesses import guessed_model
from torchlint.flow.host_sync import note_mask, note_text
from torchlint.flow.import_binding import decided, resolved, starred, waits
from torchlint.flow.interpreter import evaluate, evaluates
from torchlint.flow.lazy_import import settle
from torchlint.flow.model_wrappers import ways_out
from torchlint.flow.named_attributes import get_by_name
from torchlint.flow.registries import registered
from torchlint.flow.samplers import note_pass
from torchlint.flow.settings import any_setting, is_settings, setting_of
from torchlint.flow.state import Frame
from torchlint.flow.weight_aliases import entry_of, of_comprehension
from torchlint.knowledge.naming_conventions import measured
from torchlint.syntax import tree

_BUILTINS = {name: Value("external", ref=name) for name in dir(builtins)}


@evaluates(tree.Constant)
def _constant(frame: Frame, node: tree.Constant) -> Value:
    value = node.value
    if value.__class__ is str:
        return NUMBER
    if isinstance(value, bool):
        return TRUE if value else FALSE
    if isinstance(value, (int, float)):
        known = frame.interpreter.numbers.get(node)
        if known is None:
            known = frame.interpreter.numbers[node] = Value("number", ref=value)
        return known
    return NONE if value is None else NUMBER


@evaluates(tree.Name)
def _name(frame: Frame, node: tree.Name) -> Value:
    scope = frame.scope
    value = scope.names.get(node.id)
    if value is None or scope.parent is None or value.kind in _WAITING or node.id in scope.globals:
        return look_up(frame, node.id, node)
    return value  # one of the function's own names, as most are


# Kinds that are resolved on first use.
_WAITING: frozenset[ValueKind] = frozenset(("deferred", "imported", "choice"))
# What a file's own names hold that another call may find changed.
_STATE: frozenset[ValueKind] = frozenset(("list", "dict", "none", "instance", "module", "handle", "tensor", "output"))


def _is_constant(value: Value) -> bool:
    """Whether a list or dict literal contains only plain data."""
    return bool(value.elements) and all(one.kind == "number" for one in value.elements)


def look_up(frame: Frame, name: str, node: tree.Node) -> Value:
    """The value of a name."""
    home = frame.scope.holder(name)
    if home is None:
        is_builtin = name in _BUILTINS
        stars = frame.unit.scope.stars
        found = starred(frame.interpreter, frame.unit, name, files=not is_builtin) if stars else None
        return found or (_BUILTINS[name] if is_builtin else UNKNOWN)
    value = home.names[name]
    if value.kind == "deferred":
        settle(frame.interpreter, home.unit, value)
        return look_up(frame, name, node)
    if value.kind == "imported":
        value = resolved(frame.interpreter, home.names, name)
    elif waits(value):
        value = decided(frame.interpreter, value)
        if not frame.interpreter.is_full:
            home.names[name] = value
    if home.parent is None and value.kind in _STATE and not _is_constant(value):
        frame.interpreter.stateful += 1
    if value.kind == "unknown" and home is not frame.scope:
        usage = home.unit.usage if home.parent is None else frame.usage
        if name in usage.modules:
            value = home.names[name] = Value("module", origins=value.origins, source=node)
        elif name in usage.models and not frame.inside_forward:
            value = home.names[name] = guessed_model(value, node)
    return value


@evaluates(tree.Subscript)
def _subscript(frame: Frame, node: tree.Subscript) -> Value:
    container = evaluate(frame, node.value)
    note_mask(frame, node, container, evaluate(frame, node.index))
    if (holder := of_namespace(node.value)) is not None:
        owner = evaluate(frame, holder)
        named = get_by_name(frame, owner, node.index, node)
        if named is not None:
            return named
        if owner.kind == "file":
            return _of_namespace(frame, owner, node)
    if _is_globals(node.value) and frame.unit.place:
        return _of_namespace(frame, Value("file", ref=frame.unit.place), node)
    index = node.index
    position = _position(index)
    if container.kind == "instance" and container.items and isinstance(container.ref, Class):
        return _field_at(frame, container, container.ref, node)
    if container.kind == "tuple" and position is not None and -len(container.items) <= position < len(container.items):
        return container.items[position].with_origins(container.origins)
    if container.kind in ("tuple", "list") and isinstance(index, tree.Slice):
        return sequence((element(container), container.items[-1]), container.origins) if container.items else container
    if container.kind in ("tuple", "list") and container.items and isinstance(index, tree.UnaryOp):
        return container.items[-1].with_origins(container.origins)
    if container.kind == "dict":
        key = item_key(index)
        found = container.entries.get(key, container.entries.get("*"))
        if found is None and key == "*" and container.entries:
            found = any_of(container.entries.values())
        if found is None and key == "*":
            found = registered(frame, node.value)
        return found.with_origins(container.origins) if found is not None else unknown(container.origins)
    if isinstance(container.ref, Sequential):
        parts = container.ref.parts
        if position is not None and -len(parts) <= position < len(parts):
            return parts[position]
        return Value("module", source=container.source, assumed=True)
    if container.kind == "array" and isinstance(index, tree.Tuple):
        if all(_position(part) is not None for part in index.elements):
            return NUMBER  # one pixel
    if is_settings(container):
        if isinstance(index, tree.Constant):
            return setting_of(frame, container, str(index.value))
        return any_setting(frame, container)
    if container.made_by == EXTRA_OUTPUT and isinstance(index, tree.Constant) and isinstance(index.value, str):
        return container.as_tensor().replace(made_by="", grad=min(container.grad, MAYBE))  # `info["accuracy"]`
    if isinstance(index, tree.Constant) and isinstance(index.value, str):
        container = measured(index.value, container)
    if container.kind in ("tensor", "batch", "number", "array", "output"):
        return container if container.kind != "output" else container.as_tensor()
    if container.kind == "module":
        part = element(container).with_origins(ways_out(container))
        return _sliced(container, part, index) if isinstance(index, tree.Slice) else part
    if container.kind == "weights":
        return entry_of(container)
    if container.kind in ("list", "tuple"):
        return element(container)
    if container.kind == "loader":
        return Value("loader", assumed=True)
    if container.kind in ("dataset", "instance") and isinstance(container.ref, Class):
        getter = container.ref.method("__getitem__")
        if getter is not None:
            return call_function(frame, getter, [container, NUMBER], {}, node)
    if container.kind == "external" and container.name.endswith(".__dict__"):
        return _of_namespace(frame, Value("external", ref=container.name.removesuffix(".__dict__")), node)
    if container.kind == "external":
        return Value("external", ref=f"{container.ref}[]")
    if container.source is not None:
        return Value("unknown", origins=container.origins, source=container.source)
    return unknown(container.origins)


def _sliced(container: Value, part: Value, index: tree.Slice) -> Value:
    """A slice of an nn.ModuleList: the whole of it in another order, or a list of some of its modules."""
    if not isinstance(container.ref, ModuleList):
        return part
    if index.lower is None and index.upper is None:
        return container
    return Value("module", ref=ModuleList(), items=container.items, source=part.source, assumed=True)


def _field_at(frame: Frame, container: Value, cls: Class, node: tree.Subscript) -> Value:
    """The value of `outputs["loss"]`, and of a NamedTuple's `pair[0]`."""
    index, position = node.index, _position(node.index)
    if (getter := cls.method("__getitem__")) is not None:
        return call_function(frame, getter, [container, NUMBER], {}, node)
    if isinstance(index, tree.Constant) and index.value in cls.fields:
        return attribute_of(frame, container, str(index.value), node)
    if is_named_tuple(cls) and position is not None and -len(container.items) <= position < len(container.items):
        return container.items[position].with_origins(container.origins)
    return unknown(all_origins(container))


def _is_globals(node: tree.Expression) -> bool:
    return isinstance(node, tree.Call) and not node.args and tree.dotted(node.func) == "globals"


def _of_namespace(frame: Frame, owner: Value, node: tree.Subscript) -> Value:
    """The value of `models.__dict__[name]`."""
    if isinstance(node.index, tree.Constant) and isinstance(node.index.value, str):
        return attribute_of(frame, owner, node.index.value, node)
    return computed_member(frame, owner, node.index)


def _position(index: tree.Expression) -> int | None:
    """The integer literal of an index, also a negative one."""
    if isinstance(index, tree.UnaryOp) and index.op == "-":
        inner = _position(index.operand)
        return None if inner is None else -inner
    written = isinstance(index, tree.Constant) and isinstance(index.value, int) and not isinstance(index.value, bool)
    return index.value if written else None  # type: ignore[attr-defined]  # `written` has checked that


@evaluates(tree.Slice)
def _slice(frame: Frame, node: tree.Slice) -> Value:
    for part in (node.lower, node.upper, node.step):
        if part is not None:
            evaluate(frame, part)
    return NUMBER


@evaluates(tree.Tuple)
def _tuple(frame: Frame, node: tree.Tuple) -> Value:
    values = [evaluate(frame, e) for e in node.elements]
    if any(isinstance(e, tree.Starred) for e in node.elements):
        return listed(values)
    return Value("tuple", items=tuple(values))


@evaluates(tree.List)
def _list(frame: Frame, node: tree.List) -> Value:
    return listed(evaluate(frame, e) for e in node.elements)


@evaluates(tree.Set)
def _set(frame: Frame, node: tree.Set) -> Value:
    return listed(evaluate(frame, e) for e in node.elements)


@evaluates(tree.Starred)
def _starred(frame: Frame, node: tree.Starred) -> Value:
    return element(evaluate(frame, node.value))


@evaluates(tree.Dict)
def _dict(frame: Frame, node: tree.Dict) -> Value:
    entries: dict[str, Value] = {}
    origins = NO_ORIGINS  # of what `**` unpacks
    for key, item in zip(node.keys, node.values):
        value = evaluate(frame, item)
        if key is None:
            if value.kind == "dict":
                entries.update(value.entries)
            elif value.kind == "weights":
                entries["*"] = entry_of(value)
            origins |= value.origins
            continue
        evaluate(frame, key)
        name = item_key(key)
        entries[name] = join(entries[name], value) if name in entries and name == "*" else value
    return Value("dict", ref=entries, origins=limited(origins))


@evaluates(tree.Comprehension)
def _comprehension(frame: Frame, node: tree.Comprehension) -> Value:
    outside = frame.scope.names
    frame.scope.names = dict(outside)
    for clause in node.clauses:
        iterated = evaluate(frame, clause.iter)
        bind(frame, clause.target, element(iterated))
        for test in clause.ifs:
            evaluate(frame, test)
    item = evaluate(frame, node.element)
    value = evaluate(frame, node.value) if node.value is not None else None
    weights = of_comprehension(frame, node, item if value is None else value)
    inside, frame.scope.names = frame.scope.names, outside
    for name in sorted(names_bound(frame.unit.tree, node)):  # by `:=`
        outside[name] = inside.get(name, UNKNOWN)
    if weights is not None:
        return weights
    if value is not None:
        return Value("dict", ref={"*": value})
    return sequence((item, item))


@evaluates(tree.FormattedString)
def _formatted(frame: Frame, node: tree.FormattedString) -> Value:
    for value in node.values:
        note_text(frame, value, evaluate(frame, value))
    return NUMBER


@evaluates(tree.NamedExpression)
def _named(frame: Frame, node: tree.NamedExpression) -> Value:
    value = evaluate(frame, node.value)
    bind(frame, node.target, value, node.value)
    return value


@evaluates(tree.Await)
def _await(frame: Frame, node: tree.Await) -> Value:
    return evaluate(frame, node.value)


@evaluates(tree.Yield)
def _yield(frame: Frame, node: tree.Yield) -> Value:
    value = evaluate(frame, node.value) if node.value is not None else NONE
    here = frame.state.copy()
    if frame.yielded is not None:
        here.join(frame.yielded)  # one of several places: what they have in common
    frame.yielded = here
    if node.is_from:
        if value.kind == "loader":  # a pass over its batches, as in a loop that yields each of them
            note_pass(frame, LoopRun(node, len(frame.chain), "assumed" if value.assumed else "sure"), value)
        made = value
    elif (passed_on := _passed_on(frame, node)) is not None:
        made = passed_on
    elif value.kind == "batch":
        made = Value("loader", source=_yielded_loader(frame))
    else:
        loader = next((loop.loader for loop in frame.loops if loop.loader and loop.depth == len(frame.chain)), "")
        made = Value("list", made_by=PER_BATCH if loader else "", items=(value, value), assumed=loader == "assumed")
    frame.returned = made if frame.returned is None else join(frame.returned, made)
    return UNKNOWN


def _passed_on(frame: Frame, node: tree.Yield) -> Value | None:
    """The loader of which a generator gives on each batch as it is, where its own loop goes through one."""
    own = (loop for loop in reversed(frame.loops) if loop.batches_of and loop.depth == len(frame.chain))
    run = next(own, None)
    loop, iterated = (run.node, run.over) if run is not None else (None, None)
    if not isinstance(loop, tree.For) or iterated is None:
        return None
    target = loop.target
    if iterated.kind == "enumerate" and iterated.items and isinstance(target, tree.Tuple) and len(target.elements) == 2:
        iterated, target = iterated.items[0], target.elements[1]
    is_same = isinstance(target, tree.Name) and isinstance(node.value, tree.Name) and node.value.id == target.id
    return iterated if is_same and iterated.kind == "loader" else None


def _yielded_loader(frame: Frame) -> tree.Node | None:
    """Where the DataLoader was made whose batches a generator yields; None if it may be one of several."""
    looped = {made for loop in frame.loops if loop.depth == len(frame.chain) for made in loop.batches_of}
    held = {value.source for value in frame.scope.names.values() if value.kind == "loader"}
    made = looped or held  # it goes over one in a loop, or takes its batches by `next`
    return made.pop() if len(made) == 1 else None


@evaluates(tree.Lambda)
def _lambda(frame: Frame, node: tree.Lambda) -> Value:
    interpreter = frame.interpreter
    function = interpreter.functions.get(node)
    if function is None:
        function = interpreter.functions[node] = Function(node, None, frame.scope)
        if frame.unit.is_target:
            interpreter.pending.append(function)
    function.scope = frame.scope
    return Value("function", ref=function)
