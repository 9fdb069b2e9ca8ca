"""Attributes that code reads of a namespace, and that no parser of the program defines.

Which names are defined anywhere, and which are read, is worked out once for the files of a program. Only for the few
names that are left it is asked where the object certainly comes from, and what that parser itself defines.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import definitions_from
from torchlint.binding.qualified_names import by_name
from torchlint.binding.use_def import only_definition, resolved_expression, uses
from torchlint.knowledge.command_line import MAKES_PARSER, PARSES, PARSES_SOME
from torchlint.queries.file import ExpressionView
from torchlint.queries.memo import query
from torchlint.queries.options.callees import Callees
from torchlint.queries.options.config_classes import ConfigClasses
from torchlint.queries.options.declared_options import declared_in
from torchlint.queries.options.namespaces import uses_in
from torchlint.queries.options.occurrences import Occurrences, is_stored, variable_of
from torchlint.queries.options.programs import programs_of
from torchlint.queries.options.value_makers import Made, Makers
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File
    from torchlint.queries.options.programs import Programs

_MAKES = frozenset(("argparse.ArgumentParser",))
# Methods of a parser after which it has the same options.
_SAME_OPTIONS = PARSES | PARSES_SOME | frozenset("print_help print_usage format_help format_usage error exit".split())
_ADDS_GROUP = frozenset(("add_argument_group", "add_mutually_exclusive_group"))
# What is caught where an attribute may be missing.
_CAUGHT = frozenset(("AttributeError", "Exception", "BaseException"))
# What a namespace is often called.
_USUAL = frozenset("args opt opts hparams flags FLAGS".split())
# Words in files that declare options.
_DECLARES = ("add_argument", "dataclass")
# In a text: an option as it is declared, an attribute that is assigned, a field, and what is given a namespace.
_OPTION = re.compile(r"""["']-{0,2}([a-zA-Z][\w-]*)["']""")
_ASSIGNED = re.compile(r"\.([a-zA-Z]\w*)[ \t]*=(?!=)")
_FIELD = re.compile(r"^[ \t]+([a-zA-Z]\w*)[ \t]*:", re.MULTILINE)
_PARSING = r"(?:parse_(?:known_)?args(?:_into_dataclasses)?|tyro\.cli|simple_parsing\.parse)"
_NAMESPACE = re.compile(rf"^[ \t]*(\w+)(?:,[ \t]*\w+)*[ \t]*=[^=\n#]*\b{_PARSING}\(", re.MULTILINE)


@dataclass(frozen=True, slots=True, eq=False)
class UndefinedOption(ExpressionView):
    """A read of an attribute that a namespace does not have.

    Example:
        for read in options.undefined_options(file):
            yield finding(read, f"`{read}` raises AttributeError", sure=read.is_certain)
    """

    name: str  # of the attribute
    is_certain: bool  # whether none of the parsers that may have made the namespace defines it
    similar: str  # an option of a similar name; empty if there is none

    @property
    def owner(self) -> str:
        """The namespace, as it is written."""
        assert isinstance(self.node, tree.Attribute)
        return self.file.tree.text_of(self.node.value)


class _Defined(NamedTuple):
    """What the parsers of a program define, whichever of them."""

    names: frozenset[str]
    is_open: bool  # whether there may be more


class _Read(NamedTuple):
    """A read of what some parser does not define."""

    name: str
    is_sure: bool
    options: frozenset[str]  # what the parser defines


@query
def undefined_options(file: File) -> Iterator[UndefinedOption]:
    """The first read of each such name in a function, in source order."""
    candidates = _candidates(file)
    programs = programs_of(file) if candidates else None
    if programs is None:
        return
    checked = programs.once(lambda: _Checked(programs), "undefined options")
    seen: set[tuple[tree.Node, str]] = set()
    for node in candidates:
        place = (file.tree.scope(node), node.attr)
        read = checked.undefined(file.tree, node) if place not in seen else None
        if read is not None:
            seen.add(place)
            yield UndefinedOption(file, node, read.name, read.is_sure, _similar(read))


def _candidates(file: File) -> list[tree.Attribute]:
    """The reads that no option of the project explains, or none of the parser that the same file parses with."""
    texts = _declaring(file)
    if not texts:
        return []
    written = _written_in(texts)
    owners = [one for one in sorted(written.namespaces) if f"{one}." in file.text]
    if not owners:
        return []
    declared = written.declared.union(_ASSIGNED.findall(file.text))
    own = _parsed_here(file.tree) if "parse_" in file.text else {}
    found = {
        (owner, name)
        for owner in owners
        for name in re.findall(rf"\b{re.escape(owner)}\.([a-zA-Z]\w*)\b(?!\s*(?:\(|=[^=]))", file.text)
        if name not in declared or (owner in own and name not in own[owner])
    }
    if not found:
        return []
    reads = (one for one in file.tree.all(tree.Attribute) if (tree.last_part(one.value), one.attr) in found)
    return [one for one in reads if not one.attr.startswith("_") and not is_stored(file.tree, one)]


def _declaring(file: File) -> tuple[str, ...]:
    """The texts of the project in which options are declared."""
    around, own = file.project_files, any(word in file.text for word in _DECLARES)
    places = [one for word in _DECLARES for one in around.files_mentioning(word)] if around is not None else []
    if around is None or not places:
        return (file.text,) if own else ()  # alone, or one of too many files to search
    return tuple(around.text(one) for one in dict.fromkeys(places))


class _Written(NamedTuple):
    """What a text says of options, without its tree."""

    declared: frozenset[str]  # the names of options, fields and attributes that are assigned
    namespaces: frozenset[str]  # the variables that are given what a parser returns


@lru_cache(maxsize=4)
def _written_in(texts: tuple[str, ...]) -> _Written:
    """What the texts of a project say, which each of its files asks for."""
    parts = [_written(text) for text in texts]
    return _Written(
        frozenset[str]().union(*(one.declared for one in parts)), _USUAL.union(*(one.namespaces for one in parts))
    )


@lru_cache(maxsize=2000)
def _written(text: str) -> _Written:
    names = {one.replace("-", "_") for one in _OPTION.findall(text)} | set(_ASSIGNED.findall(text))
    names.update(_FIELD.findall(text) if "dataclass" in text else ())
    return _Written(frozenset(names), frozenset(_NAMESPACE.findall(text)))


def _parsed_here(syntax: tree.Tree) -> dict[str, frozenset[str]]:
    """The options in each variable that a file gives what a parser returns whose options are all seen there."""
    found: dict[str, frozenset[str]] = {}
    for call in syntax.all(tree.Call):
        if tree.last_name(call.func) in PARSES and isinstance(call.func, tree.Attribute):
            statement, made = syntax.parents.get(call), resolved_expression(syntax, call.func.value)
            target = statement.targets[0] if isinstance(statement, tree.Assign) else None
            options = _own_options(syntax, made) if isinstance(made, tree.Call) else None
            if isinstance(target, tree.Name) and options is not None:
                found[target.id] = found.get(target.id, options) & options
    return found


def _similar(read: _Read) -> str:
    return next(iter(difflib.get_close_matches(read.name, sorted(read.options), n=1, cutoff=0.7)), "")


def _defined(trees: tuple[tree.Tree, ...]) -> _Defined:
    parts = [syntax.once_of_all(_defined_in) for syntax in trees]
    return _Defined(frozenset().union(*(one.names for one in parts)), any(one.is_open for one in parts))


def _defined_in(syntax: tree.Tree) -> _Defined:
    """What the calls of a file define, on whatever parser."""
    if "add_argument" not in syntax.text and "set_defaults" not in syntax.text and "add_subparsers" not in syntax.text:
        return _Defined(frozenset(), False)
    declared = declared_in(syntax)
    names = {one.dest for one in declared if one.dest}
    is_open = any(not one.dest or _has_own_action(one.call) for one in declared)
    for call in syntax.all(tree.Call):
        if tree.last_name(call.func) in ("set_defaults", "add_subparsers"):
            is_open = is_open or any(one.star for one in call.args)
            names |= {one.keyword for one in call.args if one.keyword}
            names |= {text for one in call.args if one.keyword == "dest" and (text := tree.string_of(one.value))}
    return _Defined(frozenset(names), is_open)


class _Checked:
    """Which names the namespace has that an expression certainly holds."""

    def __init__(self, programs: Programs) -> None:
        self._trees = tuple(programs.trees.values())
        self._defined, self._uses = _defined(self._trees), uses_in(programs)
        self._found = Occurrences(self._trees)
        self._callees = Callees(self._found, programs.trees)
        self._makers = Makers(programs, self._found, self._callees)
        self._classes = ConfigClasses(programs.trees, self._found, self._makers)
        self._options: dict[Made, frozenset[str] | None] = {}
        self._parsers: dict[tree.Call, frozenset[str] | None] = {}

    def undefined(self, syntax: tree.Tree, node: tree.Attribute) -> _Read | None:
        """What is read here, if a parser that the object may come from does not define it."""
        name = node.attr
        reads = self._uses.reads.get(name, [])
        if not all(isinstance(one, tree.Attribute) for _, one in reads) or _is_caught(syntax, node):
            return None  # code that looks for it by its name expects that it may be missing
        made = self._makers.of(syntax, node.value)
        if not made:
            return None
        if any(not _parses(one) for one in made) and self._classes.names(name):
            return None
        options = [self._options_of(one) for one in made]
        if None in options or all(name in (one or ()) for one in options):
            return None
        if self._is_given(name, made):
            return None
        known = frozenset().union(*(one or frozenset() for one in options))
        is_in_none = all(name not in (one or ()) for one in options)
        return _Read(name, is_in_none and not self._is_given_away(made), known)

    def _is_given_away(self, made: frozenset[Made]) -> bool:
        """Whether code that is not seen gets such a namespace, and may give it attributes."""
        for syntax, node in self._uses.escapes:
            above = syntax.parents.get(node)
            if not isinstance(above, tree.Argument) or not above.star:
                makers = self._makers.of(syntax, node)
                if makers is None or not makers.isdisjoint(made) or not all(map(_parses, makers)):
                    return True
        return False

    def _is_given(self, name: str, made: frozenset[Made]) -> bool:
        """Whether code may give such a namespace an attribute of this name."""
        for syntax, owner in (*self._uses.assigned.get(name, ()), *self._uses.fills):
            makers = self._makers.of(syntax, owner)
            if makers is None or not makers.isdisjoint(made) or not all(map(_parses, makers)):
                return True
        return False

    def _options_of(self, made: Made) -> frozenset[str] | None:
        if made not in self._options:
            self._options[made] = self._parsed(made) if _parses(made) else self._classes.members(made)
        return self._options[made]

    def _parsed(self, made: Made) -> frozenset[str] | None:
        """The names in what a call of `parse_args` returns; None if they are not all known."""
        syntax, call = made.syntax, made.call
        name = tree.last_name(call.func)
        if not isinstance(call.func, tree.Attribute) or name not in PARSES | PARSES_SOME:
            return None
        if made.element != (0 if name in PARSES_SOME else None):
            return None
        if any(one.keyword == "namespace" or one.star for one in call.args) or len(call.args) > 1:
            return None  # it has what the other namespace has
        parsers = self._makers.of(syntax, call.func.value)
        if not parsers:
            return None
        options = [self._options_of_parser(one) for one in parsers]
        return None if None in options else frozenset().union(*(one or frozenset() for one in options))

    def _options_of_parser(self, made: Made) -> frozenset[str] | None:
        syntax, call = made.syntax, made.call
        names = by_name(syntax).get(call, frozenset())
        if made.element is not None or not names or not names <= _MAKES:
            return None  # perhaps of another library, which is imported if it is there
        if any(one.keyword == "prefix_chars" for one in call.args):
            return None  # its options may have other names than their texts seem to say
        if not all(self._is_known_parent(syntax, one) for one in call.args if one.star or one.keyword == "parents"):
            return None
        if call not in self._parsers:
            self._parsers[call] = None if self._is_imported(syntax, call) else _own_options(syntax, call)
            if self._parsers[call] is None:
                is_open = self._defined.is_open or self._is_given_to_libraries()
                self._parsers[call] = None if is_open else self._defined.names
        return self._parsers[call]

    def _is_imported(self, syntax: tree.Tree, call: tree.Call) -> bool:
        """Whether another file uses the variable of a parser, and may add options."""
        targets = [one.target for one in definitions_from(syntax, call)]
        held = [variable_of(syntax, one) for one in targets if isinstance(one, tree.Name)]
        return any(its is not syntax for one in held for its, _ in self._found.held(one))

    def _is_known_parent(self, syntax: tree.Tree, argument: tree.Argument) -> bool:
        """Whether the parsers whose options a parser takes over are all known."""
        parents = argument.value.elements if isinstance(argument.value, (tree.List, tree.Tuple)) else [None]
        found = [self._makers.of(syntax, one) if one is not None else None for one in parents]
        return all(one and all(self._options_of_parser(made) is not None for made in one) for one in found)

    def _is_given_to_libraries(self) -> bool:
        """Whether a parser is passed to code of a library, which may add options."""
        return any(self._gives_parser(syntax) for syntax in self._trees if "pars" in syntax.text)

    def _gives_parser(self, syntax: tree.Tree) -> bool:
        names = syntax.once_of_all(_parser_names)
        for argument in syntax.all(tree.Argument):
            if tree.last_part(argument.value) in names:
                call = syntax.parents.get(argument)
                if isinstance(call, tree.Call) and not self._callees.signatures(syntax, call.func):
                    return True
        return False


def _parses(made: Made) -> bool:
    """Whether this is the namespace of another call of `parse_args`, and not something made of a namespace."""
    return tree.last_name(made.call.func) in PARSES | PARSES_SOME


def _own_options(syntax: tree.Tree, call: tree.Call) -> frozenset[str] | None:
    """The options of a parser that is used in its own function alone; None of any other."""
    statement = syntax.parents.get(call)
    target = statement.targets[0] if isinstance(statement, tree.Assign) and len(statement.targets) == 1 else None
    if not isinstance(target, tree.Name) or any(one.keyword == "parents" or one.star for one in call.args):
        return None
    return _added(syntax, target)


def _added(syntax: tree.Tree, variable: tree.Name, depth: int = 0) -> frozenset[str] | None:
    if only_definition(syntax, variable) is None or depth > 2:
        return None
    found: set[str] = set()
    declared = {one.call: one.dest for one in declared_in(syntax)}
    for use in uses(syntax, variable):
        method = syntax.parents.get(use)
        call = syntax.parents.get(method) if method is not None else None
        if not isinstance(method, tree.Attribute) or not isinstance(call, tree.Call) or call.func is not method:
            return None
        if method.attr == "add_argument":
            if not declared.get(call) or _has_own_action(call):
                return None
            found.add(declared[call])
        elif method.attr == "set_defaults" and not any(one.star for one in call.args):
            found |= {one.keyword or "" for one in call.args}
        elif method.attr in _ADDS_GROUP:
            inside = _added_to_group(syntax, call, declared, depth)
            if inside is None:
                return None
            found |= inside
        elif method.attr not in _SAME_OPTIONS:
            return None
    return frozenset(found)


def _added_to_group(
    syntax: tree.Tree, call: tree.Call, declared: dict[tree.Call, str], depth: int
) -> frozenset[str] | None:
    above = syntax.parents.get(call)
    if isinstance(above, tree.Assign) and len(above.targets) == 1 and isinstance(above.targets[0], tree.Name):
        return _added(syntax, above.targets[0], depth + 1)
    outer = syntax.parents.get(above) if isinstance(above, tree.Attribute) else None
    dest = declared.get(outer) if isinstance(outer, tree.Call) else None
    return frozenset((dest,)) if dest else None


def _has_own_action(call: tree.Call) -> bool:
    """Whether code of the program stores an option, perhaps under another name."""
    action = next((one.value for one in call.args if one.keyword == "action"), None)
    return action is not None and not tree.is_text(action) and tree.last_part(action) != "BooleanOptionalAction"


def _parser_names(syntax: tree.Tree) -> frozenset[str]:
    """The names of what options are added to in a file, of what it parses with, and of parsers that it makes."""
    methods, found = PARSES | PARSES_SOME | {"add_argument"}, set()
    for call in syntax.all(tree.Call):
        if isinstance(call.func, tree.Attribute) and call.func.attr in methods:
            found.add(tree.last_part(call.func.value))
        elif tree.last_name(call.func) in MAKES_PARSER:
            found |= {tree.last_part(one.target) for one in definitions_from(syntax, call) if one.target is not None}
    return frozenset(found) - {""}


def _suppresses(item: tree.WithItem) -> bool:
    """Whether a `with` catches it: `with contextlib.suppress(AttributeError):`."""
    call = item.context
    caught = call.args if isinstance(call, tree.Call) and tree.last_name(call.func) == "suppress" else []
    return any(one.star or tree.last_part(one.value) in _CAUGHT for one in caught)


def _is_caught(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether the AttributeError of a missing attribute is caught."""
    here = node
    for above in syntax.around(node):
        if isinstance(above, tree.With) and any(map(_suppresses, above.items)):
            return True
        if isinstance(above, tree.Try) and here in above.body:
            for handler in above.handlers:
                types = [] if handler.type is None else tree.walk(handler.type)
                if handler.type is None or any(tree.last_part(one) in _CAUGHT for one in types):
                    return True
        if isinstance(above, tree.FunctionDef):
            return False
        here = above
    return False
