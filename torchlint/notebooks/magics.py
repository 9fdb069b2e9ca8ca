"""What IPython allows in a cell and Python does not, made Python of the same length: every place stays where it is."""

from __future__ import annotations

import ast
import re
import warnings

# `%%time` and the like run the cell's code; the cell of any other `%%magic` is not ours to read, or not Python.
_RUN_THE_CELL = frozenset(
    "capture debug expect_exception ipytest lprun memit mprun notify prun scalene snakeviz time timeit torchlint"
    " wandb".split()
)
_CELL_MAGIC = re.compile(r"(?P<above>(?:[ \t\f]*(?:#[^\r\n]*)?(?:\r\n?|\n))*)[ \t\f]*%%(?P<name>[^\s(]*)[^\r\n]*")
# Line magics that run the statement after their options; of these only `%time` hands on its value.
_RUN_THE_LINE = re.compile(
    r"%(?:time|timeit|prun|memit|lprun|mprun|snakeviz)"
    r"(?:[ \t]+-(?:[nrpfmDTsl][ \t]*[\w.]+|[a-zA-Z]+)(?=[ \t]))*[ \t]+"
)
_TIMED = re.compile(r"%time[ \t]+")
# A cell of one line may leave out the `%`.
_AUTOMAGIC = re.compile(
    r"\s*(?:autoreload|cat|cd|conda|cp|debug|env|history|less|ll|load|load_ext|ls|lsmagic|man|mamba|matplotlib|mkdir|more"
    r"|mv|pinfo|pip|popd|precision|prun|pushd|pwd|pylab|reload_ext|reset|rm|rmdir|run|store|time|timeit|uv|who|whos)"
    r"[ \t][^\r\n]*\s*"
)
# Where a platform reads them for the whole cell; IPython would take them for the one line.
_LANGUAGE = re.compile(r"\s*%(?:fs|md|r|scala|sh|sql)\b")
_ESCAPE = re.compile(r"[%!?/,;]")
_TOKEN = re.compile(
    r"""
    (?P<string>\"{3}(?:\\.|[^\\])*?(?:\"{3}|\Z) | '{3}(?:\\.|[^\\])*?(?:'{3}|\Z)
        | "(?:\\.|[^"\\\r\n])*"? | '(?:\\.|[^'\\\r\n])*'?)
    | (?P<comment>\#[^\r\n]*)
    | (?P<opens>[(\[{]) | (?P<closes>[)\]}])
    | (?P<joined>\\(?:\r\n?|\n))
    | (?P<newline>\r\n?|\n)
    | (?P<helps>\?{1,2}[ \t\f]*(?=[\r\n]|\Z))
    | (?P<assigns>=[ \t]*(?=[%!]))
    | (?P<other>[^"'\#(\[{)\]}\\\r\n?=]+ | .)
    """,
    re.DOTALL | re.VERBOSE,
)
_REST = re.compile(r"(?:\\(?:\r\n?|\n)|[^\r\n])*")  # a backslash continues a magic, too
_INDENT = re.compile(r"[ \t\f]*")
_VISIBLE = re.compile(r"[^\r\n]")
# What stands for a magic: a statement, since a block may hold nothing else, and a value of which nothing is known.
_STATEMENT, _VALUE = "0", "__"


def blank(text: str) -> str:
    """Nothing but blanks, in the same rows."""
    return _VISIBLE.sub(" ", text)


def as_python(cell: str) -> str | None:
    """A cell's code without magics, shell lines and questions, at the same places; None where it is not Python."""
    above = ""
    while (magic := _CELL_MAGIC.match(cell, len(above))) is not None:
        if magic["name"] not in _RUN_THE_CELL:
            return None
        above += magic["above"] + blank(magic[0].removeprefix(magic["above"]))
    if _AUTOMAGIC.fullmatch(cell):
        return None
    return above + _without_escapes(cell[len(above) :])


def is_another_language(cell: str) -> bool:
    """Whether a cell that can't be read begins with a magic that names a language, for all of it on some platforms."""
    return _LANGUAGE.match(cell) is not None


def _without_escapes(code: str) -> str:
    """The code with a stand-in for each logical line that is IPython's."""
    parts: list[str] = []
    at = 0
    while at < len(code):
        indent = _INDENT.match(code, at)
        start = indent.end() if indent else at
        parts.append(code[at:start])
        if _ESCAPE.match(code, start):
            rest = _REST.match(code, start)
            at = rest.end() if rest else len(code)
            parts.append(_line_magic(code[start:at]))
        else:
            line, at = _logical_line(code, start)
            parts.append(line)
    return "".join(parts)


def _logical_line(code: str, start: int) -> tuple[str, int]:
    """One logical line with its newline, what in it is not Python replaced, and where it ends."""
    depth, at = 0, start
    while token := _TOKEN.match(code, at):
        kind, at = token.lastgroup, token.end()
        if kind == "opens":
            depth += 1
        elif kind == "closes":
            depth = max(0, depth - 1)
        elif depth:
            continue
        elif kind == "helps":
            return _stand_in(code[start:at], _STATEMENT), at
        elif kind == "newline":
            break
        elif kind == "assigns" and (rest := _REST.match(code, at)):
            return code[start:at] + _assigned(rest[0]), rest.end()
    return code[start:at], at


def _line_magic(line: str) -> str:
    runs = _RUN_THE_LINE.match(line)
    if runs is None or not _reads(f"0;{line[runs.end() :]}"):
        return _stand_in(line, _STATEMENT)
    return _stand_in(runs[0], "0;") + line[runs.end() :]


def _assigned(line: str) -> str:
    timed = _TIMED.match(line)
    if timed is None or not _reads(f"_={line[timed.end() :]}"):
        return _stand_in(line, _VALUE)
    return blank(timed[0]) + line[timed.end() :]


def _stand_in(text: str, what: str) -> str:
    return (what + blank(text)[len(what) :])[: len(text)]


def _reads(code: str) -> bool:
    """Whether Python reads a statement."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
