"""What a finding is called when lines move: the same after edits elsewhere and after reformatting."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable

from torchlint.finding import Finding, Span

HEADER = re.compile(r"^([ \t]*)(?:async[ \t]+def|def|class)[ \t]+(\w+)[ \t]*[\[(:]", re.MULTILINE)
LAYOUT = re.compile(r"\s+|\\(?=[\r\n])|,(?=\s*[)\]}])")  # what a formatter decides
INDENT = re.compile(r"[ \t]*")

Key = tuple[str, Span, str]  # what tells the findings of one file apart: rule, span, message


def fingerprints(text: str, findings: Iterable[Finding]) -> dict[Key, str]:
    """A name for each finding in a file of `text`, made of its rule, its scope, its code and its turn among equals.

    Hand in all findings of the file, also the hidden ones: they take their turns too.
    """
    from hashlib import blake2b

    scopes = Scopes(text)
    turns: Counter[tuple[str, str, str]] = Counter()
    names: dict[Key, str] = {}
    for finding in sorted(findings, key=lambda finding: (finding.span, finding.rule, finding.message)):
        code = LAYOUT.sub("", text[finding.span.start : finding.span.end])
        scope = scopes.at(finding.span.start)
        turn = turns[finding.rule, scope, code]
        turns[finding.rule, scope, code] += 1
        told = "\0".join((finding.rule, scope, code, str(turn)))
        names[finding.rule, finding.span, finding.message] = blake2b(
            told.encode("utf-8", "surrogatepass"), digest_size=8
        ).hexdigest()
    return names


class Scopes:
    """The classes and functions around a place, as the indentation shows them: also in a file that does not parse."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._headers = [(match.start(), len(match[1].expandtabs()), match[2]) for match in HEADER.finditer(text)]
        self._starts = [start for start, _, _ in self._headers]

    def at(self, offset: int) -> str:
        """The dotted name of the scope that the line of an offset is in."""
        start = max(self._text.rfind("\n", 0, offset), self._text.rfind("\r", 0, offset)) + 1
        indent = INDENT.match(self._text, start)
        depth = len(indent[0].expandtabs()) if indent else 0
        names: list[str] = []
        for index in range(bisect_left(self._starts, start) - 1, -1, -1):
            if not depth:
                break
            _, outer, name = self._headers[index]
            if outer < depth:
                names.append(name)
                depth = outer
        return ".".join(reversed(names))
