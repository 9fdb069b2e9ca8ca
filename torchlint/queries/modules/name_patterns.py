"""All names that the parameters of a module may have, as far as the code of its classes says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from torchlint.binding.definitions import assignments_in
from torchlint.binding.symbols import Class
from torchlint.domain.values import ModuleList, OneOf, Sequential, Value
from torchlint.knowledge.parameter_names import RENAMES, layer_parameters
from torchlint.knowledge.torch_api import fact
from torchlint.syntax import tree

# Parts of a name: the index of a layer in a list, and what may be anything, dots included.
INDEX, ANYTHING = "#", "*"
_UNKNOWN = ((ANYTHING,),)
_DEEPEST, _MOST = 6, 2000
# Code that puts more into what an attribute holds.
_GROWING = re.compile(
    r"\bself\.(\w+)(?:\.(?:append|extend|insert|update|register\w*)\(|\[[^\]\n]*\]\s*=[^=]|\.\w+\s*=[^=])"
)
# Bases of a class that bring no parameters with them.
_PLAIN_BASES = re.compile(
    r"torch\.nn\.Module$|(?:pytorch_)?lightning\.(?:pytorch\.)?(?:\w+\.)*LightningModule$|abc\.ABC$"
)
_WITHOUT = frozenset(
    ("number", "none", "array", "function", "class", "method", "external", "loader", "dataset", "list")
)

Parts = tuple[str, ...]


@dataclass(frozen=True)
class ParameterNames:
    """All names that parameters of a module may have; each one is a tuple of its parts between the dots.

    Example:
        if not modules.parameter_names(file.value(model).value).may_start_with("encoder."):
            ...
    """

    patterns: tuple[Parts, ...]  # the names, with what stands for a part that is not known

    @property
    def are_known(self) -> bool:
        """Whether no name is left open."""
        return all(ANYTHING not in one for one in self.patterns)

    @property
    def first_parts(self) -> list[str]:
        """What names begin with: the attributes of the module, in order of the code."""
        return list(dict.fromkeys(one[0] for one in self.patterns))

    def inside(self, prefix: str) -> ParameterNames:
        """The names that they have in a module that holds this one under a name."""
        return ParameterNames(tuple((prefix, *one) for one in self.patterns))

    def may_contain(self, text: str) -> bool:
        """Whether some name may contain a text."""
        return self._may(text, is_start=False, is_end=False)

    def may_start_with(self, text: str) -> bool:
        """Whether some name may begin with a text."""
        return self._may(text, is_start=True, is_end=False)

    def may_end_with(self, text: str) -> bool:
        """Whether some name may end with a text."""
        return self._may(text, is_start=False, is_end=True)

    def may_be(self, text: str) -> bool:
        """Whether some name may be a text."""
        return self._may(text, is_start=True, is_end=True)

    def _may(self, text: str, *, is_start: bool, is_end: bool) -> bool:
        if any(_is_in(one, text, is_start=is_start, is_end=is_end) for one in self._known_names):
            return True
        return any(_fits(_steps(one), text, is_start=is_start, is_end=is_end) for one in self._open_names)

    @cached_property
    def _known_names(self) -> list[str]:
        """The names without a part that is left open, of which large models have thousands."""
        return [".".join(one) for one in self.patterns if not _is_open(one)]

    @cached_property
    def _open_names(self) -> list[Parts]:
        return [one for one in self.patterns if _is_open(one)]


def parameter_names(value: Value) -> ParameterNames:
    """All names that the parameters of a module may have.

    Example:
        if not modules.parameter_names(file.value(model).value).may_start_with("encoder."):
            ...
    """
    found = tuple(dict.fromkeys(_names(value, 0)))
    return ParameterNames(found if len(found) <= _MOST else _UNKNOWN)


def _names(value: Value, depth: int) -> Iterator[Parts]:
    """The names inside a value that an attribute of a module holds; none if no parameter can be in it."""
    if value.kind == "tensor":
        yield ()
    elif value.kind in _WITHOUT:
        return
    elif value.kind != "module" or value.assumed or depth > _DEEPEST:
        yield from _UNKNOWN
    elif isinstance(value.ref, str):
        known = layer_parameters(value.ref)
        is_empty = (its := fact(value.ref)) is not None and its.parameterless
        yield from () if is_empty else _UNKNOWN if known is None else ((one,) for one in known)
    elif isinstance(value.ref, Class):
        yield from _of_class(value.ref, depth)
    elif isinstance(value.ref, OneOf):
        for one in value.ref.parts:
            yield from _names(one, depth + 1)
    elif isinstance(value.ref, Sequential):
        yield from _in_list(value.ref.parts if _has_indices(value.source) else (), depth)
    elif isinstance(value.ref, ModuleList):
        yield from _in_list(value.ref.parts or value.items if _has_indices(value.source) else (), depth)
    else:
        yield from _UNKNOWN


def _has_indices(made: tree.Node | None) -> bool:
    """Whether a list of modules is made of layers without names of their own."""
    if not isinstance(made, tree.Call) or tree.last_name(made.func) not in ("Sequential", "ModuleList"):
        return False
    return not any(isinstance(one, tree.Dict) or tree.last_part(one) == "OrderedDict" for one in tree.walk(made))


def _in_list(parts: Iterable[Value], depth: int) -> Iterator[Parts]:
    parts = tuple(parts)
    if not parts:
        yield from _UNKNOWN
    for one in parts:
        for name in _names(one, depth + 1):
            yield (INDEX, *name)


def _of_class(cls: Class, depth: int) -> Iterator[Parts]:
    """The names in objects of a class of the project."""
    cls.is_prepared()
    is_plain = all(_PLAIN_BASES.match(base) for base in cls.external_bases)
    if not is_plain or cls.has_unresolved_base or any(map(_renames, cls.lineage)):
        yield from _UNKNOWN
        return
    grown = frozenset[str]().union(*(one.unit.tree.once(_grown, one.node) for one in cls.lineage))
    for name in dict.fromkeys(name for one in cls.lineage for name in _assigned(one)):
        held = cls.attribute(name)
        inside = _UNKNOWN if held is None or name in grown else _names(held, depth + 1)
        for rest in inside:
            yield (name, *rest)
            if rest == (ANYTHING,):
                yield (name,)


def _renames(cls: Class) -> bool:
    return cls.unit.tree.once(_is_renaming, cls.node)


def _is_renaming(syntax: tree.Tree, cls: tree.Node) -> bool:
    return RENAMES.search(syntax.text_of(cls)) is not None


def _grown(syntax: tree.Tree, cls: tree.Node) -> frozenset[str]:
    """The attributes into which a class puts more than what they are given."""
    return frozenset(_GROWING.findall(syntax.text_of(cls)))


def _assigned(cls: Class) -> list[str]:
    """The attributes that objects of a class are given, by its own code or by code around, and those of the class."""
    own = cls.unit.tree.once(_own_attributes, cls.node)
    return [*own, *(name for name in sorted(cls.attributes) if name not in own)]


def _own_attributes(_: tree.Tree, cls: tree.Node) -> dict[str, None]:
    """The attributes that the code of a class gives its objects, in order."""
    targets = (one.target for one in assignments_in(cls))
    own = (one for one in targets if isinstance(one, tree.Attribute) and tree.dotted(one.value) in ("self", "cls"))
    return dict.fromkeys(one.attr for one in own)


def _is_open(name: Parts) -> bool:
    return INDEX in name or ANYTHING in name


def _is_in(name: str, text: str, *, is_start: bool, is_end: bool) -> bool:
    """Whether a text is a part of a name: its beginning, its end, all of it, or anywhere."""
    if is_start and is_end:
        return name == text
    if is_start or is_end:
        return name.startswith(text) if is_start else name.endswith(text)
    return text in name


def _steps(parts: Parts) -> list[str]:
    """A name as the characters that it consists of; an index and what may be anything are one each."""
    steps: list[str] = []
    for place, part in enumerate(parts):
        steps += ["."] if place else []
        steps += [f"<{part}>"] if part in (INDEX, ANYTHING) else list(part)
    return steps


def _fits(steps: list[str], text: str, *, is_start: bool, is_end: bool) -> bool:
    """Whether a text may be a part of a name: its beginning, its end, or anywhere."""
    here = _closed(steps, {0} if is_start else set(range(len(steps) + 1)))
    for character in text:
        here = _closed(steps, {after for place in here for after in _after(steps, place, character)})
        if not here:
            return False
    return not is_end or len(steps) in here


def _after(steps: list[str], place: int, character: str) -> Iterator[int]:
    """Where in a name one is behind a character."""
    if place == len(steps):
        return
    step = steps[place]
    if step == f"<{ANYTHING}>" or (step == f"<{INDEX}>" and character.isdigit()):
        yield from (place, place + 1)
    elif step == character:
        yield place + 1


def _closed(steps: list[str], places: set[int]) -> set[int]:
    """These places, with those that are reached without a character: what may be anything may be nothing."""
    found = set(places)
    for place in sorted(places):
        while place < len(steps) and steps[place] == f"<{ANYTHING}>":
            place += 1
            found.add(place)
    return found
