"""New parts of a model that its outputs are computed with, where an optimizer is given parameters by their names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import definitions_from
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import resolved_expression
from torchlint.domain.values import ModuleList
from torchlint.finding import Span
from torchlint.queries.file import CallView, View
from torchlint.queries.memo import query
from torchlint.queries.modules.known_parameters import surely_has_parameters
from torchlint.queries.modules.name_patterns import parameter_names
from torchlint.queries.training.untrained_models import is_untrained
from torchlint.queries.training.untrained_parts import is_frozen_part, parts_of, reaches
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


# Code that writes or grows the parameters of an optimizer's group itself.
_GROUP_PARAMETERS = re.compile(r"""\[["']params["']\]\s*(\+?=(?!=)|\.(append|extend)\()""")


class Selection(NamedTuple):
    """Parameters of a model that are taken by texts in their names."""

    model: tree.Expression
    texts: tuple[str, ...]  # a name with any of these is taken
    place: tree.Node


class UnnamedPart(NamedTuple):
    """A part whose names have none of the texts that the optimizer's parameters are chosen by."""

    optimizer: CallView  # the call that makes it
    name: str  # the part, as code: `model.head`
    model: View  # the whole that the part belongs to
    assignment: View  # where the model is made
    chosen: tuple[Span, str]  # where the parameters are chosen, as a note for a finding


@query
def unnamed_parts(file: File) -> Iterator[UnnamedPart]:
    """Each such part, in source order; none in a file that makes several optimizers.

    Example:
        for part in training.unnamed_parts(file):
            ...  # `part.name` starts with random weights, and stays so
    """
    made = {origin.node for origin in file.analysis.tracer.optimizers}
    if len(made) != 1 or "named_parameters" not in file.text or _adds_later(file):
        return
    (call,) = made
    if not isinstance(call, tree.Call) or not file.holds(call) or not call.args:
        return
    selections = list(_selections(file, call.args[0].value))
    models = {file.tree.text_of(one.model) for one in selections if one is not None}
    if not selections or len(models) != 1:
        return
    known = [one for one in selections if one is not None]
    if len(known) < len(selections):
        return
    texts = tuple(text for one in known for text in one.texts)
    first = known[0]
    model = file.value(first.model).value
    cls, source = model.ref, model.source
    if not isinstance(cls, Class) or model.assumed or source is None or not file.holds(source):
        return
    targets = definitions_from(file.tree, source)
    forward = cls.method("forward")
    if source in file.facts.loaded or forward is None or not targets or targets[0].target is None:
        return
    for name, part in sorted(parts_of(cls).items()):
        names = parameter_names(part).inside(name)
        layers = part.ref.parts or part.items if isinstance(part.ref, ModuleList) else (part,)
        is_new = bool(layers) and all(is_untrained(file, one) and surely_has_parameters(one) for one in layers)
        if not is_new or is_frozen_part(file, part, cls) or any(map(names.may_contain, texts)):
            continue
        if reaches(forward, name):
            target = View(file, targets[0].target)
            chosen = View(file, first.place).says("takes parameters by their names")
            code, statement = f"{target.text}.{name}", View(file, file.tree.statement(source))
            yield UnnamedPart(CallView(file, call), code, target, statement, chosen)


def _adds_later(file: File) -> bool:
    """Whether an optimizer is given more parameters after it is made."""
    return "add_param_group" in file.text or _GROUP_PARAMETERS.search(file.text) is not None


def _selections(file: File, given: tree.Expression) -> Iterator[Selection | None]:
    """What an optimizer's parameters are taken from; None for what is taken in another way."""
    made = resolved_expression(file.tree, given)
    if isinstance(made, tree.Comprehension):
        yield _of_comprehension(file, made)
    elif isinstance(made, tree.List) and made.elements:
        groups = [dict(_entries(one)) if isinstance(one, tree.Dict) else {} for one in made.elements]
        for group in groups:
            if "params" in group:
                yield from _selections(file, group["params"])
            else:
                yield None
    elif isinstance(made, tree.List) and isinstance(given, tree.Name):
        yield from _of_loops(file, given)
    else:
        yield None


def _entries(group: tree.Dict) -> Iterator[tuple[str, tree.Expression]]:
    for key, value in zip(group.keys, group.values, strict=True):
        yield tree.string_of(key) or "", value


def _of_comprehension(file: File, made: tree.Comprehension) -> Selection | None:
    if len(made.clauses) != 1:
        return None
    (clause,) = made.clauses
    return _selection(file, clause.target, clause.iter, clause.ifs, clause)


def _of_loops(file: File, filled: tree.Name) -> Iterator[Selection | None]:
    """The loops that append parameters to a list, each under one condition."""
    for call in file.tree.inside(file.tree.scope(filled), tree.Call):
        if tree.dotted(call.func) == f"{filled.id}.insert":
            yield None
        elif tree.dotted(call.func) in (f"{filled.id}.append", f"{filled.id}.extend"):
            above = file.tree.above(call, tree.If, tree.For, tree.FunctionDef)
            loop = file.tree.above(above, tree.For, tree.FunctionDef) if isinstance(above, tree.If) else None
            is_in_body = isinstance(above, tree.If) and any(file.is_within(call, one) for one in above.body)
            if isinstance(above, tree.If) and isinstance(loop, tree.For) and is_in_body:
                yield _selection(file, loop.target, loop.iter, [above.test], above.test)
            else:
                yield None


def _selection(
    file: File, target: tree.Expression, over: tree.Expression, tests: list[tree.Expression], place: tree.Node
) -> Selection | None:
    """What is taken of `for name, parameter in model.named_parameters()` under these conditions."""
    if not isinstance(over, tree.Call) or not isinstance(over.func, tree.Attribute) or over.args:
        return None
    if over.func.attr != "named_parameters" or not isinstance(target, tree.Tuple) or len(target.elements) != 2:
        return None
    name = tree.dotted(target.elements[0])
    found = [texts for test in tests if name and (texts := _texts(file, test, name))]
    return Selection(over.func.value, found[0], place) if found else None


def _texts(file: File, test: tree.Expression, name: str) -> tuple[str, ...]:
    """The texts one of which a name has where a condition holds; empty if that is not what it asks."""
    if isinstance(test, tree.BoolOp):
        inside = [_texts(file, one, name) for one in test.values]
        if test.op == "and":
            return next(filter(None, inside), ())
        return tuple(text for texts in inside for text in texts) if all(inside) else ()
    if isinstance(test, tree.Compare) and test.ops == ["in"] and tree.dotted(test.comparators[0]) == name:
        text = tree.string_of(resolved_expression(file.tree, test.left))
        return (text,) if text else ()
    if not isinstance(test, tree.Call) or len(test.args) != 1:
        return ()
    given = test.args[0].value
    if tree.dotted(test.func) == f"{name}.startswith":
        text = tree.string_of(resolved_expression(file.tree, given))
        return (text,) if text else ()
    if tree.dotted(test.func) == "any" and isinstance(given, tree.Comprehension) and len(given.clauses) == 1:
        element, texts = given.element, resolved_expression(file.tree, given.clauses[0].iter)
        is_asked = isinstance(element, tree.Compare) and element.ops == ["in"]
        held = texts.elements if isinstance(texts, (tree.List, tree.Tuple, tree.Set)) else []
        if is_asked and isinstance(element, tree.Compare) and tree.dotted(element.comparators[0]) == name:
            strings = [tree.string_of(one) for one in held]
            return tuple(one for one in strings if one) if all(strings) else ()
    return ()
