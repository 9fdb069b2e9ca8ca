"""Attributes that the methods of a module read of their object, and that nothing in the project gives it."""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assigned
from torchlint.binding.known_texts import ANY, texts_of
from torchlint.binding.symbols import Class, Function
from torchlint.binding.use_def import definitions, definitions_of, owner_of
from torchlint.knowledge.signatures import SETS_BY_NAME, UNDOCUMENTED_OF_MODULE
from torchlint.knowledge.torch_api import member
from torchlint.queries import View
from torchlint.syntax import tree
from torchlint.syntax.conditions import leaves_function

from . import detect_given

if TYPE_CHECKING:
    from torchlint.queries import File

_MODULE = "torch.nn.Module"
# Bases that give an object no attribute that its code could read.
_PLAIN_BASES = frozenset((_MODULE, "object", "abc.ABC", "typing.Generic", "typing.Generic[]"))
# Methods by which a class itself decides which attributes there are.
_ANSWERS = frozenset(("__getattr__", "__getattribute__"))
# Functions that are given the object and leave its attributes alone.
_ONLY_LOOKS = frozenset("super isinstance type id len print hasattr getattr".split())
# Functions that may give an object, or the class around them, names that only a run knows.
_RUNS_TEXT = frozenset("exec vars locals".split())
# Code that gives an object another name, or passes it on inside something.
_KEEPS = (tree.Assign, tree.AnnotatedAssign, tree.NamedExpression, tree.Tuple, tree.List, tree.Set, tree.Dict)
# Classes that are written to be derived from say so.
_ABSTRACT_NAME = re.compile(r"Base|Abstract|Mixin|Interface")
_RETURNS_THE_CLASS = re.compile(r"regist", re.IGNORECASE)
_MOST_SUGGESTED = 20  # reads of a class for which a similar name is looked for
_MOST_OTHERS = 8  # further reads of a name that a finding lists


@dataclass(frozen=True, slots=True, eq=False)
class UndefinedRead(View):
    """The first read of `self.name` in a class whose objects have no such attribute."""

    owner: str
    similar: str
    is_sure: bool  # False if code of the project sets attributes of some object by names that it computes
    others: tuple[View, ...]  # the next reads, which fail as well


def undefined_reads(file: File) -> Iterator[UndefinedRead]:
    """The reads that raise an AttributeError, one for each class and name, in source order."""
    for cls in sorted(file.analysis.classes, key=lambda one: one.node.start):
        if not _shows_its_attributes(cls):
            continue
        related = dict.fromkeys(base for one in (cls, *cls.descendants) for base in one.lineage)
        known = frozenset[str]().union(*(one.unit.tree.once(_defined_in, one.node) for one in related))
        known_in_part = {text for one in related for text in one.unit.tree.once(_names_computed_in, one.node)}
        shown, is_sure = 0, None
        for name, all_reads in _reads(file, cls).items():
            if name in known or name in UNDOCUMENTED_OF_MODULE or member(_MODULE, name) is not None:
                continue
            reads = [one for one in all_reads if not _is_rebound(file, one) and not _is_dead(file, one)]
            if not reads or any(_fits(name, one) for one in known_in_part):
                continue
            if detect_given.is_given(file, cls, name):
                continue
            if is_sure is None:  # which takes a look at other files
                is_sure = not detect_given.sets_computed_names(file, cls)
            if not is_sure and detect_given.is_quoted(file, name):
                continue  # it may be one of the names that are computed
            shown += 1
            looked_for = sorted(known) if shown <= _MOST_SUGGESTED else ()
            similar = next(iter(difflib.get_close_matches(name, looked_for, 1, 0.9)), "")
            others = tuple(View(file, one) for one in reads[1 : 1 + _MOST_OTHERS])
            yield UndefinedRead(file, reads[0], cls.name, similar, is_sure, others)


def _shows_its_attributes(cls: Class) -> bool:
    """Whether the code of the class and of its bases says which attributes an object has."""
    if _MODULE not in cls.external_bases or not _PLAIN_BASES.issuperset(cls.external_bases):
        return False
    if any(base.kind == "unknown" for one in cls.lineage for base in one.bases) or _is_to_be_derived_from(cls):
        return False
    if not all(_has_plain_bases(one) for one in (*cls.lineage, *cls.descendants)):
        return False
    decorators = (d.func if isinstance(d, tree.Call) else d for one in cls.lineage for d in one.node.decorators)
    if not all(_RETURNS_THE_CLASS.search(tree.dotted(one) or "") for one in decorators):
        return False  # it may give objects more attributes, or the class another base
    return not any(one.unit.tree.once(_adds_attributes_by_name, one.node) for one in (*cls.lineage, *cls.descendants))


def _has_plain_bases(cls: Class) -> bool:
    """Whether no base and no metaclass of another project may give the class, or a subclass, more attributes."""
    if any(base.kind == "unknown" or (base.kind == "external" and base.name not in _PLAIN_BASES) for base in cls.bases):
        return False
    return all(tree.last_part(one.value) == "ABCMeta" for one in cls.node.bases if one.keyword)


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
    if any(_may_set(syntax, one) for one in syntax.inside(node, tree.Attribute)):
        return True
    if any(one.id == "self" and isinstance(syntax.parents.get(one), _KEEPS) for one in syntax.inside(node, tree.Name)):
        return True
    if any(_is_function(syntax, one.value) for one in syntax.own(node, tree.Assign)):
        return True  # a method that is written elsewhere
    bases = {tree.last_part(one.value) for one in node.bases} if isinstance(node, tree.ClassDef) else set()
    return any(_may_add(syntax, call, bases) for call in syntax.inside(node, tree.Call))


def _may_set(syntax: tree.Tree, node: tree.Attribute) -> bool:
    """Whether `self.__dict__` is used, or `self.__setattr__` passed on."""
    if node.attr == "__setattr__":
        above = syntax.parents.get(node)
        return not isinstance(above, tree.Call) or above.func is not node
    return node.attr == "__dict__"


def _is_function(syntax: tree.Tree, value: tree.Expression) -> bool:
    if not isinstance(value, tree.Name):
        return False
    return any(one.kind in ("function", "import") for one in definitions_of(syntax, value))


def _names_computed_in(syntax: tree.Tree, node: tree.Node) -> frozenset[str]:
    """What code of a class shows of the names that it computes: `block_*` of `setattr(self, f"block_{i}", block)`."""
    calls = (one for one in syntax.inside(node, tree.Call) if tree.last_part(one.func) in SETS_BY_NAME)
    return frozenset(text for call in calls for text in _computed_name(syntax, call))


def _fits(name: str, shown: str) -> bool:
    """Whether a name may be one of which only a part is shown, as in `block_*`."""
    return re.fullmatch(".*".join(map(re.escape, shown.split(ANY))), name) is not None


def _computed_name(syntax: tree.Tree, call: tree.Call) -> tuple[str, ...]:
    """The names under which a call keeps something in its object, with `*` for a part; none where nothing is known."""
    place = 1 if isinstance(call.func, tree.Name) else 0
    name = tree.positional(call, place)
    return texts_of(syntax, name) if name is not None else ()


def _is_own(call: tree.Call) -> bool:
    """Whether a call that sets an attribute is given the object itself, and not `self.backbone`."""
    whose = tree.positional(call, 0) if isinstance(call.func, tree.Name) else getattr(call.func, "value", None)
    if tree.dotted(whose) == "self" or isinstance(whose, tree.Call):  # such as `super()`
        return True
    return tree.dotted(tree.positional(call, 0)) == "self"  # `object.__setattr__(self, name, value)`


def _may_add(syntax: tree.Tree, call: tree.Call, bases: set[str]) -> bool:
    called = tree.last_part(call.func)
    if called in SETS_BY_NAME:
        is_written = any(isinstance(one.value, tree.Constant) for one in call.args[:2])
        return not is_written and _is_own(call) and not _computed_name(syntax, call)
    if called in _RUNS_TEXT and isinstance(call.func, tree.Name):
        return True
    if not any(tree.dotted(one.value) == "self" for one in call.args):
        return False
    if called == "__init__" and isinstance(call.func, tree.Attribute):
        whose = call.func.value  # `Base.__init__(self)`, or `super(Net, self).__init__(self)`
        return isinstance(whose, tree.Name | tree.Attribute) and tree.last_part(whose) not in bases
    return called not in _ONLY_LOOKS


def _defined_in(syntax: tree.Tree, node: tree.Node) -> frozenset[str]:
    """The names that a class defines in its body, and the attributes that its code assigns, of whatever."""
    names = set(definitions(syntax, node))
    for part in syntax.walk(node):
        targets = [target for _, target, _ in assigned(part)]
        if isinstance(part, tree.AnnotatedAssign):
            targets.append(part.target)  # also without a value, as the fields of a dataclass
        names |= {one.attr for one in targets if isinstance(one, tree.Attribute) and not _is_of_settings(one)}
        names |= {one.id for one in targets if isinstance(one, tree.Name) and isinstance(part, tree.AnnotatedAssign)}
        if isinstance(part, tree.Constant) and isinstance(part.value, str) and not _is_key(syntax, part):
            names.add(part.value)  # `hasattr(self, "name")`, or a list of names
    return frozenset(names)


def _is_key(syntax: tree.Tree, text: tree.Constant) -> bool:
    """Whether a text is a key of settings or of a batch, and not one of the object's own dicts."""
    above = syntax.parents.get(text)
    if not isinstance(above, tree.Subscript) or above.index is not text:
        return False
    return not tree.last_part(above.value).startswith("_")


def _is_of_settings(target: tree.Attribute) -> bool:
    return detect_given.IS_SETTINGS.search(tree.dotted(target.value) or "") is not None


def _reads(file: File, cls: Class) -> dict[str, list[tree.Attribute]]:
    """Where the class's methods read each attribute of their object, in source order."""
    read = (node for method in cls.methods.values() for node in _read_of_object(file, method))
    found: dict[str, list[tree.Attribute]] = {}
    for node in sorted(read, key=lambda one: one.start):
        found.setdefault(node.attr, []).append(node)
    return found


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


def _is_dead(file: File, read: tree.Attribute) -> bool:
    """Whether what always returns or raises comes before the read, at the same level as it or something around it."""
    for around in itertools.takewhile(lambda one: not isinstance(one, tree.FunctionDef), file.tree.around(read)):
        before = (one for one in file.tree.block(around) if one.end <= around.start)
        if any(map(leaves_function, before)):
            return True
    return False


def _is_rebound(file: File, read: tree.Attribute) -> bool:
    """Whether the method gives the name `self` to another object."""
    own = definitions_of(file.tree, read.value) if isinstance(read.value, tree.Name) else ()
    return any(one.kind != "parameter" for one in own)
