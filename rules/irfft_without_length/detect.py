"""Inverse transforms of real signals that are not told how long the signal was."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding import definitions, use_def
from torchlint.finding import Edit
from torchlint.knowledge.call_names import INVERSES_OF_REAL
from torchlint.queries import CallView, ExpressionView, query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_FARTHEST = 8  # definitions that a spectrum is followed through
# Code that asks for an even length, or makes one.
_EVEN = re.compile(r"% ?2\b|& ?1\b|// ?2 ?\* ?2\b")


@dataclass(frozen=True, slots=True, eq=False)
class LengthlessInverse(CallView):
    """A call of irfft without `n`, of a spectrum that rfft made of a whole signal in the same function."""

    forward: CallView  # the call of rfft
    parameter: str  # what takes the length: "n", or "s" for several dimensions

    @property
    def signal(self) -> ExpressionView | None:
        """What was transformed."""
        return self.forward.operand

    @property
    def dimension(self) -> str:
        """The dimension that is transformed, as it is written at the call of rfft."""
        if self.parameter != "n":
            return ""  # the last of several dimensions is halved
        given = self.forward.argument(2, "dim")
        return given.code if given is not None else "-1"

    @property
    def length(self) -> int | None:
        """How long the signal is, where it is a piece that is cut out by numbers: `rows[..., -25:]`."""
        if self.signal is None or self.dimension != "-1":
            return None
        cut = use_def.resolved_expression(self.file.tree, self.signal.node)
        index = cut.index if isinstance(cut, tree.Subscript) else None
        if not isinstance(index, tree.Tuple) or len(index.elements) != 2 or not _is_ellipsis(index.elements[0]):
            return None
        piece = index.elements[1]
        if not isinstance(piece, tree.Slice) or piece.step is not None or (piece.lower and piece.upper):
            return None
        end = tree.integer_literal(piece.upper or piece.lower)
        is_counted = end is not None and (end > 0) == (piece.upper is not None)
        return abs(end) if end is not None and is_counted else None

    @property
    def is_padded(self) -> bool:
        """Whether the signal is padded before, most likely to an even length."""
        signal = self.signal
        behind = _behind(self.file, signal.node) if signal is not None else ()
        return any(isinstance(node, tree.Call) and "pad" in tree.last_name(node.func) for node in behind)

    @property
    def is_cut(self) -> bool:
        """Whether the result is cut to a length: `out = irfft(spectrum)[..., :length]`, or later on."""
        syntax = self.file.tree
        statement = syntax.statement(self.node)
        named = [one.target for one in definitions.definitions_from(syntax, self.node)]
        if not named and isinstance(statement, tree.Assign):
            named = list(statement.targets)
        names = (target for target in named if isinstance(target, tree.Name))
        reads = [self.node, *(read for name in names for read in use_def.reads_after(syntax, name, statement))]
        return any(_is_sliced(syntax, read) for read in reads)

    @property
    def speaks_of_even_lengths(self) -> bool:
        """Whether the function around asks whether a number is even, or makes it so."""
        around = self.function
        return around is not None and _EVEN.search(around.code) is not None

    @property
    def with_length(self) -> tuple[Edit, ...]:
        """The edit that passes the length of the signal, where the signal still has its name."""
        signal = self.signal
        if self.parameter != "n" or signal is None or not isinstance(signal.node, tree.Name) or not self.positional:
            return ()
        others = use_def.definitions_of(self.file.tree, signal.node)
        if any(self.forward.node.start < one.node.start and one.node.end < self.node.start for one in others):
            return ()
        return self.put_last(f"n={signal.code}.shape[{self.dimension}]")


@query
def lengthless_inverses(file: File) -> Iterator[LengthlessInverse]:
    """Calls of irfft without a length, of what rfft made of a whole signal, transform by transform."""
    for inverse, parameter in INVERSES_OF_REAL.items():
        forwards = {call.node: call for call in file.named_calls(inverse.replace("irfft", "rfft"))}
        for call in file.named_calls(inverse) if forwards else ():
            if call.has_stars or call.argument(1, parameter) is not None or call.operand is None:
                continue  # it is told the length
            made = [forwards[node] for node in _behind(file, call.operand.node) if node in forwards]
            if made and all(one.argument(1, parameter) is None and not one.has_stars for one in made):
                yield LengthlessInverse(file, call.node, made[0], parameter)


def _behind(file: File, node: tree.Node) -> Iterator[tree.Node]:
    """An expression's parts, and those of what its names stand for in the same function, nearest first."""
    todo, seen = [node], {node}
    for expression in todo:  # grows as names are followed
        for part in tree.walk(expression):
            yield part
            if isinstance(part, tree.Name) and len(todo) < _FARTHEST and use_def.is_use(file.tree, part):
                found = [one.source for one in use_def.reaching_definitions(file.tree, part) if one is not None]
                new = [source for source in found if source is not None and source not in seen]
                todo += new
                seen.update(new)


def _is_ellipsis(node: tree.Node) -> bool:
    return isinstance(node, tree.Constant) and node.value is ...


def _is_sliced(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether a value is cut at an end, after methods such as `float()`."""
    above = syntax.parents.get(node)
    while isinstance(above, (tree.Attribute, tree.Call)) and (isinstance(above, tree.Attribute) or above.func is node):
        node, above = above, syntax.parents.get(above)
    if not isinstance(above, tree.Subscript) or above.value is not node:
        return False
    return any(isinstance(part, tree.Slice) and part.upper is not None for part in tree.walk(above.index))
