"""Methods that detach some entries of a dict of states and leave out another one, which is carried on like them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.knowledge.operations import has_column
from torchlint.queries import View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class LeftOut(View):
    """The last statement that detaches an entry, in a method that detaches all but one."""

    detached: View  # `self.state["hidden"]`
    written: View  # `self.state["coverage"]`, where forward writes it


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """An entry of a dict in `self` that some code assigns: `self.state["hidden"] = value`."""

    target: tree.Subscript
    value: tree.Expression
    held: str  # `self.state`
    key: str  # `hidden`


def left_out(file: File) -> Iterator[LeftOut]:
    """One finding per method at most, in source order."""
    for cls in sorted(file.analysis.classes, key=lambda one: one.node.start):
        for method in cls.methods.values() if cls.is_module and file.holds(cls.node) else ():
            detached = [one for one in _assigned(method.node) if _detaches_itself(one)]
            forgotten = _forgotten(cls, method.node, detached) if detached else None
            if forgotten is not None:
                last = detached[-1].target
                yield LeftOut(file, file.tree.statement(last), View(file, last), View(file, forgotten.target))


def _assigned(part: tree.Node) -> list[Entry]:
    found = []
    for node in tree.walk(part):
        if isinstance(node, tree.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], tree.Subscript):
            target = node.targets[0]
            held = tree.dotted(target.value) or ""
            if held.startswith("self.") and isinstance(target.index, tree.Constant):
                found.append(Entry(target, node.value, held, str(target.index.value)))
    return sorted(found, key=lambda entry: entry.target.start)


def _reads(part: tree.Node, held: str, key: str) -> list[tree.Subscript]:
    """Where code mentions an entry."""
    items = (node for node in tree.walk(part) if isinstance(node, tree.Subscript))
    return [
        node
        for node in items
        if isinstance(node.index, tree.Constant) and node.index.value == key and tree.dotted(node.value) == held
    ]


def _detaches_itself(entry: Entry) -> bool:
    """Whether an entry is assigned itself without its graph: `self.state["h"] = self.state["h"].detach()`."""
    names = (node.attr for node in tree.walk(entry.value) if isinstance(node, tree.Attribute))
    return bool(_reads(entry.value, entry.held, entry.key)) and any(has_column(name, "detach") for name in names)


def _forgotten(cls: Class, method: tree.Node, detached: list[Entry]) -> Entry | None:
    """An entry of the same dict that is written beside a detached one, from something computed, and read again."""
    known = {(entry.held, entry.key) for entry in _assigned(method)}
    family = {here for base in (*cls.lineage, *cls.descendants) for here in base.methods.values()}
    for other in sorted((one for one in family if one.node is not method), key=lambda one: one.node.start):
        written = _assigned(other.node)
        beside = {entry.held for entry in written if (entry.held, entry.key) in known and _is_computed(entry)}
        for entry in written:
            if entry.held in beside and (entry.held, entry.key) not in known and _is_computed(entry):
                if other.name == "forward" and any(_is_computed_with(one.node, entry) for one in family):
                    return entry
    return None


def _is_computed(entry: Entry) -> bool:
    """Whether a value comes from a computation that may have a graph: no constant, nothing detached."""
    names = {node.attr for node in tree.walk(entry.value) if isinstance(node, tree.Attribute)}
    return not isinstance(entry.value, tree.Constant) and not any(has_column(name, "detach") for name in names)


def _is_computed_with(method: tree.Node, entry: Entry) -> bool:
    """Whether a method uses an entry for more than asking whether there is one, or writing it."""
    asked = {id(part) for node in tree.walk(method) if isinstance(node, tree.Compare) for part in tree.walk(node)}
    reads = (one for one in _reads(method, entry.held, entry.key) if one is not entry.target and id(one) not in asked)
    written = {id(one.target) for one in _assigned(method)}
    return any(id(read) not in written for read in reads)
