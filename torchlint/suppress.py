"""Which findings the comments of a file silence, and what is wrong with those comments."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from torchlint.diagnostics import FAILURE
from torchlint.directives import Directive, Layout
from torchlint.finding import Edit, Finding, Fix, Span
from torchlint.source import Lines

# What is said about comments. A comment that silences it is never unused: saying so is what it silences.
_ABOUT_COMMENTS = frozenset({"unused-ignore", "unknown-rule", "blanket-ignore", "missing-reason"})
# A comment without names means what rules find: not what is said about comments, nor a failure of torchlint.
_NEVER_BLANKET = _ABOUT_COMMENTS | {FAILURE}
# Where two comments cover a finding, the nearer one silences it; then the other may be unused.
_NEAREST_FIRST = ("ignore", "disable", "file-ignore", "enable", "")


class Suppressions:
    """The `# torchlint: ...` comments of one text; `known` are the names of all rules there are."""

    def __init__(self, text: str, known: Collection[str]) -> None:
        self._text = text
        self._known = known
        self._lines = Lines(text)
        self._layout = Layout(text, self._lines)
        self._directives = self._layout.directives()
        self._by_nearness = sorted(self._directives, key=lambda d: (_NEAREST_FIRST.index(d.verb), d.is_blanket))

    def silencer(self, finding: Finding) -> Directive | None:
        """The comment that silences a finding, which is a used one from then on.

        It has to work in the finding's first row, or in its last one if that is still part of the same statement.
        """
        first = self._lines.row(finding.span.start)
        last = self._lines.row(max(finding.span.start, finding.span.end - 1))
        rows = {first, last} if last in self._layout.statement(first) else {first}
        for directive in self._by_nearness:
            if _means(directive, finding.rule) and any(directive.works_in(row, finding.rule) for row in rows):
                directive.used.add(finding.rule)
                return directive
        return None

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
            from difflib import get_close_matches  # only a misspelt name pays for it

            near = get_close_matches(name, sorted(self._known), 1)
            advice = f"did you mean `{near[0]}`?" if near else "`torchlint --list-rules` lists what there is"
            # Unsafe: the right name may silence what nobody has seen yet.
            fix = Fix(f"Write `{near[0]}`", (Edit(span, near[0]),), safe=False) if near else None
            yield Finding(path, span, f"no rule is called `{name}`; {advice}", fix=fix, rule="unknown-rule")

    def _unused(self, path: str, directive: Directive, ran: Collection[str], all_ran: bool) -> Iterator[Finding]:
        kept: list[str] = []
        unused: list[str] = []
        for name, _ in directive.names:
            is_first = name not in kept
            is_needed = name in directive.used or name in _ABOUT_COMMENTS or name not in self._known
            can_tell = name in ran or name in directive.used or directive.verb == "enable"
            (kept if (is_first and is_needed) or not can_tell else unused).append(name)
        if directive.is_blanket and not directive.used and (all_ran or directive.verb == "enable"):
            what = "nothing"
        elif unused:
            what = "no " + " or ".join(f"`{name}`" for name in dict.fromkeys(unused))
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
        row = self._lines.row(directive.span.start)
        below = self._lines.start(row + 1)
        after = self._text[directive.span.end : below].rstrip("\r\n")
        if after.strip():
            return Span(directive.span.start, directive.span.end + len(after) - len(after.lstrip()))
        before = self._text[: directive.span.start].rstrip(" \t\f")
        while before.endswith(("\\\n", "\\\r", "\\\r\n")):  # a backslash that the comment alone comes after
            before = before.rstrip("\r\n")[:-1].rstrip(" \t\f")
        is_own_line = not before or before.endswith(("\n", "\r"))
        return Span(len(before), below if is_own_line else directive.span.end + len(after))


def _means(directive: Directive, rule: str) -> bool:
    if directive.is_blanket:
        return rule not in _NEVER_BLANKET
    return any(name == rule for name, _ in directive.names)


def _unexplained(path: str, directive: Directive) -> Iterator[Finding]:
    """What projects that want every exception named and explained ask for."""
    if directive.is_blanket:
        names = f"[{', '.join(sorted(directive.used))}]"
        here = Span(directive.after_verb, directive.after_verb)
        # Unsafe: a rule that did not run is not among the names.
        fix = Fix("Name what it silences", (Edit(here, names),), safe=False) if directive.used else None
        message = "this comment silences every rule; name those that it is about"
        yield Finding(path, directive.span, message, fix=fix, rule="blanket-ignore")
    if not directive.reason:
        message = "this comment gives no reason; end it with ` -- ` and why it is right"
        yield Finding(path, directive.span, message, rule="missing-reason")
