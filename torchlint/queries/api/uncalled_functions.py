"""Functions that nothing in the project calls, as in files that were copied whole for one of their functions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File, View

# By what functions are reached whose names stand nowhere in the code: in their own file, and from others.
_OF_ITSELF = re.compile(r"\b(?:globals|locals|vars)\(|sys\.modules|__all__")
_BY_TEXT = re.compile(rf"{_OF_ITSELF.pattern}|\bgetattr\(|__dict__|import_module|__import__|instantiate")
_DEEPEST = 3


def uncalled_function(code: View) -> str:
    """The name of the function around some code if the project uses its file, but not this function; else empty.

    A file that no other file imports may be a program, or may be imported by somebody else's program.
    """
    function, around = _outermost(code.file.tree, code.node), code.file.project_files
    if function is None or around is None or _OF_ITSELF.search(code.file.text):
        return ""
    users = around.users(code.file.place)
    if not users or any(_BY_TEXT.search(around.text(user)) for user in users):
        return ""
    return function.name if _is_uncalled(code.file, function) else ""


def _is_uncalled(file: File, function: tree.FunctionDef, depth: int = 0) -> bool:
    """Whether no other file speaks of a function, and only functions of this one that nothing calls either."""
    if function.decorators or depth > _DEEPEST or _is_spoken_of(file, function.name):
        return False
    uses = [node for node in file.tree.all(tree.Name) if node.id == function.name]
    users = [_outermost(file.tree, use) for use in uses]
    return all(user is not None and (user is function or _is_uncalled(file, user, depth + 1)) for user in users)


def _is_spoken_of(file: File, name: str) -> bool:
    """Whether another file of the project has the word in its text."""
    around, word = file.project_files, re.compile(rf"\b{re.escape(name)}\b")
    mentioning = around.files_mentioning(name) if around is not None else []
    return any(word.search(around.text(place)) for place in mentioning if around and place != file.place)


def _outermost(syntax: tree.Tree, code: tree.Node) -> tree.FunctionDef | None:
    """The function at the top level of a file that holds some code; None for code of a class, and outside of both."""
    last = code
    for node in syntax.around(code):
        if isinstance(node, (tree.FunctionDef, tree.ClassDef)):
            last = node
    return last if isinstance(last, tree.FunctionDef) else None
