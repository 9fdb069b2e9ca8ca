"""What a finding is called when lines move: the same after edits elsewhere and after reformatting."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable

from torchlint.files.source import Lines
from torchlint.finding import Finding, Span
from torchlint.suppression.directives import Layout

HEADER = re.compile(r"(?:async[ \t]+def|def|class)[ \t]+(\w+)[ \t]*[\[(:]")
STRING_OR_COMMENT = re.compile(
    r"""(\"{3}(?:\\.|[^\\])*?\"{3}|'{3}(?:\\.|[^\\])*?'{3}|"(?:\\.|[^"\\\r\n])*"|'(?:\\.|[^'\\\r\n])*')|\#[^\r\n]*""",
    re.DOTALL,
)
# What a formatter decides: blanks, commas before a closing bracket, parentheses around what is clear without them.
LAYOUT = re.compile(r"\s+|\\(?=[\r\n])|,(?=\s*[)\]}])|,\s*$|[()]")

Key = tuple[str, Span, str]  # what tells the findings of one file apart: rule, span, message


def fingerprints(
    text: str, findings: Iterable[Finding], scope_at: Callable[[int], str] | None = None
) -> dict[Key, str]:
    """A name for each finding in a file of `text`, made of its rule, its scope, its code and its turn among equals.

    Hand in all findings of the file, also the hidden ones: they take their turns too. `scope_at` is for who needs no
    names but its own, and has another idea of scopes.
    """
    from hashlib import blake2b

    scope_at = scope_at or Scopes(text).at
    turns: Counter[tuple[str, str, str]] = Counter()
    names: dict[Key, str] = {}
    for finding in sorted(findings, key=lambda finding: (finding.span, finding.rule, finding.message)):
        code = _bare(code_of(text, finding.span))
        scope = scope_at(finding.span.start)
        turn = turns[finding.rule, scope, code]
        turns[finding.rule, scope, code] += 1
        identity = "\0".join((finding.rule, scope, code, str(turn)))
        names[finding.rule, finding.span, finding.message] = blake2b(
            identity.encode("utf-8", "surrogatepass"), digest_size=8
        ).hexdigest()
    return names


def code_of(text: str, span: Span) -> str:
    """The code of a finding; the whole row where it points between two characters, as a syntax error does."""
    if span.start < span.end:
        return text[span.start : span.end]
    above = max(text.rfind("\n", 0, span.start), text.rfind("\r", 0, span.start))
    return re.split(r"[\r\n]", text[above + 1 :], maxsplit=1)[0]


def _bare(code: str) -> str:
    """The code without its comments and all that a formatter decides, such as which quotes there are.

    Other code may become the same: then the two take turns.
    """
    return LAYOUT.sub("", STRING_OR_COMMENT.sub(r"\1", code)).replace("'", '"')


class Scopes:
    """The classes and functions around a place, as the indentation shows them: also in a file that does not parse."""

    def __init__(self, text: str) -> None:
        self._lines = Lines(text)
        self._starts: list[int] = []  # the first row of each statement, and the scope that it is in
        self._names: list[str] = []
        layout = Layout(text, self._lines)
        around: list[tuple[int, str]] = []  # the indentation of what is open, and its name
        row = 1
        while row <= self._lines.rows:
            line = self._lines.line(row)
            code = line.lstrip()
            if code and not code.startswith("#"):
                depth = len(line[: len(line) - len(code)].expandtabs())
                while around and around[-1][0] >= depth:
                    around.pop()
                self._starts.append(row)
                self._names.append(".".join(name for _, name in around))
                if header := HEADER.match(code):
                    around.append((depth, header[1]))
            row = layout.statement(row).stop

    def at(self, offset: int) -> str:
        """The dotted name of the scope that the statement at an offset is in."""
        index = bisect_right(self._starts, self._lines.row(offset)) - 1
        return self._names[index] if index >= 0 else ""
