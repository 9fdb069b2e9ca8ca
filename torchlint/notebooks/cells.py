"""The cells of a notebook as one Python program: magics stand aside, and what can't be read is left out and told."""

from __future__ import annotations

import ast
import re
import warnings

from torchlint.files.source import Source
from torchlint.notebooks.magics import as_python, blank, is_another_language
from torchlint.notebooks.notebook import ROOM
from torchlint.syntax.python_source import refusal, refusal_of
from torchlint.syntax.tree import Unparsable

_HEADER = "if 1:\n"  # a cell that is indented as a whole is legal in a notebook; as long as ROOM
_LONE_CR = re.compile(r"\r(?!\n)")
_COMMENT = re.compile(r"#\s*torchlint:[^\r\n]*")
_ROW = re.compile(r"[^\r\n]*\S[^\r\n]*")


def program(source: Source) -> tuple[str, tuple[Unparsable, ...]]:
    """A notebook's text as Python reads it, each character at its place, and why cells are left out of it."""
    parts: list[str] = []
    problems: list[Unparsable] = []
    for cell in source.cells or ():
        header, code, problem = _readable(source.text[cell.start : cell.end])
        parts += (header, code, "\n")
        if problem is not None:
            problems.append(Unparsable(problem.message, cell.start + min(problem.offset, len(code)), problem.rule))
    return "".join(parts), tuple(problems)


def _readable(cell: str) -> tuple[str, str, Unparsable | None]:
    """What to put above a cell, its code as Python, and why it is left out."""
    # A `%` at the start of a line may be an operator: what is Python is read as it is.
    problem, code = _refused(cell), cell
    if problem is not None:
        python = as_python(cell)
        if python is None:
            return ROOM, blank(cell), None
        problem, code = _refused(python), python
    if problem is not None and _refused(_HEADER + code) is None:
        return _HEADER, code, None
    if problem is not None and is_another_language(cell):
        return ROOM, blank(cell), None
    if problem is None:
        problem = _not_runnable(code)
    elif _is_newer_syntax(code):
        problem = None
    return ROOM, _hollow(code) if problem else code, problem


def _refused(code: str) -> Unparsable | None:
    try:
        return refusal(_LONE_CR.sub("\n", code))  # Python ends a line there, and does not count it
    except Unparsable as problem:
        return problem


def _is_newer_syntax(code: str) -> bool:
    """Whether it is Python, only not that of the Python that runs this."""
    if "\0" in code:
        return False  # libcst would read it, Python never does
    from torchlint.syntax.cst_parser import parse  # brings in libcst

    try:
        parse(code)
    except Unparsable:
        return False
    return True


def _not_runnable(code: str) -> Unparsable | None:
    """Why Python refuses to run what it can read, such as a `return` outside of functions; cells may `await`."""
    code = _LONE_CR.sub("\n", code)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(code, "cell", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    except SyntaxError as problem:
        return refusal_of(code, problem)
    except (ValueError, RecursionError, MemoryError, SystemError):
        return None  # too deep for the compiler alone
    return None


def _hollow(code: str) -> str:
    """A cell that can't be read, with its comments for torchlint left, and something for them to stand beside."""
    return _ROW.sub(_hollow_row, code)


def _hollow_row(row: re.Match[str]) -> str:
    comment = _COMMENT.search(row[0])
    kept = comment.start() if comment else len(row[0])
    code = row[0][:kept]
    return ("0" + " " * (kept - 1) if code.strip() else code) + row[0][kept:]
