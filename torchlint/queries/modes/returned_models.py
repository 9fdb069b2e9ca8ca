"""Models that a function makes and returns, in this file or another: what it does to them on the way."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.binding.use_def import uses
from torchlint.knowledge.torch_api import member
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function
    from torchlint.queries.file import File

# Methods of modules that switch them, or hand them to a function that may.
_SWITCHING = frozenset(("train", "eval", "apply"))
_MODE = re.compile(r"\.(train|eval|apply)\b|\btraining\b")


def is_returned_as_made(file: File, source: tree.Node) -> bool:
    """Whether a function of the project makes a model, does nothing to it that switches it, and returns it."""
    unit = file.analysis.unit_of(source)
    around = unit.tree.above(source, tree.FunctionDef) if unit is not None else None
    if unit is None or around is None:
        return False
    syntax = unit.tree
    made = syntax.parents.get(_outermost(syntax, source))
    if isinstance(made, tree.Return):
        return True
    target = made.targets[0] if isinstance(made, tree.Assign) else None
    if not isinstance(target, tree.Name):
        return False
    used = uses(syntax, target)
    is_given_back = any(_is_returned(syntax, use) for use in used)
    return is_given_back and all(leaves_mode(file, syntax, use) or _is_returned(syntax, use) for use in used)


def leaves_mode(file: File, syntax: tree.Tree, use: tree.Node) -> bool:
    """Whether a model is assigned, called, or asked for something that has nothing to do with its mode.

    It may also be given to functions of the project that switch nothing, such as one that loads its weights.
    """
    parent = syntax.parents.get(use)
    if isinstance(parent, tree.Attribute):
        return parent.attr not in _SWITCHING and member("torch.nn.Module", parent.attr) is not None
    if isinstance(parent, tree.Tuple):
        above = syntax.parents.get(parent)
        return isinstance(above, tree.Assign) and above.value is not parent  # one of several that are assigned
    if isinstance(parent, tree.Argument):
        call = syntax.parents.get(parent)
        called = file.facts.functions.get(call, ()) if isinstance(call, tree.Call) else ()
        return bool(called) and all(map(_mentions_no_mode, called))
    if isinstance(parent, (tree.Assign, tree.AnnotatedAssign)):
        return parent.value is None or not _switches_itself(parent.value)  # `self.net = made(path).eval()`
    return isinstance(parent, tree.Call) and parent.func is use


def _switches_itself(made: tree.Expression) -> bool:
    """Whether one of the methods that a model is passed through where it is made switches it: `made(path).eval()`."""
    while isinstance(made, tree.Call) and isinstance(made.func, tree.Attribute):
        if made.func.attr in _SWITCHING:
            return True
        made = made.func.value
    return False


def _mentions_no_mode(function: Function) -> bool:
    return _MODE.search(function.unit.tree.text_of(function.node)) is None


def _outermost(syntax: tree.Tree, made: tree.Node) -> tree.Node:
    """A model with the methods that it is passed through where it is made: `Net().to(device)`."""
    while True:
        method = syntax.parents.get(made)
        call = syntax.parents.get(method) if isinstance(method, tree.Attribute) else None
        if not isinstance(call, tree.Call) or call.func is not method or not isinstance(method, tree.Attribute):
            return made
        if method.attr in _SWITCHING:
            return made
        made = call


def _is_returned(syntax: tree.Tree, use: tree.Node) -> bool:
    """Whether a function returns a model, alone or among others, or moved: `return net.to(device), options`."""
    above = syntax.parents.get(_outermost(syntax, use))
    return isinstance(syntax.parents.get(above) if isinstance(above, tree.Tuple) else above, tree.Return)
