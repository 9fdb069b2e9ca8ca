"""Rules for tests of the engine: they find words in the text, and fix them by writing another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from torchlint.diagnostics import DIAGNOSTICS
from torchlint.finding import Edit, Finding, Fix, Span
from torchlint.queries import File
from torchlint.rule import Findings, Rule

ALL_DIAGNOSTICS = tuple(DIAGNOSTICS.values())


def rule_of(check: Callable[[File], Findings], name: str, words: Iterable[str] = ()) -> Rule:
    """A rule that does what `check` does."""
    return Rule(check, f"What {name} finds.", "memory", "warning", words=frozenset(words), name=name)


def finder(name: str, pattern: str, to: str | None = None, *, safe: bool = True, sure: bool = True) -> Rule:
    """A rule that finds what matches `pattern`; its fix writes what the match makes of the template `to`."""

    def check(file: File) -> Findings:
        for match in re.finditer(pattern, file.text):
            span = Span(*match.span())
            fix = None if to is None else Fix(f"Write {to}", (Edit(span, match.expand(to)),), safe)
            yield Finding(file.path, span, f"`{match[0]}` is bad", fix=fix, sure=sure)

    return rule_of(check, name)


def editor(name: str, pattern: str, edits: Callable[[re.Match[str]], Iterable[Edit]]) -> Rule:
    """A rule that finds what matches `pattern`, and fixes it by the edits that a function of the match makes."""

    def check(file: File) -> Findings:
        for match in re.finditer(pattern, file.text):
            fix = Fix("Edit", tuple(edits(match)))
            yield Finding(file.path, Span(*match.span()), f"`{match[0]}` is bad", fix=fix)

    return rule_of(check, name)


def put(start: int, text: str) -> Edit:
    """The edit that inserts a text."""
    return Edit(Span(start, start), text)
