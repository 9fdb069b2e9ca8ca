"""Names of NumPy and Pillow that are not there any more: `np.float`, `Image.ANTIALIAS`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.finding import Edit, Span
from torchlint.knowledge.numpy_removals import LAST_PARTS, REMOVED_BESIDE_TORCH
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
        if rebound.isdisjoint((name.partition(".")[0], now)):
            yield ApiUse(file, node, name, change.happens, f"use `{now}`", (Edit(Span(node.start, node.end), now),))
