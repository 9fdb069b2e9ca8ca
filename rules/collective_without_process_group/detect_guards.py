"""Conditions that ask whether several processes take part."""

from __future__ import annotations

import re

from torchlint.syntax import tree
from torchlint.syntax.conditions import tests_at

_ASKS = re.compile(
    r"dist|world|rank|ddp|gpu|parallel|initiali[sz]ed|multi|node|fsdp|proc|master|main|slurm|deepspeed|group|sync|accel",
    re.IGNORECASE,
)


def asks_about_processes(syntax: tree.Tree, test: tree.Node) -> bool:
    """Whether a condition may be about other processes, by the words in it."""
    text = syntax.text_of(test)
    return "__name__" not in text and _ASKS.search(text) is not None


def is_guarded(syntax: tree.Tree, place: tree.Node, *, by_flags: bool = False) -> bool:
    """Whether such a condition, or a `try`, decides about a place in its function; or any flag, if that is asked."""
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
