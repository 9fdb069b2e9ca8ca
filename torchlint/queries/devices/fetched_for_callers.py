"""Helpers that fetch a tensor for their caller: `def to_numpy(x): return x.detach().cpu().numpy()`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definition
from torchlint.flow.facts import CallContext, HostSyncFact
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function

# Through how many helpers a tensor is followed.
_FARTHEST = 3


def as_the_caller_sees(fact: HostSyncFact) -> HostSyncFact:
    """The call of the helper that returns the fetched numbers, with the tensor that it is given; else the fact itself.

    The helper is right as it is. Whether its caller has to wait in each step is a question about the call.
    """
    for _ in range(_FARTHEST):
        outer = _one_call_out(fact)
        if outer is None:
            return fact
        fact = outer
    return fact


def _one_call_out(fact: HostSyncFact) -> HostSyncFact | None:
    where, function = fact.where, fact.where.function
    if not where.chain or function is None or any(loop.depth == len(where.chain) for loop in where.loops):
        return None
    call, name = where.chain[-1], _root(fact.operand)
    syntax = function.unit.tree
    if not isinstance(call, tree.Call) or name is None or not isinstance(function.node, tree.FunctionDef):
        return None
    if fact.node not in syntax.parents or not isinstance(syntax.statement(fact.node), tree.Return):
        return None  # it goes on with the numbers itself
    definition = reaching_definition(syntax, name)
    if definition is None or not isinstance(definition.node, tree.Parameter):
        return None
    given = _given(call, function, definition.node)
    return replace(fact, node=call, operand=given, where=_caller(where)) if given is not None else None


def _root(operand: tree.Expression) -> tree.Name | None:
    """The name whose methods make a tensor: `x` of `x.detach().cpu()`."""
    node: tree.Node = operand
    while isinstance(node, (tree.Attribute, tree.Subscript)) or (
        isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute)
    ):
        node = node.func if isinstance(node, tree.Call) else node.value
    return node if isinstance(node, tree.Name) else None


def _given(call: tree.Call, function: Function, parameter: tree.Parameter) -> tree.Expression | None:
    """What a call gives for a parameter of a function that is not bound to an object."""
    if function.owner is not None or any(argument.star for argument in call.args):
        return None
    by_name = next((argument.value for argument in call.args if argument.keyword == parameter.name), None)
    if by_name is not None or not isinstance(function.node, tree.FunctionDef):
        return by_name
    return tree.positional(call, function.node.parameters.index(parameter))


def _caller(where: CallContext) -> CallContext:
    outer = len(where.chain) - 1
    loops = tuple(loop for loop in where.loops if loop.depth <= outer)
    return replace(where, function=where.caller(outer), chain=where.chain[:-1], stack=where.stack[:-1], loops=loops)
