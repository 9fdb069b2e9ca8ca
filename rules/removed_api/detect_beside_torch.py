"""Names of NumPy and Pillow that are not there any more: `np.float`, `Image.ANTIALIAS`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import definitions_of
from torchlint.finding import Edit, Span
from torchlint.knowledge.numpy_removals import LAST_PARTS, REMOVED_BESIDE_TORCH, REMOVED_METHODS
from torchlint.queries.api import ApiUse, versions
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries import File

# Who stays with a PyTorch before this one stays with the NumPy and the Pillow of its time.
_OF_THAT_TIME = (1, 13)


def removed_beside_torch(file: File) -> Iterator[ApiUse]:
    """Reads of such names, in source order; none of one that the program itself assigns: `np.float = float`."""
    reads = [node for node in file.tree.all(tree.Attribute) if node.attr in LAST_PARTS]
    if not reads or not file.torch.reaches(_OF_THAT_TIME):
        return
    assigned = {tree.dotted(target) for one in file.tree.all(tree.Assign) for target in one.targets}
    rebound = file.tree.once_of_all(edits.rebound)
    for node in reads:
        change, name = REMOVED_BESIDE_TORCH.get(file.names.spelled_out(node)), tree.dotted(node) or ""
        if change is None or name in assigned or not versions(file, change).reaches(change.since):
            continue
        module, _, _ = name.rpartition(".")
        now = f"{module}{change.rename}" if change.rename.startswith(".") else change.rename
        if not change.rename:
            yield ApiUse(file, node, name, change.happens, change.instead)
        elif rebound.isdisjoint((name.partition(".")[0], now)):
            is_there = not versions(file, change).begins_before(change.exists)
            edits_ = (Edit(Span(node.start, node.end), now),) if is_there else ()
            yield ApiUse(file, node, name, change.happens, f"use `{now}`", edits_, change.is_same)


def removed_methods(file: File) -> Iterator[ApiUse]:
    """Calls of such methods on what Pillow made: `ImageFont.truetype(path).getsize(text)`."""
    for call in file.tree.all(tree.Call):
        func = call.func
        if not isinstance(func, tree.Attribute) or func.attr not in REMOVED_METHODS:
            continue
        makers, change = REMOVED_METHODS[func.attr]
        if not file.torch.reaches(_OF_THAT_TIME) or not versions(file, change).reaches(change.since):
            continue
        if _is_made_by(file, func.value, makers):
            yield ApiUse(file, func, file.tree.text_of(func), change.happens, change.instead)


def _is_made_by(file: File, node: tree.Expression, makers: tuple[str, ...]) -> bool:
    """Whether each definition of a value, as far as it is in sight, is a call of one of these names."""
    if isinstance(node, tree.Call):
        return not file.names.spelled(node).isdisjoint(makers)
    if not isinstance(node, tree.Name):
        return False
    made = [one.value for one in definitions_of(file.tree, node)]
    return bool(made) and all(isinstance(one, tree.Call) and _is_made_by(file, one, makers) for one in made)
