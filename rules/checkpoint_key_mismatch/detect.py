"""Entries that are read of a checkpoint, and that no program of the project puts into it."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.qualified_names import by_name
from torchlint.binding.symbols import Function
from torchlint.binding.use_def import resolved_expression
from torchlint.queries import CallView, ExpressionView, View, checkpoints
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# How many entries that only trainings save tell whose checkpoint is read.
_TELLING = 2


@dataclass(frozen=True, slots=True, eq=False)
class MissingKey(ExpressionView):
    """A read of an entry that the checkpoint does not have."""

    key: str
    similar: str  # a key that it does have, of a similar name; or nothing
    saved: View | None  # where it is saved, if that is in this file
    is_sure: bool  # whether it is certainly such a checkpoint that is read

    @property
    def instead(self) -> str:
        """What to do about it."""
        return f"read {self.similar!r}, or save {self.key!r}" if self.similar else "save it, or do not read it"


def missing_keys(file: File) -> Iterator[MissingKey]:
    """Each such read, in source order."""
    found = {one.node: one for load in _loads(file) for one in _missing(file, load)}
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _loads(file: File) -> Iterator[CallView]:
    """The calls of torch.load, of Fabric's, and of functions of the project that return what it gives."""
    yield from file.named_calls("torch.load")
    yield from file.calls("lightning.fabric.Fabric.load")
    for call, functions in file.facts.functions.items():
        if file.holds(call) and functions and all(map(_returns_load, functions)):
            yield CallView(file, call)


def _returns_load(function: Function) -> bool:
    syntax = function.unit.tree
    returned = [one.value for one in syntax.own(function.node, tree.Return)]
    made = [resolved_expression(syntax, one) for one in returned if one is not None]
    names = by_name(syntax)
    return bool(made) and all(isinstance(one, tree.Call) and "torch.load" in names.get(one, ()) for one in made)


def _missing(file: File, load: CallView) -> Iterator[MissingKey]:
    """The reads of one checkpoint that fail."""
    reads = [(one, key) for one in checkpoints.entry_reads(file.tree, load.node) if (key := tree.string_of(one.key))]
    required = {key for one, key in reads if one.is_required and one.is_of_this}
    if not required or checkpoints.is_fetched(file, load):
        return
    saved = tuple(one for one in checkpoints.saved_by_project(file) if one.is_checkpoint and _says_something(one))
    near = _sources(file, load, {key for _, key in reads}, saved)
    if not near.saved or not all(one.is_complete for one in near.saved):
        return
    if any(required <= one.keys for one in (near.saved if near.has_path else saved)):
        return
    held = sorted({key for one in near.saved for key in one.keys})
    where = next((View(file, one.call) for one in near.saved if one.syntax is file.tree), None)
    for read, key in reads:
        if key not in required or not read.is_required or key in held:
            continue
        if not near.is_certain and _may_be_saved(saved, key):
            continue
        yield MissingKey(file, read.node, key, similar_key(key, held), where, near.is_certain or near.is_alike)


def similar_key(key: str, held: list[str]) -> str:
    """One of the keys that is a longer or shorter name for the same, or written alike; nothing if there is none."""
    parts = [one for one in held if min(len(one), len(key)) > 2 and (one in key or key in one)]
    return next(iter(parts or difflib.get_close_matches(key, held, n=1)), "")


def _says_something(saved: checkpoints.SavedDict) -> bool:
    """Whether this is more than the parameter of a function that saves, whose calls are looked at themselves."""
    return bool(saved.entries) or saved.is_weights or not saved.is_complete


class _Sources(NamedTuple):
    """What saves the checkpoints that are read somewhere."""

    saved: list[checkpoints.SavedDict]
    is_certain: bool = False  # it has the same path, or the same class saves many of the entries that are read
    has_path: bool = False  # it has the same path
    is_alike: bool = False  # they have many of the entries that are read


def _sources(file: File, load: CallView, read: set[str], saved: tuple[checkpoints.SavedDict, ...]) -> _Sources:
    owner, telling = file.tree.above(load.node, tree.ClassDef), checkpoints.telling(read)
    others = checkpoints.saved_elsewhere(file, load, saved)
    alike = [one for one in saved if telling & one.keys and one not in others and not _is_exported(one)]
    own = [one for one in alike if owner is not None and one.syntax is file.tree and file.is_within(one.call, owner)]
    same_path = checkpoints.saved_to_path_of(file, load, own or saved)
    if same_path:
        return _Sources(same_path, is_certain=True, has_path=True)
    most = max((len(telling & one.keys) for one in own or alike), default=0)
    if own:
        return _Sources(own, is_certain=most >= _TELLING)
    if not most:  # no entry tells whose it is
        named = checkpoints.saved_under_name_of(file, load, saved)
        return _Sources([one for one in named if one.entries and not _is_exported(one)])
    return _Sources([one for one in alike if len(telling & one.keys) == most], is_alike=most >= _TELLING)


def _is_exported(saved: checkpoints.SavedDict) -> bool:
    """Whether it is made of another checkpoint, whose entries it has for that reason: `{"net": loaded["net"]}`."""
    for node in (inner for entry in saved.entries for inner in tree.walk(entry.value)):
        if isinstance(node, tree.Subscript):
            made = resolved_expression(saved.syntax, node.value)
            if isinstance(made, tree.Call) and tree.dotted(made.func) == "torch.load":
                return True
    return False


def _may_be_saved(saved: tuple[checkpoints.SavedDict, ...], key: str) -> bool:
    """Whether another checkpoint has this key, or code that saves what is not seen names it."""
    if any(key in one.keys for one in saved):
        return True
    return any(_names(syntax, key) for syntax in {one.syntax: None for one in saved if not one.is_complete})


def _names(syntax: tree.Tree, key: str) -> bool:
    texts = (one for one in syntax.all(tree.Constant) if one.value == key)
    is_written = any(not isinstance(syntax.parents.get(one), (tree.Subscript, tree.Argument)) for one in texts)
    is_keyword = any(one.keyword == key for one in syntax.all(tree.Argument))
    return is_written or is_keyword or any(one.attr == key for one in syntax.all(tree.Attribute))
