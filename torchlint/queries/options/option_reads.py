"""Options of a program's command line that nothing reads, or that are overwritten before anything does."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.knowledge.command_line import (
    PARSES,
    PARSES_SOME,
    RUNS_TEXT,
    VARIABLES,
    is_of_training,
)
from torchlint.queries.file import View
from torchlint.queries.memo import query
from torchlint.queries.options.declared_options import Declared, options_with_effect
from torchlint.queries.options.namespaces import Uses, uses_in
from torchlint.queries.options.programs import Programs, programs_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


@dataclass(frozen=True, slots=True, eq=False)
class UnreadOption(View):
    """A call of `add_argument` whose option nothing reads.

    Example:
        for one in options.unread_options(file):
            yield finding(one, f"nothing reads `{one.attribute}`", sure=one.is_sure)
    """

    name: str  # as it is typed: `--weight-decay`
    attribute: str  # of the namespace: `weight_decay`
    is_sure: bool  # whether all that becomes of the namespace is known
    is_of_training: bool  # whether it is named for what changes a training


@query
def unread_options(file: File) -> Iterator[UnreadOption]:
    """The options that a file declares and that none of the programs that may get them reads, in source order.

    Printing, logging or saving the whole namespace does not count as reading. Options that launchers pass to every
    program, and options whose help says that they are unused, are left out.
    """
    options = options_with_effect(file)
    programs = programs_of(file) if options else None
    if programs is None:
        return
    trees, uses = programs.trees, uses_in(programs)
    unread = [one for one in options if one.dest not in uses.reads]
    if not unread or uses.are_all_handed_on or not _is_parsed(programs):
        return
    escapes = bool(uses.escapes) or any(map(_hands_on, trees.values()))
    is_known = not escapes and not uses.lookups
    for one in unread:
        if any(_mentions(syntax, one.dest) for syntax in trees.values()):
            continue
        if not _is_run(programs, file.tree, one.call) or (uses.stores and _is_read_elsewhere(file, trees, uses, one)):
            continue
        if escapes and _is_attribute_anywhere(file, trees, one.dest):
            continue
        if is_known or not any(_is_word(syntax, one.dest) for syntax in trees.values()):
            yield UnreadOption(file, one.call, one.name, one.dest, is_known, is_of_training(one.dest))


def _is_parsed(programs: Programs) -> bool:
    """Whether some command line is parsed, and each of them by code that the programs run, as far as names tell."""
    calls = [
        (syntax, call)
        for syntax in programs.parsing
        for call in syntax.all(tree.Call)
        if tree.last_name(call.func) in PARSES | PARSES_SOME
    ]
    return bool(calls) and all(_is_run(programs, syntax, call) for syntax, call in calls)


def _is_run(programs: Programs, syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether a program calls the function that some code is in."""
    function = syntax.above(node, tree.FunctionDef)
    if not isinstance(function, tree.FunctionDef) or function.name.startswith("__"):
        return True
    return any(syntax.once_of_all(_called)[function.name] for syntax in programs.trees.values())


def _called(syntax: tree.Tree) -> Counter[str]:
    """What a file calls, or passes on to be called, by its last name."""
    found = Counter(tree.last_name(call.func) for call in syntax.all(tree.Call))
    found.update(tree.last_name(one.value) for one in syntax.all(tree.Argument))
    return found


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
    return f".{name}" in syntax.text and any(
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
    """Whether an attribute may be looked up by its name here: as a text, a keyword or a parameter.

    Or by a plain name, if the file makes variables of what is in a dict, or matches objects by their attributes.
    """
    if name not in syntax.text:
        return False
    if syntax.once_of_all(_makes_variables) and any(one.id == name for one in syntax.all(tree.Name)):
        return True
    if any(True for _ in syntax.all(tree.Match)) and re.search(rf"\b{re.escape(name)}\s*=(?!=)", syntax.text):
        return True
    texts = (one for one in syntax.all(tree.Constant) if one.value == name)
    if any(not _declares(syntax, one) for one in texts):
        return True
    if any(one.keyword == name for one in syntax.all(tree.Argument) if not _declares(syntax, one)):
        return True
    return any(one.name == name for one in syntax.all(tree.Parameter))


def _makes_variables(syntax: tree.Tree) -> bool:
    return any(tree.last_name(call.func) in VARIABLES | RUNS_TEXT for call in syntax.all(tree.Call))


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
