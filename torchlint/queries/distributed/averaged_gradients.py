"""Programs that average gradients themselves, as they do without a wrapper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.use_def import reaching_definitions
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# What names of gradients, and of all weights, have in them; `grad_norm`, `no_grad`, `requires_grad` are something else.
_GRADIENTS = re.compile(r"(?<!no_)(?<!requires_)grad(?!(ient)?_?(norm|penalty|enabled|scal))|^param(eter)?s$", re.I)


class _Code(NamedTuple):
    """An expression, and the file that it is in."""

    syntax: tree.Tree
    node: tree.Node


def averages_by_hand(file: File, *, in_this_file: bool = False) -> bool:
    """Whether the program adds up gradients or weights over all processes: `all_reduce(p.grad)`, or what has them.

    Example:
        if distributed.averages_by_hand(file):
            return  # the wrapper isn't needed
    """
    if not file.analysis.mentions("all_reduce") and not file.analysis.mentions("all_reduce_coalesced"):
        return False
    trees = [unit.tree for unit in file.analysis.units if not in_this_file or unit.tree is file.tree]
    return _are_of_gradients([code for syntax in trees for code in _added_up(syntax)], trees)


def _added_up(syntax: tree.Tree) -> Iterator[_Code]:
    for call in syntax.all(tree.Call):
        if "all_reduce" in tree.last_name(call.func) and call.args and not _is_in_backward(syntax, call):
            yield _Code(syntax, call.args[0].value)


def _are_of_gradients(pending: list[_Code], trees: list[tree.Tree]) -> bool:
    """Whether any of these expressions is made of gradients, as its names and what reaches them say."""
    seen: set[tree.Node] = set()
    while pending:
        code = pending.pop()
        if code.node in seen:
            continue
        seen.add(code.node)
        for part in tree.walk(code.node):
            if _GRADIENTS.search(tree.last_name(part)):
                return True
            # A loss is averaged to be logged; all that its forward is made of would be followed.
            if isinstance(part, tree.Name) and "loss" not in part.id.lower():
                pending += _sources(code.syntax, part, trees)
    return False


def _sources(syntax: tree.Tree, name: tree.Name, trees: list[tree.Tree]) -> Iterator[_Code]:
    """What a name may be made of: what is assigned to it, and what calls give to the function whose parameter it is."""
    for one in reaching_definitions(syntax, name):
        if one is not None and one.source is not None:
            yield _Code(syntax, one.source)
        function = syntax.scope(name)
        if one is not None and one.kind == "parameter" and isinstance(function, tree.FunctionDef):
            for other in trees:
                for call in other.calls_named(function.name):
                    if not _is_in_backward(other, call):
                        yield from (_Code(other, given.value) for given in call.args)


def _is_in_backward(syntax: tree.Tree, call: tree.Call) -> bool:
    """Whether a call is in the backward of an autograd.Function, which is given gradients of its outputs."""
    function = syntax.scope(call)
    is_backward = isinstance(function, tree.FunctionDef) and function.name == "backward"
    return is_backward and isinstance(syntax.parents.get(function), tree.ClassDef)
