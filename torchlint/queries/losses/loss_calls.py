"""Calls of losses, and the activations that their inputs went through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions
from torchlint.finding import Span
from torchlint.knowledge.meanings import COMPLEMENT, NEGATED
from torchlint.knowledge.operations import full_names
from torchlint.knowledge.signatures import WANTS
from torchlint.knowledge.torch_api import losses_wanting
from torchlint.queries.file import CallView, ExpressionView, View
from torchlint.queries.losses.weighted_logs import has_epsilon, is_weighed
from torchlint.queries.testing.collected_tests import is_test_module
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# What losses of classes want: of one that wants the one or the other, nothing is known.
_INPUTS = ("probabilities", "logits", "class-logits", "log-probabilities")


class LossView(CallView):
    """A call of one of PyTorch's losses."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The loss as people write it: `BCELoss`, `binary_cross_entropy`; for a library's object, its own name."""
        name = min(self.names, default=tree.last_name(self.node.func))
        return name.removesuffix(".forward").rpartition(".")[2]

    @property
    def is_certain(self) -> bool:
        """Whether it is surely this loss that is called, and not one of several."""
        return True

    @property
    def target(self) -> ExpressionView | None:
        """The target argument, by position or keyword."""
        return self.argument(1, "target") or self.argument(1, "targets")

    @property
    def own_callee(self) -> ExpressionView | None:
        """What is called, if that is PyTorch's own loss; None for one of another library."""
        return self.callee if all(name.startswith("torch.") for name in self.names) else None

    @property
    def picks_a_class(self) -> bool:
        """Whether the loss is minus the input's entry at the target's class, as nll_loss is."""
        return self.name.lower().replace("_", "").startswith("nllloss")

    @property
    def is_functional(self) -> bool:
        """Whether the loss is a function, so that one edit here can call another one."""
        return any(name.startswith("torch.nn.functional.") for name in self.names)

    @property
    def is_per_sample(self) -> bool:
        """Whether the call returns one number per sample (`reduction="none"`)."""
        given = self.argument(7, "reduction")
        return given is not None and isinstance(given.node, tree.Constant) and given.node.value == "none"

    @property
    def is_read_off(self) -> bool:
        """Whether its value is negated or subtracted from a number: `1 + nll_loss(p, y)` computes p[y]."""
        above = self.file.tree.parents.get(self.node)
        if isinstance(above, tree.BinaryOp) and above.op in "+-":
            return isinstance(above.left, tree.Constant) or isinstance(above.right, tree.Constant)
        return isinstance(above, tree.UnaryOp) and above.op == "-"


@dataclass(frozen=True, slots=True, eq=False)
class ChosenLoss(LossView):
    """A call of one of several losses, that a setting chooses, seen as a call of some of them."""

    node: tree.Call
    wanted: frozenset[str]  # the names of those

    @property
    def names(self) -> set[str]:
        """The losses as which it is seen."""
        return self.file.facts.callees.get(self.node, set()) & self.wanted

    @property
    def is_certain(self) -> bool:
        """Never: another setting chooses another loss."""
        return False


@dataclass(frozen=True, slots=True, eq=False)
class Squashing:
    """An activation whose result an operation works on, such as a sigmoid before a logarithm."""

    call: CallView  # the operation
    input: ExpressionView  # its operand

    @property
    def has_epsilon(self) -> bool:
        """Whether the logarithm stays finite: a number is added to the result, or it is clamped from below."""
        return has_epsilon(self.input)

    @property
    def source(self) -> tree.Node | None:
        """Where the activation is applied, or constructed as a layer of a model."""
        return self.input.value.source

    @property
    def elsewhere(self) -> list[tuple[Span, str]]:
        """The activation as a note for a finding; empty if the operation's own code contains it."""
        source = View(self.call.file, self.source) if self.source is not None else None
        if source is None or source.is_inside(self.call) or not self.call.file.holds(source.node):
            return []
        return [source.says(f"the {self.name} is applied here")]

    @property
    def name(self) -> str:
        """The activation's name: "sigmoid", "softmax"."""
        made_by = self.input.value.made_by
        return "sigmoid" if made_by in (COMPLEMENT, NEGATED) else made_by

    @property
    def place(self) -> CallView:
        """The activation if it is inside the operation's own code, else the operation."""
        applied = self.applied
        return applied if applied is not None and applied.is_inside(self.call) else self.call

    @property
    def applied(self) -> CallView | None:
        """The call of the activation, if it is in the same function; None if a model applies it."""
        source = self.source
        if not isinstance(source, tree.Call) or not self.call.file.holds(source):
            return None
        applied = CallView(self.call.file, source)
        return applied if applied.names and applied.function == self.call.function else None

    @property
    def before(self) -> ExpressionView | None:
        """The input of the activation, if its call is in the same function."""
        return self.applied.operand if self.applied is not None else None

    @property
    def logits(self) -> ExpressionView | None:
        """The input of the activation, if removing the activation changes nothing but this operation."""
        applied = self.applied
        if applied is None or applied.operand is None or self.input.uses_in_function != 1:
            return None
        if applied.operand.is_made_by(self.input.value.made_by):
            return None  # nested activations: removing one leaves the same mistake
        direct = self.input.node is applied.node
        assigned = self.call.file.tree.parents.get(applied.node)
        return applied.operand if direct or isinstance(assigned, tree.Assign) else None

    @property
    def vanishes(self) -> bool:
        """Whether an epsilon keeps the logarithm finite, and a factor goes to 0 with its argument: p * log(p + eps)."""
        return has_epsilon(self.input) and is_weighed(self.call, self.input)

    @property
    def is_complement(self) -> bool:
        """Whether the operation works on 1 - sigmoid(x)."""
        return self.input.value.made_by in (COMPLEMENT, NEGATED)

    def is_all_of(self, call: CallView) -> bool:
        """Whether the activation alone is what the call works on, with nothing added to it."""
        return call.operand is not None and self.applied is not None and call.operand.node is self.applied.node


def losses(file: File, wants: str) -> Iterator[LossView]:
    """Calls of losses that expect this input: "probabilities", "logits", "class-logits" or "log-probabilities".

    Code of tests is left out: a test may compare losses on any input.
    """
    if is_test_module(file):
        return iter(())
    names = losses_wanting(wants) | {name for name, wanted in WANTS.items() if wanted == wants}
    names |= {f"{name}.forward" for name in names}
    # Of a call that may be one of two losses, which want different things, nothing is certain.
    return (LossView(file, call.node) for call in file.calls(*names) if call.names <= names)


def chosen_losses(file: File, wants: str) -> Iterator[LossView]:
    """Calls of losses that expect this input, and then those of one of several, of which another expects another one.

    Example:
        for loss in losses.chosen_losses(file, "class-logits"):
            if (softmax := losses.squashed(loss, "softmax")) is not None:
                yield finding(loss, f"`{loss.name}` applies softmax itself", sure=loss.is_certain)
    """
    yield from losses(file, wants)
    if is_test_module(file):
        return
    wanted = frozenset(f"{name}.forward" for name in losses_wanting(wants) if name.startswith("torch.nn."))
    others = frozenset().union(*map(losses_wanting, _INPUTS))
    for call in file.calls(*wanted):
        left = {name.removesuffix(".forward") for name in call.names - wanted}
        # Between a loss of probabilities and one of logits, a setting may choose together with the activation.
        if left and left.isdisjoint(others):
            yield ChosenLoss(file, call.node, wanted)


def losses_of_difference(file: File) -> Iterator[LossView]:
    """Calls of losses of the difference between an input and a target, such as `mse_loss`, in source order."""
    layers = full_names("loss-of-difference", of="torch.nn")
    names = full_names("loss-of-difference") | {f"{layer}.forward" for layer in layers}
    return (LossView(file, call.node) for call in file.calls(*names))


def squashed(call: CallView, *makers: str) -> Squashing | None:
    """The activation, one of these, that the operand of a call last went through; None if it is another one.

    Also None if it went through one only on some of the paths to here.
    """
    given = call.operand
    if given is None or not given.is_made_by(*makers) or is_as_given_on_one_way(given):
        return None
    return Squashing(call, given)


def is_as_given_on_one_way(operand: ExpressionView) -> bool:
    """Whether a name stands for what its function was given on one way that leads here, and not on another one."""
    if not isinstance(operand.node, tree.Name):
        return False
    found = reaching_definitions(operand.file.tree, operand.node)
    given = [one for one in found if one is not None and one.kind == "parameter"]
    return 0 < len(given) < len(found)
