"""Whether libcst parses the code around findings the same way as `ast` did; only those lines are parsed again.

libcst takes ten times as long as `ast`, and 25 MB for a thousand lines.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

from torchlint.finding import Span
from torchlint.syntax import cst_parser, tree

# Put above indented statements, it makes a text of its own of them.
_HEADER = "if 1:\n"


def is_read_alike(text: str, syntax: tree.Tree, spans: Iterable[Span]) -> bool:
    """Whether libcst's tree of the statements at these places is the same; False if that can't be determined.

    Lines that were compared before, in this version of the text or an earlier one, are not parsed again. Without libcst
    there is nothing to compare with, so `ast` is believed.
    """
    if not cst_parser.is_installed():
        return True
    groups: dict[Span, Sequence[tree.Statement]] = {}
    for span in spans:
        found = _lines_with(text, syntax.root, span)
        if found is None:
            return False
        groups.update([found])
    return all(_is_alike_once(text, syntax, lines, statements) for lines, statements in groups.items())


def _is_alike_once(text: str, syntax: tree.Tree, lines: Span, statements: Sequence[tree.Statement]) -> bool:
    key = (_is_alike, statements[0])
    if len(statements) > 1:  # which they are may change without a change of the first
        return _is_alike(text, lines, statements)
    if key not in syntax.memory:
        syntax.memory[key] = _is_alike(text, lines, statements)
    return bool(syntax.memory[key])


def _lines_with(text: str, root: tree.Module, span: Span) -> tuple[Span, Sequence[tree.Statement]] | None:
    """The lines of the function around a place, or of the statement at the top level of the file or of a class."""
    body: Sequence[tree.Statement] = root.body
    found = None
    while inside := _around(text, body, span):
        found = inside
        statements = inside[1]
        if len(statements) > 1 or not isinstance(statements[0], tree.ClassDef):
            break
        body = statements[0].body
    return found


def _around(text: str, body: Sequence[tree.Statement], span: Span) -> tuple[Span, Sequence[tree.Statement]] | None:
    """The lines of the statements of a body that overlap a place, if it is inside the body."""
    first = bisect_left(body, span.start, key=attrgetter("end"))
    last = bisect_right(body, span.end, key=_start) - 1
    if last < first:
        return None
    while first > 0 and body[first - 1].end >= _line_start(text, _start(body[first])):
        first -= 1
    while last + 1 < len(body) and _start(body[last + 1]) < _line_end(text, body[last].end):
        last += 1
    lines = Span(_line_start(text, _start(body[first])), _line_end(text, body[last].end))
    is_inside = lines.start <= span.start <= span.end <= lines.end
    return (lines, body[first : last + 1]) if is_inside else None


def _start(statement: tree.Statement) -> int:
    decorators = statement.decorators if isinstance(statement, (tree.FunctionDef, tree.ClassDef)) else ()
    return min(statement.start, *(one.start for one in decorators)) if decorators else statement.start


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _line_end(text: str, at: int) -> int:
    return text.find("\n", at) + 1 or len(text)


def _is_alike(text: str, lines: Span, statements: Sequence[tree.Statement]) -> bool:
    code = text[lines.start : lines.end]
    is_indented = code[:1] in " \t"
    above = _HEADER if is_indented else ""
    try:
        body = cst_parser.parse(above + code).root.body
    except tree.Unparsable:
        return False
    if is_indented:
        body = [statement for suite in body if isinstance(suite, tree.If) for statement in suite.body]
    for node in _nodes(body):
        node.start += lines.start - len(above)
        node.end += lines.start - len(above)
    return len(body) == len(statements) and all(map(tree.same, body, statements))


def _nodes(body: Iterable[tree.Statement]) -> Iterator[tree.Node]:
    for statement in body:
        yield from tree.walk(statement)
