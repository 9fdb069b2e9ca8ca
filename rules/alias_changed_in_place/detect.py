"""Tensors that are kept under another name, too, and then changed in place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, uses
from torchlint.knowledge.operations import has_column
from torchlint.queries import View, query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.definitions import Definition
    from torchlint.queries import File

# What no code after it in its block runs after.
_ENDS = (tree.Return, tree.Raise)
# Methods of containers that read none of the tensors that are in them.
_FILLS = ("append", "update", "extend")


@dataclass(frozen=True, slots=True)
class _Kept:
    """Where a tensor gets a second name, or is put into a dict or a list."""

    place: tree.Node  # the statement or the call
    tensor: tree.Name  # the tensor, as it is written there
    other: tree.Name  # the second name; of a container, its name
    key: tree.Expression | None = None  # of a dict's entry
    is_inside: bool = False  # whether `other` is a container


@dataclass(frozen=True, slots=True, eq=False)
class ChangedAlias(View):
    """`loss += penalty`, where `loss` is a tensor that has another name, or is in a container, which is read later."""

    kept: View  # where it got that
    other: str  # the other name, as text: `error`, `logs["error"]`, or the list
    read: View  # where it is read after the change
    is_certain: bool  # whether it is surely a tensor
    target: str  # the name by which it is changed
    operator: str  # as it is written: `+=`


def changed_aliases(file: File) -> Iterator[ChangedAlias]:
    """The first such change for each place that gives a tensor a second name, in source order."""
    found: set[tuple[tree.Node, str]] = set()
    for change in file.tree.all(tree.AugmentedAssign):
        target = change.target
        if not isinstance(target, tree.Name):
            continue
        its = {one for one in reaching_definitions(file.tree, target) if one is not None}
        for kept in _kept_before(file, target, its):
            key = (kept.place, kept.other.id)
            is_open = key not in found and _may_be_tensor(file, kept, target)
            read = _read_later(file, kept, change) if is_open else None
            sure = _is_tensor(file, kept, target, read) if read is not None else None
            if read is None or sure is None:
                continue
            found.add(key)
            place, later = View(file, kept.place), View(file, read)
            yield ChangedAlias(file, change, place, _shown(file, kept), later, sure, target.id, f"{change.op}=")


def _kept_before(file: File, target: tree.Name, its: set[Definition]) -> Iterator[_Kept]:
    """Where the tensor that an update changes has got other names: by its own definition, or after that."""
    for one in sorted(its, key=lambda one: one.node.start):
        if isinstance(one.node, tree.Assign) and one.value is not None:
            if isinstance(one.value, tree.Name):
                yield _Kept(one.node, one.value, one.value)
            for other in one.node.targets:
                if isinstance(other, tree.Name) and other.id != target.id:
                    yield _Kept(one.node, target, other)
    for kept in _keepers(file).get(target.id, ()):
        if kept.place.end <= target.start and not its.isdisjoint(reaching_definitions(file.tree, kept.tensor)):
            yield kept


@query
def _keepers(file: File) -> dict[str, list[_Kept]]:
    """The places that give what a name stands for another name, or put it into a container, by that name."""
    found: dict[str, list[_Kept]] = {}
    for assign in file.tree.all(tree.Assign):
        for kept in _kept_by(assign):
            found.setdefault(kept.tensor.id, []).append(kept)
    for call in file.tree.all(tree.Call):
        func, given = call.func, tree.positional(call, 0)
        if isinstance(func, tree.Attribute) and func.attr == "append" and isinstance(func.value, tree.Name):
            if isinstance(given, tree.Name):
                found.setdefault(given.id, []).append(_Kept(call, given, func.value, None, True))
    return found


def _kept_by(assign: tree.Assign) -> Iterator[_Kept]:
    for target in assign.targets:
        if isinstance(target, tree.Name):
            if isinstance(assign.value, tree.Name):
                yield _Kept(assign, assign.value, target)
            elif isinstance(assign.value, tree.Dict):
                for key, value in zip(assign.value.keys, assign.value.values):
                    if isinstance(value, tree.Name) and key is not None:
                        yield _Kept(assign, value, target, key, True)
        elif isinstance(target, tree.Subscript) and isinstance(target.value, tree.Name):
            if isinstance(assign.value, tree.Name) and _is_text(target.index):
                yield _Kept(assign, assign.value, target.value, target.index, True)


def _is_text(index: tree.Expression) -> bool:
    return isinstance(index, tree.Constant) and isinstance(index.value, str)


def _read_later(file: File, kept: _Kept, change: tree.AugmentedAssign) -> tree.Name | None:
    """Where the numbers are read by the other name, after the change and before that name stands for something else."""
    is_made_there = isinstance(kept.place, tree.Assign) and kept.other in kept.place.targets
    before = set() if is_made_there else set(reaching_definitions(file.tree, kept.other))
    for read in uses(file.tree, kept.other):
        if read.start < change.end or not _reads_numbers(file, read, kept):
            continue
        reaching = reaching_definitions(file.tree, read)
        is_same = any(one in before or (one is not None and one.node is kept.place) for one in reaching)
        since = [one.node for one in reaching if one is not None and one.node.start >= change.end]
        is_new = any(one.end <= read.start for one in since)
        if is_same and not is_new and _comes_to(file, change, read):
            return read
    return None


def _comes_to(file: File, change: tree.AugmentedAssign, read: tree.Name) -> bool:
    """Whether code that is written further down may run after a change, in the same pass of the loops around."""
    here: tree.Node = change
    is_left = False  # whether the pass of a loop ends after the change
    for above in file.tree.around(change):
        block = next((one for one in _blocks(above) if here in one), [])
        rest = [one for one in block if one.start >= change.end and one.end <= read.start]
        if any(isinstance(one, _ENDS) for one in rest):
            return False
        is_left = is_left or any(isinstance(one, (tree.Continue, tree.Break)) for one in rest)
        if above.start <= read.start < above.end:
            is_other_branch = isinstance(above, tree.If) and bool(block) and read.start >= block[-1].end
            return not is_left and not is_other_branch
        is_left = is_left and not isinstance(above, tree.Loops)
        here = above
    return False


def _blocks(node: tree.Node) -> list[list[tree.Statement]]:
    """The blocks of a statement or a function."""
    names = ("body", "orelse", "finalbody")
    return [block for name in names if isinstance(block := getattr(node, name, None), list)]


def _reads_numbers(file: File, read: tree.Name, kept: _Kept) -> bool:
    """Whether a name is read for what the tensor holds, rather than its shape, another entry, or to add an entry."""
    above = file.tree.parents.get(read)
    if isinstance(above, tree.Attribute):
        is_method = kept.is_inside and above.attr in _FILLS
        return not is_method and not has_column(above.attr, "metadata", "mark") and above.attr != "grad"
    if isinstance(above, tree.Subscript) and above.value is read and kept.is_inside:
        if _is_stored(file, above):
            return False
        is_other = kept.key is not None and _is_text(above.index) and _is_text(kept.key)
        return not is_other or file.tree.text_of(above.index) == file.tree.text_of(kept.key or above.index)
    if isinstance(above, tree.AugmentedAssign) and above.target is read:
        return not kept.is_inside
    if isinstance(above, tree.Compare):
        return not any(isinstance(one, tree.Constant) and one.value is None for one in tree.walk(above))
    call = file.tree.parents.get(above) if isinstance(above, tree.Argument) else None
    return not isinstance(call, tree.Call) or tree.dotted(call.func) not in ("len", "isinstance")


def _is_stored(file: File, item: tree.Subscript) -> bool:
    outer = file.tree.parents.get(item)
    return isinstance(outer, tree.Assign) and item in outer.targets


def _may_be_tensor(file: File, kept: _Kept, target: tree.Name) -> bool:
    """Whether anything says that what is changed is a tensor: what is known of it, or a method of tensors."""
    kinds = {file.value(one).value.kind for one in (kept.tensor, target)}
    return not kinds.isdisjoint(("tensor", "output")) or (
        kinds == {"unknown"} and any(_is_fetched(file, use) for use in uses(file.tree, kept.other))
    )


def _is_fetched(file: File, read: tree.Name) -> bool:
    """Whether a method of tensors is called on it: `error.item()`."""
    above = file.tree.parents.get(read)
    return isinstance(above, tree.Attribute) and has_column(above.attr, "fetch", "detach")


def _is_tensor(file: File, kept: _Kept, target: tree.Name, read: tree.Name) -> bool | None:
    """Whether what is changed is surely a tensor; None if nothing says that it is one."""
    values = [file.value(one) for one in (kept.tensor, target)]
    if any(one.value.kind == "tensor" and (one.is_sure or one.value.proven) for one in values):
        return True
    return False if any(one.value.is_tensor for one in values) or _is_fetched(file, read) else None


def _shown(file: File, kept: _Kept) -> str:
    return f"{kept.other.id}[{file.tree.text_of(kept.key)}]" if kept.key is not None else kept.other.id
