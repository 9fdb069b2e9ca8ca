"""What a notebook shows below its cells."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from torchlint.model import tree


def shown(program: tree.Tree, text: str, cell_ends: Sequence[int]) -> Iterator[tree.Node]:
    """The last statement of each cell where it is an expression without a semicolon: not in a block, a `for` say."""
    last: dict[int, tree.Node] = {}
    for statement in program.root.body if cell_ends else ():
        last[bisect_left(cell_ends, statement.end)] = statement
    for number, statement in last.items():
        after = text[statement.end : cell_ends[number]].partition("#")[0]
        if isinstance(statement, tree.ExpressionStatement) and ";" not in after:
            yield statement
