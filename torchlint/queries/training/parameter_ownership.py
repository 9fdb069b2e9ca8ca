"""Which optimizer has which parameters, and whether two steps of training concern the same ones."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from torchlint.binding.definitions import assignments_in
from torchlint.binding.symbols import Class
from torchlint.domain.origins import Origin
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import Value, alternatives
from torchlint.flow.training_trace import Step, Tracer
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

Relation = Literal["same", "other", "unknown"]
Nodes = frozenset[tree.Node]


class Held(NamedTuple):
    """A set of parameters: the models that they belong to, by where these were constructed, and if it is complete."""

    models: Nodes  # where the models were constructed
    is_all: bool  # whether these are all models that it may be of


NOTHING_KNOWN = Held(frozenset(), False)


class Relations:
    """Which optimizers, models and parameters of a file belong together."""

    def __init__(self, tracer: Tracer, syntax: tree.Tree, classes: list[Class]) -> None:
        self.tracer = tracer  # the training traces of the file
        self.tree = syntax
        self._classes = {cls.node: cls for cls in classes}
        self._parts: dict[tree.Node, Nodes] = {}
        self._held: dict[frozenset[Origin], Held] = {}

    @cached_property
    def several(self) -> set[tree.Node]:
        """The calls that construct several objects: in a comprehension, or a function that is called several times."""
        made = set(self.tracer.makers) | {origin.node for origin in self.tracer.optimizers}
        inside = {node for node in made if isinstance(self._holder(node), tree.Comprehension)}
        return inside | {node for node, chains in self.tracer.makers.items() if len(chains) > 1}

    def _holder(self, node: tree.Node) -> tree.Node | None:
        return self.tree.above(node, tree.Comprehension, tree.FunctionDef, tree.ClassDef)

    def optimizers(self, value: Value) -> frozenset[Origin]:
        """The optimizers that a value may be, by where they were constructed; empty if unknown.

        An attribute still has the optimizers of a constructor that was run before its callers were known: one that
        the same code constructs for a known caller is meant instead.
        """
        found = value.origins if value.kind in ("optimizer", "instance") else all_origins(value)
        optimizers = frozenset(origin for origin in found if origin.what == "optimizer")
        known = {origin.node for origin in optimizers if origin in self.tracer.optimizers}
        return frozenset(o for o in optimizers if o in self.tracer.optimizers or o.node not in known)

    def is_known(self, value: Value) -> bool:
        """Whether a value is certainly an optimizer, and it is known which one."""
        return value.kind in ("optimizer", "instance") and not value.assumed and bool(self.optimizers(value))

    def is_one(self, value: Value) -> bool:
        """Whether a value is certainly a single optimizer."""
        optimizers = self.optimizers(value)
        return self.is_known(value) and len(optimizers) == 1 and not any(s.node in self.several for s in optimizers)

    def held_by(self, optimizers: frozenset[Origin]) -> Held:
        """The parameters of these optimizers."""
        if optimizers not in self._held:
            self._held[optimizers] = self._held_by(optimizers)
        return self._held[optimizers]

    def _held_by(self, optimizers: frozenset[Origin]) -> Held:
        models: set[tree.Node] = set()
        is_all = bool(optimizers)
        for origin in optimizers:
            made = self.tracer.optimizers.get(origin)
            held = self.parameters(made.items[0]) if made is not None and made.items else NOTHING_KNOWN
            models |= held.models
            is_all = is_all and held.is_all
        return Held(frozenset(models), is_all)

    def parameters(self, value: Value, depth: int = 0) -> Held:
        """The parameters that a value is or contains."""
        if value.kind == "tensor" and value.made_by == "parameter":
            return Held(frozenset((value.source,)), True) if value.source is not None else NOTHING_KNOWN
        if value.kind == "module" and value.source is not None:
            return Held(frozenset((value.source,)), not value.assumed and len(alternatives(value)) < 2)
        if value.kind == "dict" and "'params'" in value.entries:
            return self.parameters(value.entries["'params'"], depth + 1)
        if depth < 4 and value.kind in ("list", "tuple", "dict") and value.elements:
            inside = [self.parameters(item, depth + 1) for item in value.elements]
            return Held(frozenset().union(*(held.models for held in inside)), all(held.is_all for held in inside))
        return NOTHING_KNOWN

    def differentiated(self, value: Value) -> Held:
        """The parameters that get a gradient from a backward of this value."""
        origins = all_origins(value)
        made = {source for origin in origins for source in self.tracer.forwards.get(origin, ())}
        known = frozenset(source for source in made if source is not None)
        is_all = bool(made) and None not in made
        return Held(known, is_all and not any(origin.what == "use" for origin in origins))

    def parts(self, source: tree.Node) -> Nodes:
        """A model and its submodules, by where they were constructed."""
        if source not in self._parts:
            self._parts[source] = frozenset((source,))
            model = self.tracer.models.get(source)
            cls = model.ref if model is not None else self._classes.get(source)  # type: ignore[call-overload]
            if isinstance(cls, Class):
                held = [value for one in cls.lineage for value in one.attributes.values()]
                inside = {
                    v.source for v in held if v.kind == "module" and v.source is not None and v.source is not source
                }
                self._parts[source] = frozenset((source,)).union(*(self.parts(node) for node in inside))
        return self._parts[source]

    def share(self, one: Nodes, other: Nodes) -> bool:
        """Whether some model is the same as, or a submodule of, some other."""
        return any(a in self.parts(b) or b in self.parts(a) for a in one for b in other)

    def are_several(self, models: Nodes) -> bool:
        """Whether one of these may be any of several models that the same code constructs."""
        return bool(models & self.several)

    def compare(self, one: Held, other: Held) -> Relation:
        """Whether two sets of parameters overlap."""
        if self.share(one.models, other.models):
            return "same"
        return "other" if self._are_apart(one) and self._are_apart(other) else "unknown"

    def _are_apart(self, held: Held) -> bool:
        """Whether models that are not known to be the same are different; not so for a function's parameters."""
        return held.is_all and all(isinstance(node, tree.Call) for node in held.models)

    def of_one_optimizer(self, one: Step, other: Step) -> Relation:
        """Whether two steps of training concern the same optimizer."""
        first, second = self.optimizers(one.subject), self.optimizers(other.subject)
        if first and second:
            if not (self.is_known(one.subject) and self.is_known(other.subject)):
                return "unknown"  # created from an optimizer: a wrapper or a scheduler
            if first == second:
                is_one_name = bool(one.holder) and one.holder == other.holder  # whichever it is: the same both times
                return "same" if len(first) == 1 or is_one_name else "unknown"
            if first & second:
                return "unknown"
            return "other" if self.compare(self.held_by(first), self.held_by(second)) == "other" else "unknown"
        if not first and not second and one.holder and one.holder == other.holder:
            return "same"
        return "unknown"

    def are_of_other_parameters(self, one: Step, other: Step) -> bool:
        """Whether two optimizers have models that one function is given as different parameters.

        That the same model, or a part of it, is given as both, can't be ruled out.
        """
        held = [self.held_by(self.optimizers(step.subject)) for step in (one, other)]
        if not all(side.is_all and side.models for side in held) or not held[0].models.isdisjoint(held[1].models):
            return False
        given = [[self._given_as(node) for node in side.models] for side in held]
        functions = {one[0] for side in given for one in side if one is not None}
        is_each_given = all(one is not None for side in given for one in side)
        return is_each_given and len(functions) == 1 and set(given[0]).isdisjoint(given[1])

    def _given_as(self, node: tree.Node) -> tuple[tree.Node, str] | None:
        """The function, and its parameter, by which a model is given, also by way of `self.net = net.cuda()`."""
        function = self.tree.above(node, tree.FunctionDef)
        if not isinstance(function, tree.FunctionDef):
            return None
        parameter = node if isinstance(node, tree.Parameter) else self.tree.parents.get(node)
        if isinstance(parameter, tree.Parameter):  # or its annotation
            return function, parameter.name
        value = next((one.value for one in assignments_in(function) if one.target is node), None)
        while isinstance(value, tree.Call) and isinstance(value.func, tree.Attribute):
            value = value.func.value
        names = {parameter.name for parameter in function.parameters}
        return (function, value.id) if isinstance(value, tree.Name) and value.id in names else None

    def clears(self, zero: Step, step: Step) -> Relation:
        """Whether a zero_grad clears the gradients that an optimizer's step would apply."""
        if zero.by == "hand":
            return "unknown"
        if zero.subject.kind != "module":
            return self.of_one_optimizer(zero, step)
        held = self.held_by(self.optimizers(step.subject))
        source = zero.subject.source
        if source is None:
            return "unknown"
        is_inside = held.is_all and bool(held.models) and held.models <= self.parts(source)
        if is_inside and not self.are_several(held.models) and not self._may_be_scheduler(step):
            return "same"
        return "other" if self.compare(held, Held(frozenset((source,)), True)) == "other" else "unknown"

    def _may_be_scheduler(self, step: Step) -> bool:
        """Whether what steps may be a scheduler or wrapper made from an optimizer."""
        made_of = self.optimizers(step.subject)
        others = [s for s in self.tracer.changes if s.what == "step" and s.holder[-1:] != step.holder[-1:]]
        return not self.is_known(step.subject) and any(made_of & self.optimizers(s.subject) for s in others)

    def feeds(self, backward: Step, step: Step) -> Relation:
        """Whether a backward computes gradients that an optimizer's step applies."""
        held = self.held_by(self.optimizers(step.subject))
        return self.compare(self.differentiated(backward.subject), held)

    def may_feed(self, backward: Step, step: Step) -> bool:
        """Whether a backward may compute gradients that an optimizer's step applies."""
        return self.may_reach(backward.subject, self.held_by(self.optimizers(step.subject)))

    def may_reach(self, loss: Value, held: Held) -> bool:
        """Whether a backward of a loss may give parameters a gradient; also those of a model without known calls.

        Where no call of a model is known, its outputs can't be told from other values: one may have become the loss.
        """
        return self.compare(self.differentiated(loss), held) != "other" or not self._are_called(held.models)

    def _are_called(self, models: Nodes) -> bool:
        """Whether each of these models, or a model that contains it, is called."""
        return all(any(model in self.parts(called) for called in self._called) for model in models)

    @cached_property
    def _called(self) -> Nodes:
        """The models that are called with gradients enabled."""
        return frozenset(source for made in self.tracer.forwards.values() for source in made if source is not None)

    def clips(self, clip: Step, step: Step) -> Relation:
        """Whether a clip changes gradients that an optimizer's step applies."""
        return self.compare(self.parameters(clip.subject), self.held_by(self.optimizers(step.subject)))


@query
def relations(file: File) -> Relations:
    """Which optimizers, models and parameters belong together."""
    return Relations(file.analysis.tracer, file.tree, file.analysis.classes)
