"""Losses that are means over what a mask leaves, in trainings where a step adds up those of several passes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.domain.provenance import all_origins
from torchlint.domain.values import NO
from torchlint.flow.training_trace import Called, Choice, Repeat, Step, Trace, level, steps_of
from torchlint.queries import CallView, ExpressionView, View, gradients, losses, training
from torchlint.syntax import tree

from . import detect_ignored, detect_masks, detect_models

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
    is_countable: bool = True  # whether a run can tell what is ignored
    is_of_transformers: bool = False  # whether one of its models computes the mean, and can divide by a number

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
    found: dict[tree.Node, MaskedMean] = {}
    for node, counted in means:
        ignored = counted.get("ignored")
        if _is_weighed(file, node) or (ignored is not None and not detect_ignored.may_occur(file, ignored.node)):
            continue
        for loop, step in accumulating:
            is_inside = file.is_within(node, loop.node) and file.value(node).carries_grad
            if is_inside or (node not in found and file.tree.scope(node) in set(_called(loop, loop.body))):
                found.setdefault(node, _counted(file, node, step, counted))
    for loop, step in accumulating:
        for forward in (one for one in loop.all if one.what == "forward" and file.holds(one.node)):
            if forward.node not in found and _is_differentiated(loop, forward):
                given = detect_models.ignoring_target(file, forward)
                if given is not None:
                    target, is_usual = given
                    found[forward.node] = MaskedMean(
                        file, forward.node, step.node, target=target, is_countable=is_usual
                    )
                elif detect_models.is_of_transformers(file, forward) and not _is_multiplied(loop.node):
                    found[forward.node] = MaskedMean(
                        file, forward.node, step.node, is_countable=False, is_of_transformers=True
                    )
    for loop, step in accumulating:
        for call in _calls_of_other_files(loop, loop.body):
            if file.value(call).carries_grad and not _is_weighed(file, call):
                found.setdefault(call, MaskedMean(file, call, step.node, is_countable=False))
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _calls_of_other_files(loop: training.Training, trace: Trace) -> Iterator[tree.Call]:
    """The calls of a loop whose functions are in another file, and take a mean over what a mask leaves."""
    file = loop.file
    for part in trace:
        if isinstance(part, Called) and isinstance(part.node, tree.Call) and not file.holds(part.function.node):
            owner = part.function.owner
            is_of_a_model = owner is not None and owner.is_module  # which may take other means than its loss
            if file.holds(part.node) and not is_of_a_model and detect_masks.takes_masked_mean(part.function):
                yield part.node
        elif isinstance(part, (Called, Repeat)):
            yield from _calls_of_other_files(loop, part.body)
        elif isinstance(part, Choice):
            for way in part.ways:
                yield from _calls_of_other_files(loop, way)


def _counted(
    file: File, node: tree.Expression, step: training.StepView, counted: dict[str, ExpressionView]
) -> MaskedMean:
    target, ignored, divisor = (counted.get(role) for role in ("target", "ignored", "divisor"))
    return MaskedMean(file, node, step.node, target, ignored, divisor)


def _is_differentiated(loop: training.Training, forward: Step) -> bool:
    """Whether a backward of the loop is of what a model gives here."""
    return any(s.what == "backward" and all_origins(s.subject) & forward.subject.origins for s in loop.all)


def _accumulates(loop: training.Training, at: training.StepView) -> bool:
    """Whether a step applies what several passes have added up: of this loop, or of one inside it."""
    if not (loop.is_fed(at) or loop.is_fed_by_library(at)) or len(loop.optimizers) != 1:
        return False
    if loop.is_loop and (training.Windows(loop).is_every_few_passes(at) or training.is_accumulated_by_library(at)):
        return True
    inner = (part for part in level(loop.body) if isinstance(part, Repeat))
    return any({"forward", "backward"} <= {s.what for s in steps_of(part.body)} for part in inner if _adds_up(part))


def _adds_up(loop: Repeat) -> bool:
    """Whether an inner loop neither steps nor clears, and has several passes."""
    return not training.is_range_of_one(loop.node) and {"step", "zero"}.isdisjoint(s.what for s in steps_of(loop.body))


def _called(loop: training.Training, trace: Trace) -> Iterator[tree.Node]:
    """The functions that a loop calls with gradients enabled, by their definitions."""
    for part in trace:
        if isinstance(part, Called):
            if loop.file.facts.runs_without_gradients(part.function):
                continue  # an evaluation
            yield part.function.node
        if isinstance(part, (Called, Repeat)):
            yield from _called(loop, part.body)
        elif isinstance(part, Choice):
            for way in part.ways:
                yield from _called(loop, way)


def _divided_sums(file: File) -> Iterator[tuple[tree.Expression, dict[str, ExpressionView]]]:
    """The masked means of this file, with what each is divided by."""
    for division in detect_masks.masked_means(file.tree):
        if file.value(division).value.grad != NO:
            yield division, {"divisor": file.value(division.right)}


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


def _is_multiplied(loop: tree.Node) -> bool:
    """Whether a loop multiplies anything that is called a loss, `outputs.loss * tokens`."""
    parts = (n for n in tree.walk(loop) if isinstance(n, (tree.BinaryOp, tree.AugmentedAssign)) and n.op == "*")
    factors = (part for n in parts for part in ((n.left, n.right) if isinstance(n, tree.BinaryOp) else (n.target,)))
    named = (part for part in factors if isinstance(part, (tree.Name, tree.Attribute)))
    return any(tree.last_name(part).endswith("loss") for part in named)


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
