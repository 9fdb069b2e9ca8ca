"""Checkpoints that one of several calls saves without an entry that the others have, and that a load relies on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.queries import CallView, checkpoints
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_OF_TRAINING = re.compile(r"(?i)optim|(^|_)opt(_|$)")
# Entries that are forgotten; a checkpoint without more of them is meant for something else.
_MOST = 2


@dataclass(frozen=True, slots=True, eq=False)
class ShortCopy(CallView):
    """A call that saves a checkpoint to resume from, without an entry that the resuming code reads."""

    key: str


def short_copies(file: File) -> Iterator[ShortCopy]:
    """Each such call of this file, in source order.

    All of the loads that read this entry have to read the rest of what the call saves to resume a training, too, and
    another call of the same function or class saves the entry with the rest.
    """
    saved = [one for one in checkpoints.saved_by_project(file) if one.entries and one.is_complete]
    short = [one for one in saved if one.syntax is file.tree and _is_to_resume(one)]
    if len(short) < 2:
        return
    needed = list(_needed_around(file))
    found: dict[tree.Node, ShortCopy] = {}
    for one in short:
        owner = _owner(file, one)
        beside = [other for other in short if other is not one and _owner(file, other) is owner]
        for keys in needed:
            missing = keys - one.keys
            is_resumed = any(_OF_TRAINING.search(key) for key in keys & one.keys) and 0 < len(missing) <= _MOST
            if is_resumed and any(keys | one.keys <= other.keys for other in beside):
                found.setdefault(one.call, ShortCopy(file, one.call, min(missing)))
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _owner(file: File, saved: checkpoints.SavedDict) -> tree.Node:
    """The class or the function that saves."""
    return file.tree.above(saved.call, tree.ClassDef) or file.tree.scope(saved.call)


def _is_to_resume(saved: checkpoints.SavedDict) -> bool:
    """Whether a checkpoint has the state of an optimizer, which only a training that goes on needs."""
    return any(_OF_TRAINING.search(entry.key) and _is_state(entry.value) for entry in saved.entries)


def _is_state(value: tree.Expression) -> bool:
    return isinstance(value, tree.Call) and tree.last_name(value.func) == "state_dict"


def _needed_around(file: File) -> Iterator[frozenset[str]]:
    """What the loads of the program rely on, where their path is not written out: here and in files beside this one."""
    files = file.project_files
    places = [*files.imports(file.place), *files.users(file.place)] if files is not None else []
    for syntax in dict.fromkeys((file.tree, *(files.trees(places) if files is not None else ()))):
        for call in syntax.all(tree.Call):
            if tree.dotted(call.func) == "torch.load" and call.args:
                if tree.string_of(call.args[0].value) is not None:
                    continue  # one file, whose name is known
                reads = checkpoints.entry_reads(syntax, call)
                keys = {tree.string_of(one.key) for one in reads if one.is_required and one.is_of_this}
                if keys and None not in keys:
                    yield frozenset(key for key in keys if key)
