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
    saved: checkpoints.SavedDict


def saves_in(file: File, loop: tree.Node, counter: str, key: str) -> Iterator[Save]:
    """Each such call; several times where the function that it calls saves as well."""
    for saved in checkpoints.saved_by_project(file):
        for entry in saved.entries:
            for site, added in _sites(file, loop, counter, saved, entry.value) if entry.key == key else ():
                around = file.tree.above(site, *tree.Loops, *tree.Scope)
                yield Save(site, added, around is loop, saved)


def _sites(
    file: File, loop: tree.Node, counter: str, saved: checkpoints.SavedDict, value: tree.Expression
) -> Iterator[tuple[tree.Node, int]]:
    """The calls in a loop that save a number, and what is added to the loop's own number for it."""
    base, added = _shifted_name(saved.syntax, value)
    is_here = saved.syntax is file.tree
    if is_here and file.is_within(value, loop):
        if tree.dotted(base) == counter:
            yield saved.call, added
        return
    function = saved.syntax.above(value, tree.FunctionDef)
    if not isinstance(function, tree.FunctionDef):
        return
    for call in (one for one in file.tree.own(loop, tree.Call) if tree.last_name(one.func) == function.name):
        if counter.startswith("self.") and tree.dotted(base) == counter and is_here:
            if file.tree.above(value, tree.ClassDef) is file.tree.above(loop, tree.ClassDef):
                yield call, added
        elif isinstance(base, tree.Name) and (given := tree.passed_to(function, call).get(base.id)) is not None:
            passed, more = _shifted_name(file.tree, given)
            if tree.dotted(passed) == counter:
                yield call, added + more


def _shifted_name(syntax: tree.Tree, value: tree.Expression) -> tuple[tree.Expression, int]:
    """A number without what is added to it, there or where a variable is given it: `done = epoch + 1`."""
    base, added = shifted(value)
    made = resolved_expression(syntax, base)
    if isinstance(made, (tree.BinaryOp, tree.Name)) and made is not base:
        base, more = shifted(made)
        added += more
    return base, added
