"""Where a loop saves the number of its epoch under a key, itself or by a function that it calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.use_def import resolved_expression
from torchlint.queries import checkpoints
from torchlint.syntax import tree

from .detect_numbers import shifted

if TYPE_CHECKING:
    from torchlint.queries import File


class Save(NamedTuple):
    """A call in a loop over epochs that saves the epoch's number."""

    site: tree.Node
    added: int  # what is added to the number
    is_of_epoch: bool  # whether the loop itself calls it, and no loop over batches inside


def saves_in(file: File, loop: tree.Node, counter: str, key: str) -> Iterator[Save]:
    """Each such call."""
    for saved in checkpoints.saved_by_project(file):
        for entry in saved.entries:
            if entry.key == key:
                for site, added in _sites(file, loop, counter, saved, entry.value):
                    around = file.tree.above(site, *tree.Loops, *tree.Scope)
                    yield Save(site, added, around is loop)


def _sites(
    file: File, loop: tree.Node, counter: str, saved: checkpoints.SavedDict, value: tree.Expression
) -> Iterator[tuple[tree.Node, int]]:
    base, added = shifted(value)
    if isinstance(base, tree.Name) and base.id != counter:
        made = resolved_expression(saved.syntax, base)
        if isinstance(made, (tree.BinaryOp, tree.Name)):
            base, more = shifted(made)
            added += more
    if saved.syntax is file.tree and file.is_within(saved.call, loop):
        if tree.dotted(base) == counter:
            yield saved.call, added
        return
    function = saved.syntax.above(saved.call, tree.FunctionDef)
    if not isinstance(function, tree.FunctionDef):
        return
    for call in (one for one in file.tree.own(loop, tree.Call) if tree.last_name(one.func) == function.name):
        if tree.dotted(base) == counter and counter.startswith("self.") and saved.syntax is file.tree:
            if file.tree.above(saved.call, tree.ClassDef) is file.tree.above(loop, tree.ClassDef):
                yield call, added
        elif isinstance(base, tree.Name) and (given := tree.passed_to(function, call).get(base.id)) is not None:
            passed, more = shifted(given)
            if tree.dotted(passed) == counter:
                yield call, added + more
