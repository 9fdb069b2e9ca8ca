"""Whether a training loop takes batches, rather than all of the data in each pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.queries import modes, training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


def goes_over_batches(file: File, loop: tree.Node) -> bool:
    """Whether a training loop is over a loader's batches, or inside a loop over epochs, also that of a caller.

    A pass may fetch its batch itself: `batch = next(batches)`.
    """
    if isinstance(loop, tree.FunctionDef):
        return True  # a framework calls it with each batch
    if not isinstance(loop, tree.Loops) or isinstance(loop.body[-1], tree.Break):
        return False  # only one pass
    if modes.trains_on_fetched_rows(file.tree, loop):
        return True
    around = (repeat.node for one in training.trainings(file) if one.node is loop for repeat in one.around)
    return loop in file.facts.batch_loops or any(isinstance(one, tree.Loops) and one is not loop for one in around)
