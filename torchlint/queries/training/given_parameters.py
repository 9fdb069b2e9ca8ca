"""What an optimizer is given: a model's own parameters, by whichever lists they come, or something made of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, uses
from torchlint.knowledge.operations import has_column
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_OWN = frozenset(("parameters", "named_parameters"))
_ADDS = frozenset(("append", "extend", "insert"))
# What an argument may be that brings parameters of which its caller decides what they are.
_HOLDS_TENSORS = frozenset(("tensor", "list", "tuple", "dict", "set"))
_FREEZES = re.compile(r"\.requires_grad(_\((?!\)|True)|\s*=(?!=)(?!\s*True))")
_MOST_PARTS = 200  # of the code through which the parameters pass


def is_over_parameters(file: File, made: tree.Node) -> bool:
    """Whether an optimizer is given a model's own parameters, rather than something made of them, such as copies.

    Follows local lists, loops, and functions of the file. Those that want a gradient are only some of them if the file
    freezes any: most of a model may be in float16 then, and what is trained in float32.
    """
    given = made.args[0].value if isinstance(made, tree.Call) and made.args else None
    todo: list[tree.Node] = [given] if given is not None else []
    seen: set[tree.Node] = set()
    is_known = False
    while todo and len(seen) < _MOST_PARTS:
        part = todo.pop()
        if part in seen:
            continue
        seen.add(part)
        nodes = list(tree.walk(part))
        chooses = any(isinstance(n, tree.Attribute) and n.attr == "requires_grad" for n in nodes)
        if chooses and _FREEZES.search(file.text):
            return False
        asked = [n for n in nodes if isinstance(n, tree.Call) and isinstance(n.func, tree.Attribute)]
        own = {n for n in asked if isinstance(n.func, tree.Attribute) and n.func.attr in _OWN}
        models = {n for one in own for n in tree.walk(one.func.value)}  # type: ignore[attr-defined]
        is_known |= bool(own)
        if any(one not in models and _changes(one) for one in asked):
            return False
        if not file.holds(part):
            continue
        sources = _sources(file, part, [n for n in nodes if n not in models])
        if sources is None:
            return False
        todo += sources
    return is_known and not todo


def _changes(call: tree.Call) -> bool:
    """Whether a call may make another tensor of a parameter; `model.to(device).parameters()` are the model's own."""
    return has_column(tree.last_name(call.func), "copy", "detach", "cast", "move")


def _sources(file: File, part: tree.Node, nodes: list[tree.Node]) -> list[tree.Node] | None:
    """The code that says what the variables and calls in a piece of code are; None if a caller decides about one."""
    found: list[tree.Node] = []
    for node in nodes:
        if isinstance(node, tree.Call):
            found += [one.node for one in file.facts.functions.get(node, ())]
        elif isinstance(node, tree.Name) and not isinstance(part, tree.FunctionDef):
            kind = file.value(node).value.kind
            if kind == "module":
                continue  # the model may have been cast before, but its parameters are its own
            definitions = [one for one in reaching_definitions(file.tree, node) if one is not None]
            if any(one.kind == "parameter" and _is_of_lambda(file, one.node) for one in definitions):
                continue  # one of the parameters that are gone over: `filter(lambda p: p.requires_grad, ...)`
            if kind in _HOLDS_TENSORS and any(one.kind == "parameter" for one in definitions):
                return None
            found += [one.value for one in definitions if one.value is not None]
            found += [one.node.iter for one in definitions if isinstance(one.node, tree.For)]
            for one in definitions:
                if isinstance(one.node, tree.AugmentedAssign):
                    found += [one.node.target, one.node.value]  # what was there before, and what is added
            found += _added(file, node)
    return found


def _is_of_lambda(file: File, parameter: tree.Node) -> bool:
    return isinstance(file.tree.above(parameter, tree.Lambda, tree.FunctionDef), tree.Lambda)


def _added(file: File, name: tree.Name) -> list[tree.Node]:
    """What is added to a list by its methods."""
    found: list[tree.Node] = []
    for use in uses(file.tree, name):
        above = file.tree.parents.get(use)
        call = file.tree.parents.get(above) if isinstance(above, tree.Attribute) and above.attr in _ADDS else None
        if isinstance(call, tree.Call):
            found += [argument.value for argument in call.args]
    return found
