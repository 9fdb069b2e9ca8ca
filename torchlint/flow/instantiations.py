"""Where other files of a project construct a class, found in their code without running it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from torchlint.binding.definitions import definitions_from
from torchlint.project.project_files import ProjectFiles
from torchlint.syntax import tree

# A class that more files than this import is part of everything.
_MOST_FILES = 20


class Use(NamedTuple):
    """A call `Net(...)`: whether it makes a submodule (`is_in_module`), and what receives the object (`given_to`)."""

    place: str
    is_in_module: bool
    given_to: frozenset[str]


def constructions(project_files: ProjectFiles | None, place: str, name: str) -> Iterator[Use]:
    """The calls of a class, by name, in the files that import the file that defines it."""
    if project_files is None:
        return
    call = re.compile(rf"\b{re.escape(name)}\s*\(")
    users = [user for user in project_files.users(place) if call.search(project_files.text(user))]
    for user in users[:_MOST_FILES]:
        syntax = project_files.tree(user)
        for node in syntax.calls_named(name) if syntax else ():
            if tree.last_part(node.func):
                assert syntax is not None
                given_to = frozenset(_given_to(syntax, node))
                is_given = bool(given_to) and bool(given_to & _modules_around(project_files, user, syntax))
                yield Use(user, makes_a_part(syntax, node) or is_given, given_to)


def makes_a_part(syntax: tree.Tree, node: tree.Call) -> bool:
    """Whether a module constructs the object as its own submodule, or as an argument of another module."""
    around = syntax.above(node, tree.ClassDef)
    function = syntax.above(node, tree.FunctionDef)
    if isinstance(around, tree.ClassDef):
        own = [part.name for part in around.body if isinstance(part, tree.FunctionDef)]
        is_constructor = isinstance(function, tree.FunctionDef) and function.name == "__init__"
        if "forward" in own or (is_constructor and around.bases):
            return True
    given = syntax.parents.get(node)
    call = syntax.parents.get(given) if isinstance(given, tree.Argument) else None
    return isinstance(call, tree.Call) and tree.last_part(call.func)[:1].isupper()


def _given_to(syntax: tree.Tree, node: tree.Call) -> Iterator[str]:
    """The functions called in the same function with a name of the object: `Whole(encoder, decoder)`."""
    names = {one.name for one in definitions_from(syntax, node)}
    scope = syntax.scope(node)
    for call in tree.walk(scope) if names else ():
        if isinstance(call, tree.Call) and any(tree.dotted(a.value) in names for a in call.args if not a.star):
            yield tree.last_part(call.func)


def _modules_around(project_files: ProjectFiles, user: str, syntax: tree.Tree) -> set[str]:
    """The classes with a `forward` of a file and of the files that it imports."""
    found = _modules(syntax)
    for place in project_files.imports(user)[:_MOST_FILES]:
        imported = project_files.tree(place)
        found |= _modules(imported) if imported is not None else set()
    return found


def _modules(syntax: tree.Tree) -> set[str]:
    """The classes of a file with a `forward`."""
    classes = syntax.all(tree.ClassDef)
    return {c.name for c in classes if any(isinstance(s, tree.FunctionDef) and s.name == "forward" for s in c.body)}
