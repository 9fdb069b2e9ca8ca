"""Losses that are means over what a mask leaves, in trainings where a step adds up those of several passes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.flow.training_trace import Called, Choice, Repeat, Trace, level, steps_of
from torchlint.queries import CallView, ExpressionView, View, gradients, losses, training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_IGNORE = "ignore_index"
_PADS = "torch.nn.utils.rnn.pad_sequence"


@dataclass(frozen=True, slots=True, eq=False)
class MaskedMean(ExpressionView):
    """A mean with a graph, over what a mask or an `ignore_index` leaves of one pass."""

    at: tree.Node  # the step
    target: ExpressionView | None = None  # what is counted
    ignored: ExpressionView | None = None
    divisor: ExpressionView | None = None

    @property
    def step(self) -> View:
        """The step that applies several of them."""
        return View(self.file, self.at)

    @property
    def is_of_padding(self) -> bool:
        """Whether the file pads sequences of different lengths with the number that is ignored."""
        pads = (call.argument(2, "padding_value") for call in self.file.named_calls(_PADS))
        texts = {pad.code if pad is not None else "0" for pad in pads}
        return self.ignored is not None and self.ignored.code in texts


def masked_means(file: File) -> Iterator[MaskedMean]:
    """One for each such loss, in source order."""
    accumulating = [
        (loop, step) for loop in training.trainings(file) for step in loop.steps if _accumulates(loop, step)
    ]
    if not accumulating:
        return
    means = sorted((*_divided_sums(file), *_ignoring_losses(file)), key=lambda one: one[0].start)
    for node, counted in means:
        if not file.value(node).carries_grad or _is_weighed(file, node):
            continue
        for loop, step in accumulating:
            if file.is_within(node, loop.node) or file.tree.scope(node) in set(_called(loop.body)):
                yield MaskedMean(file, node, step.node, **counted)
                break


def _accumulates(loop: training.Training, at: training.StepView) -> bool:
    """Whether a step applies what several passes have added up: of this loop, or of one inside it."""
    if not (loop.is_fed(at) or loop.is_fed_by_library(at)) or len(loop.optimizers) != 1:
        return False
    if loop.is_loop and training.Windows(loop).is_every_few_passes(at):
        return True
    inner = (part for part in level(loop.body) if isinstance(part, Repeat))
    return any({"forward", "backward"} <= {s.what for s in steps_of(part.body)} for part in inner if _adds_up(part))


def _adds_up(loop: Repeat) -> bool:
    """Whether an inner loop neither steps nor clears, and has several passes."""
    return not training.is_range_of_one(loop.node) and {"step", "zero"}.isdisjoint(s.what for s in steps_of(loop.body))


def _called(trace: Trace) -> Iterator[tree.Node]:
    """The functions that a loop calls, by their definitions."""
    for part in trace:
        if isinstance(part, Called):
            yield part.function.node
        if isinstance(part, (Called, Repeat)):
            yield from _called(part.body)
        elif isinstance(part, Choice):
            for way in part.ways:
                yield from _called(way)


def _divided_sums(file: File) -> Iterator[tuple[tree.Expression, dict[str, ExpressionView]]]:
    """`(loss * mask).sum() / mask.sum()`: what is divided by is the sum of what is multiplied by."""
    for division in file.tree.all(tree.BinaryOp):
        if division.op == "/" and (mask := _sum_of(file, division.right)):
            summed = resolved_expression(file.tree, division.left)
            factors = [n for n in tree.walk(summed) if isinstance(n, tree.BinaryOp) and n.op == "*"]
            texts = [file.tree.text_of(part) for one in factors for part in (one.left, one.right)]
            if mask in texts and _sum_of(file, division.left):
                yield division, {"divisor": file.value(division.right)}


def _sum_of(file: File, node: tree.Expression) -> str:
    """What is summed up to one number, as it is written: `mask` in `mask.sum().clamp(min=1)`; else nothing."""
    made = resolved_expression(file.tree, node)
    while isinstance(made, tree.Call) and isinstance(made.func, tree.Attribute):
        if made.func.attr == "sum":
            return "" if made.args else file.tree.text_of(made.func.value).strip("()")
        made = made.func.value
    return ""


def _ignoring_losses(file: File) -> Iterator[tuple[tree.Expression, dict[str, ExpressionView]]]:
    """Cross entropies that are told to ignore some targets, and are means over the others."""
    for loss in (*losses.losses(file, "class-logits"), *losses.losses(file, "log-probabilities")):
        made = gradients.called_value(loss).source
        told = loss if loss.is_functional else CallView(file, made) if isinstance(made, tree.Call) else None
        if told is None or told.has_stars or not file.holds(told.node):
            continue
        ignored, reduction = told.argument(-1, _IGNORE), told.argument(-1, "reduction")
        if ignored is not None and (reduction is None or reduction.is_literally == "mean"):
            target = loss.target
            yield loss.node, {"ignored": ignored, **({"target": target} if target is not None else {})}


def _is_weighed(file: File, node: tree.Node) -> bool:
    """Whether a mean is multiplied, by its number of tokens perhaps, itself or under the name that it is given."""
    above = file.tree.parents.get(node)
    if isinstance(above, tree.BinaryOp) and above.op == "*":
        return True
    if not isinstance(above, tree.Assign):
        return False
    names = {target.id for target in above.targets if isinstance(target, tree.Name)}
    around = file.tree.scope(node)
    products = (n for n in tree.walk(around) if isinstance(n, (tree.BinaryOp, tree.AugmentedAssign)) and n.op == "*")
    parts = (part for n in products for part in ((n.left, n.right) if isinstance(n, tree.BinaryOp) else (n.target,)))
    return any(isinstance(part, tree.Name) and part.id in names for part in parts)
