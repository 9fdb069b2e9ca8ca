"""Conditions that ask whether several processes take part."""

from __future__ import annotations

import re

from torchlint.queries.distributed import asks_about_processes
from torchlint.syntax import tree
from torchlint.syntax.conditions import tests_at

# What is asserted where there has to be a group.
_INSISTS = re.compile(r"initiali[sz]ed|distributed")


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
