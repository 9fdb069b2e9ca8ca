"""Transforms that a module applies in its forward, to the batch that it is given: they are for no sample."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import definitions_from
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


def is_held_by_module(file: File, compose: tree.Call) -> bool:
    """Whether a module makes a Compose for itself, as an attribute that its forward calls."""
    cls = file.analysis.class_at.get(file.tree.above(compose, tree.ClassDef))
    forward = cls.methods.get("forward") if cls is not None and cls.is_module else None
    if forward is None:
        return False
    held = {one.name for one in definitions_from(file.tree, compose)}
    return any(isinstance(n, tree.Call) and tree.dotted(n.func) in held for n in tree.walk(forward.node))


def is_given_to_module(file: File, node: tree.Node) -> bool:
    """Whether what the function around gives is, here or where the file is imported, given to a module of this file."""
    function = file.tree.scope(node)
    modules = {cls.name for cls in file.analysis.classes if cls.is_module and "forward" in cls.methods}
    if not isinstance(function, tree.FunctionDef) or not modules:
        return False
    return any(
        modules & set(_given_to(syntax, call))
        for syntax in _trees(file, function.name)
        for call in syntax.all(tree.Call)
        if tree.last_part(call.func) == function.name
    )


def _trees(file: File, name: str) -> Iterator[tree.Tree]:
    """The file itself, and those that import it and speak of a name."""
    yield file.tree
    project_files = file.project_files
    for place in project_files.users(file.place) if project_files is not None else ():
        if project_files is not None and name in project_files.text(place):
            yield from filter(None, [project_files.tree(place)])


def _given_to(syntax: tree.Tree, call: tree.Call) -> Iterator[str]:
    """What is called with the result of a call, at once or by the name that it gets; `cls` is the class around."""
    names = {one.name for one in definitions_from(syntax, call)}
    for argument in syntax.all(tree.Argument):
        if argument.value is call or (tree.dotted(argument.value) in names and _is_beside(syntax, argument, call)):
            taker = syntax.parents.get(argument)
            name = tree.last_part(taker.func) if isinstance(taker, tree.Call) else ""
            around = syntax.above(argument, tree.ClassDef)
            yield around.name if name == "cls" and isinstance(around, tree.ClassDef) else name


def _is_beside(syntax: tree.Tree, one: tree.Node, other: tree.Node) -> bool:
    return syntax.scope(one) is syntax.scope(other)
