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
_COMPUTED = re.compile(
    r"\bsetattr\(\s*([\w.]+),\s*(?![\"'])"
    r"|([\w.]+)\.__dict__\.update\("
    r"|([\w.]+)\.(?:add_module|register_(?:buffer|parameter|module)|__setattr__)\(\s*(?![\"'])"
)
# What may be a module by its name, whatever the file knows; and a program's settings, which are none.
_MODULES = re.compile(r"model|net|module|layer|coder|backbone|head|block|^(m|obj|instance)$", re.IGNORECASE)
_SETTINGS = r"args?|cfg|conf|configs?|opts?|options|params|hparams|namespace|settings"
_NO_MODULES = re.compile(rf"^(self|cls|{_SETTINGS})$")
IS_SETTINGS = re.compile(rf"(^|\.)({_SETTINGS})$")
# Decorators that give the object of a method no attributes, as the language, its library and PyTorch have them.
_LEAVES_OBJECT = re.compile(r"(property|staticmethod|classmethod|overload|override)$|(torch|functools|typing|abc)\.")
_OF_OTHERS = re.compile(r"(\w*)[\])]*\.(?=(\w+))")
_OF_SELF = re.compile(r"\bself\.(\w+)")
_QUOTED = re.compile(r"(?<=[\"'])\w+(?=[\"'])")
# `setattr(model, "name", value)` sets an attribute, and `hasattr(model, "name")` shows that something may have set it.
_BY_NAME = re.compile(r"\b(?:[sg]et|has|del)attr\(\s*([\w.]*)(?:[^,()]|\([^()]*\))*,\s*[\"'](\w+)[\"']")
_REGISTERED = re.compile(
    r"(?:\.(?:add_module|set_submodule|register_\w+|__setattr__)\(|(?:\.__dict__|\bvars\([^()]*\))\[)\s*[\"'](\w+)[\"']"
)
_METHODS_OUTSIDE = re.compile(r"^(?:async )?def (\w+)\(\s*self\b", re.MULTILINE)
_IN_CLASSES = re.compile(r"\b(?:def|class) (\w+)|^[ \t]+(\w+)", re.MULTILINE)


def is_given(file: File, cls: Class, name: str) -> bool:
    """Whether code outside the class may assign the attribute: by name, or to an object of any name."""
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
    if is_inside and any(_is_given_to_decorator(one.node) for one in cls.methods.values()):
        return True
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
    receivers = _given_computed_names(text)
    if any(_MODULES.search(one) for one in receivers):
        return True
    return any(not _NO_MODULES.search(one) for one in receivers) and name in text


@lru_cache(maxsize=_MOST_FILES)
def _given_computed_names(text: str) -> frozenset[str]:
    """The last names of the objects whose attributes a text sets by names that it computes."""
    return frozenset("".join(pair).rpartition(".")[2] for pair in _COMPUTED.findall(text))


def _is_given_to_decorator(method: tree.Node) -> bool:
    """Whether a decorator of the project, or of a library other than PyTorch, is given the object when it is called."""
    decorators = method.decorators if isinstance(method, tree.FunctionDef) else ()
    names = (tree.dotted(one.func if isinstance(one, tree.Call) else one) or "" for one in decorators)
    return not all(_LEAVES_OBJECT.match(name) for name in names)


def is_quoted(file: File, name: str) -> bool:
    """Whether a text of the project is the name, which code may set that computes the names of attributes."""
    if name in _QUOTED.findall(file.text):
        return True
    around = file.project_files
    places = [] if around is None else around.files_mentioning(name)
    return any(name in _names_in(around.text(place)).quoted for place in places if around is not None)


@dataclass(frozen=True, slots=True)
class _Names:
    """Names in a text: what is assigned to objects, what the code of classes may define, and what is quoted."""

    given: frozenset[str]
    inside: frozenset[str]
    quoted: frozenset[str]


@lru_cache(maxsize=_MOST_FILES)
def _names_in(text: str) -> _Names:
    given, inside = {*_METHODS_OUTSIDE.findall(text), *_REGISTERED.findall(text)}, set[str]()
    given |= {name for whose, name in _BY_NAME.findall(text) if not IS_SETTINGS.search(whose)}
    parts = text.split("=")
    for before, after in itertools.pairwise(parts):
        if after and before[-1:] not in ("!", "<", ">"):  # else it is a comparison
            line = before.rpartition("\n")[2]
            found = (pair for pair in _OF_OTHERS.findall(line) if pair[0] != "self")
            given |= {name for whose, name in found if not IS_SETTINGS.search(whose)}
            inside.update(_OF_SELF.findall(line))
    for pair in _IN_CLASSES.findall(text):
        inside.update(pair)
    return _Names(frozenset(given), frozenset(inside), frozenset(_QUOTED.findall(text)))


def _given_here(syntax: tree.Tree) -> frozenset[str]:
    """What a file gives objects other than `self`, by assignment or by name, and the `self` of plain functions."""
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
