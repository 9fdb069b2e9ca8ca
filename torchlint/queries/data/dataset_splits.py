"""Subsets of datasets: assignments to their transforms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.queries.file import ExpressionView, View
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


class PartWrite(View):
    """An assignment to the transform of a Subset, or of the dataset behind it."""

    __slots__ = ("split",)

    def __init__(self, file: File, node: tree.Attribute, split: tree.Node | None) -> None:
        super().__init__(file, node)
        object.__setattr__(self, "split", split)

    node: tree.Attribute  # the assigned attribute
    split: tree.Node | None  # the call of `random_split`, if it is known

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
        """The call of `random_split` that made this subset, and others of the same dataset."""
        is_split = isinstance(self.split, tree.Call) and (tree.dotted(self.split.func) or "").endswith("random_split")
        return View(self.file, self.split) if is_split and self.split and self.file.holds(self.split) else None

    @property
    def is_read_here(self) -> bool:
        """Whether the program reads that attribute of the subset again."""
        name = tree.dotted(self.node)
        reads = (n for n in self.file.tree.all(tree.Attribute) if n is not self.node and tree.dotted(n) == name)
        return any(True for _ in reads)


@query
def part_writes(file: File) -> list[PartWrite]:
    """Assignments to the transform of a Subset, in source order."""
    found = {node: part.source for node, part in file.facts.part_writes}
    return [PartWrite(file, node, found[node]) for node in sorted(found, key=lambda node: node.start)]
