"""What objects of a project's dataclasses have that a library fills from the command line."""

from __future__ import annotations

import re
from collections.abc import Mapping

from torchlint.binding.definitions import assignments_in, names_bound
from torchlint.binding.qualified_names import by_name
from torchlint.knowledge.command_line import FILLS_CLASS, FILLS_CLASSES
from torchlint.knowledge.signatures import WITHOUT_FIELDS
from torchlint.queries.options.occurrences import Occurrences
from torchlint.queries.options.value_makers import Made, Makers
from torchlint.syntax import tree

# Code of a class by which it may have other attributes, and code of a program that may give them to its objects.
_DYNAMIC = re.compile(r"\b(?:__getattr__|__getattribute__|__setattr__|setattr|__dict__|vars)\b")
_GIVES = re.compile(r"\b(?:setattr\(|__dict__|vars\([^)]*\)(?:\[|\.update))")
_DEEPEST = 5


class ConfigClasses:
    """The dataclasses of a program."""

    def __init__(self, trees: Mapping[str, tree.Tree], found: Occurrences, makers: Makers) -> None:
        self._trees, self._found, self._makers = tuple(trees.values()), found, makers

    def members(self, made: Made) -> frozenset[str] | None:
        """The attributes of an object that a library makes of a dataclass; None where they are not all known."""
        cls = self._class_of(made)
        if not isinstance(cls, tree.Name) or any(_GIVES.search(syntax.text) for syntax in self._trees):
            return None
        return self._members_of(cls.id)

    def _class_of(self, made: Made) -> tree.Expression | None:
        """The class as it is written where the command line is parsed."""
        syntax, call = made.syntax, made.call
        if made.element is None and not FILLS_CLASS.isdisjoint(by_name(syntax).get(call, ())):
            return tree.positional(call, 0)
        if tree.last_name(call.func) != "parse_args_into_dataclasses" or not isinstance(call.func, tree.Attribute):
            return None
        parsers = self._makers.of(syntax, call.func.value)
        if parsers is None or len(parsers) != 1:
            return None
        parser = next(iter(parsers))
        if FILLS_CLASSES.isdisjoint(by_name(parser.syntax).get(parser.call, ())):
            return None
        given = tree.positional(parser.call, 0)
        given = given if isinstance(given, (tree.Tuple, tree.List)) else tree.Tuple(0, 0, [given] if given else [])
        place = made.element
        return given.elements[place] if place is not None and place < len(given.elements) else None

    def _members_of(self, name: str, depth: int = 0) -> frozenset[str] | None:
        classes = self._found.classes(name)
        if len(classes) != 1 or depth > _DEEPEST:
            return None
        syntax, cls = classes[0]
        called = [one.func if isinstance(one, tree.Call) else one for one in cls.decorators]
        if any(tree.last_part(one) != "dataclass" for one in called) or _DYNAMIC.search(syntax.text_of(cls)):
            return None
        found = set(names_bound(syntax, cls))
        found |= {tree.last_name(one.target) for one in cls.body if isinstance(one, tree.AnnotatedAssign)}
        targets = (one.target for one in assignments_in(cls))
        found |= {one.attr for one in targets if isinstance(one, tree.Attribute)}
        for base in cls.bases:
            if tree.last_part(base.value) in ("object", "ABC", *WITHOUT_FIELDS):
                continue
            above = self._members_of(tree.last_part(base.value), depth + 1)
            if above is None:
                return None
            found |= above
        return frozenset(found)

    def names(self, name: str) -> bool:
        """Whether a text of the program names an attribute, as one that is looked for, or assigns it."""
        written = re.compile(rf"""["']{re.escape(name)}["']|\.{re.escape(name)}\s*(?::[^=\n]*)?=[^=]""")
        return any(name in syntax.text and written.search(syntax.text) for syntax in self._trees)
