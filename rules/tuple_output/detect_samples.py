"""What rules see of what datasets return: the tuples that a `__getitem__` writes out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.queries import data
from torchlint.syntax import tree

from .detect import OutputView

if TYPE_CHECKING:
    from torchlint.queries import File

# An input and its target are what every loop expects.
_USUAL = 2


class SampleView(OutputView):
    """A `return` of a dataset's `__getitem__` that writes out a tuple."""

    @property
    def is_proven(self) -> bool:
        """Whether the things surely differ, and a loop over a loader of the dataset takes them out by their order."""
        return self.kinds_differ and any(self._unpacks(loop) for loop in self.file.tree.all(tree.For))

    def _unpacks(self, loop: tree.For) -> bool:
        target, over = loop.target, loop.iter
        if isinstance(over, tree.Call) and tree.dotted(over.func) == "enumerate" and over.args:
            over = over.args[0].value
            target = target.elements[-1] if isinstance(target, tree.Tuple) else target
        loader = self.file.value(over).value
        is_of_this = loader.kind == "loader" and any(one.ref is self.cls for one in loader.items)
        return is_of_this and isinstance(target, tree.Tuple) and len(target.elements) == len(self.elements)


def samples(file: File) -> Iterator[SampleView]:
    """Tuples of three things or more that this file's datasets return for each sample, in source order."""
    for dataset in sorted(data.datasets(file), key=lambda one: one.cls.node.start):
        method = dataset.cls.methods.get("__getitem__")
        if method is None:
            continue
        for node in file.tree.own(method.node, tree.Return):
            if isinstance(node.value, tree.Tuple):
                view = SampleView(file, node, dataset.cls, method)
                if len(view.elements) > _USUAL:
                    yield view
