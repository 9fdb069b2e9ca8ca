"""What calls of frameworks do and give: their tables, carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from torchlint.binding.symbols import Class, function_of, instance_of
from torchlint.domain.modes import EVAL
from torchlint.domain.values import (
    MAYBE,
    NO,
    NONE,
    NUMBER,
    UNKNOWN,
    YES,
    Value,
    ValueKind,
    all_sites,
    sites_of,
    tensor,
    unknown,
)
from torchlint.flow.escaping_functions import hand_on
from torchlint.flow.graphs import graph_of
from torchlint.flow.mode_effects import blur
from torchlint.flow.state import Frame
from torchlint.flow.training_steps import note, note_unseen
from torchlint.knowledge.effects import Effect, Kind
from torchlint.knowledge.lookup import KINDS, effect_of, effect_of_anything, kinds_of
from torchlint.syntax import tree

Arguments = list[Value]
Keywords = dict[str, Value]


def call_of_framework(frame: Frame, name: str, args: Arguments, keywords: Keywords, node: tree.Call) -> Value | None:
    """What calling something by its dotted name gives; None where no framework's table has the name."""
    effect = effect_of(name)
    if effect is None:
        return None
    asked = Asked(frame, effect, UNKNOWN, args, keywords, node)
    if effect.gives == "first" and asked.first is None:
        return Value("partial", ref={}, items=(Value("external", ref=name),))  # a decorator: `@torch.compile(...)`
    return _carry_out(asked)


def method_of_framework(
    frame: Frame, receiver: Value, name: str, args: Arguments, keywords: Keywords, node: tree.Call
) -> Value | None:
    """What a method gives that an object has from a framework; None where no table has it."""
    for kind in _kinds(receiver):
        if name in kind.methods:
            return _carry_out(Asked(frame, kind.methods[name], receiver, args, keywords, node))
    return None


def method_of_anything(
    frame: Frame, receiver: Value, name: str, args: Arguments, keywords: Keywords, node: tree.Call
) -> Value | None:
    """What a method of something unknown gives whose name says enough by itself; None for all others."""
    effect = effect_of_anything(name, len(args))
    if effect is None:
        return None
    given = _carry_out(Asked(frame, effect, receiver, args, keywords, node))
    return given if given.kind in ("none", "tuple") else given.passing(receiver.sites)


def attribute_of_framework(frame: Frame, owner: Value, name: str, node: tree.Node) -> Value | None:
    """What an object holds that it has from a framework; None where no table has it."""
    for kind in _kinds(owner):
        if name in kind.attributes:
            effect = kind.attributes[name]
            assert isinstance(effect.gives, str)
            return _give(effect.gives, Asked(frame, effect, owner, [], {}, node))
    return None


def _kinds(value: Value) -> list[Kind]:
    """The kinds of framework objects that a value is one of."""
    if value.kind == "framework":
        return [KINDS[value.ref]] if value.ref in KINDS else []  # one of several
    wrapper = [KINDS[value.made_by]] if value.kind == "module" and value.made_by in KINDS else []
    return wrapper + (kinds_of(value.ref.external_bases) if isinstance(value.ref, Class) else [])


def object_of(kind: str, node: tree.Node, model: Value | None = None) -> Value:
    """An object of a framework's class, around a model where it was given one."""
    if KINDS[kind].is_wrapper:
        return (model or Value("module", source=node)).but(made_by=kind)
    if KINDS[kind].is_module:
        return Value("module", source=node)
    return Value("framework", ref=kind, items=(model,) if model else (), source=node)


class Asked(NamedTuple):
    """One use of something of a framework's, with the effect that its table says it has."""

    frame: Frame
    effect: Effect
    receiver: Value
    args: Arguments
    keywords: Keywords
    node: tree.Node

    @property
    def values(self) -> list[Value]:
        return [*self.args, *self.keywords.values()]

    @property
    def model(self) -> Value | None:
        """The first model that was given."""
        return next((value for value in self.values if value.kind == "module"), None)

    @property
    def first(self) -> Value | None:
        """The first argument; by keyword, what wrappers are given."""
        if self.args:
            return self.args[0]
        return self.model or self.keywords.get("module") or self.keywords.get("model")


def _carry_out(asked: Asked) -> Value:
    """Do what a call does, as its table says, and give what it returns."""
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
    if isinstance(effect.gives, str):
        return _give(effect.gives, asked)
    return Value("tuple", items=tuple(_give(word, asked) for word in effect.gives))


def _give(word: str, asked: Asked) -> Value:
    """What a word of an effect's `gives` stands for."""
    if word in _CONSTANTS:
        return _CONSTANTS[word]
    return _WORDS[word](asked) if word in _WORDS else object_of(word, asked.node, asked.model)


def _all(asked: Asked) -> Value:
    """What was given, in order; one thing by itself."""
    wanted = asked.effect.parameters
    given = asked.args[: len(wanted)] if wanted else asked.args
    given = given + [asked.keywords[name] for name in wanted[len(given) :] if name in asked.keywords]
    return given[0] if len(given) == 1 else Value("tuple", items=tuple(given))


def _alike(value: Value, depth: int = 0) -> Value:
    """The same value, of which nobody knows whether it still has its graph."""
    if value.is_tensor:
        return value.but(grad=min(value.grad, MAYBE), made_by="", source=None, soft=True)
    if value.kind == "dict" and depth < 3:
        return value.but(ref={key: _alike(entry, depth + 1) for key, entry in value.entries.items()})
    if value.kind in ("tuple", "list") and depth < 3:
        return value.but(items=tuple(_alike(item, depth + 1) for item in value.items))
    return unknown(all_sites(value))


def _computed(asked: Asked) -> Value:
    """What is computed from what is given, as far as that has a graph."""
    grad = asked.frame.graph(min(graph_of(asked.values)[0], MAYBE))
    return Value("output", grad, sites=sites_of(asked.args, asked.keywords), soft=True)


def _model_of(asked: Asked) -> Value:
    """The model that an object is around."""
    held = asked.receiver.items if asked.receiver.kind == "framework" else ()
    return held[0] if held else Value("module", source=asked.receiver.source)


def _copied(asked: Asked) -> Value:
    """A copy, in eval mode, of the model that is given."""
    asked.frame.state.modes.switch(asked.node, EVAL, asked.node)
    return Value("module", ref=asked.first.ref if asked.first else None, source=asked.node)


def _frozen(asked: Asked) -> Value:
    """The copy that an object keeps of its model, in eval mode and without gradients."""
    source = asked.receiver.source or asked.node
    asked.frame.state.modes.switch(source, EVAL, asked.node)
    asked.frame.interpreter.frozen.add(source)
    return Value("module", ref=_model_of(asked).ref, source=source)


def _instance(asked: Asked) -> Value:
    """An object of the class that is the receiver."""
    cls = asked.receiver.ref
    return instance_of(cls, asked.node) if isinstance(cls, Class) else Value("module", source=asked.node)


_PLAIN_KINDS: tuple[ValueKind, ...] = ("array", "optimizer", "scheduler", "loader", "dataset", "batch")
_CONSTANTS: dict[str, Value] = {
    **{kind: Value(kind) for kind in _PLAIN_KINDS},
    "none": NONE,
    "number": NUMBER,
    "context": UNKNOWN,
    "no-grad": Value("grad-mode", NO),
    "tensor": tensor(NO),
    "output": Value("output", NO, soft=True),
}
_WORDS: dict[str, Callable[[Asked], Value]] = {
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
