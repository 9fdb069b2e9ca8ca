"""Whether code outside a class, here or in other files of the project, may give its objects an attribute."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assigned
from torchlint.binding.symbols import Class
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.project.project_files import ProjectFiles
    from torchlint.project.sources import Place
    from torchlint.queries import File

_MOST_FILES = 200
# `setattr(model, name, value)`, `model.__dict__.update(values)`.
_COMPUTED = re.compile(r"\bsetattr\(\s*([\w.]+),\s*(?![\"'])|([\w.]+)\.__dict__\.update\(")
# What may be a module by its name, whatever the file knows; and a program's settings, which are none.
_MODULES = re.compile(r"model|net|module|layer|coder|backbone|head|block|^(m|obj|instance)$", re.IGNORECASE)
_NO_MODULES = re.compile(r"^(self|cls|args?|cfg|conf|configs?|opts?|options|params|hparams|namespace|settings)$")
_OF_OTHERS = re.compile(r"(?<!\bself)\.(\w+)")
_OF_SELF = re.compile(r"\bself\.(\w+)")
_QUOTED = re.compile(r"(?<=[\"'])\w+(?=[\"'])")
_METHODS_OUTSIDE = re.compile(r"^(?:async )?def (\w+)\(\s*self\b", re.MULTILINE)
_IN_CLASSES = re.compile(r"\b(?:def|class) (\w+)|^[ \t]+(\w+)", re.MULTILINE)


def is_given(file: File, cls: Class, name: str) -> bool:
    """Whether code outside the class may assign the attribute: by its name as a text, or to an object of any name."""
    if name in file.tree.once_of_all(_given_here):
        return True
    around = file.project_files
    if around is None:
        return False
    here, places = file.place, around.files_mentioning(name)
    if len(places) > _MOST_FILES or (not places and around.mentions(name)):
        return True  # too many to look through
    others = [_names_in(around.text(place)) for place in places if place != here]
    if any(name in one.given for one in others):
        return True
    is_inside = any(name in one.inside for one in others)
    if is_inside and any(one.node.decorators for one in cls.methods.values() if isinstance(one.node, tree.FunctionDef)):
        return True  # a decorator is given the object
    derived = re.compile(rf"class \w+\(([^)]*\b{cls.name}\b[^)]*)")
    bases = (derived.search(around.text(place)) for place in around.files_mentioning(cls.name) if place != here)
    return any(is_inside or "," in found[1].rstrip(", \n") for found in bases if found)


def sets_computed_names(file: File, cls: Class) -> bool:
    """Whether code of the project gives an object of the class, as far as names tell, names that it computes."""
    around = file.project_files
    others = [] if around is None else [around.text(one) for one in _program(around, file.place) if one != file.place]
    return any(_sets_computed_names(text, cls.name) for text in (file.text, *others))


def _program(around: ProjectFiles, place: Place) -> list[Place]:
    """The files that import one, directly or not, and what these import: those that can get its objects."""
    users = {place: None}
    todo = [place]
    while todo and len(users) < _MOST_FILES:
        new = [one for one in around.importers(todo.pop()) if one not in users]
        users |= dict.fromkeys(new)
        todo += new
    return list(dict.fromkeys((*users, *(one for user in users for one in around.imports(user)))))


def _sets_computed_names(text: str, name: str) -> bool:
    for pair in _COMPUTED.findall(text):
        receiver = "".join(pair).rpartition(".")[2]
        if _MODULES.search(receiver) or (name in text and not _NO_MODULES.search(receiver)):
            return True
    return False


@dataclass(frozen=True, slots=True)
class _Names:
    """Names in a text: what is assigned to objects or is a text of its own, and what the code of classes may define."""

    given: frozenset[str]
    inside: frozenset[str]


@lru_cache(maxsize=_MOST_FILES)
def _names_in(text: str) -> _Names:
    given, inside = {*_QUOTED.findall(text), *_METHODS_OUTSIDE.findall(text)}, set[str]()
    parts = text.split("=")
    for before, after in itertools.pairwise(parts):
        if after and before[-1:] not in ("!", "<", ">"):  # else it is a comparison
            line = before.rpartition("\n")[2]
            given.update(_OF_OTHERS.findall(line))
            inside.update(_OF_SELF.findall(line))
    for pair in _IN_CLASSES.findall(text):
        inside.update(pair)
    return _Names(frozenset(given), frozenset(inside))


def _given_here(syntax: tree.Tree) -> frozenset[str]:
    """What a file assigns to objects other than `self`, or to the `self` of plain functions, or has as a text."""
    found = set(_names_in(syntax.text).given)
    for function in syntax.all(tree.FunctionDef):
        is_method = isinstance(syntax.parents.get(function), tree.ClassDef)
        if not is_method and function.parameters and function.parameters[0].name == "self":
            found.add(function.name)  # which a decorator, or a loop with `setattr`, may make a method
            found |= _assigned_to_self(function)
    return frozenset(found)


def _assigned_to_self(function: tree.FunctionDef) -> set[str]:
    targets = (to for node in tree.walk(function) for _, to, _ in assigned(node))
    return {to.attr for to in targets if isinstance(to, tree.Attribute) and tree.dotted(to.value) == "self"}
