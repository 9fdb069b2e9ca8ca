"""Losses that detach what they are given: their backward ends before the models that made it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, Function
from torchlint.binding.traits import literal_of, outcome_for
from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.domain.origins import NO_ORIGINS, Origins
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import alternatives
from torchlint.knowledge.operations import has_column
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_DETACHED = ("detach", "data")
_DEEPEST = 3  # methods that call methods


def detached_by_loss(file: File, backward: tree.Node) -> Origins:
    """The origins of a loss module's arguments that its forward, called this way, only reads detached."""
    call = _loss_call(file, backward)
    module = file.facts.values.get(call.func) if call is not None else None
    if call is None or module is None:
        return NO_ORIGINS
    found: Origins | None = None
    for one in alternatives(module):
        forward = one.ref.method("forward") if isinstance(one.ref, Class) else None
        if not isinstance(one.ref, Class) or forward is None:
            return NO_ORIGINS
        detached = _detached_by(file, call, one.ref, forward)
        found = detached if found is None else found & detached
    return found or NO_ORIGINS


def is_part_of_unknown_loss(file: File, backward: tree.Node) -> bool:
    """Whether a loss module of an unknown class is given a literal, by which it may choose a part that detaches."""
    call = _loss_call(file, backward)
    module = file.facts.values.get(call.func) if call is not None else None
    if call is None or module is None or module.kind != "module" or module.ref is not None:
        return False
    return any(literal_of(argument.value) is not None for argument in call.args)


def _detached_by(file: File, call: tree.Call, cls: Class, forward: Function) -> Origins:
    given = _given(call, forward)
    if given is None:
        return NO_ORIGINS
    read = _read_whole(cls, forward, given)
    detached, joined = NO_ORIGINS, NO_ORIGINS
    for name, value in given.items():
        known = file.facts.values.get(value)
        origins = all_origins(known) if known is not None else NO_ORIGINS
        detached, joined = (detached, joined | origins) if name in read else (detached | origins, joined)
    return detached - joined


def _read_whole(cls: Class, function: Function, given: dict[str, tree.Expression], depth: int = 0) -> set[str]:
    """The names that a method of a class, called with these arguments, reads other than detached."""
    if not isinstance(function.node, tree.FunctionDef):
        return set(given)
    literals = {name: literal_of(value) for name, value in given.items() if name not in function.rebinds}
    syntax = function.unit.tree
    return {
        part.id
        for statement in _reached(function.node.body, literals)
        if not _makes_itself(statement)
        for part in tree.walk(statement)
        if isinstance(part, tree.Name)
        and not _is_detached(syntax, part)
        and not (depth < _DEEPEST and _is_detached_by_method(cls, syntax, part, depth))
    }


def _makes_itself(statement: tree.Node) -> bool:
    """Whether this is `x = x.float()`, which reads `x` for a name that is looked at itself."""
    if not isinstance(statement, tree.Assign) or len(statement.targets) != 1:
        return False
    value: tree.Expression = statement.value
    while isinstance(value, tree.Call) and isinstance(value.func, tree.Attribute) and not value.args:
        value = value.func.value
    return isinstance(value, tree.Name) and tree.dotted(statement.targets[0]) == value.id


def _is_detached_by_method(cls: Class, syntax: tree.Tree, name: tree.Name, depth: int) -> bool:
    """Whether a name is given to another method of the object, `self._judge(x)`, which only reads it detached."""
    call = syntax.parents[syntax.parents[name]]
    if not isinstance(call, tree.Call):
        return False
    owner, _, called = (tree.dotted(call.func) or "").partition(".")
    method = cls.method(called) if owner == "self" else None
    given = _given(call, method) if method is not None else None
    if method is None or given is None or name not in given.values():
        return False
    read = _read_whole(cls, method, given, depth + 1)
    return all(parameter not in read for parameter, value in given.items() if value is name)


def _loss_call(file: File, backward: tree.Node) -> tree.Call | None:
    """The call whose result, or a part of it, `loss.backward()` or `scaler.scale(loss).backward()` differentiates."""
    if not isinstance(backward, tree.Call) or not isinstance(backward.func, tree.Attribute):
        return None
    loss = backward.func.value
    known, first = file.facts.values.get(loss), tree.positional(backward, 0)
    if first is not None and (known is None or known.kind != "tensor"):
        loss = first  # `accelerator.backward(loss)`
    if isinstance(loss, tree.Call) and isinstance(loss.func, tree.Attribute) and loss.func.attr == "scale":
        loss = tree.positional(loss, 0) or loss
    loss = resolved_expression(file.tree, loss)
    unpacked = reaching_definition(file.tree, loss) if isinstance(loss, tree.Name) else None
    loss = (unpacked.source if unpacked is not None else None) or loss
    return loss if isinstance(loss, tree.Call) else None


def _given(call: tree.Call, function: Function) -> dict[str, tree.Expression] | None:
    """The arguments of the call of a method by parameter; None where one is not written out."""
    given = function.passed_by(call)
    return given if len(given) == len(call.args) else None


def _reached(body: list[tree.Node], literals: dict[str, str | None]) -> Iterator[tree.Node]:
    """The statements that may run, where literals decide conditions."""
    for statement in body:
        truth = _truth(statement.test, literals) if isinstance(statement, tree.If) else None
        if not isinstance(statement, tree.If) or truth is None:
            yield statement
            continue
        branch = statement.body if truth else statement.orelse
        yield from _reached(branch, literals)
        if branch and isinstance(branch[-1], (tree.Return, tree.Raise)):
            return


def _truth(test: tree.Expression, literals: dict[str, str | None]) -> bool | None:
    """The outcome of a comparison of a parameter with literals; None if it is not known."""
    if not isinstance(test, tree.Compare) or not isinstance(test.left, tree.Name):
        return None
    given = literals.get(test.left.id)
    return outcome_for(test, given) if given is not None else None


def _is_detached(syntax: tree.Tree, name: tree.Name) -> bool:
    """Whether only a detached copy, or no tensor at all, is made of a name here: `x.contiguous().detach()`."""
    node: tree.Node = name
    above = syntax.parents[node]
    while (isinstance(above, (tree.Attribute, tree.Subscript)) and above.value is node) or (
        isinstance(above, tree.Call) and above.func is node
    ):
        if isinstance(above, tree.Attribute) and (above.attr in _DETACHED or has_column(above.attr, "metadata")):
            return True
        node, above = above, syntax.parents[above]
    return False
