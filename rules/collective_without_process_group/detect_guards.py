"""Conditions that ask whether several processes take part."""

from __future__ import annotations

import re

from torchlint.binding.use_def import resolved_expression
from torchlint.syntax import tree
from torchlint.syntax.conditions import tests_at

_ASKS = re.compile(
    r"dist|world|rank|ddp|gpu|parallel|initiali[sz]ed|multi|node|fsdp|proc|master|main|slurm|deepspeed|group|sync|accel",
    re.IGNORECASE,
)

# What is asserted where there has to be a group.
_INSISTS = re.compile(r"initiali[sz]ed|distributed")


def asks_about_processes(syntax: tree.Tree, test: tree.Node) -> bool:
    """Whether a condition may be about other processes: by its words, what its names stand for, or what it calls."""
    parts: list[tree.Node] = [test]
    for node in tree.walk(test):
        if isinstance(node, tree.Name) and not isinstance(syntax.parents.get(node), tree.Attribute):
            parts.append(resolved_expression(syntax, node))
        elif isinstance(node, tree.Call):
            name = tree.last_part(node.func)
            parts += [function for function in syntax.all(tree.FunctionDef) if function.name == name]
    texts = map(syntax.text_of, parts)
    return any("__name__" not in text and _ASKS.search(text) is not None for text in texts)


def is_guarded(syntax: tree.Tree, place: tree.Node, *, by_flags: bool = False) -> bool:
    """Whether such a condition, or a `try`, decides about a place in its function; or any flag, if that is asked."""
    scope = syntax.scope(place)
    raising = [one for one in syntax.own(scope, tree.If) if one.body and isinstance(one.body[-1], tree.Raise)]
    tests = [one.test for one in syntax.own(scope, tree.Assert)] + [one.test for one in raising]
    if any(_INSISTS.search(syntax.text_of(test)) for test in tests if test.end <= place.start):
        return True
    inside = place
    for above in syntax.around(place):
        if isinstance(above, (tree.FunctionDef, tree.Lambda, tree.Module)):
            return False
        if isinstance(above, tree.Try) and above.handlers and inside not in above.finalbody:
            return True
        for test in tests_at(syntax, inside, above):
            if asks_about_processes(syntax, test) or (by_flags and _is_flag(test)):
                return True
        if isinstance(above, tree.BoolOp) and inside is not above.values[0]:
            return True
        inside = above
    return False


def _is_flag(test: tree.Node) -> bool:
    while isinstance(test, tree.UnaryOp) and test.op == "not":
        test = test.operand
    return isinstance(test, (tree.Name, tree.Attribute))
