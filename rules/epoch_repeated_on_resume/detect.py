"""Loops over epochs that begin at the epoch that a checkpoint was saved after, or at the one after the next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.queries import CallView, View, checkpoints
from torchlint.syntax import tree

from .detect_numbers import Read, numbers_read, shifted
from .detect_saves import Save, saves_in

if TYPE_CHECKING:
    from torchlint.queries import File

_RANGES = frozenset(("range", "trange"))
_TRAINS = re.compile(r"(?i)train|fit\w*\(|backward|\.step\(|epoch\w*\(|optimi[sz]e|update")


@dataclass(frozen=True, slots=True)
class Epochs:
    """A loop over epochs."""

    loop: tree.For | tree.While
    counter: str  # the number of the epoch, as text
    start: tree.Expression  # the first number
    counted_at: tree.Node | None  # where a `while` adds 1 to it


@dataclass(frozen=True, slots=True, eq=False)
class MiscountedEpoch(View):
    """What gives a resumed loop its first epoch: an entry of the checkpoint, or the start of the range."""

    saved: View
    repeats: bool  # whether an epoch is repeated, rather than skipped
    is_certain: bool  # whether all checkpoints are saved after an epoch


def miscounted_epochs(file: File) -> Iterator[MiscountedEpoch]:
    """Each such place, in source order."""
    found: dict[tree.Node, MiscountedEpoch] = {}
    for epochs in _loops(file):
        for read in numbers_read(file, epochs.start):
            one = _miscounted(file, epochs, read)
            if one is not None:
                found.setdefault(one.node, one)
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _loops(file: File) -> Iterator[Epochs]:
    for loop in file.tree.all(tree.For):
        counter = tree.dotted(loop.target)
        if counter is None or _is_changed(file, loop, counter):
            continue  # the number that it saves is not the one that the range gave
        passes = resolved_expression(file.tree, loop.iter)
        calls = (node for node in tree.walk(passes) if isinstance(node, tree.Call))
        for call in calls:
            start = tree.positional(call, 0) if tree.last_part(call.func) in _RANGES else None
            if start is not None and tree.positional(call, 1) is not None:
                yield Epochs(loop, counter, start, None)
    for around in file.tree.all(tree.While):
        test = around.test
        counter = tree.dotted(test.left) if isinstance(test, tree.Compare) else None
        added = [one for one in around.body if isinstance(one, tree.AugmentedAssign) and _adds_one(one, counter)]
        if counter and len(added) == 1 and isinstance(test, tree.Compare):
            yield Epochs(around, counter, test.left, added[0])


def _is_changed(file: File, loop: tree.For, counter: str) -> bool:
    """Whether a loop assigns to its own number: `epoch += 1`."""
    added = (one.target for one in file.tree.own(loop, tree.AugmentedAssign))
    assigned = (target for one in file.tree.own(loop, tree.Assign) for target in one.targets)
    return any(tree.dotted(target) == counter for target in (*added, *assigned))


def _adds_one(node: tree.AugmentedAssign, counter: str | None) -> bool:
    return node.op.startswith("+") and tree.integer_literal(node.value) == 1 and tree.dotted(node.target) == counter


def _miscounted(file: File, epochs: Epochs, read: Read) -> MiscountedEpoch | None:
    """The first epoch of a resumed loop, if the checkpoint's number is not that of the next one."""
    saves = _to_path_of(file, read, list(saves_in(file, epochs.loop, epochs.counter, read.key)))
    after = [one for one in saves if one.is_of_epoch and _has_trained(file, epochs.loop, one.site)]
    wrong = {_too_far(epochs, read, one) for one in after}
    if len(wrong) != 1 or _is_compared(file, epochs):
        return None
    too_far = wrong.pop()
    if too_far not in (-1, 1):
        return None
    is_certain = len(after) == len(saves)
    place = read.node if file.holds(read.node) else epochs.start
    return MiscountedEpoch(file, place, View(file, after[0].site), too_far < 0, is_certain)


def _to_path_of(file: File, read: Read, saves: list[Save]) -> list[Save]:
    """Those of some saves that write the checkpoint that is read, if paths say so; else all of them."""
    if read.load is None or not file.holds(read.load):
        return saves
    with_path = [one.saved for one in saves if one.saved.call is one.site]
    near = checkpoints.saved_to_path_of(file, CallView(file, read.load), with_path)
    sites = {one.call for one in near}
    return [one for one in saves if one.site in sites] or saves


def _too_far(epochs: Epochs, read: Read, save: Save) -> int:
    """How many epochs after the next one the training goes on."""
    is_counted = epochs.counted_at is not None and epochs.counted_at.start < save.site.start
    return read.added + save.added - (0 if is_counted else 1)


def _has_trained(file: File, loop: tree.For | tree.While, site: tree.Node) -> bool:
    """Whether the loop trains before it saves."""
    before = (part for part in loop.body if part.start < site.start)
    return any(_TRAINS.search(file.text[part.start : min(part.end, site.start)]) for part in before)


def _is_compared(file: File, epochs: Epochs) -> bool:
    """Whether the loop asks whether an epoch is the first: `if epoch == start: continue`."""
    start = tree.dotted(shifted(epochs.start)[0])
    for test in file.tree.own(epochs.loop, tree.Compare):
        sides = {tree.dotted(shifted(side)[0]) for side in (test.left, *test.comparators)}
        if {epochs.counter, start} <= sides and epochs.counter != start:
            return True
    return False
