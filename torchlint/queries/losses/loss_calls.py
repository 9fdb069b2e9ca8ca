"""Calls of losses, and activations whose results are worked on, as rules see them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.finding import Span
from torchlint.knowledge.operations import COMPLEMENT, NEGATED, WANTS
from torchlint.knowledge.torch_api import losses_wanting
from torchlint.queries.file import CallView, ExpressionView, View
from torchlint.queries.losses.weighted_logs import has_epsilon, is_weighed
from torchlint.queries.testing.collected_tests import is_test_module
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


class LossView(CallView):
    """A call of one of PyTorch's losses."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """What is called, as people write it: `BCELoss`, `binary_cross_entropy`."""
        return next(iter(sorted(self.names))).removesuffix(".forward").rpartition(".")[2]

    @property
    def target(self) -> ExpressionView | None:
        """What the loss holds its input against, by position or by name."""
        return self.argument(1, "target") or self.argument(1, "targets")

    @property
    def picks_a_class(self) -> bool:
        """Whether the loss is minus the number that the input has at the target's class."""
        return self.name.lower().replace("_", "").startswith("nllloss")

    @property
    def is_functional(self) -> bool:
        """Whether the loss is a function, so that calling another one instead is an edit at this place."""
        return any(name.startswith("torch.nn.functional.") for name in self.names)

    @property
    def is_per_sample(self) -> bool:
        """Whether the call asks for one number per sample instead of their mean."""
        given = self.argument(7, "reduction")
        return given is not None and isinstance(given.node, tree.Constant) and given.node.value == "none"

    @property
    def is_read_off(self) -> bool:
        """Whether its value is negated or taken from a number: `1 + nll_loss(p, y)` reads off the probability of y."""
        above = self.file.tree.parents.get(self.node)
        if isinstance(above, tree.BinaryOp) and above.op in "+-":
            return isinstance(above.left, tree.Constant) or isinstance(above.right, tree.Constant)
        return isinstance(above, tree.UnaryOp) and above.op == "-"


@dataclass(frozen=True, slots=True, eq=False)
class Squashing:
    """An activation whose result is what an operation works on."""

    call: CallView
    input: ExpressionView

    @property
    def source(self) -> tree.Node | None:
        """Where the activation is applied, or made a part of a model."""
        return self.input.value.source

    @property
    def elsewhere(self) -> list[tuple[Span, str]]:
        """The activation, to be shown beside a finding, if the finding's own code does not hold it."""
        source = View(self.call.file, self.source) if self.source is not None else None
        if source is None or source.is_inside(self.call) or not self.call.file.holds(source.node):
            return []
        return [source.says(f"a {self.name} is applied here")]

    @property
    def name(self) -> str:
        made_by = self.input.value.made_by
        return "sigmoid" if made_by in (COMPLEMENT, NEGATED) else made_by

    @property
    def place(self) -> CallView:
        """The activation if it is written inside the operation's own code, else the operation."""
        applied = self.applied
        return applied if applied is not None and applied.is_inside(self.call) else self.call

    @property
    def applied(self) -> CallView | None:
        """The activation's own call, in the same function as the operation; None if a model hides it."""
        source = self.source
        if not isinstance(source, tree.Call) or not self.call.file.holds(source):
            return None
        applied = CallView(self.call.file, source)
        return applied if applied.names and applied.function == self.call.function else None

    @property
    def before(self) -> ExpressionView | None:
        """What goes into the activation, if its call stands in the same function as the operation."""
        return self.applied.operand if self.applied is not None else None

    @property
    def logits(self) -> ExpressionView | None:
        """What goes into the activation, if dropping the activation changes nothing but this operation."""
        applied = self.applied
        if applied is None or applied.operand is None or self.input.uses_in_function != 1:
            return None
        if applied.operand.is_made_by(self.input.value.made_by):
            return None  # one activation in the other: what is left would be the same mistake
        direct = self.input.node is applied.node
        assigned = self.call.file.tree.parents.get(applied.node)
        return applied.operand if direct or isinstance(assigned, tree.Assign) else None

    @property
    def vanishes(self) -> bool:
        """Whether an epsilon keeps the logarithm finite, and it is multiplied by what goes to 0 with its argument."""
        return has_epsilon(self.input) and is_weighed(self.call, self.input)

    @property
    def is_complement(self) -> bool:
        """Whether it is 1 - sigmoid(x) that is worked on."""
        return self.input.value.made_by in (COMPLEMENT, NEGATED)

    def is_all_of(self, call: CallView) -> bool:
        """Whether the activation alone is what the call is given, with nothing added to it."""
        return call.operand is not None and self.applied is not None and call.operand.node is self.applied.node


def losses(file: File, wants: str) -> Iterator[LossView]:
    """Every call of a loss that wants this as its input: probabilities, logits, class-logits, log-probabilities.

    None in a test, which compares what comes out of a loss, whatever it is given.
    """
    if is_test_module(file):
        return iter(())
    names = losses_wanting(wants) | {name for name, wanted in WANTS.items() if wanted == wants}
    names |= {f"{name}.forward" for name in names}
    # Of a call that may be one of two losses, which want different things, nothing is certain.
    return (LossView(file, call.node) for call in file.calls(*names) if call.names <= names)


def squashed(call: CallView, *makers: str) -> Squashing | None:
    """How what an operation works on went through one of these activations last."""
    given = call.operand
    if given is None or not given.is_made_by(*makers):
        return None
    return Squashing(call, given)
