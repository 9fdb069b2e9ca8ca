"""Parts of a model that its outputs are computed with, and that no optimizer has, while one has its other parts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assigned
from torchlint.binding.symbols import Class, Function
from torchlint.domain.origins import Origin
from torchlint.domain.values import YES, ModuleList, Value
from torchlint.flow.training_trace import Step
from torchlint.knowledge.naming_conventions import FREEZES, names_fixed_model
from torchlint.knowledge.operations import Column, has_column
from torchlint.queries.file import CallView, View
from torchlint.queries.memo import query
from torchlint.queries.modules.known_parameters import surely_has_parameters
from torchlint.queries.training.parameter_ownership import Held, Relations, relations
from torchlint.queries.training.training_loops import trainings
from torchlint.queries.training.untrained_models import is_untrained, step_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# What is read of a tensor that no gradient passes through.
_WITHOUT_GRADIENT: tuple[Column, ...] = ("metadata", "detach", "fetch", "integer")
# Methods that put what they are given into a list.
_PUTS = frozenset(("append", "extend", "insert"))


@dataclass(frozen=True, slots=True, eq=False)
class LeftOutPart(CallView):
    """The optimizer that has other parts of a model, and not this one."""

    name: str  # the part, as code of the model's user: `model.neck`
    model: View  # what the model is assigned to
    assignment: View  # that statement
    step: View  # where the optimizer steps
    is_certain: bool  # whether nothing says that it is frozen or was trained before, or not needed for the loss
    parameters: str  # what the optimizer would have to be given, as code: `model.neck.parameters()`


@query
def left_out_parts(file: File) -> tuple[LeftOutPart, ...]:
    """Each such part of a model that trains in this file, in source order; none while some optimizer is not known."""
    optimizers = file.analysis.tracer.optimizers
    if not optimizers or "add_param_group" in file.text:
        return ()
    owned = relations(file)
    is_all = owned.held_by(frozenset(optimizers)).is_all
    found: dict[tuple[tree.Node, str], LeftOutPart] = {}
    for loop in trainings(file) if is_all else ():
        step = step_of(owned, loop)
        losses = [one for one in loop.all if one.what == "backward"] if step is not None else []
        for source in {node for loss in losses for node in owned.differentiated(loss.subject).models}:
            model = file.analysis.tracer.models.get(source)
            held = owned.held_by(_optimizers_of(file, model)) if model is not None else None
            if step is not None and model is not None and held is not None and _has_some(owned, source, held):
                for part in _parts(file, step, model, held, owned):
                    found.setdefault((source, part.name), part)
    return tuple(sorted(found.values(), key=lambda part: (part.node.start, part.name)))


def _optimizers_of(file: File, model: Value) -> frozenset[Origin]:
    """The optimizers that may have parts of a model: not those of functions that make a model of the class for them."""
    models, mine = file.analysis.tracer.models, _outermost(file, model.source)
    others = {_outermost(file, node) for node, one in models.items() if one.ref is model.ref} - {mine, None}
    return frozenset(one for one in file.analysis.tracer.optimizers if _outermost(file, one.node) not in others)


def _outermost(file: File, node: tree.Node | None) -> tree.FunctionDef | None:
    """The plain function of this file that code is in."""
    if node is None or not file.holds(node):
        return None
    around = [one for one in file.tree.around(node) if isinstance(one, (tree.FunctionDef, tree.ClassDef))]
    return around[-1] if around and isinstance(around[-1], tree.FunctionDef) else None


def _has_some(owned: Relations, source: tree.Node, held: Held) -> bool:
    """Whether optimizers have parts of a model, and neither the whole model nor one that contains it."""
    inside = owned.parts(source)
    is_whole = source in held.models or any(source in owned.parts(one) for one in held.models)
    return not is_whole and not inside.isdisjoint(held.models) and source not in owned.several


def _parts(file: File, step: Step, model: Value, held: Held, owned: Relations) -> Iterator[LeftOutPart]:
    cls, source = model.ref, model.source
    made = sorted((one.node for one in owned.optimizers(step.subject)), key=lambda node: node.start)
    if not isinstance(cls, Class) or source is None or not file.holds(source) or model.assumed:
        return
    whole = _assigned(file, source)
    optimizer = next((one for one in made if isinstance(one, tree.Call) and file.holds(one)), None)
    forward = cls.method("forward")
    if whole is None or optimizer is None or forward is None or source in file.facts.loaded:
        return
    about = not is_untrained(file, model) or any(_says_freezing(file, node) for node in (source, optimizer, step.node))
    for name, value in sorted(parts_of(cls).items()):
        inside = owned.parts(value.source) if value.source is not None else frozenset()
        is_one = value.kind == "tensor"
        layers = value.ref.parts or value.items if isinstance(value.ref, ModuleList) else (value,)
        has_parameters = is_one or any(map(surely_has_parameters, layers))
        if not (inside or is_one) or not inside.isdisjoint(held.models) or not has_parameters:
            continue  # an optimizer that is given a single parameter leaves open which one it has
        if is_frozen_part(file, value, cls) or names_fixed_model(name):
            continue
        kind, target = reaches(forward, name), View(file, whole)
        code = f"{target.text}.{name}"
        is_new = is_one or all(is_untrained(file, one) for one in layers)
        if kind and is_new and not _is_collected(file, code, source, is_one=is_one) and not _is_given(file, cls, name):
            statement, stepped = View(file, file.tree.statement(source)), View(file, step.node)
            given = f"[{code}]" if is_one else f"{code}.parameters()"
            is_certain = kind == "whole" and not about
            yield LeftOutPart(file, optimizer, code, target, statement, stepped, is_certain, given)


def _is_collected(file: File, code: str, source: tree.Node, *, is_one: bool) -> bool:
    """Whether the code that makes a model collects the parameters of a part, perhaps to change them by hand.

    A part that is one parameter (`is_one`) is collected as an argument or an element, or changed by its gradient.
    """
    text = file.tree.text_of(_outermost(file, source) or file.tree.root)
    if is_one:
        return re.search(rf"[\[(,=]\s*{re.escape(code)}\s*[\]),]|{re.escape(code)}\.grad\b", text) is not None
    return f"{code}.parameters" in text or f"{code}.named_parameters" in text


def _is_given(file: File, cls: Class, name: str) -> bool:
    """Whether a method of the model that code of this file calls speaks of the part and of parameters, to give both."""
    methods = {function for call in file.tree.all(tree.Call) for function in file.facts.functions.get(call, ())}
    for method in methods:
        text = method.unit.tree.text_of(method.node)
        if method.owner in cls.lineage and method.name not in ("__init__", "forward") and "parameters" in text:
            if re.search(rf"\bself\.{re.escape(name)}\b", text):
                return True
    return False


def _assigned(file: File, source: tree.Node) -> tree.Expression | None:
    """The name that a model is assigned to where it is made, perhaps after it is moved."""
    statement = file.tree.statement(source)
    targets = statement.targets if isinstance(statement, tree.Assign) else []
    return targets[0] if len(targets) == 1 and isinstance(targets[0], (tree.Name, tree.Attribute)) else None


def parts_of(cls: Class) -> dict[str, Value]:
    """The modules and parameters that a class and its bases hold, by name."""
    held = {name: value for one in reversed(cls.lineage) for name, value in one.attributes.items()}
    return {name: value for name, value in held.items() if value.kind == "module" or _is_trainable(value)}


def _is_trainable(value: Value) -> bool:
    """Whether a value is a parameter that wants a gradient."""
    return value.kind == "tensor" and value.made_by == "parameter" and value.grad == YES and not value.assumed


def is_frozen_part(file: File, part: Value, cls: Class) -> bool:
    """Whether the classes of a model and of its part turn gradients off somewhere, or other code freezes the part."""
    if part.source in file.analysis.frozen:
        return True
    classes = (*cls.lineage, *(part.ref.lineage if isinstance(part.ref, Class) else ()))
    return any(word in one.unit.tree.text_of(one.node) for one in classes for word in FREEZES)


def _says_freezing(file: File, place: tree.Node) -> bool:
    """Whether the code around a place, outside of which nothing shows what is frozen, has words for that."""
    around = [one for one in file.tree.around(place) if isinstance(one, (tree.FunctionDef, tree.ClassDef))]
    text = file.tree.text_of(around[-1]) if around else file.text
    return "requires_grad" in text or "freeze" in text


def reaches(forward: Function, name: str) -> str:
    """How much of what `forward` returns is computed with a part: the "whole", a "part", or "" if that is unknown."""
    syntax, body = forward.unit.tree, forward.node
    if any(word in syntax.text_of(body) for word in FREEZES):
        return ""
    reads = [n for n in syntax.own(body, tree.Attribute) if tree.dotted(n) == f"self.{name}"]
    given = {n for n in reads if syntax.above(n, tree.If, tree.Conditional, tree.Try, tree.FunctionDef) is body}
    names: set[str] = set()
    for node in sorted(tree.walk(body, into_functions=False), key=lambda node: node.start) * 2 if given else ():
        for target, value in _bindings(node):
            if _uses(syntax, value, given, names):
                names |= {n.id for n in tree.walk(target) if isinstance(n, tree.Name)}
            elif isinstance(target, tree.Name) and isinstance(node, tree.Assign) and syntax.parents.get(node) is body:
                names.discard(target.id)
    returns = [one.value for one in syntax.own(body, tree.Return) if one.value is not None]
    if not returns or not all(_uses(syntax, value, given, names) for value in returns):
        return ""
    several = any(isinstance(value, (tree.Tuple, tree.List, tree.Dict, tree.Call)) for value in returns)
    return "part" if several and not _is_in_all(syntax, returns, given, names) else "whole"


def _is_in_all(syntax: tree.Tree, returns: list[tree.Expression], given: set[tree.Attribute], names: set[str]) -> bool:
    """Whether each element of what is returned is computed with the part."""
    for value in returns:
        elements = value.elements if isinstance(value, (tree.Tuple, tree.List)) else [value]
        if isinstance(value, tree.Dict) or not all(_uses(syntax, one, given, names) for one in elements):
            return False
    return True


def _bindings(node: tree.Node) -> Iterator[tuple[tree.Expression, tree.Expression]]:
    """The targets to which this piece of code gives a value, or into which it puts one, each with that value."""
    if isinstance(node, (tree.For, tree.Clause)):
        yield node.target, node.iter
    elif isinstance(node, tree.AugmentedAssign):
        yield node.target, node.value
    elif isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.func.attr in _PUTS:
        yield from ((node.func.value, argument.value) for argument in node.args)
    else:
        yield from ((target, value) for _, target, value in assigned(node) if value is not None)


def _uses(syntax: tree.Tree, value: tree.Node, given: set[tree.Attribute], names: set[str]) -> bool:
    """Whether an expression is computed with the numbers of the part's results."""
    for node in tree.walk(value):
        if node in given or (isinstance(node, tree.Name) and node.id in names):
            above = syntax.parents.get(node)
            if not (isinstance(above, tree.Attribute) and has_column(above.attr, *_WITHOUT_GRADIENT)):
                return True
    return False
