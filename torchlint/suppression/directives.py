"""`# torchlint: ...` comments: what each one says, and in which rows it works."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from io import StringIO
from sys import maxsize
from tokenize import COMMENT, DEDENT, ENDMARKER, INDENT, NEWLINE, NL, TokenError, generate_tokens
from typing import Literal

from torchlint.files.source import Lines
from torchlint.finding import Span

VERBS = ("ignore", "disable", "enable", "file-ignore")
_MARK = re.compile(r"#\s*torchlint:\s*")
_BODY = re.compile(r"(?P<verb>[a-z-]+)(?:\s*\[(?P<names>[^]]*)](?P<rest>.*)|\s*(?P<dashes>--.*)?)")
_NAME = re.compile(r"[^,\s][^,]*(?<!\s)")
ANOTHER = re.compile(r"\s#\s*[A-Za-z]")  # the next pragma in the same comment; "#12" is none
_Place = Literal["trailing", "own line", "inside a statement"]
_BEGINNING = re.compile(r"^(?=def |class |@)", re.MULTILINE)
_KEPT = 10_000  # characters: the tokens of longer parts are not kept, they take many times as much memory
_CR = re.compile(r"\r(?!\n)")
_GIVEN_UP = (TokenError, SyntaxError, SystemError)  # the last for a NUL, from Python 3.12 on
_Token = tuple[int, str, int, int]  # kind, string, row and last column
_FORM = "write `# torchlint: ignore[rule] -- reason`"


@dataclass(slots=True, eq=False)
class Directive:
    """What one comment asks for, the rows that it works in, and the rules that it has silenced there."""

    verb: str
    span: Span
    after_verb: int
    names: tuple[tuple[str, Span], ...] = ()
    listed: Span | None = None  # what is between its brackets; None without brackets, which means every rule
    reason: str = ""
    flaw: str = ""  # why it can't work
    rows: range = range(0)
    block: _Block | None = None  # that of a `disable`, in which an `enable` may end it
    used: set[str] = field(default_factory=set)

    @property
    def is_blanket(self) -> bool:
        return self.listed is None

    def rows_for(self, rule: str) -> range:
        """The rows in which it holds for a rule, if it is about that rule."""
        if self.block is None:
            return self.rows
        return range(self.rows.start, min(self.rows.stop, self.block.enabled_after(self.rows.start, rule)))


@dataclass(slots=True, eq=False)
class _Block:
    """An indented block, or the file: its indentation, its last row, and what is disabled and enabled in it.

    Of each name, and of "" for every rule: the rows of the `enable` comments, and the row of the last `disable`.
    """

    column: int
    last: int = 0
    enabled: dict[str, list[int]] = field(default_factory=dict)
    disabled: dict[str, int] = field(default_factory=dict)
    last_disabled: int = 0  # whatever it is about

    def disable(self, name: str, row: int) -> None:
        """Note a `disable` of a name, or of every rule."""
        self.disabled[name] = self.last_disabled = row

    def enabled_after(self, row: int, name: str) -> int:
        """The row of the first `enable` below a row that ends what is disabled for a name."""
        found = [rows[bisect_right(rows, row) :][:1] for rows in map(self.enabled.get, {name, ""}) if rows]
        return min((row for rows in found for row in rows), default=maxsize)

    def enable(self, name: str, row: int) -> bool:
        """Note an `enable` of a name, or of every rule; whether anything that it is about was disabled."""
        begun = max(self.disabled.get(name, 0), self.disabled.get("", 0)) if name else self.last_disabled
        ended = [rows[-1] for rows in map(self.enabled.get, {name, ""}) if rows]
        self.enabled.setdefault(name, []).append(row)
        return begun > max(ended, default=0)


@dataclass(slots=True, eq=False)
class _Comment:
    """A comment, where it stands, and the rows of code that it stands at."""

    text: str
    row: int
    column: int
    place: _Place
    around: tuple[_Block, ...]  # the blocks that are open above it
    rows: range

    @property
    def block(self) -> _Block:
        """The innermost block that the comment is indented into."""
        return [block for block in self.around if block.column <= self.column][-1]


class Layout:
    """The comments of a text, and the rows of its statements (of a compound one, those of its header).

    What Python's tokenizer can't read has neither, from there on.
    """

    def __init__(self, text: str, lines: Lines) -> None:
        self._lines = lines
        self.open_ends: set[int] = set()  # rows that a comment may stand at the end of: no string or backslash goes on
        self._comments: list[_Comment] = []
        self._statements: list[range] = []
        self._blocks = [_Block(0)]
        self._first: int | None = None  # the first row of the statement that is being read
        self._is_decorator = False
        self._above: list[_Comment] = []  # comments that cover the statement that comes next,
        self._new = 0  # how many of them cover a decorator already
        self._within: list[_Comment] = []  # comments in the statement that is being read,
        self._waiting: list[_Comment] = []  # and those of them below which no code has come yet
        for kind, string, row, column in _tokens(text):
            self._read(kind, string, row, column)
        for block in self._blocks:
            block.last = lines.rows

    def statement(self, row: int) -> range:
        """The rows of the statement that a row is part of; the row alone where it is part of none."""
        index = bisect_right(self._statements, row, key=lambda rows: rows.start) - 1
        return self._statements[index] if index >= 0 and row in self._statements[index] else range(row, row + 1)

    def directives(self) -> list[Directive]:
        """What the comments ask for, in source order."""
        found: list[Directive] = []
        for comment in self._comments:
            for directive in self._parse(comment):
                found.append(directive)
                self._place(directive, comment)
        return found

    def _read(self, kind: int, string: str, row: int, column: int) -> None:
        if kind in (NEWLINE, NL):
            self.open_ends.add(row)
        if kind == COMMENT:
            self._comment(string, row)
        elif kind == INDENT:
            self._blocks.append(_Block(column))
        elif kind == DEDENT:
            self._blocks.pop().last = row - 1
        elif kind == NEWLINE:
            self._end_statement(row)
        elif kind not in (NL, ENDMARKER):
            self._code(string, row)

    def _comment(self, string: str, row: int) -> None:
        line = self._lines.line(row).rstrip()
        column = len(line) - len(string.rstrip())  # a comment ends its line; columns of tokens vary with the Python
        place: _Place = "trailing"
        if not line[:column].strip():
            place = "own line" if self._first is None else "inside a statement"
        rows = range(row, row + 1) if place == "trailing" else range(0)
        comment = _Comment(string, row, column, place, tuple(self._blocks), rows)
        self._comments.append(comment)
        (self._above if place == "own line" else self._within).append(comment)
        if place == "inside a statement":
            self._waiting.append(comment)

    def _code(self, string: str, row: int) -> None:
        if self._first is None:
            self._first, self._is_decorator = row, string == "@"
            for comment in self._above[self._new :]:
                if self._blocks[-1] not in comment.around and len(self._blocks) > len(comment.around):
                    comment.around = tuple(self._blocks)  # the first thing in a block that begins below it
        for comment in self._waiting:
            comment.rows = range(row, row + 1)
        self._waiting = []

    def _end_statement(self, row: int) -> None:
        first = row if self._first is None else self._first
        rows = range(first, row + 1)
        self._statements.append(rows)
        for comment in self._within:
            if comment.place == "trailing" and comment.row in (first, row):
                comment.rows = rows
        for comment in self._above[self._new :]:
            comment.rows = rows
        self._new = len(self._above)
        if not self._is_decorator:  # above a decorator means above what it decorates too
            for comment in self._above:
                comment.rows = range(comment.rows.start, row + 1)
            self._above, self._new = [], 0
        self._within, self._waiting, self._first = [], [], None

    def _parse(self, comment: _Comment) -> Iterator[Directive]:
        """The directives in a comment, which may hold other tools' as well."""
        marks = list(_MARK.finditer(comment.text))
        others = sorted(found.start() for found in (*ANOTHER.finditer(comment.text), *marks)) if marks else []
        for mark in marks:
            another = bisect_left(others, mark.end())
            body = comment.text[mark.end() : others[another] if another < len(others) else None].rstrip()
            start = self._lines.start(comment.row) + comment.column
            span = Span(start + mark.start(), start + mark.end() + len(body))
            parsed = _BODY.fullmatch(body)
            if parsed is None or parsed["verb"] not in VERBS:
                if _is_slip(body):
                    yield Directive("", span, span.end, flaw=_FORM)
                continue
            start += mark.end()
            directive = Directive(parsed["verb"], span, start + parsed.end("verb"))
            directive.reason = (parsed["rest"] or parsed["dashes"] or "").lstrip("-: ").strip()
            if parsed["names"] is not None:
                directive.listed = Span(start + parsed.start("names"), start + parsed.end("names"))
                directive.names = tuple(
                    (name[0], Span(start + name.start(), start + name.end()))
                    for name in _NAME.finditer(body, parsed.start("names"), parsed.end("names"))
                )
                directive.flaw = "" if directive.names else _FORM
            yield directive

    def _place(self, directive: Directive, comment: _Comment) -> None:
        """Work out where a directive works; an `enable` ends what was disabled above it in the same block."""
        if directive.verb == "ignore":
            directive.rows = comment.rows
        elif directive.verb == "file-ignore":
            directive.rows = range(1, self._lines.rows + 1)
            if comment.place != "own line" or comment.block is not self._blocks[0]:
                directive.flaw = "`file-ignore` works only on an unindented line of its own"
        elif directive.verb and comment.place != "own line":
            directive.flaw = f"`{directive.verb}` works only on a line of its own, between statements"
        elif directive.verb == "disable":
            directive.block = comment.block
            directive.rows = range(comment.row, comment.block.last + 1)
            for name in _about(directive):
                comment.block.disable(name, comment.row)
        elif directive.verb == "enable":
            directive.used.update(name for name in _about(directive) if comment.block.enable(name, comment.row))
        if directive.flaw:
            directive.rows = range(0)


def _about(directive: Directive) -> Iterable[str]:
    """The names that a directive is about, each once; "" where it is about every rule."""
    return ("",) if directive.is_blanket else dict.fromkeys(name for name, _ in directive.names)


def _is_slip(body: str) -> bool:
    """Whether a comment that can't be read was probably meant to be one of ours, and is not prose."""
    from difflib import get_close_matches  # only such a comment pays for it

    word = re.match(r"[\w-]*", body)
    return bool(word and get_close_matches(word[0], VERBS, 1, 0.7))


def _tokens(text: str) -> Iterator[_Token]:
    """The tokens of a text, up to where the tokenizer gives up.

    What begins with a function, a class or a decorator at the left margin has the same tokens by itself. Where that
    is inside of brackets or a string, and so no beginning, the tokenizer gives up in the part above it.
    """
    parts = _BEGINNING.split(text) if not _CR.search(text) else [text]
    try:
        found = [_tokens_of(part) if len(part) < _KEPT else _tokens_of.__wrapped__(part) for part in parts]
    except _GIVEN_UP:
        yield from _up_to_trouble(text)
        return
    above = 0
    for part, tokens in zip(parts, found):
        for kind, string, row, column in tokens:
            yield kind, string, row + above, column
        above += part.count("\n")


@lru_cache(256)  # a file that is edited has few new parts
def _tokens_of(part: str) -> tuple[_Token, ...]:
    """The tokens of a part of a text, but the one for its end. Raises what the tokenizer raises."""
    return tuple(token for token in _read_tokens(part) if token[0] != ENDMARKER)


def _up_to_trouble(text: str) -> Iterator[_Token]:
    try:
        yield from _read_tokens(text)
    except _GIVEN_UP:
        return


def _read_tokens(text: str) -> Iterator[_Token]:
    for token in generate_tokens(StringIO(text, newline=None).readline):
        yield token.type, token.string, token.start[0], token.end[1]
