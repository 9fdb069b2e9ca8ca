"""What the way a name is used proves about it: `x.backward()` means that x carries a graph."""

from __future__ import annotations

from typing import NamedTuple

from torchlint.model import tree
from torchlint.model.unseen import BACKWARDS

# Only an nn.Module has these (`eval` without arguments; pandas' takes one).
_MODULE_METHODS = frozenset(
    ("eval", "parameters", "named_parameters", "modules", "named_modules", "register_forward_hook")
)


class Usage(NamedTuple):
    """Dotted names by what is done with them in one function, class or file."""

    differentiated: frozenset[str]  # x in x.backward(), scaler.scale(x).backward(), engine.backward(x)
    modules: frozenset[str]
    trains: bool  # whether anything is differentiated here


UNUSED = Usage(frozenset(), frozenset(), trains=False)


def usage_of(node: tree.Node, *, into_functions: bool = False) -> Usage:
    """How names are used in the body of a function, class or file."""
    differentiated: set[str] = set()
    modules: set[str] = set()
    trains = False
    calls = [n for n in tree.walk(node, into_functions=into_functions) if isinstance(n, tree.Call)]
    for call in calls:
        if not isinstance(call.func, tree.Attribute):
            continue
        method, receiver = call.func.attr, call.func.value
        if method in BACKWARDS:
            trains = True
            candidates = [receiver] if not call.args else [call.args[0].value]
            if isinstance(receiver, tree.Call) and receiver.args:
                candidates.append(receiver.args[0].value)  # scaler.scale(loss).backward()
            differentiated |= {name for c in candidates if (name := tree.dotted(c))}
        elif method in _MODULE_METHODS and (method != "eval" or not call.args):
            if (name := tree.dotted(receiver)) and name != "self":
                modules.add(name)
    switched = {tree.dotted(c.func.value) for c in calls if isinstance(c.func, tree.Attribute) and _is_train(c)}
    modules |= {name for c in calls if (name := tree.dotted(c.func)) in switched and name is not None}
    _spread(node, differentiated)
    return Usage(frozenset(differentiated), frozenset(modules), trains)


def usage_everywhere(node: tree.Node) -> Usage:
    """How names are used in a body and in the functions inside it."""
    return usage_of(node, into_functions=True)


def _is_train(call: tree.Call) -> bool:
    """Whether this is `x.train()`; what is switched so and called as `x(...)` is a module."""
    return isinstance(call.func, tree.Attribute) and call.func.attr == "train" and not call.args


def _spread(node: tree.Node, differentiated: set[str]) -> None:
    """What is assigned as it is to a differentiated name carries a graph as well: `total = loss`."""
    for assign in tree.walk(node, into_functions=False):
        if isinstance(assign, tree.Assign) and len(assign.targets) == 1:
            if tree.dotted(assign.targets[0]) in differentiated and isinstance(assign.value, tree.Name):
                differentiated.add(assign.value.id)
