"""Whether a text is valid Python: `ast` decides first, since libcst crashes or hangs on some texts."""

from __future__ import annotations

import ast
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

from torchlint.syntax.tree import Unparsable

# libcst's parser is quadratic in the length of a chain (`a.b().b()...`, `a + a + ...`): 400 links take 0.1 s, 3,000
# more than a minute. Real code stays far below.
DEEPEST = 600
# `ast` refuses more open brackets than this; where it can't decide, 1,500 would end the process inside libcst 1.9.
BRACKETS = 200
# The branches of one `if`, each nested in the one before once it is read: about as many as Python itself compiles.
MOST_BRANCHES = 3_000
# How many Python calls deep the walks over the deepest tree go; a level costs a few.
RECURSION = 20_000


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Raise the recursion limit to what the deepest accepted tree needs."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, RECURSION))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def refusal(text: str) -> Unparsable | None:
    """Why Python's own parser rejects a text; None if it accepts it.

    Raises Unparsable for a text that no parser should be given: nesting that would keep libcst busy for minutes.
    """
    found = module_of(text)
    if isinstance(found, Unparsable):
        return found
    refuse_depth(found, text)
    return None


def module_of(text: str) -> ast.Module | Unparsable:
    """The `ast` module of a text, or why it is rejected. The caller still has to call `refuse_depth`.

    Raises Unparsable for a text that no parser should be given.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes in the user's strings are not ours to tell
            module = ast.parse(text)
    except (RecursionError, MemoryError):
        raise Unparsable("nested too deeply to parse", 0, "unreadable-file") from None
    except SyntaxError as problem:
        return refusal_of(text, problem)
    except ValueError as problem:  # a NUL byte
        raise Unparsable(str(problem), 0, "unreadable-file") from None
    return module


def refuse_depth(module: ast.Module, text: str) -> None:
    """Raise Unparsable for a text nested deeper than torchlint supports: libcst would be busy for minutes."""
    level: list[ast.AST] = [module]
    depth = 0
    while level:
        depth += 1
        if depth > DEEPEST:
            raise _too_deep(f"nested more than {DEEPEST} levels deep", level[0], text)
        below: list[ast.AST] = []
        for node in level:
            branches = branches_of(node) if isinstance(node, ast.If) else [node]
            if len(branches) > MOST_BRANCHES:
                raise _too_deep(f"the branches of an `if` are nested more than {MOST_BRANCHES} levels deep", node, text)
            nested = set(branches[1:])  # on the same level
            below += (child for one in branches for child in ast.iter_child_nodes(one) if child not in nested)
        level = below


def _too_deep(what: str, node: ast.AST, text: str) -> Unparsable:
    message = f"{what}, which is deeper than torchlint reads"
    return Unparsable(message, line_start(text, getattr(node, "lineno", 1)), "unreadable-file")


def branches_of(node: ast.If) -> list[ast.If]:
    """An `if` and its `elif`s, which are nested in each other."""
    found = [node]
    while len(found[-1].orelse) == 1 and isinstance(inner := found[-1].orelse[0], ast.If):
        found.append(inner)
    return found


def is_safe_for_libcst(text: str) -> bool:
    """Whether libcst can be given a text that `ast` rejects; judged by brackets, including those in strings."""
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
    """A SyntaxError as Unparsable, with its offset."""
    column = (problem.offset or 1) - 1
    offset = min(line_start(text, problem.lineno or 1) + max(column, 0), len(text))
    return Unparsable(problem.msg or "invalid syntax", offset)
