"""Dropping by hand, in methods of modules: `torch.rand(n) < self.drop_rate`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.queries import ExpressionView, View
from torchlint.queries.modes import DropoutView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_DRAWS = ("torch.rand", "torch.rand_like", "random.random", "numpy.random.rand", "numpy.random.random")


@dataclass(frozen=True, slots=True, eq=False)
class DrawnDrop(DropoutView):
    """A draw of random numbers that is compared with how much the module drops."""

    compared: tree.Compare

    @property
    def comparison(self) -> ExpressionView:
        """The whole comparison, which tells what is dropped."""
        return ExpressionView(self.file, self.compared)

    @property
    def probability(self) -> ExpressionView | None:
        """How much is dropped: the attribute that the numbers are compared with."""
        rate = _rate(self.compared)
        return ExpressionView(self.file, rate) if rate is not None else None

    @property
    def model(self) -> View | None:
        """The module as an expression that `--verify` can observe, where the comparison reads it."""
        method, rate = self.method_of_module, self.probability
        return method.mentions_itself(self.file, rate.node) if method is not None and rate is not None else None

    @property
    def knows_mode(self) -> bool:
        """Whether the statement asks for the mode itself, behind the comparison."""
        return "training" in self.statement.text

    @property
    def is_of_forward(self) -> bool:
        """Whether it stands in `forward`, or in a method that another one of the class calls."""
        method = self.method_of_module
        return method is not None and (method.node.name == "forward" or any(method.calls_of(method.node.name)))


def drawn_drops(file: File) -> Iterator[DrawnDrop]:
    """The comparisons of random numbers with an attribute called a drop, in methods of modules."""
    for call in file.named_calls(*_DRAWS):
        around = file.tree.parents.get(call.node)
        if isinstance(around, tree.Compare) and _rate(around) is not None:
            drop = DrawnDrop(file, call.node, around)
            if drop.method_of_module is not None:
                yield drop


def _rate(compared: tree.Compare) -> tree.Attribute | None:
    """The attribute of `self` that tells how much is dropped."""
    for side in tree.children(compared):
        if isinstance(side, tree.Attribute) and "drop" in side.attr.lower() and tree.dotted(side.value) == "self":
            return side
    return None
