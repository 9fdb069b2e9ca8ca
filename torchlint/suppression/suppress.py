"""Which findings the comments of a file silence, and what is wrong with those comments."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from heapq import heappop, heappush

from torchlint.diagnostics import FAILURE
from torchlint.files.source import Lines
from torchlint.finding import Edit, Finding, Fix, Span
from torchlint.suppression.directives import Directive, Layout

# What is said about comments. A comment that silences it is never unused: saying so is what it silences.
_ABOUT_COMMENTS = frozenset({"unused-ignore", "unknown-rule", "blanket-ignore", "missing-reason"})
# A comment without names means what rules find: not what is said about comments, nor a failure of torchlint.
_NEVER_BLANKET = _ABOUT_COMMENTS | {FAILURE}
# Where two comments cover a finding, the nearer one silences it; then the other may be unused.
_NEAREST_FIRST = ("ignore", "disable", "file-ignore", "enable", "")
_BLANKS = re.compile(r"[^\S\r\n]*")


class Suppressions:
    """The `# torchlint: ...` comments of one text; `known` are the names of all rules there are."""

    def __init__(self, text: str, known: Collection[str]) -> None:
        self._text = text
        self._known = known
        self._lines = Lines(text)
        self._layout = Layout(text, self._lines)
        self._directives = self._layout.directives()
        self._by_nearness = sorted(self._directives, key=lambda d: (_NEAREST_FIRST.index(d.verb), d.is_blanket))
        self._naming: dict[str, list[int]] = {}  # the places, in that order, of those that name a rule,
        self._blanket: list[int] = []  # and of those that name none
        for place, directive in enumerate(self._by_nearness):
            if directive.is_blanket:
                self._blanket.append(place)
            for name in {name for name, _ in directive.names}:
                self._naming.setdefault(name, []).append(place)
        self._covers: dict[str, _Cover] = {}
        self._near: dict[str, list[str]] = {}

    def silencer(self, finding: Finding) -> Directive | None:
        """The comment that silences a finding, which is a used one from then on.

        It has to work in the finding's first row, or in its last one if that is still part of the same statement.
        """
        first = self._lines.row(finding.span.start)
        last = self._lines.row(max(finding.span.start, finding.span.end - 1))
        return self.silencer_in(first, last, finding.rule)

    def silencer_within(self, span: Span, rule: str) -> Directive | None:
        """The first comment in a stretch of the text that silences a rule in a row of it."""
        rows = range(self._lines.row(span.start), self._lines.row(span.end) + 1)
        return next((found for row in rows if (found := self.silencer_in(row, row, rule))), None)

    def silencer_in(self, first: int, last: int, rule: str) -> Directive | None:
        """The comment that silences a rule's finding in these rows, which is a used one from then on."""
        cover = self._cover(rule)
        rows = {first, last} if last in self._layout.statement(first) else {first}
        nearest = min((place for row in rows if (place := cover.nearest(row)) is not None), default=None)
        if nearest is None:
            return None
        directive = self._by_nearness[nearest]
        directive.used.add(rule)
        return directive

    def _cover(self, rule: str) -> _Cover:
        if rule not in self._covers:
            blanket = self._blanket if rule not in _NEVER_BLANKET else []
            places = (*self._naming.get(rule, ()), *blanket)
            self._covers[rule] = _Cover((self._by_nearness[place].rows_for(rule), place) for place in places)
        return self._covers[rule]

    def problems(self, path: str, ran: Collection[str], *, all_ran: bool) -> Iterator[Finding]:
        """What is wrong with the comments, after every finding went through `silencer`.

        `ran` are the rules that would have found something if it were there: only their names can be unused. A comment
        without names can only be unused if `all_ran`, all those that run by default.
        """
        for directive in self._directives:
            if directive.flaw:
                message = f"this comment silences nothing; {directive.flaw}"
                yield Finding(path, directive.span, message, rule="unused-ignore")
                continue
            yield from self._unknown_names(path, directive)
            yield from self._unused(path, directive, ran, all_ran)
            if directive.verb != "enable":
                yield from _unexplained(path, directive)

    def _unknown_names(self, path: str, directive: Directive) -> Iterator[Finding]:
        for name, span in directive.names:
            if name in self._known:
                continue
            near = self._near_to(name)
            advice = f"did you mean `{near[0]}`?" if near else "`torchlint rules` lists all rules"
            # Unsafe: the right name may silence what nobody has seen yet.
            fix = Fix(f"Write `{near[0]}`", (Edit(span, near[0]),), safe=False) if near else None
            yield Finding(path, span, f"there is no rule `{name}`; {advice}", fix=fix, rule="unknown-rule")

    def _near_to(self, name: str) -> list[str]:
        """The name of a rule that is close to one that does not exist, if there is one."""
        if name not in self._near:
            from difflib import get_close_matches  # only a misspelt name pays for it

            self._near[name] = get_close_matches(name, sorted(self._known), 1)
        return self._near[name]

    def _unused(self, path: str, directive: Directive, ran: Collection[str], all_ran: bool) -> Iterator[Finding]:
        kept: dict[str, None] = {}  # in their order
        unused: dict[str, None] = {}
        for name, _ in directive.names:
            is_first = name not in kept
            is_needed = name in directive.used or name in _ABOUT_COMMENTS or name not in self._known
            can_tell = name in ran or name in directive.used or directive.verb == "enable"
            (kept if (is_first and is_needed) or not can_tell else unused)[name] = None
        if directive.is_blanket and not directive.used and (all_ran or directive.verb == "enable"):
            what = "nothing"
        elif unused:
            what = "no " + " or ".join(f"`{name}`" for name in unused)
        else:
            return
        claim = f"{what} is disabled above" if directive.verb == "enable" else f"{what} here to silence"
        if kept and directive.listed:
            fix = Fix("Delete the unused names", (Edit(directive.listed, ", ".join(kept)),))
        else:
            fix = Fix("Delete the comment", (Edit(self._extent(directive), ""),))
        advice = "delete the unused name" if kept else "delete the comment"
        yield Finding(path, directive.span, f"{claim}; {advice}", fix=fix, rule="unused-ignore")

    def _extent(self, directive: Directive) -> Span:
        """What goes when a comment goes: its whole line, the blanks before it, or those before the next pragma."""
        text = self._text
        after = _BLANKS.match(text, directive.span.end).end()  # type: ignore[union-attr]  # it matches nothing, too
        if text[after : after + 1] not in ("", "\r", "\n"):
            return Span(directive.span.start, after)
        start = _last(text, directive.span.start)  # no slice: one of all that is above would be taken for each comment
        while text.endswith(("\\\n", "\\\r", "\\\r\n"), 0, start):  # a backslash that the comment alone comes after
            start = _last(text, start - (3 if text.endswith("\r\n", 0, start) else 2))
        is_own_line = start == 0 or text[start - 1] in "\r\n"
        return Span(start, self._lines.start(self._lines.row(directive.span.start) + 1) if is_own_line else after)


def _last(text: str, end: int) -> int:
    """The end of a text up to `end`, without blanks."""
    while end and text[end - 1] in " \t\f":
        end -= 1
    return end


class _Cover:
    """Which of some ranges of rows is the first that covers a row, in the order of their places."""

    def __init__(self, ranges: Iterable[tuple[range, int]]) -> None:
        todo = sorted((rows.start, place, rows.stop) for rows, place in ranges if rows)
        self._rows = sorted({row for start, _, stop in todo for row in (start, stop)})  # where that may change
        self._first: list[int | None] = []
        todo.reverse()
        open_ones: list[tuple[int, int]] = []  # place and end of those that have begun: the first on top
        for row in self._rows:
            while todo and todo[-1][0] == row:
                _, place, stop = todo.pop()
                heappush(open_ones, (place, stop))
            while open_ones and open_ones[0][1] <= row:
                heappop(open_ones)
            self._first.append(open_ones[0][0] if open_ones else None)

    def nearest(self, row: int) -> int | None:
        """The place of the range, if one covers the row."""
        index = bisect_right(self._rows, row) - 1
        return self._first[index] if index >= 0 else None


def _unexplained(path: str, directive: Directive) -> Iterator[Finding]:
    """What projects that want every exception named and explained ask for."""
    if directive.is_blanket:
        names = f"[{', '.join(sorted(directive.used))}]"
        here = Span(directive.after_verb, directive.after_verb)
        # Unsafe: a rule that did not run is not among the names.
        fix = Fix("Name the rules that it silences", (Edit(here, names),), safe=False) if directive.used else None
        message = "this comment silences every rule; name the rules that it is meant for"
        yield Finding(path, directive.span, message, fix=fix, rule="blanket-ignore")
    if not directive.reason:
        message = "this comment gives no reason; append ` -- ` and the reason"
        yield Finding(path, directive.span, message, rule="missing-reason")
