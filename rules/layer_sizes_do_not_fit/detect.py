"""Neighbours in a Sequential of which one gives another size than the next one takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.domain.values import Value
from torchlint.knowledge.operations import full_names
from torchlint.knowledge.signatures import ALONG_CHANNELS, ALONG_LAST
from torchlint.queries import CallView, ExpressionView, View, file_around, testing
from torchlint.queries.gradients import number_of
from torchlint.queries.modules import sequentials
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_Place = tuple[int, str]
Table = Mapping[str, tuple[_Place | None, _Place]]


@dataclass(frozen=True, slots=True, eq=False)
class Misfit(ExpressionView):
    """The size that a layer takes, where the one before it gives another."""

    given: int
    taken: int
    first: View  # the layer before
    is_certain: bool = True  # whether nothing may come in between that is not seen


def misfits(file: File) -> Iterator[Misfit]:
    """Every such size, once, in source order; none in a test, which may want the error."""
    if testing.is_test_module(file):
        return
    found: dict[tree.Node, Misfit] = {}
    for parts in sequentials(file):
        for table in (ALONG_LAST, ALONG_CHANNELS):
            for one in _along(file, parts, table):
                found.setdefault(one.node, one)
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _along(file: File, parts: tuple[Value, ...], table: Table) -> Iterator[Misfit]:
    kept = full_names("activation", "dropout", "softmax", "log-softmax", of="torch.nn")
    before: tuple[int, tree.Node] | None = None
    for part in parts:
        if part.dotted_name in kept:
            continue
        places = table.get(part.ref) if isinstance(part.ref, str) else None
        if places is None or not isinstance(part.source, tree.Call) or not file.holds(part.source):
            before = None  # another layer may change the size
            continue
        taken, given = (number(file, part.source, place) for place in places)
        if before is not None and taken is not None and taken[0] != before[0]:
            yield Misfit(file, taken[1], before[0], taken[0], View(file, before[1]))
            if places[0] == places[1]:
                before = None  # what a norm gives that takes a wrong size is as wrong, which is said once
                continue
        before = (given[0], part.source) if given is not None else None


def number(file: File, made: tree.Call, place: _Place | None) -> tuple[int, tree.Node] | None:
    """A size that is given to a layer, and where."""
    written_in = file_around(file, made)
    given = CallView(written_in, made).argument(*place) if place is not None and written_in is not None else None
    size = number_of(given) if given is not None else None
    return (int(size), given.node) if given is not None and size is not None else None
