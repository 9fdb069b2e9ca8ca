"""Models that a loss is differentiated through, and that no optimizer has."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition, definitions_from
from torchlint.binding.known_texts import of_namespace
from torchlint.binding.symbols import Class, module_has_parameters
from torchlint.binding.use_def import uses
from torchlint.domain.values import Composite, Value
from torchlint.flow.facts import ForwardFact
from torchlint.flow.training_trace import Step
from torchlint.knowledge.naming_conventions import FREEZES, names_fixed_model
from torchlint.knowledge.operations import operations
from torchlint.queries.file import CallView, View
from torchlint.queries.memo import query
from torchlint.queries.modules.known_parameters import surely_has_parameters
from torchlint.queries.training.parameter_ownership import Held, Nodes, Relations, relations
from torchlint.queries.training.training_loops import Training, trainings
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# Methods of a model that leave its parameters what they are to optimizers.
_HARMLESS = operations("mode", "move", "cast", "state", of="torch.nn.Module")
# What a class says that freezes its parameters; `detach()` alone may be of one output among several.
_FREEZES_PARAMETERS = re.compile("|".join((*(word for word in FREEZES if word != "detach"), "detach_")))


@dataclass(frozen=True, slots=True, eq=False)
class UnownedModel(CallView):
    """A call, in training, of a model whose parameters get gradients that nothing applies."""

    made: View  # where the model is made
    target: View  # what it is assigned to there
    assignment: View  # that statement
    step: View  # the optimizer that steps instead
    is_new: bool  # whether it is of a class of the project, and nothing shows that it was trained before

    @property
    def called(self) -> str:
        """The model as this call has it: `teacher` of `teacher(x)`, wherever that was made under another name."""
        return self.callee.text if isinstance(self.callee.node, tree.Name) else self.target.text


@query
def unowned_models(file: File) -> tuple[UnownedModel, ...]:
    """Each such model once, where it is first called, in source order; none while some optimizer is not known."""
    optimizers = file.analysis.tracer.optimizers
    if not optimizers or "add_param_group" in file.text:
        return ()
    owned = relations(file)
    held = owned.held_by(frozenset(optimizers))
    if not held.is_all:
        return ()
    found: dict[tree.Node, UnownedModel] = {}
    for loop in trainings(file):
        step = step_of(owned, loop)
        if step is not None and file.holds(step.node):
            for source in _differentiated(owned, loop, held):
                one = _unowned(file, source, step) if source not in found else None
                if one is not None:
                    found[source] = one
    return tuple(sorted(found.values(), key=lambda one: one.node.start))


def step_of(owned: Relations, loop: Training) -> Step | None:
    """The step of a loop's only optimizers, if each of them is known, and steps only by itself."""
    steps = [step for step in loop.all if step.what == "step"]
    backwards = [step for step in loop.all if step.what == "backward"]
    by_library = any(step.by in ("engine", "closure") for step in (*steps, *backwards))
    known = all(owned.optimizers(step.subject) and owned.is_known(step.subject) for step in steps)
    return steps[0] if steps and backwards and known and not by_library else None


def _differentiated(owned: Relations, loop: Training, held: Held) -> Iterator[tree.Node]:
    """The models that get gradients in a loop, and of which no optimizer has a part."""
    for step in loop.all:
        models: Nodes = owned.differentiated(step.subject).models if step.what == "backward" else frozenset()
        for source in sorted(models, key=lambda node: node.start):
            if not owned.share(frozenset((source,)), held.models) and source not in owned.several:
                yield source


def _unowned(file: File, source: tree.Node, step: Step) -> UnownedModel | None:
    """What is said of a model; None where something else may train or freeze its parameters."""
    differentiated = file.facts.differentiated
    calls = [one for one in file.facts.forwards if one.model.source is source and one.origin in differentiated]
    if not calls or not file.holds(source) or not file.holds(calls[0].node):
        return None
    model, whole = calls[0].model, _whole(file, source)
    assigned = [one for one in definitions_from(file.tree, whole) if one.name or _is_by_name(one)]
    is_set = not assigned and _sets_attribute(file, whole)
    if model.assumed or (len(assigned) != 1 and not is_set) or not _may_have_gradients(file, calls, model):
        return None
    given = assigned[0].target if assigned else None
    named = [fact.node.func for fact in calls] + ([given] if given is not None else [])
    loads = _loads(file, named)
    if loads is None:
        return None
    target = View(file, given or source)
    is_kept = loads or any(names_fixed_model(tree.last_name(one)) for one in named)
    is_new = not is_kept and is_untrained(file, model)
    statement, stepped = View(file, file.tree.statement(source)), View(file, step.node)
    return UnownedModel(file, calls[0].node, View(file, source), target, statement, stepped, is_new)


def _is_by_name(assigned: Definition) -> bool:
    """Whether this is `self.__dict__["encoder"] = ...`."""
    return isinstance(assigned.target, tree.Subscript) and of_namespace(assigned.target.value) is not None


def _sets_attribute(file: File, value: tree.Node) -> bool:
    """Whether this is what `setattr(self, "encoder", ...)` is given."""
    above = file.tree.parents.get(value)
    call = file.tree.parents.get(above) if isinstance(above, tree.Argument) else None
    return isinstance(call, tree.Call) and tree.dotted(call.func) == "setattr" and call.args[-1] is above


def _whole(file: File, node: tree.Node) -> tree.Node:
    """What is made of a module on the spot: `make().to(device).eval()`."""
    above = file.tree.parents.get(node)
    while isinstance(above, tree.Attribute) or (isinstance(above, tree.Call) and above.func is node):
        node, above = above, file.tree.parents.get(above)
    return node


def _may_have_gradients(file: File, calls: list[ForwardFact], model: Value) -> bool:
    """Whether a model surely has parameters that want gradients: nothing in its class turns that off."""
    if any(fact.frozen for fact in calls) or model.source in file.analysis.frozen:
        return False
    if isinstance(model.ref, Class):
        for cls in model.ref.lineage:
            text = cls.unit.tree.text_of(cls.node)
            if _FREEZES_PARAMETERS.search(text) is not None:
                return False
        return surely_has_parameters(model)
    if isinstance(model.ref, Composite):  # of a list, some parts may not be known
        return any(part.ref is not None and module_has_parameters(part) for part in model.ref.parts)
    return module_has_parameters(model) and not _freezes_itself(file, model)


def _freezes_itself(file: File, model: Value) -> bool:
    """Whether the row of the library's class or factory that made a model says that most of it is frozen."""
    names = file.facts.definitions.get(model.source, ()) if isinstance(model.source, tree.Call) else ()
    rows = [file.lookup.call_model(name) for name in names if isinstance(name, str)]
    return any(row is not None and row.freezes for row in rows)


def is_untrained(file: File, model: Value) -> bool:
    """Whether a model is a layer, or of a class of the project that makes all of its parameters, and loads none."""
    if model.source in file.facts.loaded:
        return False
    if not isinstance(model.ref, Class):
        return isinstance(model.ref, str) and model.ref.startswith("torch.nn.")  # a layer, created here
    texts = (cls.unit.tree.text_of(cls.node) for cls in model.ref.lineage)
    return not any(word in text for text in texts for word in ("pretrained", "load", "weights="))


def _loads(file: File, named: list[tree.Node]) -> bool | None:
    """Whether a model is given other weights, by its names; None where it is used for more than to be called."""
    loads = False
    attributes = {node.attr for node in named if isinstance(node, tree.Attribute)}
    variables = [uses(file.tree, node) for node in named if isinstance(node, tree.Name)]
    same = [node for node in file.tree.all(tree.Attribute) if node.attr in attributes and node not in named]
    for node in itertools.chain(same, *variables):
        above = file.tree.parents.get(node)
        if isinstance(above, tree.Attribute):
            if above.attr not in _HARMLESS:
                return None
            loads = loads or above.attr == "load_state_dict"
        elif not (isinstance(above, tree.Call) and above.func is node) and not _is_handed_on(file, above, named):
            return None
    return loads


def _is_handed_on(file: File, argument: tree.Node | None, named: list[tree.Node]) -> bool:
    """Whether an argument goes to functions that call the model, so that what they do with it is seen."""
    call = file.tree.parents.get(argument) if isinstance(argument, tree.Argument) else None
    functions = file.facts.functions.get(call, ()) if isinstance(call, tree.Call) else ()
    calling = {file.tree.above(node, tree.FunctionDef) for node in named if isinstance(node, tree.Name)}
    return bool(functions) and all(function.node in calling for function in functions)
