"""Whether a text can be read: the standard library decides first, since libcst would crash or stall on some texts."""

from __future__ import annotations

import ast
import re
import warnings

from torchlint.model.tree import Unparsable

# libcst's parser is quadratic in the length of a chain (`a.b().b()...`, `a + a + ...`): 400 links take 0.1 s, 3,000
# more than a minute. Real code stays far below.
DEEPEST = 600
# `ast` refuses more open brackets than this; where it can't decide, 1,500 would end the process inside libcst 1.9.
BRACKETS = 200
# How many Python calls deep the walks over the deepest tree go; a level costs a few.
RECURSION = 20_000


def refusal(text: str) -> Unparsable | None:
    """Why Python's own parser does not read a text; None if it does.

    Raises Unparsable for what nothing should be asked to read: nesting that would keep libcst busy for minutes.
    """
    found = module_of(text)
    if isinstance(found, Unparsable):
        return found
    refuse_depth(found, text)
    return None


def module_of(text: str) -> ast.Module | Unparsable:
    """What Python's own parser makes of a text, or why it does not read it; `refuse_depth` is still to be asked.

    Raises Unparsable for what nothing should be asked to read.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes in the user's strings are not ours to tell
            module = ast.parse(text)
    except (RecursionError, MemoryError):
        raise Unparsable("nested too deeply to be read", 0, "unreadable-file") from None
    except SyntaxError as problem:
        return refusal_of(text, problem)
    except ValueError as problem:  # a NUL byte
        raise Unparsable(str(problem), 0, "unreadable-file") from None
    return module


def refuse_depth(module: ast.Module, text: str) -> None:
    """Raise Unparsable for a text that is nested deeper than torchlint reads: libcst would be busy for minutes."""
    level: list[ast.AST] = [module]
    depth = 0
    while level:
        depth += 1
        if depth > DEEPEST:
            line = getattr(level[0], "lineno", 1)
            message = f"nested more than {DEEPEST} levels deep, which is deeper than torchlint reads"
            raise Unparsable(message, line_start(text, line), "unreadable-file")
        level = [child for node in level for child in ast.iter_child_nodes(node)]


def is_safe_for_libcst(text: str) -> bool:
    """Whether libcst can be asked about a text that `ast` refuses: counted in brackets, those in strings too."""
    depth = deepest = 0
    for char in text:
        if char in "([{":
            depth += 1
            deepest = max(deepest, depth)
        elif char in ")]}":
            depth -= 1
    return deepest <= BRACKETS


def line_start(text: str, line: int) -> int:
    """The offset at which a line begins, counted from 1."""
    starts = [0, *(match.end() for match in re.finditer(r"\r\n|\n", text))]
    return starts[min(line, len(starts)) - 1]


def refusal_of(text: str, problem: SyntaxError) -> Unparsable:
    """What Python says of a text, and where."""
    column = (problem.offset or 1) - 1
    offset = min(line_start(text, problem.lineno or 1) + max(column, 0), len(text))
    return Unparsable(problem.msg or "invalid syntax", offset)
