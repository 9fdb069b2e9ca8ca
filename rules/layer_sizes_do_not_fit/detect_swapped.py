"""Layers whose sizes are names, and that seem to have got them the wrong way round."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.domain.values import Value
from torchlint.knowledge.operations import full_names
from torchlint.knowledge.signatures import ALONG_CHANNELS, ALONG_LAST
from torchlint.queries import CallView, ExpressionView, View, testing
from torchlint.queries.modules import sequentials
from torchlint.syntax import tree

from .detect import Table, number
from .detect_forwards import neighbours

if TYPE_CHECKING:
    from torchlint.queries import File

_TABLES: tuple[Table, ...] = (ALONG_LAST, ALONG_CHANNELS)


@dataclass(frozen=True, slots=True, eq=False)
class Swapped(ExpressionView):
    """The size that a layer takes: that which the layer before it takes too, or the one that both give."""

    first: View  # the layer before
    given: str  # what the layer before gives, as it is written


def swapped(file: File) -> Iterator[Swapped]:
    """Every such size, once, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    found: dict[tree.Node, Swapped] = {}
    for first, second, table in (*_in_sequentials(file), *neighbours(file)):
        one = _swapped(file, first, second, table)
        if one is not None:
            found.setdefault(one.node, one)
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _in_sequentials(file: File) -> Iterator[tuple[tree.Call, tree.Call, Table]]:
    kept = full_names("activation", "dropout", "softmax", "log-softmax", of="torch.nn")
    for parts in sequentials(file):
        for table in _TABLES:
            before: Value | None = None
            for part in parts:
                if part.dotted_name in kept:
                    continue
                is_one = isinstance(part.ref, str) and part.ref in table and isinstance(part.source, tree.Call)
                if before is not None and is_one:
                    first, second = before.source, part.source
                    if isinstance(first, tree.Call) and isinstance(second, tree.Call):
                        yield first, second, table
                before = part if is_one else None


def _swapped(file: File, first: tree.Call, second: tree.Call, table: Table) -> Swapped | None:
    if first is second or not file.holds(first) or not file.holds(second):
        return None
    places = [table.get(_name(file, call)) for call in (first, second)]
    if places[0] is None or places[1] is None or places[0][0] is None or places[1][0] is None:
        return None
    (into, out), (taken, made) = (
        (CallView(file, call).argument(*place[0]), CallView(file, call).argument(*place[1]))
        for call, place in zip((first, second), places)
        if place is not None and place[0] is not None
    )
    if into is None or out is None or taken is None or made is None:
        return None
    if number(file, first, places[0][1]) is not None and number(file, second, places[1][0]) is not None:
        return None  # which are compared as they are
    given, wanted = _meaning(file, out.node), _meaning(file, taken.node)
    if given is None or wanted is None or given == wanted:
        return None
    if wanted != _meaning(file, into.node) and given != _meaning(file, made.node):
        return None
    return Swapped(file, taken.node, View(file, first), out.text)


def _name(file: File, made: tree.Call) -> str:
    value = file.facts.values.get(made)
    return value.ref if value is not None and isinstance(value.ref, str) else ""


def _meaning(file: File, node: tree.Expression) -> Hashable:
    """What a size stands for; None where that may change between two places."""
    node = resolved_expression(file.tree, node) if isinstance(node, tree.Name) else node
    parts: list[Hashable] = [file.tree.text_of(node)]
    for part in tree.walk(node):
        if isinstance(part, tree.Call):
            return None
        if isinstance(part, tree.Name):
            one = reaching_definition(file.tree, part)
            if one is None:
                return None
            parts.append(one.node)
        if isinstance(part, tree.Attribute) and tree.dotted(part.value) == "self":
            cls = file.tree.above(part, tree.ClassDef)
            if cls is None or len(assignments_to(file.tree, cls, f"self.{part.attr}")) != 1:
                return None
    return tuple(parts)
