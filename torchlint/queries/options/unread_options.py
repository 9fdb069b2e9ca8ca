"""Options of a program's command line that nothing reads, or that are overwritten before anything does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definition
from torchlint.knowledge.command_line import (
    OTHER_PARSERS,
    PARSES,
    PARSES_SOME,
    PASSED_BY_LAUNCHERS,
    is_of_training,
    says_unused,
)
from torchlint.queries.file import View
from torchlint.queries.memo import query
from torchlint.queries.options.declared_options import Declared, declared_in
from torchlint.queries.options.namespaces import Uses, uses_in
from torchlint.queries.options.programs import programs_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


@dataclass(frozen=True, slots=True, eq=False)
class UnreadOption(View):
    """A call of `add_argument` whose option nothing reads."""

    name: str  # as it is typed: `--weight-decay`
    attribute: str  # of the namespace: `weight_decay`
    is_sure: bool  # whether all that becomes of the namespace is known
    is_of_training: bool  # whether it is named for what changes a training


@query
def unread_options(file: File) -> Iterator[UnreadOption]:
    """The options that a file declares and that no program reads which may get them, in source order.

    To print, log or save the whole namespace is not to read an option. Options that launchers pass to each program, and
    those whose help says that they are unused, are left out.
    """
    options = _options(file)
    programs = programs_of(file) if options else None
    if programs is None:
        return
    trees, uses = programs.trees, uses_in(programs)
    unread = [one for one in options if not _may_be_read(uses, one)]
    if not unread or not any(map(_parses, programs.parsing)):
        return
    escapes = bool(uses.escapes) or any(map(_hands_on, trees.values()))
    is_known = not escapes and not uses.lookups
    for one in unread:
        if any(_mentions(syntax, one.dest) for syntax in trees.values()):
            continue
        if not _is_called(trees, file.tree, one.call) or (uses.stores and _is_read_elsewhere(file, trees, uses, one)):
            continue
        if escapes and _is_attribute_anywhere(file, trees, one.dest):
            continue
        if is_known or not any(_is_word(syntax, one.dest) for syntax in trees.values()):
            yield UnreadOption(file, one.call, one.name, one.dest, is_known, is_of_training(one.dest))


def _options(file: File) -> list[Declared]:
    """The options of a file that programs have to read if they are to have an effect."""
    if not file.names.imports_packages(("argparse", "configargparse")) or file.names.imports_packages(OTHER_PARSERS):
        return []
    found = declared_in(file.tree)
    hidden = {one.dest for one in found if not one.is_plain or says_unused(_comment(file.tree, one.call))}
    return [one for one in found if one.dest and one.dest not in PASSED_BY_LAUNCHERS and one.dest not in hidden]


def _comment(syntax: tree.Tree, call: tree.Call) -> str:
    """The comments on the lines of a call."""
    end = syntax.text.find("\n", call.end)
    lines = syntax.text[call.start : end if end >= 0 else None].splitlines()
    return " ".join(line.partition("#")[2] for line in lines)


def _may_be_read(uses: Uses, option: Declared) -> bool:
    return option.dest in uses.reads


def _parses(syntax: tree.Tree) -> bool:
    """Whether a file parses a command line."""
    return any(tree.last_name(call.func) in PARSES | PARSES_SOME for call in syntax.all(tree.Call))


def _is_called(trees: Mapping[str, tree.Tree], own: tree.Tree, call: tree.Call) -> bool:
    """Whether the program runs the code that adds an option, as far as names tell."""
    function = own.above(call, tree.FunctionDef)
    if not isinstance(function, tree.FunctionDef):
        return True
    name = function.name
    if name.startswith("__"):
        return True
    return any(
        tree.last_name(one.func) == name for syntax in trees.values() for one in syntax.all(tree.Call)
    )


def _hands_on(syntax: tree.Tree) -> bool:
    """Whether a file takes the command line as it is, and may hand it on to another program."""
    for node in syntax.all(tree.Attribute):
        if node.attr == "argv" and tree.dotted(node) == "sys.argv":
            calls = (one for one in syntax.around(node) if isinstance(one, tree.Call))
            if not any(tree.last_name(call.func) in PARSES | PARSES_SOME | {"print", "join", "len"} for call in calls):
                return True
    return False


def _mentions(syntax: tree.Tree, name: str) -> bool:
    """Whether a text of a file speaks of such an attribute, as one that is evaluated or filled in does."""
    return any(
        f".{name}" in one.value and re.search(rf"\w\.{re.escape(name)}\b", one.value)
        for one in syntax.all(tree.Constant)
        if isinstance(one.value, str) and not isinstance(syntax.parents.get(one), tree.ExpressionStatement)
    )


def _is_read_elsewhere(file: File, trees: Mapping[str, tree.Tree], uses: Uses, option: Declared) -> bool:
    """Whether another program of the project, which may load the settings that are saved, reads such an attribute."""
    around = file.project_files
    places = around.files_mentioning(option.dest) if around is not None else ()
    read = re.compile(rf"""[\w\])]\.{re.escape(option.dest)}\b|["']{re.escape(option.dest)}["']""")
    assert around is not None or not places
    return around is not None and any(
        "load" in (text := around.text(place)) and "add_argument" not in text and read.search(text)
        for place in places
        if place not in trees
    )


def _is_word(syntax: tree.Tree, name: str) -> bool:
    """Whether an attribute may be looked up by its name here: as a text, a keyword or a parameter."""
    if name not in syntax.text:
        return False
    texts = (one for one in syntax.all(tree.Constant) if one.value == name)
    if any(not _declares(syntax, one) for one in texts):
        return True
    if any(one.keyword == name for one in syntax.all(tree.Argument) if not _declares(syntax, one)):
        return True
    return any(one.name == name for one in syntax.all(tree.Parameter))


def _is_attribute_anywhere(file: File, trees: Mapping[str, tree.Tree], name: str) -> bool:
    """Whether some file of the project, known to be of the program or not, reads such an attribute, or names it."""
    around = file.project_files
    others = [one for one in around.files_mentioning(name) if one not in trees] if around is not None else []
    texts = [syntax.text for syntax in trees.values() if name in syntax.text]
    texts += [around.text(one) for one in others] if around is not None else []
    read = re.compile(rf"""(?<!\bself)\.{re.escape(name)}\b|["']{re.escape(name)}["']""")
    return any(read.search(text) for text in texts)


def _declares(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether code is part of the declaration of an option."""
    call = syntax.above(node, tree.Call)
    return isinstance(call, tree.Call) and tree.last_name(call.func) in ("add_argument", "set_defaults")
