"""Batches of DataLoaders that reach a model on a GPU, or a loss beside its output, and that nothing moves there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.finding import Span
from torchlint.flow.facts import ForwardFact, LoopRun
from torchlint.flow.model_wrappers import is_wrapped
from torchlint.knowledge.meanings import MOVES_BATCHES
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView, ExpressionView, View, losses
from torchlint.syntax import tree

from . import detect_batches, detect_models

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class LeftOnCpu(ExpressionView):
    """What a model or a loss is given that is still on the CPU."""

    node: tree.Expression
    used: CallView  # the call that raises
    batches: tree.Node  # the loop over batches that it comes from
    moved: tree.Call  # what moves the model
    is_sure: bool

    @property
    def elsewhere(self) -> tuple[tuple[Span, str], ...]:
        """The loop and the move of the model, as far as they are in this file."""
        notes = []
        if self.file.holds(self.moved):
            notes.append(View(self.file, self.moved).says("moves the model"))
        if isinstance(self.batches, tree.For) and self.file.holds(self.batches):
            notes.append(View(self.file, self.batches.iter).says("gives batches on the CPU"))
        return tuple(notes)


def left_on_cpu(file: File) -> Iterator[LeftOnCpu]:
    """The first of them in each function and loop, in source order."""
    units = file.analysis.units
    if any(not one.mentioned.isdisjoint(MOVES_BATCHES) or one.tree.once_of_all(_sets_device) for one in units):
        return
    on_gpu = [(fact, move) for fact in file.facts.forwards if (move := _move_of(file, fact)) is not None]
    found = sorted(_found(file, on_gpu), key=lambda one: one.node.start) if on_gpu else []
    told: set[tuple[tree.Node, tree.Node]] = set()
    for one in found:
        place = file.tree.scope(one.node), one.batches
        if place not in told:
            told.add(place)
            yield one


def _sets_device(syntax: tree.Tree) -> bool:
    """Whether tensors are made on another device in some block: `with torch.device("cuda"):`."""
    items = (item.context for one in syntax.all(tree.With) for item in one.items)
    return any(isinstance(one, tree.Call) and tree.dotted(one.func) == "torch.device" for one in items)


def _found(file: File, on_gpu: list[tuple[ForwardFact, detect_models.Move]]) -> Iterator[LeftOnCpu]:
    outputs = {fact.node: (fact, move) for fact, move in on_gpu}
    for fact, move in on_gpu:
        if file.holds(fact.node):
            for argument in fact.node.args:
                if detect_models.needs_on_device(fact, argument):
                    yield from _as_found(file, fact, move, argument.value, fact.node)
    for loss in losses.mean_losses(file):
        target, made = loss.argument(1, "target"), _forward_behind(file, loss.operand, outputs)
        if target is not None and made is not None:
            yield from _as_found(file, *made, target.node, loss.node)


def _as_found(
    file: File, fact: ForwardFact, move: detect_models.Move, given: tree.Expression, used: tree.Call
) -> Iterator[LeftOnCpu]:
    """The finding, if what a call is given comes out of a loop over a DataLoader as it is."""
    if _is_moved_in_vain(file, given):
        return  # discarded-tensor-op reports that move
    loop = detect_batches.loop_behind(file, given, fact.where, used)
    run = next((one for one in fact.where.loops if one.node is loop), None)
    on_cpu = _is_on_cpu(file, run) if run is not None else False
    if loop is not None and on_cpu is not False:
        yield LeftOnCpu(file, given, CallView(file, used), loop, move.call, bool(move.is_sure and on_cpu))


def _is_moved_in_vain(file: File, given: tree.Expression) -> bool:
    """Whether a move of the same variable, before this, throws its result away: `images.to(device)`."""
    name = tree.root_name(given)
    if name is None or not file.holds(given):
        return False
    statements = file.tree.own(file.tree.scope(given), tree.ExpressionStatement)
    dropped = [one.value.func for one in statements if one.end <= given.start and isinstance(one.value, tree.Call)]
    methods = (func for func in dropped if isinstance(func, tree.Attribute) and has_column(func.attr, "move"))
    return any(tree.dotted(func.value) == name.id for func in methods)


def _is_on_cpu(file: File, run: LoopRun) -> bool | None:
    """Whether a loop's batches are on the CPU; None if a part of what makes them is not seen."""
    made = detect_batches.makers_of(file, run)
    if run.loader != "sure" or not made:
        return False
    answers = [detect_batches.gives_cpu_tensors(file, one) for one in made]
    return False if False in answers else None if None in answers else True


def _move_of(file: File, fact: ForwardFact) -> detect_models.Move | None:
    """What moves a model to a GPU, if no wrapper and no code of its own moves what it is given."""
    if fact.entered is not None or is_wrapped(fact.model) or fact.model.source is None:
        return None
    if fact.model.assumed or detect_models.moves_its_input(fact.model):
        return None
    return detect_models.moves(file).get(fact.model.source)


def _forward_behind(
    file: File, output: ExpressionView | None, outputs: dict[tree.Call, tuple[ForwardFact, detect_models.Move]]
) -> tuple[ForwardFact, detect_models.Move] | None:
    """The model on a GPU whose output, as it is or after operations that leave it there, an expression is."""
    node = resolved_expression(file.tree, output.node) if output is not None else None
    for _ in range(8):
        if isinstance(node, tree.Name):
            made = [one.source for one in reaching_definitions(file.tree, node) if one is not None]
            node = next((one for one in made if one in outputs), None)  # `logits, hidden = model(images)`
        elif isinstance(node, tree.Subscript) and isinstance(node.index, (tree.Constant, tree.Slice)):
            node = resolved_expression(file.tree, node.value)
        if not isinstance(node, tree.Call):
            return None
        if node in outputs:
            return outputs[node]
        if not isinstance(node.func, tree.Attribute) or not detect_batches.stays_on_device(node):
            return None
        node = resolved_expression(file.tree, node.func.value)
    return None
