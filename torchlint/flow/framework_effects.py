"""Applies the effects of framework calls, as their rows in `knowledge/` describe them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from torchlint.binding.symbols import Class, function_of
from torchlint.domain.modes import EVAL, TRAIN, UNCLEAR
from torchlint.domain.provenance import all_origins, origins_of_arguments
from torchlint.domain.values import IMAGE, MAYBE, NO, NONE, NUMBER, UNKNOWN, YES, Value, tensor, unknown
from torchlint.flow.escaping_functions import note_escaping
from torchlint.flow.graphs import graph_of, proven_by_backward
from torchlint.flow.interpreter import call_value
from torchlint.flow.mode_effects import blur, put_in, sources_of
from torchlint.flow.model_wrappers import wrapped
from torchlint.flow.state import Frame
from torchlint.flow.training_steps import note, note_unknown_training
from torchlint.knowledge.effects import CallModel, ClassModel, Handler, InstanceOf, Result, Word
from torchlint.knowledge.lookup import method_of_anything as _row_of_anything
from torchlint.syntax import tree

# What a framework's object is `made_by` where gradients are off: tensors that it holds have no graph.
GRADLESS = "gradless"
# The class whose row says what all distributions can do.
DISTRIBUTION = "torch.distributions.Distribution"
Arguments = list[Value]
Keywords = dict[str, Value]


def call_of_framework(frame: Frame, name: str, args: Arguments, keywords: Keywords, node: tree.Call) -> Value | None:
    """The result of calling a dotted name; None if no row has the name."""
    effect = frame.unit.lookup.call_model(name)
    if effect is None:
        return None
    call = LibraryCall(frame, name, effect, UNKNOWN, args, keywords, node)
    if effect.handler:
        handled = _HANDLERS[effect.handler](call)
        return carry_out(call) if handled is None and effect.gives != "unknown" else handled
    if effect.gives == "first" and call.first is None:
        return Value("partial", ref={}, items=(Value("external", ref=name),))  # a decorator: `@torch.compile(...)`
    given = carry_out(call)
    if effect.mode and given.kind == "module" and given.source is not node:
        put_in(frame, given, effect.mode, node)
    return wrapped(frame, effect.wraps, given, node) if effect.wraps else given


def call_of_users(
    frame: Frame, model: CallModel, receiver: Value, args: Arguments, keywords: Keywords, node: tree.Node
) -> Value:
    """What calling something of the project gives as a user's row says; its body is not followed."""
    return carry_out(LibraryCall(frame, "", model, receiver, args, keywords, node))


def method_of_framework(
    frame: Frame, receiver: Value, name: str, args: Arguments, keywords: Keywords, node: tree.Call
) -> Value | None:
    """The result of a method of a framework's object; None if no row has it."""
    for row in _rows(frame, receiver):
        if name in row.methods:
            call = LibraryCall(frame, name, row.methods[name], receiver, args, keywords, node)
            handled = _HANDLERS[call.effect.handler](call) if call.effect.handler else None
            return handled if handled is not None else carry_out(call)
    return None


def method_of_anything(
    frame: Frame, receiver: Value, name: str, args: Arguments, keywords: Keywords, node: tree.Call
) -> Value | None:
    """The result of a method of an unknown object whose name is conclusive by itself; None for others."""
    effect = _row_of_anything(name, len(args))
    if effect is None:
        return None
    given = carry_out(LibraryCall(frame, name, effect, receiver, args, keywords, node))
    return given if given.kind in ("none", "tuple") else given.with_origins(receiver.origins)


def attribute_of_framework(frame: Frame, owner: Value, name: str, node: tree.Node) -> Value | None:
    """The value of an attribute of a framework's object; None if no row has it."""
    return _held(frame, _rows(frame, owner), owner, name, node)


def attribute_of_users(frame: Frame, owner: Value, cls: Class, name: str, node: tree.Node) -> Value | None:
    """What an object of the project holds as a user's row for its class says; None where none does."""
    if not frame.unit.lookup.rows:
        return None
    return _held(frame, [row for base in cls.lineage if (row := base.users_model)], owner, name, node)


def _held(frame: Frame, rows: list[ClassModel], owner: Value, name: str, node: tree.Node) -> Value | None:
    effect = next((row.attributes[name] for row in rows if name in row.attributes), None)
    if effect is None:
        return None
    look = LibraryCall(frame, name, effect, owner, [], {}, _place_of(frame, owner, name, node))
    held = _HANDLERS[effect.handler](look) or UNKNOWN if effect.handler else _result(look)
    if effect.mode and held.kind == "module" and held.source is look.node:
        _first_seen(frame, held, effect)
    if held.is_tensor and owner.kind == "framework":  # it was computed where its owner was made
        without_graph = held.grad != NO and owner.made_by == GRADLESS
        return (held.replace(grad=NO) if without_graph else held).with_origins(owner.origins)
    return held


def _first_seen(frame: Frame, held: Value, effect: CallModel) -> None:
    """Record the mode of a module that an object has had since it was made, if nothing has switched that before."""
    source = held.source
    if source is None or source in frame.state.modes.switches:
        return
    frame.state.modes.make(source, (), effect.mode or TRAIN)
    if effect.pretrained:
        frame.interpreter.facts.loaded.add(source)


def _place_of(frame: Frame, owner: Value, name: str, node: tree.Node) -> tree.Node:
    """A node that identifies what an object holds under a name, wherever that is looked at."""
    cls = owner.ref if isinstance(owner.ref, Class) else None
    if cls is not None and (place := cls.place_of(name)) is not cls.node:
        return place
    look = node.func if isinstance(node, tree.Call) else node  # `engine.net(x)` does not make the net
    return frame.interpreter.layers.places.held.setdefault((cls.node if cls else owner.source, name), look)


def _rows(frame: Frame, value: Value) -> list[ClassModel]:
    """The rows of the classes that a value is an object of."""
    if value.kind == "framework":
        row = frame.unit.lookup.class_model(value.ref) if isinstance(value.ref, str) else None  # else one of several
        return [row] if row else []
    wrapper = frame.unit.lookup.class_model(value.made_by) if value.kind == "module" and value.made_by else None
    rows = ([wrapper] if wrapper else []) + (value.ref.models if isinstance(value.ref, Class) else [])
    if (
        isinstance(value.ref, Class)
        and value.ref.is_distribution
        and (row := frame.unit.lookup.class_model(DISTRIBUTION))
    ):
        rows.append(row)
    return rows


def object_of(frame: Frame, name: str, node: tree.Node, model: Value | None = None) -> Value:
    """An object of a class that has a row, around a model where it was given one."""
    row = frame.unit.lookup.class_model(name)
    assert row is not None
    if row.role == "wrapper":
        return (model or Value("module", source=node)).replace(made_by=name)
    if row.role == "module":
        return Value("module", made_by=name if row.methods or row.attributes else "", source=node)
    if row.role:
        return Value(row.role, source=node)
    made_by = GRADLESS if frame.state.grad == NO else ""
    return Value("framework", made_by=made_by, ref=name, items=(model,) if model else (), source=node)


Handle = Callable[["LibraryCall"], "Value | None"]
_HANDLERS: dict[Handler, Handle] = {}
_Handle = TypeVar("_Handle", bound=Handle)


def handles(word: Handler) -> Callable[[_Handle], _Handle]:
    """Make a function what does the calls whose rows name this handler."""

    def register(handle: _Handle) -> _Handle:
        _HANDLERS[word] = handle
        return handle

    return register


class LibraryCall(NamedTuple):
    """One use of something of a framework's, with the effect that its table says it has."""

    frame: Frame
    name: str
    effect: CallModel
    receiver: Value
    args: Arguments
    keywords: Keywords
    node: tree.Node  # the call, or the attribute that is looked at

    @property
    def code(self) -> tree.Call:
        """The call as it is written; rows with a handler are for calls only."""
        assert isinstance(self.node, tree.Call)
        return self.node

    @property
    def values(self) -> list[Value]:
        """All arguments, positional ones first."""
        return [*self.args, *self.keywords.values()]

    def given(self, position: int, keyword: str) -> Value:
        """An argument by position or by keyword."""
        return self.args[position] if len(self.args) > position else self.keywords.get(keyword, UNKNOWN)

    @property
    def model(self) -> Value | None:
        """The first model among the arguments."""
        return next((value for value in self.values if value.kind == "module"), None)

    @property
    def first(self) -> Value | None:
        """The first argument; by keyword, the one that the row or wrappers use for it."""
        if self.args:
            return self.args[0]
        if self.effect.parameters and (named := self.keywords.get(self.effect.parameters[0])):
            return named
        return self.model or self.keywords.get("module") or self.keywords.get("model")


def carry_out(call: LibraryCall) -> Value:
    """Do what a call does, as its table says, and give what it returns."""
    frame, effect = call.frame, call.effect
    if effect.pure:
        return UNKNOWN if effect.gives == "unknown" else _result(call)
    first = call.first
    if effect.differentiates:
        operand = tree.positional(call.node, 0) if isinstance(call.node, tree.Call) else None
        loss = proven_by_backward(frame, operand, first or UNKNOWN)
        frame.differentiate(loss)
        note(frame, "backward", call.node, loss, "library" if effect.leaves_steps else "engine")
    if effect.steps or effect.zeroes_gradients:
        note_unknown_training(frame, [call.receiver, *call.values], "framework")  # in which order, it decides by itself
    if effect.steps:
        frame.note_action("step")
    if effect.zeroes_gradients:
        frame.note_action("zero_grad")
    if effect.restores:
        frame.interpreter.facts.restored |= origins_of_arguments(call.args, call.keywords)
        held = call.receiver.items if call.receiver.kind == "framework" else ()  # a checkpointer's model
        frame.interpreter.facts.loaded.update(sources_of(call.model or next(iter(held), UNKNOWN)))
    if effect.runs is not None and first is not None and first.kind in ("function", "method"):
        function_of(first).step = effect.runs
    if effect.detaches or (effect.gives == "computed" and _is_dropped(call)):
        for value in call.values:
            frame.cut(value)
    elif not effect.differentiates and effect.gives not in _PASSING:
        frame.give(origins_of_arguments(call.args, call.keywords))
        note_escaping(frame, call.values)
    if effect.gives not in _PASSING:  # a trainer leaves its model in whatever mode it needed last
        held = call.receiver.items if call.receiver.kind == "framework" else ()
        blur(frame, [*call.values, *held], call.node)
        for model in held or _given_to(call) if effect.trains else ():
            put_in(frame, model, TRAIN, call.node)
    return _result(call)


def _given_to(call: LibraryCall) -> Arguments:
    """The models that the constructor of an object was given, whose class is the project's: `MyTrainer(model=net)`."""
    made = call.receiver.source
    given = made.args if isinstance(made, tree.Call) else []
    values = (call.frame.interpreter.facts.values.get(argument.value, UNKNOWN) for argument in given)
    return [value for value in values if value.kind == "module"]


def _is_dropped(call: LibraryCall) -> bool:
    """Whether nobody takes what a call computes: a metric that is called for its running value, `accuracy(y, t)`."""
    return isinstance(call.frame.unit.tree.parents.get(call.node), tree.ExpressionStatement)


def _result(call: LibraryCall) -> Value:
    """What a row's `gives` stands for."""
    gives = call.effect.gives
    if isinstance(gives, tuple):
        return Value("tuple", items=tuple(_give(word, call) for word in gives))
    return _give(gives, call)


def _give(word: Result, call: LibraryCall) -> Value:
    """What a word of a row's `gives` stands for."""
    if isinstance(word, InstanceOf):
        return object_of(call.frame, word, call.node, call.model)
    return _CONSTANTS[word] if word in _CONSTANTS else _WORDS[word](call)


def _all(call: LibraryCall) -> Value:
    """All arguments in order; a single one by itself."""
    wanted = call.effect.parameters
    given = call.args[: len(wanted)] if wanted else call.args
    given = given + [call.keywords[name] for name in wanted[len(given) :] if name in call.keywords]
    return given[0] if len(given) == 1 else Value("tuple", items=tuple(given))


def _alike(value: Value, depth: int = 0) -> Value:
    """The same value, where it is unknown if it still has its graph."""
    if value.is_tensor:
        return value.replace(grad=min(value.grad, MAYBE), made_by="", source=None, assumed=True)
    if value.kind == "dict" and depth < 3:
        return value.with_entries({key: _alike(entry, depth + 1) for key, entry in value.entries.items()})
    if value.kind in ("tuple", "list") and depth < 3:
        return value.replace(items=tuple(_alike(item, depth + 1) for item in value.items))
    return unknown(all_origins(value))


def _computed(call: LibraryCall) -> Value:
    """A value computed from the arguments, with a graph if they have one."""
    grad = call.frame.graph(min(graph_of(call.values)[0], MAYBE))
    return Value("output", grad, origins=origins_of_arguments(call.args, call.keywords), assumed=True)


def _model_of(call: LibraryCall) -> Value:
    """The model inside a wrapper object."""
    held = call.receiver.items if call.receiver.kind == "framework" else ()
    return held[0] if held else Value("module", source=call.receiver.source)


def _copied(call: LibraryCall) -> Value:
    """A copy of the given model, in eval mode; of a class that has a row, if the call is its constructor."""
    call.frame.state.modes.switch(call.node, EVAL, call.node)
    made_by = call.frame.unit.lookup.class_name(call.name)
    return Value("module", made_by=made_by, ref=call.first.module_ref if call.first else None, source=call.node)


def _frozen(call: LibraryCall) -> Value:
    """An object's own copy of its model, in eval mode and without gradients."""
    source = call.receiver.source or call.node
    call.frame.state.modes.switch(source, EVAL, call.node)
    call.frame.interpreter.frozen.add(source)
    return Value("module", ref=_model_of(call).module_ref, source=source)


def _instance(call: LibraryCall) -> Value:
    """An object of the receiver, which is a class, whose constructor gets arguments that are not written there."""
    if not isinstance(call.receiver.ref, Class) or not isinstance(call.node, tree.Call):
        return Value("module", source=call.node)
    cls = Value("class", ref=call.receiver.ref)  # of `super()` the receiver may be an object
    made = call_value(call.frame, cls, [Value("star", items=(UNKNOWN,))], {}, call.code)
    if call.effect.pretrained and made.source is not None:
        call.frame.interpreter.facts.loaded.add(made.source)
    return made


def _instance_in_eval(call: LibraryCall) -> Value:
    made = _instance(call)
    cls, own = call.receiver.ref, call.effect.unless
    overrides = own and isinstance(cls, Class) and cls.method(own) is not None
    put_in(call.frame, made, UNCLEAR if overrides else EVAL, call.node)
    return made


_CONSTANTS: dict[Word, Value] = {
    "array": Value("array"),
    "optimizer": Value("optimizer"),
    "scheduler": Value("scheduler"),
    "loader": Value("loader"),
    "dataset": Value("dataset"),
    "batch": Value("batch"),
    "none": NONE,
    "number": NUMBER,
    "context": UNKNOWN,
    "no-grad": Value("grad-mode", grad=NO),
    "with-grad": Value("grad-mode", grad=YES),
    "image": Value("array", made_by=IMAGE),
    "tensor": tensor(NO),
    "output": Value("output", NO, assumed=True),
}
_WORDS: dict[Word, Callable[[LibraryCall], Value]] = {
    "unknown": lambda call: unknown(origins_of_arguments(call.args, call.keywords)),
    "module": lambda call: Value("module", source=call.node),
    "self": lambda call: call.receiver,
    "first": lambda call: call.first or UNKNOWN,
    "loss": lambda call: tensor(call.frame.graph(YES), origins=origins_of_arguments(call.args, call.keywords)),
    "forward": lambda call: Value(
        "output", call.frame.graph(YES), origins=origins_of_arguments(call.args, call.keywords)
    ),
    "like": lambda call: _alike(call.first or UNKNOWN),
    "all": _all,
    "computed": _computed,
    "model": _model_of,
    "copy": _copied,
    "frozen": _frozen,
    "instance": _instance,
    "instance-in-eval": _instance_in_eval,
}
# What comes back out of these has its origins with it.
_PASSING = frozenset(("first", "all", "like", "computed", "loss", "forward", "unknown"))
