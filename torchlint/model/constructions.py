"""Where other files of a project make objects of a class: read off their code, without running it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from torchlint.model import tree
from torchlint.model.repository import Repository

# A class that more files than this import is part of everything.
_MOST_FILES = 20


class Use(NamedTuple):
    """One `Net(...)`; `is_in_module` where the code is a method of a class with a forward."""

    place: str
    is_in_module: bool


def constructions(repository: Repository | None, place: str, name: str) -> Iterator[Use]:
    """The calls of a class, by name, in the files that import the one that defines it."""
    if repository is None:
        return
    call = re.compile(rf"\b{re.escape(name)}\s*\(")
    users = [user for user in repository.users(place) if call.search(repository.text(user))]
    for user in users[:_MOST_FILES]:
        syntax = repository.tree(user)
        for node in syntax.all(tree.Call) if syntax else ():
            if (tree.dotted(node.func) or "").rpartition(".")[2] == name:
                around = syntax.above(node, tree.ClassDef) if syntax else None
                yield Use(user, isinstance(around, tree.ClassDef) and _has_forward(around))


def _has_forward(node: tree.ClassDef) -> bool:
    return any(isinstance(part, tree.FunctionDef) and part.name == "forward" for part in node.body)
