"""Schedulers that overwrite the momentum that their optimizer was given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.finding import Span
from torchlint.knowledge.signatures import CYCLED_MOMENTUM
from torchlint.queries import CallView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What says which momentum is wanted, beside what turns it off.
_CHOOSES = frozenset(("base_momentum", "max_momentum"))
_BETAS = "betas"


@dataclass(frozen=True, slots=True, eq=False)
class OverwritingScheduler(CallView):
    """A call that makes a scheduler which moves the momentum."""

    node: tree.Call
    lowest: float
    highest: float
    given: str  # the momentum, or beta1, as it is written for the optimizer
    what: str  # "momentum" or "beta1"
    is_sure_to_differ: bool  # whether the number is written, and is none of those that the scheduler sets
    place: tree.Node  # where it is written

    @property
    def method_name(self) -> str:
        """The scheduler's class."""
        return tree.last_name(self.node.func)

    @property
    def elsewhere(self) -> tuple[tuple[Span, str], ...]:
        """Where the optimizer is given it, if that is in this file."""
        return (View(self.file, self.place).says("has no effect"),) if self.file.holds(self.place) else ()


def overwritten(file: File) -> Iterator[OverwritingScheduler]:
    """Each of them whose optimizer is seen to be given another momentum, in source order."""
    for name, (lowest, highest, position) in CYCLED_MOMENTUM.items():
        for made in file.named_calls(name):
            optimizer = made.argument(0, "optimizer")
            is_chosen = made.argument(position, "cycle_momentum") is not None
            if (
                optimizer is None
                or is_chosen
                or made.has_stars
                or any(one.keyword in _CHOOSES for one in made.node.args)
            ):
                continue
            makers = {one.node for one in optimizer.value.origins if one.what == "optimizer"}
            maker = makers.pop() if len(makers) == 1 else None
            keyword, given = _momentum(maker) if isinstance(maker, tree.Call) else ("", None)
            if given is None:
                continue
            number = given.value if isinstance(given, tree.Constant) else None
            if isinstance(number, (int, float)) and lowest <= number <= highest:
                continue
            unit = file.analysis.unit_of(given)
            text = (unit.tree if unit is not None else file.tree).text_of(given)
            what = "beta1" if keyword == _BETAS else "momentum"
            yield OverwritingScheduler(file, made.node, lowest, highest, text, what, number is not None, given)


def _momentum(maker: tree.Call) -> tuple[str, tree.Expression | None]:
    """What an optimizer is given as its momentum, or as its beta1, and by which keyword."""
    for argument in maker.args:
        if argument.keyword == "momentum":
            return argument.keyword, argument.value
        if argument.keyword == _BETAS and isinstance(argument.value, (tree.Tuple, tree.List)):
            return argument.keyword, argument.value.elements[0] if argument.value.elements else None
    if tree.last_name(maker.func) == "SGD":  # SGD(params, lr, momentum)
        return "momentum", tree.positional(maker, 2)
    return "", None
