"""Subsets of datasets: assignments to their transforms, and data that is used for both training and validation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.queries.data import data_loaders
from torchlint.queries.data.data_loaders import LoaderView
from torchlint.queries.file import ExpressionView, View
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_TRAINED = re.compile(r"(^|_)(train|training)($|_|(?=[A-Z]))|^train", re.IGNORECASE)
_HELD_OUT = re.compile(r"(^|_)(val|valid|validation|test|testing|dev|eval)($|_|loader|set|data)", re.IGNORECASE)
_ON_PURPOSE = re.compile(r"overfit|sanity|debug", re.IGNORECASE)


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


class TrainedOn(View):
    """Validation data that the model is also trained on, at the place that passes it for validation."""

    __slots__ = ("held_out", "is_proven", "trained")

    def __init__(self, file: File, trained: tree.Node, held_out: tree.Node, is_proven: bool) -> None:
        super().__init__(file, held_out)
        object.__setattr__(self, "trained", View(file, trained))
        object.__setattr__(self, "is_proven", is_proven)

    trained: View  # where it is passed for training
    is_proven: bool  # whether both uses are certainly of the same data

    @property
    def name(self) -> str:
        """The code of what is used for both: the loader, or the dataset of both loaders."""
        given = LoaderView(self.file, self.node).setting("dataset") if isinstance(self.node, tree.Call) else None
        return given.text if given is not None else self.text


@query
def trained_on(file: File) -> Iterator[TrainedOn]:
    """Data that is used for training and for validation, in source order."""
    found = [*_given_twice(file), *_loaded_twice(file)]
    yield from sorted(found, key=lambda use: use.node.start)


def _given_twice(file: File) -> Iterator[TrainedOn]:
    """Calls that get the same data as their training data and as their validation data."""
    for call, functions in file.facts.functions.items():
        if not file.holds(call) or len(call.args) < 2:
            continue
        for function in functions:
            names = [p.name for p in function.node.parameters if p.kind in ("positional", "keyword")]
            names = names[1:] if function.owner is not None and function.binding != "staticmethod" else names
            given = {a.keyword or (names[at] if at < len(names) else ""): a.value for at, a in enumerate(call.args)}
            trained = [value for name, value in given.items() if _TRAINED.search(name) and not _HELD_OUT.search(name)]
            held_out = [value for name, value in given.items() if _HELD_OUT.search(name) and not _TRAINED.search(name)]
            for one in trained:
                for other in held_out:
                    if tree.dotted(one) and tree.dotted(one) == tree.dotted(other) and not _is_on_purpose(file, call):
                        if file.value(one).value.kind in ("loader", "dataset"):
                            yield TrainedOn(file, one, other, True)
            break


def _loaded_twice(file: File) -> Iterator[TrainedOn]:
    """DataLoaders over one dataset, one of them named for training and one for validation."""
    whole = [loader for loader in data_loaders.loaders(file) if loader.leaves_out("sampler", "batch_sampler")]
    for held_out in whole:
        if not _HELD_OUT.search(_last(held_out.name)) or "train" in held_out.name.lower():
            continue
        mine = held_out.setting("dataset")
        name = tree.dotted(mine.node) if mine is not None else None
        for trained in whole:
            other = trained.setting("dataset")
            is_same = name and other is not None and tree.dotted(other.node) == name
            if not is_same or not _TRAINED.search(_last(trained.name)) or trained.function != held_out.function:
                continue
            if _bindings(file, trained, name or "") < 2 and not _is_on_purpose(file, held_out.node):
                yield TrainedOn(file, trained.node, held_out.node, bool(_TRAINED.search(_last(name or ""))))
                break


def _last(name: str) -> str:
    return name.rpartition(".")[2]


def _bindings(file: File, place: View, name: str) -> int:
    """How often a name is assigned, or its object changed, in the function around a place."""
    scope = place.function.node if place.function is not None else file.tree.root
    targets = (one.target for one in assignments_in(scope) if one.target is not None)
    return sum(1 for target in targets for part in tree.walk(target) if (tree.dotted(part) or "").startswith(name))


def _is_on_purpose(file: File, node: tree.Node) -> bool:
    """Whether the function around says that it overfits a few samples on purpose."""
    function = file.tree.above(node, tree.FunctionDef)
    return _ON_PURPOSE.search(file.tree.text_of(function) if function is not None else file.text) is not None
