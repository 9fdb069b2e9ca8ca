"""Assignment to targets: names, attributes, items, and tuples of these."""

from __future__ import annotations

from torchlint.binding.fields import is_named_tuple
from torchlint.binding.known_texts import of_namespace, texts_of
from torchlint.binding.symbols import Class, Function
from torchlint.binding.usage import UNUSED
from torchlint.domain.iteration import element
from torchlint.domain.joins import join, listed, with_part
from torchlint.domain.kinds import ValueKind
from torchlint.domain.modes import TRAIN
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import EXTRA_OUTPUT, NO, YES, ModuleList, Sequential, Value, sequence, tensor, truth_of
from torchlint.flow.accumulation import note_entry, note_part
from torchlint.flow.cuda_environment import note_written
from torchlint.flow.data_loaders import note_part_write
from torchlint.flow.frozen_modules import has_new_part, set_trainable
from torchlint.flow.guesses import guessed_model
from torchlint.flow.interpreter import evaluate
from torchlint.flow.mode_dependence import EMPTY_MODULE
from torchlint.flow.precision import note_precision
from torchlint.flow.settings import is_settings, names_in, set_setting
from torchlint.flow.state import Frame
from torchlint.flow.training_calls import note_grad_bound, note_replaced
from torchlint.knowledge.naming_conventions import measured
from torchlint.knowledge.signatures import returns_itself
from torchlint.syntax import tree

# What a constructor collects parts in before it makes a module of them.
_COLLECTING = ("list", "tuple", "dict")
# What objects are given by whoever makes them, and then run.
_HELD: frozenset[ValueKind] = frozenset(
    ("module", "optimizer", "scheduler", "loader", "dataset", "function", "method", "class", "partial", "choice")
)


def bind(frame: Frame, target: tree.Expression, value: Value, source: tree.Expression | None = None) -> None:
    """Assign a value to a target; `source` is the expression that it comes from, if there is one."""
    if isinstance(target, tree.Name):
        if frame.usage is not UNUSED:  # in most bodies, use tells of no name
            value = _proved(frame, target.id, value, source or target)
        frame.scope.bind(target.id, value)
        if target.id in frame.scope.globals:
            frame.interpreter.facts.stored |= all_origins(value)
        _forget_attributes(frame, target.id)
    elif isinstance(target, (tree.Tuple, tree.List)):
        _unpack(frame, target.elements, value)
    elif isinstance(target, tree.Starred):
        bind(frame, target.value, listed([element(value)]))
    elif isinstance(target, tree.Attribute):
        _bind_attribute(frame, target, value, source)
    elif isinstance(target, tree.Subscript):
        if (holder := of_namespace(target.value)) is not None:
            bind_by_name(frame, holder, target.index, value, source or target, is_registered=False)
        bind_item(frame, target, value)
        note_written(frame, target)


def bind_by_name(
    frame: Frame,
    holder: tree.Expression,
    name: tree.Expression,
    value: Value,
    place: tree.Expression,
    *,
    is_registered: bool,
) -> None:
    """Assign to each attribute of an object that an expression may be the name of.

    A module registers what `setattr` gives it, and not what is put into its `__dict__`.
    """
    owner = evaluate(frame, holder)
    if (owner.kind not in ("module", "instance") and not is_settings(owner)) or (
        owner.kind == "module" and value.kind != "number" and not is_registered
    ):
        return
    for text in texts_of(frame.unit.tree, name):
        _bind_attribute(frame, tree.Attribute(place.start, place.end, holder, text), value, place, place)


def bind_items(frame: Frame, holder: tree.Expression, name: tree.Node, value: tree.Node) -> bool:
    """`for k, v in given.items(): setattr(self, k, v)`: each entry becomes an attribute; False for anything else."""
    loop = frame.unit.tree.above(name, *tree.Loops, tree.FunctionDef)
    if (
        not isinstance(loop, tree.For)
        or not isinstance(loop.iter, tree.Call)
        or tree.last_name(loop.iter.func) != "items"
    ):
        return False
    pair, over = loop.target, loop.iter.func
    if not isinstance(pair, tree.Tuple) or not isinstance(over, tree.Attribute):
        return False
    if [tree.dotted(one) for one in pair.elements] != [tree.dotted(name), tree.dotted(value)]:
        return False
    entries = evaluate(frame, over.value)
    known = names_in(entries) if entries.kind == "dict" else {}
    for text, one in known.items():
        attribute = tree.Constant(name.start, name.end, text)
        bind_by_name(frame, holder, attribute, one, loop.iter, is_registered=True)
    return bool(known)


def _proved(frame: Frame, name: str, value: Value, source: tree.Node) -> Value:
    """An unknown value, refined by how its name is used in this body."""
    if name in frame.usage.differentiated and frame.state.grad != NO:
        if value.kind == "unknown":
            return tensor(YES, origins=value.origins | {frame.origin("use", source)})
        if value.is_tensor and (value.grad == 1 or value.assumed):
            return value.replace(grad=YES, assumed=False)  # a use never overrides a known absence of a graph
    is_module = name in frame.usage.modules or _is_used_as_module(frame, name)
    if is_module and (value.kind == "unknown" or (value.kind == "module" and value.assumed)):
        module = value if value.kind == "module" else Value("module", origins=value.origins, source=value.source)
        if module.source is None and _constructs(source):
            frame.state.modes.make(source, frame.chain, TRAIN)
        made, source = source, module.source or source
        module = module.replace(grad=NO, made_by="", items=(), source=source, assumed=False, proven=False)
        if value.kind == "unknown":
            _note_casts(frame, module, made)
        return module
    if name in frame.usage.models and value.kind == "unknown" and not frame.inside_forward:
        return guessed_model(value, value.source or source)
    return value


def _note_casts(frame: Frame, module: Value, made: tree.Node) -> None:
    """Record `.half()` or `.to(dtype)` of what was unknown there, and turns out to be a module by its later use."""
    casts: list[tree.Call] = []
    while isinstance(made, tree.Call) and isinstance(made.func, tree.Attribute) and returns_itself(made.func.attr):
        casts.append(made)
        made = made.func.value
    for cast in reversed(casts):
        plain = [one for one in cast.args if not one.star]
        args = [evaluate(frame, one.value) for one in plain if not one.keyword]
        keywords = {one.keyword: evaluate(frame, one.value) for one in plain if one.keyword}
        note_precision(frame, module, tree.last_name(cast.func), args, keywords, cast)


def _is_used_as_module(frame: Frame, name: str) -> bool:
    """Whether other methods of the class use an attribute as only a module is used: `self.model.parameters()`."""
    owner = frame.function.owner if frame.function is not None and name.startswith("self.") else None
    return owner is not None and name in owner.usage.modules


def _constructs(made: tree.Node) -> bool:
    """Whether an expression calls what is named like a class, so that a module is in train mode afterwards."""
    while isinstance(made, tree.Call) and isinstance(made.func, tree.Attribute) and returns_itself(made.func.attr):
        made = made.func.value
    return isinstance(made, tree.Call) and tree.last_part(made.func)[:1].isupper()


def _forget_attributes(frame: Frame, name: str) -> None:
    """Drop what is known about a name's attributes, as it now refers to another object."""
    if name not in frame.scope.with_attributes:
        return
    names = frame.scope.names
    prefix = name + "."
    for known in [known for known in names if known.startswith(prefix)]:
        del names[known]


def _unpack(frame: Frame, targets: list[tree.Expression], value: Value) -> None:
    if value.kind == "instance" and value.items and isinstance(value.ref, Class) and is_named_tuple(value.ref):
        value = Value("tuple", items=value.items, origins=value.origins)
    star = next((i for i, t in enumerate(targets) if isinstance(t, tree.Starred)), None)
    if value.kind == "tuple" and star is not None and len(value.items) >= len(targets) - 1:
        after = len(targets) - star - 1
        middle = value.items[star : len(value.items) - after]
        starred = targets[star]
        assert isinstance(starred, tree.Starred)
        _unpack(frame, targets[:star], Value("tuple", items=value.items[:star], origins=value.origins))
        bind(frame, starred.value, listed(middle))
        rest = value.items[len(value.items) - after :]
        _unpack(frame, targets[star + 1 :], Value("tuple", items=rest, origins=value.origins))
        return
    if value.kind == "tuple" and len(value.items) == len(targets) and star is None:
        for target, item in zip(targets, value.items):
            bind(frame, target, item.with_origins(value.origins))
        return
    item = element(value)
    if value.kind == "unknown" and value.assumed:
        item = item.replace(assumed=True)
    for position, target in enumerate(targets):
        given = item
        if item.kind == "output" and not item.made_by:
            given = measured(tree.last_part(target), item.replace(made_by=EXTRA_OUTPUT) if position else item)
        bind(frame, target, given)


def _bind_attribute(
    frame: Frame,
    target: tree.Attribute,
    value: Value,
    source: tree.Expression | None,
    place: tree.Expression | None = None,
) -> None:
    """Assign to an attribute; `place` is the code that says so where the target is not written as one."""
    owner = evaluate(frame, target.value)
    name = tree.dotted(target)
    if name:
        value = _proved(frame, name, value, source or target)
        frame.scope.names[name] = value
        frame.scope.with_attributes.add(name.partition(".")[0])
    note_grad_bound(frame, target, value)
    note_replaced(frame, place or target, owner, value)
    note_part_write(frame, target, owner)
    if is_settings(owner):
        set_setting(frame, owner, target.attr, value)
    if isinstance(owner.ref, Class):
        if value.kind == "list" and not value.items and (old := owner.ref.attributes.get(target.attr)):
            frame.shrink(old)  # `self.losses = []`
        if value.kind not in _COLLECTING or not _is_replaced_while_made(frame, target):
            _hold_latest(frame, owner.ref, target.attr, value)
            owner.ref.store(target.attr, value)
    wanted = truth_of(value) if target.attr == "requires_grad" else None
    if wanted or (wanted is False and owner.made_by == "parameter"):
        set_trainable(frame, owner.source, target, trainable=wanted)
    if value.kind == "module":
        has_new_part(frame, owner)
    if owner.ref == EMPTY_MODULE and owner.source is not None:
        parts = frame.interpreter.program.parts.setdefault(owner.source, {})
        parts[target.attr] = join(parts[target.attr], value) if target.attr in parts else value
        if value.kind in ("module", "unknown"):
            frame.interpreter.layers.grow(owner, value)
    if wanted:
        if owner.kind == "tensor" and owner.grad == NO and not owner.assumed and owner.made_by != "parameter":
            owner = owner.replace(origins=frame.leaf(target, owner.origins))
        if owner.kind == "tensor":
            rebind(frame, target.value, owner.replace(grad=YES))
        elif owner.kind in ("batch", "unknown") and isinstance(target.value, tree.Name):
            rebind(frame, target.value, tensor(YES, origins=owner.origins))
    record = frame.interpreter.facts
    if frame.interpreter.records_facts:
        record.stored |= all_origins(value)


def _is_replaced_while_made(frame: Frame, target: tree.Attribute) -> bool:
    """Whether the constructor gives the attribute its last value further down: `self.x = nn.ModuleList(self.x)`."""
    function = frame.function
    if function is None or function.name != "__init__":
        return False
    last = frame.unit.tree.once(_last_assignments, function.node).get(tree.dotted(target) or "")
    return last is not None and target.end < last


def _last_assignments(_: tree.Tree, function: tree.Node) -> dict[str, int]:
    """Where a function's own statements, below no condition or loop, last assign to each attribute."""
    body = function.body if isinstance(function, tree.FunctionDef) else []
    targets = [(one, target) for one in body if isinstance(one, tree.Assign) for target in one.targets]
    return {tree.dotted(target) or "": one.start for one, target in targets if isinstance(target, tree.Attribute)}


def _hold_latest(frame: Frame, cls: Class, name: str, value: Value) -> None:
    """Let an attribute refer to its new model, if the old one was made by an earlier pass or on another path.

    No path leads from there to here, so nothing that was done to the old model tells of the new one. The first pass
    has run constructors without their callers, so what it could not tell says nothing either, of other objects, too.
    """
    if value.kind not in _HELD or (value.kind == "module" and value.source is None):
        return
    interpreter, switches, held = frame.interpreter, frame.state.modes.switches, cls.attributes.get(name)
    is_first = (cls, name) not in interpreter.objects_held
    interpreter.objects_held.add((cls, name))
    if is_first and interpreter.records_facts and held is not None and held.kind == "unknown":
        del cls.attributes[name]
    if held is None or value.kind != "module" or held.kind != "module" or held.source is value.source:
        return
    if held.ref == value.ref and value.source in switches and (is_first or held.source not in switches):
        cls.attributes[name] = held.replace(source=value.source)


def bind_item(frame: Frame, target: tree.Subscript, value: Value, *, grows: bool = True) -> None:
    """`container[index] = value`; `grows` is False if the entry was only changed in place."""
    container = evaluate(frame, target.value)
    evaluate(frame, target.index)
    if container.kind in ("module", "unknown"):
        note_replaced(frame, target, container, value)
    if value.kind == "module":
        has_new_part(frame, container)
    if is_settings(container) and isinstance(target.index, tree.Constant):
        set_setting(frame, container, str(target.index.value), value)
    is_known = container.kind == "instance" and isinstance(container.ref, Class)
    # `metrics["lr"] = rate`: what a model gives beside its loss has a name for each number, and is no tensor.
    is_named = container.made_by == EXTRA_OUTPUT and tree.is_text(target.index)
    if is_named or (container.kind in ("dict", "unknown", "none", "instance") and not is_known):
        entries = dict(container.entries) if container.kind == "dict" else {}
        key = item_key(target.index)
        if key == "*" and grows:
            value = note_entry(frame, target, value, container)
        entries[key] = join(entries[key], value) if key == "*" and key in entries else value
        assumed = container.assumed or is_named or container.kind == "unknown"
        rebind(frame, target.value, Value("dict", ref=entries, origins=container.origins, assumed=assumed))
    elif container.kind == "list":
        items = tuple(join(item, value) for item in container.items) or (value, value)  # it may be the last
        if _replaces_every_element(frame, target):
            items = (value, value)
            frame.loops[-1].replaced.add(tree.dotted(target.value) or "")
        rebind(frame, target.value, sequence(items, container.origins))
    elif container.kind == "weights":
        rebind(frame, target.value, container.with_origins(all_origins(value)))
    elif isinstance(container.ref, Sequential):
        rebind(frame, target.value, container.with_module(None))  # a part was exchanged
    elif isinstance(container.ref, ModuleList):
        rebind(frame, target.value, with_part(container, value))
    elif container.kind == "tensor" and value.kind == "tensor" and value.grad:
        grad = max(container.grad, value.grad)
        if grows:
            value = note_part(frame, target, value, container)
        rebind(frame, target.value, container.replace(grad=grad, made_by="").with_origins(value.origins))


def _replaces_every_element(frame: Frame, target: tree.Subscript) -> bool:
    """Whether a loop replaces each element of a list: `for i in range(len(xs)): xs[i] = ...`."""
    loop = frame.loops[-1].node if frame.loops else None
    if not isinstance(loop, tree.For) or not isinstance(loop.iter, tree.Call) or not loop.iter.args:
        return False
    called, (over, *others) = tree.dotted(loop.iter.func), [argument.value for argument in loop.iter.args]
    index = loop.target
    if called == "range" and isinstance(over, tree.Call) and tree.dotted(over.func) == "len" and over.args:
        over = over.args[0].value
    elif called == "enumerate" and isinstance(index, tree.Tuple):
        index = index.elements[0]
    else:
        return False
    names = [tree.dotted(part) for part in (over, target.value, index, target.index)]
    is_whole = not others and all(names) and names[0] == names[1] and names[2] == names[3]
    return is_whole and any(isinstance(s, tree.Assign) and target in s.targets for s in loop.body)


def rebind(frame: Frame, holder: tree.Expression, value: Value) -> None:
    """Assign a container's new value to the expression that holds it."""
    if isinstance(holder, (tree.Name, tree.Attribute)):
        name = tree.dotted(holder)
        if isinstance(holder, tree.Name):
            home = frame.scope.holder(holder.id) or frame.scope
            home.names[holder.id] = value
        elif name:
            _bind_attribute(frame, holder, value, None)
    elif isinstance(holder, tree.Subscript):
        bind_item(frame, holder, value, grows=False)
    elif isinstance(holder, tree.Call) and isinstance(holder.func, tree.Attribute) and holder.args:
        if holder.func.attr == "setdefault":  # d.setdefault(k, []).append(x)
            entry = tree.Subscript(holder.start, holder.end, holder.func.value, holder.args[0].value)
            bind_item(frame, entry, value, grows=False)
        else:
            _write_through(frame, holder, holder.func.value, value)


def _returned_at_once(function: Function) -> tree.Expression | None:
    """What a function returns that does nothing else; assertions and its docstring do nothing."""
    *before, last = function.body
    does_nothing = all(
        isinstance(one, tree.Assert)
        or (isinstance(one, tree.ExpressionStatement) and isinstance(one.value, tree.Constant))
        for one in before
    )
    return last.value if does_nothing and isinstance(last, tree.Return) else None


def _write_through(frame: Frame, call: tree.Call, owner: tree.Expression, value: Value) -> None:
    """Store the new value of what a getter returned: `stats.of("loss").add_(x)`, with `return self.sums[name]`."""
    called = frame.interpreter.facts.functions.get(call, set())
    held = evaluate(frame, owner) if len(called) == 1 else None
    if held is None or not isinstance(held.ref, Class):
        return
    for function in called:
        item = _returned_at_once(function)
        place = item.value if isinstance(item, tree.Subscript) else None
        if (
            isinstance(item, tree.Subscript)
            and isinstance(place, tree.Attribute)
            and tree.dotted(place.value) == "self"
        ):
            container = held.ref.attributes.get(place.attr)
            if container is not None and container.kind == "dict":
                key = item_key(item.index)
                entry = join(container.entries[key], value) if key in container.entries else value
                held.ref.store(place.attr, container.with_entries({**container.entries, key: entry}))


def keyword_key(name: str) -> str:
    """The key of a keyword argument's entry in a dict; `*` is for those whose names are not known."""
    return name if name == "*" else repr(name)


def item_key(index: tree.Expression) -> str:
    """The key of a dict's entry, or `*` if it is not a literal."""
    return repr(index.value) if isinstance(index, tree.Constant) else "*"
