"""Attributes of a model that are read from the wrapper around it, which has none of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to, pairs
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import definitions_of, reaching_definitions, resolved_expression
from torchlint.domain.values import UNKNOWN
from torchlint.finding import Span
from torchlint.flow.model_wrappers import INSIDE, held_as, ways_out, wrappers_of
from torchlint.knowledge.signatures import WRAPPERS_OWN, returns_itself
from torchlint.knowledge.torch_api import member
from torchlint.queries import CallView, ExpressionView, distributed, testing
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_WRAPPERS = ("DataParallel", "DistributedDataParallel")
_FARTHEST = 5  # how many times a model is moved or cast in a row
# What a condition asks that tells a wrapper from a model.
_ASKED = ("module", "isinstance", "hasattr", "getattr", "type(", "__class__")


@dataclass(frozen=True, slots=True, eq=False)
class OfWrapped(ExpressionView):
    """`model.encoder`, where `model` may be a wrapper."""

    node: tree.Attribute
    wrapper: CallView
    is_passed: bool = False  # whether a caller wraps it, perhaps not each of them, or a function; or a dict has it
    is_always: bool = False  # whether the name stands for the wrapper on every path

    @property
    def elsewhere(self) -> tuple[tuple[Span, str], ...]:
        """Where it is wrapped, if that is in this file."""
        return (self.wrapper.says("wrapped here"),) if self.file.holds(self.wrapper.node) else ()

    @property
    def model(self) -> ExpressionView:
        return ExpressionView(self.file, self.node.value)

    @property
    def wrapper_name(self) -> str:
        """The class of the wrapper, in short."""
        return tree.last_part(self.wrapper.node.func)

    @property
    def is_kept_by_object(self) -> bool:
        """Whether an attribute holds the model, which may be read before it is wrapped."""
        return isinstance(self.node.value, tree.Attribute)

    @property
    def is_asked_for(self) -> bool:
        """Whether a condition around or before, or a `try`, may tell a wrapper from a model."""
        if testing.is_tried(self):
            return True
        syntax, unit = self.file.tree, self.file.analysis.unit_of(self.wrapper.node)
        matched = (one.subject for one in syntax.around(self.node) if isinstance(one, tree.Match))
        if tree.dotted(self.node.value) in map(tree.dotted, matched):
            return True  # `case nn.Linear():`
        wrapping = unit.tree if unit is not None else syntax
        tests = [one.test for one in syntax.around(self.node) if isinstance(one, (tree.If, tree.Conditional))]
        left = (one for one in syntax.own(syntax.scope(self.node), tree.If) if one.end <= self.node.start)
        tests += [one.test for one in left if isinstance(one.body[-1], (tree.Return, tree.Raise, tree.Continue))]
        around = [one.test for one in wrapping.around(self.wrapper.node) if isinstance(one, tree.If)]
        wrapped_by = {wrapping.text_of(test) for test in around}
        tests = [test for test in tests if not self._is_of_another_object(test)]
        # `rank == 0` can't protect what is a wrapper in any case.
        return any(
            (not self.is_always and distributed.asks_about_processes(syntax, test))
            or any(word in text for word in (*_ASKED, *wrapped_by) for text in self._texts_of(test))
            for test in tests
        )

    def _texts_of(self, test: tree.Expression) -> Iterator[str]:
        """A condition as it is written, and what its names stand for: of `"Conv" in name`, `type(m).__name__`."""
        syntax = self.file.tree
        yield syntax.text_of(test)
        for name in tree.walk(test):
            if isinstance(name, tree.Name) and (made := resolved_expression(syntax, name)) is not name:
                yield syntax.text_of(made)

    def _is_of_another_object(self, test: tree.Expression) -> bool:
        """Whether a condition asks for the class of something else: `isinstance(raw_model, Encoder)`."""
        asked = tree.positional(test, 0) if isinstance(test, tree.Call) else None
        if not isinstance(test, tree.Call) or tree.dotted(test.func) != "isinstance" or asked is None:
            return False
        return tree.dotted(asked) is not None and tree.dotted(asked) != tree.dotted(self.node.value)


def of_wrapped(file: File) -> Iterator[OfWrapped]:
    """Every first read of such an attribute in a function, in source order."""
    seen = set()
    is_wrapping = any(fact.wrapper in _WRAPPERS for fact in file.facts.model_wrappers)
    for node in file.tree.all(tree.Attribute) if is_wrapping else ():
        is_held = isinstance(node.value, (tree.Name, tree.Attribute)) or _is_entry(node.value)
        base = file.value(node.value).value if is_held else None
        if base is None or base.kind != "module" or not is_only_the_models(file, base.ref, node):
            continue
        places = {origin.node for origin in wrappers_of(base) if origin.what in _WRAPPERS}
        places -= {origin.node for origin in ways_out(base)}  # `model.module if is_wrapped(model) else model`
        key = file.tree.scope(node), file.tree.text_of(node.value)
        given = list(_given(file, node.value)) if places else []
        if any(isinstance(one, tree.Attribute) and one.attr in INSIDE for one in given):
            continue  # taken out of its wrapper again
        wrapper = next((one for one in given if one in places), None)
        is_passed = wrapper is None and bool(places) and _comes_in_wrapper(file, node.value, given)
        if is_passed:
            wrapper = min(places, key=lambda place: place.start)
        if not isinstance(wrapper, tree.Call) or key in seen or _is_before(file, node, wrapper):
            continue  # not wrapped here, or already reported
        if not isinstance(base.ref, Class) and _is_entry(node.value):
            continue  # which of a dict's entries it is may not be known
        if not isinstance(base.ref, Class) and any(_may_be_an_engine(file, place) for place in places):
            continue  # the attribute may be that of an engine, which wraps the model in other runs
        if _passes_on(file, wrapper, node.attr):
            continue  # `class Parallel(nn.DataParallel)` with a `__getattr__`
        seen.add(key)
        yield OfWrapped(file, node, CallView(file, wrapper), is_passed, _is_always(file, node.value, given, wrapper))


def _is_entry(node: tree.Expression) -> bool:
    """Whether this is what a dict has under a text: `nets["main"]`."""
    return isinstance(node, tree.Subscript) and tree.string_of(node.index) is not None


def _comes_in_wrapper(file: File, model: tree.Expression, given: list[tree.Node]) -> bool:
    """Whether a caller or a function gives the model in its wrapper, or it has been put into a dict with it."""
    return _is_entry(model) or _is_passed(file, model) or _is_returned(file, given)


def _passes_on(file: File, wrapper: tree.Call, name: str) -> bool:
    """Whether a wrapper is of a class of the project that has the attribute, or asks the model for it."""
    cls = file.facts.values.get(wrapper.func, UNKNOWN).ref
    if not isinstance(cls, Class):
        return False
    return any(cls.method(one) is not None for one in ("__getattr__", "__getattribute__", name)) or (
        cls.attribute(name) is not None
    )


def _is_always(file: File, model: tree.Expression, given: list[tree.Node], wrapper: tree.Call) -> bool:
    """Whether all that reaches a local variable is the one wrapper."""
    if not isinstance(model, tree.Name) or any(one is not wrapper for one in given):
        return False
    reaching = reaching_definitions(file.tree, model)
    return bool(given) and all(one is not None and one.value is not None for one in reaching)


def _is_passed(file: File, model: tree.Expression) -> bool:
    """Whether a caller gives the model: it is a parameter, or what a class has been given and keeps as it is."""
    if isinstance(model, tree.Name):
        found = () if ExpressionView(file, model).is_self else reaching_definitions(file.tree, model)
        return bool(found) and all(one is not None and one.kind == "parameter" for one in found)
    values = list(_given(file, model))
    return bool(values) and all(isinstance(one, tree.Name) and _is_passed(file, one) for one in values)


def _may_be_an_engine(file: File, wrapper: tree.Node) -> bool:
    """Whether in other runs a name is an engine made of the model: `model, optimizer = deepspeed.initialize(model)`."""
    unit = file.analysis.unit_of(wrapper)
    syntax = unit.tree if unit is not None else file.tree
    assign = syntax.parents.get(wrapper)
    target = assign.targets[0] if isinstance(assign, tree.Assign) else None
    if not isinstance(target, tree.Name):
        return False
    calls = (one.source for one in definitions_of(syntax, target) if one.value is None)
    given = ((one, a.value) for one in calls if isinstance(one, tree.Call) for a in one.args)
    return any(tree.dotted(model) == target.id and not _gives_back(file, call, model) for call, model in given)


def _gives_back(file: File, call: tree.Call, model: tree.Expression) -> bool:
    """Whether a call returns the model as it is, among other things, as `amp.initialize` of apex does."""
    return file.facts.values.get(model) in file.facts.values.get(call, UNKNOWN).items


def _is_before(file: File, node: tree.Node, wrapper: tree.Call) -> bool:
    """Whether an attribute is read in front of the wrapping in the same function, in no loop that comes around."""
    scope = file.tree.scope(node)
    if file.tree.scope(wrapper) is not scope or node.start >= wrapper.start:
        return False
    return not any(isinstance(one, tree.Loops) and wrapper in tree.walk(one) for one in file.tree.around(node))


def _is_returned(file: File, given: list[tree.Node]) -> bool:
    """Whether functions of the project return the model in its wrapper: `self.model = self.wrap(model)`."""
    called = [one for one in given if isinstance(one, tree.Call) and file.facts.functions.get(one)]
    return bool(called) and all(held_as(file.value(one).value) == "module" for one in called)


def _given(file: File, model: tree.Expression, depth: int = 0) -> Iterator[tree.Node]:
    """What a name is given where it is read, or an attribute of `self` in its class; both sides of a choice."""
    values: list[tree.Expression | None] = []
    if isinstance(model, tree.Name):
        values = [one.value for one in reaching_definitions(file.tree, model) if one is not None]
    elif (dotted := tree.dotted(model)) is not None:
        cls = file.tree.above(model, tree.ClassDef)
        known = file.analysis.class_at.get(cls)
        classes = [(one.unit.tree, one.node) for one in known.lineage] if known is not None else []
        values = [one.value for syntax, node in classes for one in assignments_to(syntax, node, dotted)]
    for value in values:
        ways = (value.body, value.orelse) if isinstance(value, tree.Conditional) else [value] if value else []
        for way in map(_without_moves, ways):
            # `model = DataParallel(model)`, then `model = model.cuda()`
            if isinstance(model, tree.Name) and isinstance(way, tree.Name) and way is not value and depth < _FARTHEST:
                yield from _given(file, way, depth + 1)
            else:
                yield way


def _without_moves(model: tree.Node) -> tree.Node:
    """The wrapper in `DataParallel(model).cuda()`."""
    while isinstance(model, tree.Call) and isinstance(model.func, tree.Attribute):
        if not returns_itself(model.func.attr):
            break
        model = model.func.value
    return model


def _set_on_entries(syntax: tree.Tree) -> frozenset[str]:
    """The attributes that a file assigns to what a dict has under a text: `nets["main"].step = 0`."""
    targets = (part for one in syntax.all(tree.Assign) for target in one.targets for part, _ in pairs(target, None))
    return frozenset(one.attr for one in targets if isinstance(one, tree.Attribute) and _is_entry(one.value))


def is_only_the_models(file: File, made_of: object, node: tree.Attribute) -> bool:
    """Whether a model may have an attribute, and neither modules nor wrappers have, nor are they given it.

    Of a class of the project it is known; whatever others have, their wrappers lack it.
    """
    name = node.attr
    if name in WRAPPERS_OWN or member("torch.nn.Module", name) is not None or name.startswith("_"):
        return False
    dotted = tree.dotted(node)
    if dotted is None and (not _is_entry(node.value) or name in file.tree.once_of_all(_set_on_entries)):
        return False
    if dotted is not None and assignments_to(file.tree, file.tree.root, dotted):
        return False
    if "setattr" in file.analysis.units[0].mentioned:
        return False
    return not isinstance(made_of, Class) or made_of.method(name) is not None or made_of.attribute(name) is not None
