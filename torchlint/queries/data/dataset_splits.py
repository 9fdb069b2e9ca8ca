"""Subsets of datasets: assignments to their transforms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.flow.data_loaders import SUBSET
from torchlint.queries.file import ExpressionView, View
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


class PartWrite(View):
    """An assignment to the transform of a Subset, or of the dataset behind it."""

    __slots__ = ("split", "whole")

    def __init__(self, file: File, node: tree.Attribute, split: tree.Node | None, whole: tree.Node | None) -> None:
        super().__init__(file, node)
        object.__setattr__(self, "split", split)
        object.__setattr__(self, "whole", whole)

    node: tree.Attribute  # the assigned attribute
    split: tree.Node | None  # the call of `random_split` or `Subset`, if it is known
    whole: tree.Node | None  # where the dataset behind it is made, if that is known

    @property
    def is_of_the_whole(self) -> bool:
        """Whether it assigns to the dataset that all subsets share."""
        return isinstance(self.node.value, tree.Attribute) and self.node.value.attr == "dataset"

    @property
    def part(self) -> ExpressionView:
        """The Subset."""
        holder = self.node.value
        inner = holder.value if self.is_of_the_whole and isinstance(holder, tree.Attribute) else holder
        return ExpressionView(self.file, inner)

    @property
    def parts(self) -> View | None:
        """The call of `random_split` that made this subset, and others of the same dataset, or that of one `Subset`."""
        is_split = isinstance(self.split, tree.Call) and (tree.dotted(self.split.func) or "").endswith("random_split")
        if is_split and self.split and self.file.holds(self.split):
            return View(self.file, self.split)
        taken = _subsets(self.file).get(self.whole, []) if self.whole is not None and not is_split else []
        return View(self.file, taken[0]) if len(taken) > 1 else None

    @property
    def is_of_its_own(self) -> bool:
        """Whether another part was given a dataset of its own before: `val.dataset = copy(whole)`."""
        part = tree.dotted(self.part.node)
        for statement in self.file.tree.own(self.file.tree.scope(self.node), tree.Assign):
            for target in statement.targets if statement.end <= self.node.start else ():
                if isinstance(target, tree.Attribute) and target.attr == "dataset":
                    if tree.dotted(target.value) not in (part, None, "self"):
                        return True
        return False

    @property
    def is_read_here(self) -> bool:
        """Whether the program reads that attribute of the subset again."""
        name = tree.dotted(self.node)
        reads = (n for n in self.file.tree.all(tree.Attribute) if n is not self.node and tree.dotted(n) == name)
        return any(True for _ in reads)


@query
def part_writes(file: File) -> list[PartWrite]:
    """Assignments to the transform of a Subset, in source order."""
    found = {node: (part.source, part.items[0].source if part.items else None) for node, part in file.facts.part_writes}
    return [PartWrite(file, node, *found[node]) for node in sorted(found, key=lambda node: node.start)]


@query
def _subsets(file: File) -> dict[tree.Node, list[tree.Node]]:
    """The calls of `Subset` on each dataset, by where that is made."""
    found: dict[tree.Node, list[tree.Node]] = {}
    for call in file.named_calls(SUBSET):
        items = call.value.items if call.value.kind == "dataset" else ()
        if items and items[0].source is not None:
            found.setdefault(items[0].source, []).append(call.node)
    return found
