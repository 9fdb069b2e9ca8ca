"""Attributes that the methods of a module read of their object, and that nothing in the project gives it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assigned
from torchlint.binding.symbols import Class, Function
from torchlint.binding.use_def import definitions, owner_of
from torchlint.knowledge.signatures import SETS_BY_NAME, UNDOCUMENTED_OF_MODULE
from torchlint.knowledge.torch_api import member
from torchlint.queries import View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_MODULE = "torch.nn.Module"
# Bases that give an object no attribute that its code could read.
_PLAIN_BASES = frozenset((_MODULE, "object", "abc.ABC", "typing.Generic", "typing.Generic[]"))
# Methods by which a class itself decides which attributes there are.
_ANSWERS = frozenset(("__getattr__", "__getattribute__"))
# Functions that are given the object and leave its attributes alone.
_ONLY_LOOKS = frozenset("super isinstance type id len print hasattr getattr __init__".split())
# Classes that are written to be derived from say so.
_ABSTRACT_NAME = re.compile(r"Base|Abstract|Mixin|Interface")
_RETURNS_THE_CLASS = re.compile(r"regist", re.IGNORECASE)
_MOST_FILES = 200


@dataclass(frozen=True, slots=True, eq=False)
class UndefinedRead(View):
    """The first read of `self.name` in a class whose objects have no such attribute."""

    owner: str
    similar: str


def undefined_reads(file: File) -> Iterator[UndefinedRead]:
    """The reads that raise an AttributeError, one for each class and name, in source order."""
    for cls in sorted(file.analysis.classes, key=lambda one: one.node.start):
        if not _shows_its_attributes(cls):
            continue
        related = dict.fromkeys(base for one in (cls, *cls.descendants) for base in one.lineage)
        known = frozenset[str]().union(*(one.unit.tree.once(_defined_in, one.node) for one in related))
        for name, read in _reads(file, cls).items():
            if name in known or name in UNDOCUMENTED_OF_MODULE or member(_MODULE, name) is not None:
                continue
            if not _is_given(file, cls, name):
                similar = next(iter(difflib.get_close_matches(name, sorted(known), 1, 0.9)), "")
                yield UndefinedRead(file, read, cls.name, similar)


def _shows_its_attributes(cls: Class) -> bool:
    """Whether the code of the class and of its bases says which attributes an object has."""
    if _MODULE not in cls.external_bases or not _PLAIN_BASES.issuperset(cls.external_bases):
        return False
    if any(base.kind == "unknown" for one in cls.lineage for base in one.bases) or _is_to_be_derived_from(cls):
        return False
    decorators = (d.func if isinstance(d, tree.Call) else d for one in cls.lineage for d in one.node.decorators)
    if not all(_RETURNS_THE_CLASS.search(tree.dotted(one) or "") for one in decorators):
        return False  # it may give objects more attributes, or the class another base
    return not any(one.unit.tree.once(_adds_attributes_by_name, one.node) for one in (*cls.lineage, *cls.descendants))


def _is_to_be_derived_from(cls: Class) -> bool:
    """Whether subclasses, perhaps of another project, are to complete the class."""
    return _ABSTRACT_NAME.search(cls.name) is not None or cls.unit.tree.once(_leaves_methods_open, cls.node)


def _leaves_methods_open(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether a method is abstract, or does nothing but raise NotImplementedError."""
    for method in syntax.inside(node, tree.FunctionDef):
        if any(tree.last_part(one).startswith("abstract") for one in method.decorators):
            return True
        last = method.body[-1]
        if len(method.body) > 2 or not isinstance(last, tree.Raise) or last.value is None:
            continue  # it does something, beside its docstring
        error = last.value.func if isinstance(last.value, tree.Call) else last.value
        if tree.last_part(error).startswith("NotImplemented"):
            return True
    return False


def _adds_attributes_by_name(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether a class gives its objects attributes whose names its code does not show, or other code may do so."""
    if any(method.name in _ANSWERS for method in syntax.inside(node, tree.FunctionDef)):
        return True
    if any(one.attr == "__dict__" for one in syntax.inside(node, tree.Attribute)):
        return True
    return any(_may_add(call) for call in syntax.inside(node, tree.Call))


def _may_add(call: tree.Call) -> bool:
    called = tree.last_part(call.func)
    if called in SETS_BY_NAME:
        return not any(isinstance(one.value, tree.Constant) for one in call.args[:2])
    is_given = any(tree.dotted(one.value) == "self" for one in call.args)
    return is_given and called not in _ONLY_LOOKS


def _defined_in(syntax: tree.Tree, node: tree.Node) -> frozenset[str]:
    """The names that a class defines in its body, and the attributes that its code assigns, of whatever."""
    names = set(definitions(syntax, node))
    for part in syntax.walk(node):
        targets = [target for _, target, _ in assigned(part)]
        if isinstance(part, tree.AnnotatedAssign):
            targets.append(part.target)  # also without a value, as the fields of a dataclass
        names |= {target.attr for target in targets if isinstance(target, tree.Attribute)}
        names |= {one.id for one in targets if isinstance(one, tree.Name) and isinstance(part, tree.AnnotatedAssign)}
        if isinstance(part, tree.Constant) and isinstance(part.value, str):
            names.add(part.value)  # `hasattr(self, "name")`, or a list of names
    return frozenset(names)


def _reads(file: File, cls: Class) -> dict[str, tree.Attribute]:
    """Where the class's methods first read each attribute of their object."""
    found: dict[str, tree.Attribute] = {}
    for method in cls.methods.values():
        for node in _read_of_object(file, method):
            found.setdefault(node.attr, node)
    return dict(sorted(found.items(), key=lambda one: one[1].start))


def _read_of_object(file: File, method: Function) -> Iterator[tree.Attribute]:
    """The public attributes of `self`, where nothing else is called so."""
    if not isinstance(method.node, tree.FunctionDef) or not method.is_bound or method.binding == "classmethod":
        return
    if not method.node.parameters or method.node.parameters[0].name != "self":
        return
    for node in file.tree.inside(method.node, tree.Attribute):
        if not isinstance(node.value, tree.Name) or node.value.id != "self" or node.attr.startswith("_"):
            continue  # private ones include nn.Module's own
        if owner_of(file.tree, node.value) is method.node:
            yield node


def _is_given(file: File, cls: Class, name: str) -> bool:
    """Whether code outside the class may assign the attribute: by its name as a text, or to an object of any name."""
    around, here = file.project_files, file.place
    places = around.files_mentioning(name) if around is not None else []
    if len(places) > _MOST_FILES or (around is not None and not places and around.mentions(name)):
        return True  # too many to look through
    others = [around.text(place) for place in places if place != here] if around is not None else []
    outside = re.compile(rf"(?<!\bself)\.{name}\b[^\n=]*=(?!=)|[\"']{name}[\"']")
    if any(outside.search(text) for text in (file.text, *others)):
        return True
    inside = re.compile(rf"\bself\.{name}\b[^\n=]*=(?!=)|\b(?:def|class) {name}\b|^[ \t]+{name}\b", re.MULTILINE)
    if around is None or not any(inside.search(text) for text in others):
        return False
    derived = re.compile(rf"class \w+\([^)]*\b{cls.name}\b")
    return any(derived.search(around.text(place)) for place in around.files_mentioning(cls.name) if place != here)
