"""Copies of a DataLoader's batches to a GPU that ask for half of what lets them run beside the computation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.finding import Edit
from torchlint.queries import CallView, data
from torchlint.queries.data import LoaderView
from torchlint.syntax import tree

from . import detect_unseen

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class BatchCopy(CallView):
    """The first copy in a loop over a DataLoader that nothing overlaps, and the others like it in that loop."""

    node: tree.Call
    loader: CallView | None  # the loader, where this file constructs it
    others: tuple[CallView, ...]
    is_pinned: bool  # whether the loader pins its batches
    is_known: bool  # whether the loop is seen to go over that loader; else over one of this file, which are all alike

    @property
    def overlapping(self) -> tuple[Edit, ...]:
        """The edits that ask for the other half, too; empty where they can't be written."""
        if self.is_pinned:
            return tuple(edit for copy in (self, *self.others) for edit in copy.put_last("non_blocking=True"))
        if self.loader is None or any(argument.keyword == "pin_memory" for argument in self.loader.node.args):
            return ()
        return self.loader.put_last("pin_memory=True")


def copies_not_overlapped(file: File) -> Iterator[BatchCopy]:
    """The first such copy of each loop, in source order."""
    if data.copies_by_other_means(file):
        return
    told: set[tree.Node] = set()  # of a function that several loops call
    own: list[tree.Node] = [fact.node for fact in file.facts.loaders if file.holds(fact.node)]
    loops = _loaders_of_loops(file) | {loop: [] for loop in detect_unseen.loops_over_unseen(file)}
    others = detect_unseen.imported_loaders(file) if not own and not all(loops.values()) else []
    for loop, sources in loops.items():
        made = sources or own or [*others]
        pinned = {_pins(file, source) for source in made}
        if len(pinned) != 1 or None in pinned or file.value(loop.iter).value.kind == "zip":
            continue
        is_pinned = True in pinned
        copies = [copy for copy in data.batch_copies(file, loop) if data.is_asynchronous(copy) is (not is_pinned)]
        if copies and copies[0].node not in told:
            told.add(copies[0].node)
            source = made[0]
            is_only = len(made) == 1 and isinstance(source, tree.Call) and file.holds(source)
            loader = CallView(file, source) if is_only else None
            yield BatchCopy(file, copies[0].node, loader, tuple(copies[1:]), is_pinned, is_known=bool(sources))


def _loaders_of_loops(file: File) -> dict[tree.For, list[tree.Node]]:
    """The file's loops over batches, in source order, each with where their DataLoaders are made, as far as known."""
    loops = [node for node in file.facts.batch_loops if isinstance(node, tree.For) and file.holds(node)]
    found: dict[tree.For, list[tree.Node]] = {loop: [] for loop in sorted(loops, key=lambda node: node.start)}
    for run, _ in file.facts.loops_over:
        if isinstance(run.node, tree.For) and run.node in found:
            found[run.node].extend(run.batches_of)
    return found


def _pins(file: File, made: tree.Node) -> bool | None:
    """Whether a DataLoader pins its batches where there is a GPU; None if that is not known."""
    if not isinstance(made, tree.Call) or not tree.last_name(made.func).endswith("DataLoader"):
        return None
    loader = LoaderView(file, made)
    given = loader.setting("pin_memory")
    if given is None:
        return None if loader.has_stars else False
    value = resolved_expression(file.tree, given.node) if file.holds(made) else given.node
    if isinstance(value, tree.Constant):
        return bool(value.value)
    asks = (tree.dotted(n.func) for n in tree.walk(value) if isinstance(n, tree.Call))
    return True if "torch.cuda.is_available" in asks else None
