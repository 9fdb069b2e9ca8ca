"""Applies the effects of framework calls, as their rows in `knowledge/` describe them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from torchlint.binding.symbols import Class, function_of, instance_of
from torchlint.domain.modes import EVAL
from torchlint.domain.provenance import all_sites, sites_of
from torchlint.domain.values import MAYBE, NO, NONE, NUMBER, UNKNOWN, YES, Value, tensor, unknown
from torchlint.flow.escaping_functions import hand_on
from torchlint.flow.graphs import graph_of
from torchlint.flow.mode_effects import blur
from torchlint.flow.state import Frame
from torchlint.flow.training_steps import note, note_unseen
from torchlint.knowledge.effects import CallModel, ClassModel, InstanceOf, Result, Word
from torchlint.knowledge.lookup import method_of_anything as _row_of_anything
from torchlint.syntax import tree

Arguments = list[Value]
Keywords = dict[str, Value]


def call_of_framework(frame: Frame, name: str, args: Arguments, keywords: Keywords, node: tree.Call) -> Value | None:
    """The result of calling a dotted name; None if no row has the name."""
    effect = frame.unit.lookup.call_model(name)
    if effect is None:
        return None
    asked = Asked(frame, effect, UNKNOWN, args, keywords, node)
    if effect.gives == "first" and asked.first is None:
        return Value("partial", ref={}, items=(Value("external", ref=name),))  # a decorator: `@torch.compile(...)`
    return _carry_out(asked)


def call_of_users(
    frame: Frame, model: CallModel, receiver: Value, args: Arguments, keywords: Keywords, node: tree.Node
) -> Value:
    """What calling something of the project gives as a user's row says; its body is not followed."""
    return _carry_out(Asked(frame, model, receiver, args, keywords, node))


def method_of_framework(
    frame: Frame, receiver: Value, name: str, args: Arguments, keywords: Keywords, node: tree.Call
) -> Value | None:
    """The result of a method of a framework's object; None if no row has it."""
    for row in _rows(frame, receiver):
        if name in row.methods:
            return _carry_out(Asked(frame, row.methods[name], receiver, args, keywords, node))
    return None


def method_of_anything(
    frame: Frame, receiver: Value, name: str, args: Arguments, keywords: Keywords, node: tree.Call
) -> Value | None:
    """The result of a method of an unknown object whose name is conclusive by itself; None for others."""
    effect = _row_of_anything(name, len(args))
    if effect is None:
        return None
    given = _carry_out(Asked(frame, effect, receiver, args, keywords, node))
    return given if given.kind in ("none", "tuple") else given.passing(receiver.sites)


def attribute_of_framework(frame: Frame, owner: Value, name: str, node: tree.Node) -> Value | None:
    """The value of an attribute of a framework's object; None if no row has it."""
    return _held(frame, _rows(frame, owner), owner, name, node)


def attribute_of_users(frame: Frame, owner: Value, cls: Class, name: str, node: tree.Node) -> Value | None:
    """What an object of the project holds as a user's row for its class says; None where none does."""
    if not frame.unit.lookup.rows:
        return None
    return _held(frame, [row for base in cls.lineage if (row := base.users_model)], owner, name, node)


def _held(frame: Frame, rows: list[ClassModel], owner: Value, name: str, node: tree.Node) -> Value | None:
    for row in rows:
        if name in row.attributes:
            effect = row.attributes[name]
            assert not isinstance(effect.gives, tuple)
            return _give(effect.gives, Asked(frame, effect, owner, [], {}, node))
    return None


def _rows(frame: Frame, value: Value) -> list[ClassModel]:
    """The rows of the classes that a value is an object of."""
    lookup = frame.unit.lookup
    name = value.ref if value.kind == "framework" else value.made_by if value.kind == "module" else ""
    row = lookup.class_model(name) if isinstance(name, str) else None  # else it is one of several
    rows = [row] if row else []
    return rows + (value.ref.models if isinstance(value.ref, Class) and value.kind != "framework" else [])


def object_of(frame: Frame, name: str, node: tree.Node, model: Value | None = None) -> Value:
    """An object of a class that has a row, around a model where it was given one."""
    row = frame.unit.lookup.class_model(name)
    assert row is not None
    if row.role == "wrapper":
        return (model or Value("module", source=node)).but(made_by=name)
    if row.role == "module":
        return Value("module", source=node)
    if row.role:
        return Value(row.role, source=node)
    return Value("framework", ref=name, items=(model,) if model else (), source=node)


class Asked(NamedTuple):
    """One use of a framework's function or method, with the effect of its row."""

    frame: Frame
    effect: CallModel
    receiver: Value
    args: Arguments
    keywords: Keywords
    node: tree.Node

    @property
    def values(self) -> list[Value]:
        """All arguments, positional ones first."""
        return [*self.args, *self.keywords.values()]

    @property
    def model(self) -> Value | None:
        """The first model among the arguments."""
        return next((value for value in self.values if value.kind == "module"), None)

    @property
    def first(self) -> Value | None:
        """The first argument; by keyword, the one that wrappers use for the model."""
        if self.args:
            return self.args[0]
        return self.model or self.keywords.get("module") or self.keywords.get("model")


def _carry_out(asked: Asked) -> Value:
    """Apply the effect of a call, and return its result."""
    frame, effect, first = asked.frame, asked.effect, asked.first
    if effect.differentiates:
        frame.differentiate(first or UNKNOWN)
        note(frame, "backward", asked.node, first or UNKNOWN, "engine")
    if effect.steps or effect.zeroes_gradients:
        note_unseen(frame, [asked.receiver, *asked.values], "framework")  # in which order, it decides by itself
    if effect.steps:
        frame.did("step")
    if effect.zeroes_gradients:
        frame.did("zero_grad")
    if effect.runs is not None and first is not None and first.kind in ("function", "method"):
        function_of(first).step = effect.runs
    if effect.detaches:
        for value in asked.values:
            frame.cut(value)
    elif not effect.differentiates and effect.gives not in _PASSING:
        frame.give(sites_of(asked.args, asked.keywords))
        hand_on(frame, asked.values)
    if effect.gives not in _PASSING:  # a trainer leaves its model in whatever mode it needed last
        held = asked.receiver.items if asked.receiver.kind == "framework" else ()
        blur(frame, [*asked.values, *held], asked.node)
    if isinstance(effect.gives, tuple):
        return Value("tuple", items=tuple(_give(word, asked) for word in effect.gives))
    return _give(effect.gives, asked)


def _give(word: Result, asked: Asked) -> Value:
    """What a word of a row's `gives` stands for."""
    if isinstance(word, InstanceOf):
        return object_of(asked.frame, word, asked.node, asked.model)
    return _CONSTANTS[word] if word in _CONSTANTS else _WORDS[word](asked)


def _all(asked: Asked) -> Value:
    """All arguments in order; a single one by itself."""
    wanted = asked.effect.parameters
    given = asked.args[: len(wanted)] if wanted else asked.args
    given = given + [asked.keywords[name] for name in wanted[len(given) :] if name in asked.keywords]
    return given[0] if len(given) == 1 else Value("tuple", items=tuple(given))


def _alike(value: Value, depth: int = 0) -> Value:
    """The same value, where it is unknown if it still has its graph."""
    if value.is_tensor:
        return value.but(grad=min(value.grad, MAYBE), made_by="", source=None, soft=True)
    if value.kind == "dict" and depth < 3:
        return value.with_entries({key: _alike(entry, depth + 1) for key, entry in value.entries.items()})
    if value.kind in ("tuple", "list") and depth < 3:
        return value.but(items=tuple(_alike(item, depth + 1) for item in value.items))
    return unknown(all_sites(value))


def _computed(asked: Asked) -> Value:
    """A value computed from the arguments, with a graph if they have one."""
    grad = asked.frame.graph(min(graph_of(asked.values)[0], MAYBE))
    return Value("output", grad, sites=sites_of(asked.args, asked.keywords), soft=True)


def _model_of(asked: Asked) -> Value:
    """The model inside a wrapper object."""
    held = asked.receiver.items if asked.receiver.kind == "framework" else ()
    return held[0] if held else Value("module", source=asked.receiver.source)


def _copied(asked: Asked) -> Value:
    """A copy of the given model, in eval mode."""
    asked.frame.state.modes.switch(asked.node, EVAL, asked.node)
    return Value("module", ref=asked.first.module_ref if asked.first else None, source=asked.node)


def _frozen(asked: Asked) -> Value:
    """An object's own copy of its model, in eval mode and without gradients."""
    source = asked.receiver.source or asked.node
    asked.frame.state.modes.switch(source, EVAL, asked.node)
    asked.frame.interpreter.frozen.add(source)
    return Value("module", ref=_model_of(asked).module_ref, source=source)


def _instance(asked: Asked) -> Value:
    """An object of the receiver, which is a class."""
    cls = asked.receiver.ref
    return instance_of(cls, asked.node) if isinstance(cls, Class) else Value("module", source=asked.node)


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
    "tensor": tensor(NO),
    "output": Value("output", NO, soft=True),
}
_WORDS: dict[Word, Callable[[Asked], Value]] = {
    "unknown": lambda asked: unknown(sites_of(asked.args, asked.keywords)),
    "module": lambda asked: Value("module", source=asked.node),
    "self": lambda asked: asked.receiver,
    "first": lambda asked: asked.first or UNKNOWN,
    "loss": lambda asked: tensor(asked.frame.graph(YES), sites=sites_of(asked.args, asked.keywords)),
    "forward": lambda asked: Value("output", asked.frame.graph(YES), sites=sites_of(asked.args, asked.keywords)),
    "like": lambda asked: _alike(asked.first or UNKNOWN),
    "all": _all,
    "computed": _computed,
    "model": _model_of,
    "copy": _copied,
    "frozen": _frozen,
    "instance": _instance,
}
# What comes back out of these has its sites with it.
_PASSING = frozenset(("first", "all", "like", "computed", "loss", "forward", "unknown"))
