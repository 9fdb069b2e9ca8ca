"""Losses that detach what they are given: their backward ends before the models that made it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.traits import literal_of, literals_compared
from torchlint.binding.use_def import resolved_expression
from torchlint.domain.origins import NO_ORIGINS, Origins
from torchlint.domain.provenance import all_origins
from torchlint.knowledge.operations import has_column
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_DETACHED = ("detach", "data")


def detached_by_loss(file: File, backward: tree.Node) -> Origins:
    """The origins of a loss module's arguments that its forward, called this way, only reads detached."""
    call = _loss_call(file, backward)
    module = file.facts.values.get(call.func) if call is not None else None
    forward = module.ref.method("forward") if module is not None and isinstance(module.ref, Class) else None
    if call is None or forward is None or not isinstance(forward.node, tree.FunctionDef):
        return NO_ORIGINS
    given = _given(call, [p.name for p in forward.node.parameters[1:] if p.kind == "positional"])
    if given is None:
        return NO_ORIGINS
    literals = {name: literal_of(value) for name, value in given.items() if name not in forward.rebinds}
    read = {
        part.id
        for statement in _reached(forward.node.body, literals)
        for part in tree.walk(statement)
        if isinstance(part, tree.Name) and not _is_detached(forward.unit.tree, part)
    }
    detached, joined = NO_ORIGINS, NO_ORIGINS
    for name, value in given.items():
        known = file.facts.values.get(value)
        origins = all_origins(known) if known is not None else NO_ORIGINS
        detached, joined = (detached, joined | origins) if name in read else (detached | origins, joined)
    return detached - joined


def _loss_call(file: File, backward: tree.Node) -> tree.Call | None:
    """The call whose result `loss.backward()` or `scaler.scale(loss).backward()` differentiates as it is."""
    if not isinstance(backward, tree.Call) or not isinstance(backward.func, tree.Attribute):
        return None
    loss = backward.func.value
    if isinstance(loss, tree.Call) and isinstance(loss.func, tree.Attribute) and loss.func.attr == "scale":
        loss = tree.positional(loss, 0) or loss
    loss = resolved_expression(file.tree, loss)
    return loss if isinstance(loss, tree.Call) else None


def _given(call: tree.Call, parameters: list[str]) -> dict[str, tree.Expression] | None:
    """The arguments of a call by parameter; None where one is not written out."""
    if any(argument.star for argument in call.args):
        return None
    places = [argument.value for argument in call.args if argument.keyword is None]
    named = {argument.keyword: argument.value for argument in call.args if argument.keyword is not None}
    return dict(zip(parameters, places)) | named if len(places) <= len(parameters) else None


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
    given, compared = literals.get(test.left.id), literals_compared(test)
    if given is None or compared is None:
        return None
    return (given in compared) == (test.ops[0] in ("==", "in"))


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
