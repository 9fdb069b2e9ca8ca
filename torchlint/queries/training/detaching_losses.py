"""Losses that detach what they are given: their backward ends before the models that made it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, Function
from torchlint.binding.traits import literal_of, outcome_for
from torchlint.binding.use_def import reaching_definition, resolved_expression, uses
from torchlint.domain.origins import NO_ORIGINS, Origin, Origins
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import alternatives
from torchlint.knowledge.operations import has_column
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_DETACHED = ("detach", "data")
_DEEPEST = 3  # methods that call methods


def detached_by_loss(file: File, backward: tree.Node) -> Origins:
    """The origins of arguments of the modules that a loss is made of, where their forwards only read them detached."""
    detached: set[Origin] = set()
    joined: set[Origin] = set()
    calls, others = _makers(file, backward)
    for call in calls:
        joined |= {origin for origin in _origins(file, call) if origin.node is call}
        for one in alternatives(file.facts.values[call.func]):
            forward = one.ref.method("forward") if isinstance(one.ref, Class) else None
            given = _given(call, forward) if forward is not None else None
            if not isinstance(one.ref, Class) or forward is None or given is None:
                joined = joined.union(*(_origins(file, argument.value) for argument in call.args))
                continue
            read = _read_whole(file, one.ref, forward, given)
            for name, value in given.items():
                (joined if name in read else detached).update(_origins(file, value))
    return frozenset(detached - joined.union(*(_origins(file, node) for node in others)))


def _origins(file: File, node: tree.Node) -> Origins:
    value = file.facts.values.get(node)
    return all_origins(value) if value is not None else NO_ORIGINS


def _makers(file: File, backward: tree.Node) -> tuple[list[tree.Call], list[tree.Name]]:
    """The calls of modules in what a loss is computed from, and the names there that stand for something else."""
    loss = _differentiated(file, backward)
    waiting: list[tree.Node] = [loss] if loss is not None else []
    calls: list[tree.Call] = []
    others: list[tree.Name] = []
    seen = set[tree.Node]()
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        if isinstance(node, tree.Name):
            definition = reaching_definition(file.tree, node)
            is_whole = definition is not None and definition.kind != "augmented"  # a sum of more than is written there
            made = (definition.value or definition.source) if definition is not None and is_whole else None
            if made is None or _is_filled(file.tree, node):
                others.append(node)
            else:
                waiting.append(made)
        elif isinstance(node, tree.Call) and _is_module(file, node.func):
            calls.append(node)
        else:
            waiting += tree.children(node)
    return calls, others


def _is_filled(syntax: tree.Tree, name: tree.Name) -> bool:
    """Whether something is put into what a name stands for: `losses["edges"] = edges(x)`, `terms.append(edges(x))`."""
    for use in uses(syntax, name):
        above = syntax.parents[use]
        if isinstance(above, tree.Subscript) and above.value is use:
            outer = syntax.parents[above]
            if (isinstance(outer, tree.Assign) and above in outer.targets) or isinstance(outer, tree.AugmentedAssign):
                return True
        call = syntax.parents[above]
        if isinstance(above, tree.Attribute) and isinstance(call, tree.Call) and call.func is above:
            if isinstance(syntax.parents[call], tree.ExpressionStatement) and above.attr != "backward":
                return True
    return False


def _is_module(file: File, called: tree.Expression) -> bool:
    value = file.facts.values.get(called)
    return value is not None and value.kind == "module"


def is_part_of_unknown_loss(file: File, backward: tree.Node) -> bool:
    """Whether a loss module of an unknown class is given a literal, by which it may choose a part that detaches."""
    call = _loss_call(file, backward)
    module = file.facts.values.get(call.func) if call is not None else None
    if call is None or module is None or module.kind != "module" or module.ref is not None:
        return False
    return any(literal_of(argument.value) is not None for argument in call.args)


def _read_whole(
    file: File, cls: Class | None, function: Function, given: dict[str, tree.Expression], depth: int = 0
) -> set[str]:
    """The parameters that a function, called with these arguments, reads other than detached, by whatever name."""
    if not isinstance(function.node, tree.FunctionDef):
        return set(given)
    literals = {name: literal_of(value) for name, value in given.items() if name not in function.rebinds}
    syntax = function.unit.tree
    parts = _parts(function.node, set(given))
    return {
        parts.get(part.id, part.id)
        for statement in _reached(function.node.body, literals)
        if not _makes_itself(statement) and (_part_taken(statement, {*given, *parts}) or [""])[0] not in parts
        for part in tree.walk(statement)
        if isinstance(part, tree.Name)
        and not _is_detached(syntax, part)
        and not (depth < _DEEPEST and _is_detached_by_call(file, cls, syntax, part, depth))
    }


def _parts(function: tree.FunctionDef, given: set[str]) -> dict[str, str]:
    """The names that a function gives parts of its parameters: `points` for `made` in `points = made["points"]`."""
    parts: dict[str, str] = {}
    for statement in function.body:
        taken = _part_taken(statement, {*given, *parts})
        if taken is not None and taken[0] not in given:
            parts[taken[0]] = parts.get(taken[1], taken[1])
    return parts


def _part_taken(statement: tree.Node, known: set[str]) -> tuple[str, str] | None:
    """The new name and the old one, of a statement that only takes a part of what one of these names stands for."""
    if not isinstance(statement, tree.Assign) or len(statement.targets) != 1:
        return None
    target, value = statement.targets[0], statement.value
    while isinstance(value, tree.Subscript):
        value = value.value
    if not isinstance(target, tree.Name) or not isinstance(value, tree.Name) or value is statement.value:
        return None
    return (target.id, value.id) if value.id in known else None


def _makes_itself(statement: tree.Node) -> bool:
    """Whether this is `x = x.float()`, which reads `x` for a name that is looked at itself."""
    if not isinstance(statement, tree.Assign) or len(statement.targets) != 1:
        return False
    value: tree.Expression = statement.value
    while isinstance(value, tree.Call) and isinstance(value.func, tree.Attribute) and not value.args:
        value = value.func.value
    return isinstance(value, tree.Name) and tree.dotted(statement.targets[0]) == value.id


def _is_detached_by_call(file: File, cls: Class | None, syntax: tree.Tree, name: tree.Name, depth: int) -> bool:
    """Whether a name is given to a method, `self._judge(x)`, or a function, that only reads it detached."""
    call = syntax.parents[syntax.parents[name]]
    if not isinstance(call, tree.Call):
        return False
    owner, _, called = (tree.dotted(call.func) or "").partition(".")
    method = cls.method(called) if owner == "self" and cls is not None else None
    functions = list(file.facts.functions.get(call, ())) if owner != "self" else []
    function = method or (functions[0] if len(functions) == 1 and functions[0].owner is None else None)
    given = _given(call, function) if function is not None else None
    if function is None or given is None or name not in given.values():
        return False
    read = _read_whole(file, cls if method is not None else None, function, given, depth + 1)
    return all(parameter not in read for parameter, value in given.items() if value is name)


def _loss_call(file: File, backward: tree.Node) -> tree.Call | None:
    """The call whose result, or a part of it, a backward differentiates."""
    loss = _differentiated(file, backward)
    if loss is None:
        return None
    made = resolved_expression(file.tree, loss)
    unpacked = reaching_definition(file.tree, made) if isinstance(made, tree.Name) else None
    made = (unpacked.source if unpacked is not None else None) or made
    return made if isinstance(made, tree.Call) else None


def _differentiated(file: File, backward: tree.Node) -> tree.Expression | None:
    """The `loss` of `loss.backward()`, `scaler.scale(loss).backward()` and `accelerator.backward(loss)`."""
    if not isinstance(backward, tree.Call) or not isinstance(backward.func, tree.Attribute):
        return None
    loss = backward.func.value
    known, first = file.facts.values.get(loss), tree.positional(backward, 0)
    if first is not None and (known is None or known.kind != "tensor"):
        loss = first  # `accelerator.backward(loss)`
    if isinstance(loss, tree.Call) and isinstance(loss.func, tree.Attribute) and loss.func.attr == "scale":
        loss = tree.positional(loss, 0) or loss
    return loss


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
    return isinstance(above, tree.Clause) and above.iter is node and _ends_in_comprehension(syntax, above, node)


def _ends_in_comprehension(syntax: tree.Tree, clause: tree.Clause, over: tree.Node) -> bool:
    """Whether a comprehension only reads what it goes over detached: `{k: v.detach() for k, v in given.items()}`."""
    around, target = syntax.parents[clause], clause.target
    method = tree.last_name(over.func) if isinstance(over, tree.Call) else ""
    if method == "items" and isinstance(target, tree.Tuple) and len(target.elements) == 2:
        target = target.elements[1]
    if method not in ("items", "values") or not isinstance(target, tree.Name):
        return False
    reads = (n for n in tree.walk(around) if isinstance(n, tree.Name) and n.id == target.id and n is not target)
    return all(_is_detached(syntax, read) for read in reads)
