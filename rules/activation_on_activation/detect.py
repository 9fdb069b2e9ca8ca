"""Activations that are applied to what another activation has made, with nothing between the two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from torchlint.domain.values import LAYER
from torchlint.finding import Span
from torchlint.knowledge.meanings import LOG_SOFTMAX, LOGISTIC, SOFTMAX, meaning_made
from torchlint.knowledge.operations import full_names, has_column
from torchlint.queries import CallView, ExpressionView, View, losses
from torchlint.queries.gradients import called_value, folded
from torchlint.queries.losses import LossView
from torchlint.queries.modules import sequentials
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_RECTIFIED = "relu"
_HALF = "no probability can be below 0.5 after"
_CUT = "negative scores are 0 and get no gradient in"
_NARROW = "all probabilities are between 0.5 and 0.74 after"
_FLAT = "the outputs are nearly all alike after"
# What goes wrong, by what was applied first and what second.
_HARMS = {
    (_RECTIFIED, LOGISTIC): _HALF,
    (_RECTIFIED, SOFTMAX): _CUT,
    (_RECTIFIED, LOG_SOFTMAX): _CUT,
    (LOGISTIC, LOGISTIC): _NARROW,
    (SOFTMAX, LOGISTIC): _NARROW,
    (LOGISTIC, SOFTMAX): _FLAT,
    (LOGISTIC, LOG_SOFTMAX): _FLAT,
    (SOFTMAX, SOFTMAX): _FLAT,
    (SOFTMAX, LOG_SOFTMAX): _FLAT,
}
# What losses apply themselves, by what they want. Of sigmoids and softmaxes before them, other rules speak.
_APPLIED_BY_LOSSES = (("logits", LOGISTIC), ("class-logits", SOFTMAX))
_SHOWN = {_RECTIFIED: "ReLU", LOGISTIC: "sigmoid", SOFTMAX: "softmax"}


@dataclass(frozen=True, slots=True, eq=False)
class SecondActivation(View):
    """The call of an activation, or of a loss with one inside, on what another activation has made."""

    given: ExpressionView  # what it works on
    made_by: str  # what the first activation makes
    makes: str
    name: str  # the function's or the loss's own name
    source: tree.Node | None  # where the first is applied, or made as a layer
    is_in_loss: bool = False  # whether the second is part of a loss

    @property
    def first(self) -> str:
        return _SHOWN[self.made_by]

    @property
    def harm(self) -> str:
        harm = _HARMS[self.made_by, self.makes]
        return harm.replace(" after", " inside") if self.is_in_loss else harm  # what a loss returns is a loss

    @property
    def what(self) -> str:
        """What the second activation gets, as a message says it: in a row of layers, there is no expression for it."""
        is_layer = self.given.node is self.source and not self.file.is_within(self.given.node, self.node)
        return f"the input of this `{self.name}`" if is_layer else f"`{self.given}`"

    @property
    def removed(self) -> str:
        """Which of the two is too many: a ReLU never belongs before the other, of two alike one is enough."""
        return f"first {self.first}" if self.made_by == self.makes else self.first

    @property
    def elsewhere(self) -> tuple[tuple[Span, str], ...]:
        """The first activation as a note, where it is another place of this file."""
        if self.source is None or not self.file.holds(self.source) or self.file.is_within(self.source, self.node):
            return ()
        return (View(self.file, self.source).says(f"this {self.first}"),)

    @property
    def is_scaled(self) -> bool:
        """Whether arithmetic is done with a sigmoid on the spot."""
        above = self.file.tree.parents.get(self.node)
        return meaning_made(self.name) == LOGISTIC and isinstance(above, tree.BinaryOp)

    @property
    def goes_another_way(self) -> bool:
        """Whether both are softmaxes, and not certainly along the same dimension."""
        if self.made_by != SOFTMAX or self.makes == LOGISTIC:
            return False
        both = [_dimension(self.file, node) for node in (self.node, self.source)]
        return both[0] != both[1] and None not in both

    @property
    def may_be_of_gates(self) -> bool:
        """Whether a softmax is of sigmoids, which may be the gates of parts that are to be weighed."""
        return self.made_by == LOGISTIC and self.makes == SOFTMAX

    @property
    def is_of_similarities(self) -> bool:
        """Whether a softmax is of a ReLU that works on something else than what a layer gives."""
        if self.made_by != _RECTIFIED or self.makes == LOGISTIC:
            return False
        return not _is_of_a_layer(self.file, self.source)


def second_activations(file: File) -> Iterator[SecondActivation]:
    """Every such call, in source order."""
    found = [*_called(file), *_in_losses(file), *_in_sequentials(file)]
    yield from sorted(found, key=lambda one: one.node.start)


def _called(file: File) -> Iterator[SecondActivation]:
    applied = full_names("sigmoid", "softmax", "log-softmax")
    layers = full_names("sigmoid", "softmax", "log-softmax", of="torch.nn")
    for call in file.calls(*applied, *(f"{layer}.forward" for layer in layers)):
        makes = {meaning_made(_last(name)) for name in call.names}
        if len(makes) == 1 and call.operand is not None:
            yield from _second(call, call.operand, makes.pop(), _last(next(iter(sorted(call.names)))))


def _in_losses(file: File) -> Iterator[SecondActivation]:
    for wants, makes in _APPLIED_BY_LOSSES:
        for loss in losses.losses(file, wants):
            if loss.operand is not None and loss.operand.is_made_by(_RECTIFIED):
                for second in _second(loss, loss.operand, makes, LossView(file, loss.node).name):
                    yield replace(second, is_in_loss=True)


def _second(call: CallView, given: ExpressionView, makes: str, name: str) -> Iterator[SecondActivation]:
    made_by = given.value.made_by
    if (made_by, makes) in _HARMS and losses.squashed(call, made_by) is not None:
        yield SecondActivation(call.file, call.node, given, made_by, makes, name, given.value.source)


def _in_sequentials(file: File) -> Iterator[SecondActivation]:
    """Layers that are made right behind one another."""
    for parts in sequentials(file):
        for before, part in pairwise(parts):
            made_by, makes = (meaning_made(str(one.ref).rpartition(".")[2]) for one in (before, part))
            at, first = part.source, before.source
            if (made_by, makes) in _HARMS and at is not None and first is not None and file.holds(at):
                name = str(part.ref).rpartition(".")[2]
                yield SecondActivation(file, at, ExpressionView(file, first), made_by, makes, name, first)


def _last(name: str) -> str:
    return name.removesuffix(".forward").rpartition(".")[2]


def _is_of_a_layer(file: File, relu: tree.Node | None) -> bool:
    """Whether a ReLU is applied to what a layer gives, or is made right behind one."""
    if not isinstance(relu, tree.Call) or not file.holds(relu):
        return False
    call = CallView(file, relu)
    if call.operand is not None and call.operand.value.made_by == LAYER:
        return True
    above = file.tree.above(relu, tree.Call)
    if not isinstance(above, tree.Call):
        return False
    parts = [argument.value for argument in above.args]
    place = parts.index(relu) if relu in parts else 0
    before = parts[place - 1] if place else None
    return isinstance(before, tree.Call) and has_column(tree.last_name(before.func), "affine", of="torch.nn")


def _dimension(file: File, softmax: tree.Node | None) -> float | None:
    """Along which dimension a softmax goes that is called, or made, here."""
    if not isinstance(softmax, tree.Call) or not file.holds(softmax):
        return None
    call, layer = CallView(file, softmax), called_value(CallView(file, softmax))
    if layer.kind == "module" and isinstance(layer.source, tree.Call) and file.holds(layer.source):
        call = CallView(file, layer.source)
    given = call.argument(-1, "dim") or call.argument(0 if call.is_tensor_method else 1, "dim")
    return folded(file, given.node) if given is not None else None
