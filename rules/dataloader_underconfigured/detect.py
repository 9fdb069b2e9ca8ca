"""Loaders whose workers are started again in each epoch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.queries import CallView, data
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


def restarted_workers(file: File) -> dict[tree.Node, bool]:
    """The loaders whose workers, if they have some, end with each of several epochs; whether that is certain."""
    found: dict[tree.Node, bool] = {}
    for loader in data.loaders(file):
        if not loader.trains_in_epochs or loader.has_no_workers:
            continue
        given = loader.argument(-1, "persistent_workers")
        is_off = given is not None and isinstance(given.node, tree.Constant) and given.node.value is False
        is_made_anew = any(fact.where.loops for fact in file.facts.loaders if fact.node is loader.node)
        if not (is_off or loader.leaves_out("persistent_workers")) or is_made_anew:
            continue  # they may go on, or belong to a loader of one epoch
        whole = loader.setting("dataset")
        held = tree.dotted(whole.node) if whole is not None else None
        if not _is_changed(file, {f"{loader.name}.dataset", held}):
            found[loader.node] = _surely_has_workers(loader) and _is_gone_through_here(loader)
    return found


def _surely_has_workers(loader: CallView) -> bool:
    """Whether `num_workers` is certainly a number above 0."""
    given = loader.argument(5, "num_workers")
    count = given.value.ref if given is not None else None
    return isinstance(count, int) and count > 0


def _is_gone_through_here(loader: CallView) -> bool:
    """Whether all loops over the batches are in this file."""
    loops = (loop.node for loop, _ in loader.file.facts.loops_over if loop.batches_of is loader.node)
    return all(map(loader.file.holds, loops))


def _is_changed(file: File, names: set[str | None]) -> bool:
    """Whether a loop changes a dataset, or calls a method of it: workers that go on would not see that."""
    for loop in (*file.tree.all(tree.For), *file.tree.all(tree.While)):
        targets = [one.target for one in assignments_in(loop)]
        calls = [node.func for node in tree.walk(loop) if isinstance(node, tree.Call)]
        used = (node for node in (*targets, *calls) if isinstance(node, tree.Attribute))
        if any(tree.dotted(node.value) in names - {None} for node in used):
            return True
    return False
