"""The options that argparse's parsers are given: each call of `add_argument`, and what the option is called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import owner_of, resolved_expression
from torchlint.knowledge.command_line import (
    KEEPS_NOTHING,
    MAKES_PARSER,
    OTHER_PARSERS,
    PASSED_BY_LAUNCHERS,
    says_unused,
)
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


@dataclass(frozen=True, slots=True, eq=False)
class Declared:
    """One call of `add_argument`."""

    call: tree.Call
    name: str  # as it is typed, the longest of its names: `--weight-decay`; empty if that is not written there
    dest: str  # the attribute of the namespace: `weight_decay`; empty if that is not known
    is_plain: bool  # whether it only stores what is typed, and its author does not say that it is unused


@query
def options_with_effect(file: File) -> list[Declared]:
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


def declared_in(syntax: tree.Tree) -> tuple[Declared, ...]:
    """The options that a file adds to parsers, in source order."""
    return syntax.once_of_all(_declared)


def _declared(syntax: tree.Tree) -> tuple[Declared, ...]:
    return tuple(
        _option(call)
        for call in syntax.all(tree.Call)
        if isinstance(call.func, tree.Attribute) and call.func.attr == "add_argument" and _is_parser(syntax, call)
    )


def _is_parser(syntax: tree.Tree, call: tree.Call) -> bool:
    """Whether an option is added to what may be one of argparse's parsers."""
    assert isinstance(call.func, tree.Attribute)
    made = resolved_expression(syntax, call.func.value)
    if isinstance(made, tree.Call):
        name = tree.last_name(made.func)
        is_own = isinstance(made.func, tree.Name) and owner_of(syntax, made.func) is not None
        return name in MAKES_PARSER or "parser" in name.lower() or is_own
    return True


def _option(call: tree.Call) -> Declared:
    texts = [tree.string_of(one.value) for one in call.args if not one.keyword]
    names = [text for text in texts if text]
    keywords = {one.keyword: one.value for one in call.args if one.keyword}
    is_known = len(names) == len(texts) > 0 and not any(one.star for one in call.args)
    given = tree.string_of(keywords.get("dest")) or ""
    dest = given if "dest" in keywords else _dest(names) if is_known else ""
    action = keywords.get("action")
    is_stored = action is None or tree.last_part(action) == "BooleanOptionalAction" or tree.is_text(action)
    is_stored = is_stored and tree.string_of(action) not in KEEPS_NOTHING
    return Declared(call, max(names, key=len, default=""), dest, is_stored and _is_in_use(keywords.get("help")))


def _dest(names: list[str]) -> str:
    """Where argparse stores an option: under its first long name, else under its first one."""
    name = next((one for one in names if one.startswith("--")), names[0])
    return name.lstrip("-").replace("-", "_") if name.startswith("-") else name


def _is_in_use(said: tree.Expression | None) -> bool:
    """Whether an option's help does not say that it is there for old commands only."""
    if said is None:
        return True
    return tree.last_part(said) != "SUPPRESS" and not any(map(says_unused, _texts(said)))


def _texts(node: tree.Node) -> Iterator[str]:
    for one in tree.walk(node):
        if (text := tree.string_of(one)) is not None:
            yield text
