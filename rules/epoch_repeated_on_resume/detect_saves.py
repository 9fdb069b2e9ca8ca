"""Where a loop saves the number of its epoch under a key, itself or by a function that it calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.use_def import resolved_expression
from torchlint.queries import checkpoints, query
from torchlint.syntax import tree

from .detect_numbers import shifted

if TYPE_CHECKING:
    from torchlint.queries import File


class Save(NamedTuple):
    """A call in a loop over epochs that saves the epoch's number."""

    site: tree.Node
    added: int  # what is added to the number
    is_of_epoch: bool  # whether the loop itself calls it, no loop over batches inside, and no handler of an error
    saved: checkpoints.SavedDict


class _Entry(NamedTuple):
    """A number that is saved under a key."""

    saved: checkpoints.SavedDict
    value: tree.Expression


class _Entries(NamedTuple):
    """The entries of all dicts that are saved, by their keys and where they are."""

    in_loops: dict[tuple[str, tree.Node], list[_Entry]]  # by each loop of this file around them
    # By the name of the function around them: for each place, what it is in each call that saves it.
    in_functions: dict[tuple[str, str], dict[tree.Expression, dict[tree.Call, _Entry]]]


@query
def _entries(file: File) -> _Entries:
    """Everything that is saved, looked at once for all loops."""
    in_loops: dict[tuple[str, tree.Node], list[_Entry]] = {}
    in_functions: dict[tuple[str, str], dict[tree.Expression, dict[tree.Call, _Entry]]] = {}
    for saved in checkpoints.saved_by_project(file):
        for key, value, _ in saved.entries:
            entry = _Entry(saved, value)
            function = saved.syntax.above(value, tree.FunctionDef)
            if isinstance(function, tree.FunctionDef):
                in_functions.setdefault((key, function.name), {}).setdefault(value, {})[saved.call] = entry
            if saved.syntax is file.tree:
                for loop in (one for one in file.tree.around(value) if isinstance(one, tree.Loops)):
                    in_loops.setdefault((key, loop), []).append(entry)
    return _Entries(in_loops, in_functions)


def saves_in(file: File, loop: tree.Node, counter: str, key: str) -> Iterator[Save]:
    """Each such call; several times where the function that it calls saves as well."""
    entries = _entries(file)
    for saved, value in entries.in_loops.get((key, loop), ()):
        base, added = _shifted_name(saved.syntax, value)
        if tree.dotted(base) == counter:
            yield _save(file, loop, saved.call, added, saved)
    for call in file.tree.own(loop, tree.Call):
        for by_call in entries.in_functions.get((key, tree.last_name(call.func)), {}).values():
            entry = by_call.get(call) or next(iter(by_call.values()))
            if not (entry.saved.syntax is file.tree and file.is_within(entry.value, loop)):
                added_there = _passed(file, loop, counter, entry, call)
                if added_there is not None:
                    yield _save(file, loop, call, added_there, entry.saved)


def _save(file: File, loop: tree.Node, site: tree.Node, added: int, saved: checkpoints.SavedDict) -> Save:
    around = file.tree.above(site, *tree.Loops, *tree.Scope, tree.Handler)
    return Save(site, added, around is loop, saved)


def _passed(file: File, loop: tree.Node, counter: str, entry: _Entry, call: tree.Call) -> int | None:
    """What is added to the loop's own number that a function is called with and saves; None if it saves another."""
    syntax = entry.saved.syntax
    base, added = _shifted_name(syntax, entry.value)
    if counter.startswith("self.") and tree.dotted(base) == counter and syntax is file.tree:
        is_same = file.tree.above(entry.value, tree.ClassDef) is file.tree.above(loop, tree.ClassDef)
        return added if is_same else None
    function = syntax.above(entry.value, tree.FunctionDef)
    if not isinstance(base, tree.Name) or not isinstance(function, tree.FunctionDef):
        return None
    given = tree.passed_to(function, call).get(base.id)
    if given is None:
        return None
    passed, more = _shifted_name(file.tree, given)
    return added + more if tree.dotted(passed) == counter else None


def _shifted_name(syntax: tree.Tree, value: tree.Expression) -> tuple[tree.Expression, int]:
    """A number without what is added to it, there or where a variable is given it: `done = epoch + 1`."""
    base, added = shifted(value)
    made = resolved_expression(syntax, base)
    if isinstance(made, (tree.BinaryOp, tree.Name)) and made is not base:
        base, more = shifted(made)
        added += more
    return base, added
