"""Backwards that go no further than a tensor that was made anew: the model behind it never gets a gradient."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import reaching_definition, reaching_definitions, uses
from torchlint.domain.origins import Origin
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import YES
from torchlint.flow.training_trace import Step, steps_of
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView, ExpressionView, View, training
from torchlint.queries.training import StepView, Training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True)
class CutTensor(ExpressionView):
    """A tensor that is made anew of what a model gave, or switched to want a gradient."""

    @property
    def is_of_several(self) -> bool:
        """Whether it is made of a list."""
        given = CallView(self.file, self.node).argument(0, "data") if isinstance(self.node, tree.Call) else None
        return given is not None and given.value.kind in ("list", "tuple")

    @property
    def shown(self) -> View:
        """The call that makes it, or the assignment that switches it."""
        return self if isinstance(self.node, tree.Call) else self.statement


@dataclass(frozen=True)
class SeveredLoss(CutTensor):
    """Such a tensor that a training loop differentiates."""

    backward: StepView


def severed_losses(file: File) -> Iterator[SeveredLoss]:
    """Where graphs are cut off before they are differentiated, in source order; each place once."""
    found: dict[tree.Node, SeveredLoss] = {}
    if not file.facts.leaves:
        return iter(())
    optimized = _optimized(file)
    for loop in training.trainings(file):
        for step in loop.own:
            is_ours = step.what == "backward" and not step.is_by_library
            leaf = (_leaf_of(loop, step) or _leaf_itself(file, step)) if is_ours else None
            if leaf is None or leaf in optimized or not file.holds(leaf.node) or not file.holds(step.node):
                continue
            if not _is_asked_for_its_gradient(file, leaf.node):
                found.setdefault(leaf.node, SeveredLoss(file, leaf.node, loop.view(step)))
    return iter(sorted(found.values(), key=lambda loss: loss.node.start))


def _leaf_itself(file: File, backward: Step) -> Origin | None:
    """The tensor that is differentiated, if it was made anew of numbers that the code has computed, right before."""
    call = backward.node
    loss = call.func.value if isinstance(call, tree.Call) and isinstance(call.func, tree.Attribute) else None
    one = reaching_definition(file.tree, loss) if isinstance(loss, tree.Name) else None
    made = one.value if one is not None and one.kind == "assignment" else None
    if not isinstance(made, tree.Call) or not made.args:
        return None
    if not is_of_numbers(file, made):
        return None  # a loss of nothing: `torch.tensor(0.0, requires_grad=True)`
    leaves = (origin for origin in all_origins(backward.subject) if origin.what == "leaf")
    return next((leaf for leaf in leaves if leaf.node is made), None)


def is_of_numbers(file: File, made: tree.Call) -> bool:
    """Whether a tensor is made of what a name stands for, and not of new zeros or ones."""
    is_switched = tree.last_name(made.func) == "requires_grad_" and isinstance(made.func, tree.Attribute)
    data = made.func.value if is_switched and isinstance(made.func, tree.Attribute) else None
    if data is None and not made.args:
        return False
    inner = list(tree.walk(data if data is not None else made.args[0].value))
    calls = (made, *(node for node in inner if isinstance(node, tree.Call)))
    if any(has_column(tree.last_name(call.func), "create-anew", "create-like") for call in calls):
        return False
    reaching = (reaching_definitions(file.tree, node) for node in inner if isinstance(node, tree.Name))
    return any(one is not None and one.kind != "import" for found in reaching for one in found)


def _is_asked_for_its_gradient(file: File, leaf: tree.Node) -> bool:
    """Whether the gradient of the new tensor itself is read: `scores = torch.tensor(...)`, and then `scores.grad`."""
    names = (one.target for one in assignments_in(file.tree.statement(leaf)) if isinstance(one.target, tree.Name))
    used = (file.tree.parents.get(use) for name in names for use in uses(file.tree, name))
    return any(isinstance(above, tree.Attribute) and above.attr == "grad" for above in used)


def _optimized(file: File) -> set[Origin]:
    """The tensors that an optimizer is made over."""
    entries = (step for _, trace in file.analysis.tracer.entries for step in steps_of(trace))
    return {
        origin
        for step in entries
        if step.what == "make"
        for origin in all_origins(step.subject)
        if origin.what == "leaf"
    }


def _leaf_of(loop: Training, backward: Step) -> Origin | None:
    """The one tensor that a backward ends at, if a model's outputs went into that, and into nothing else."""
    value = backward.subject
    if value.kind != "tensor" or value.grad != YES or value.assumed:
        return None
    leaves = [origin for origin in all_origins(value) if origin.what == "leaf"]
    if len(leaves) != 1:
        return None
    before = loop.file.facts.inputs_of(leaves[0])
    if before is None:
        return None  # created in a way that was not followed: its inputs may include a model's output
    if {origin for origin in all_origins(value) if origin.what in ("forward", "use")} - before:
        return None  # the model is called with it
    if any(origin.what == "forward" for origin in before):
        return leaves[0]
    held = loop.relations.held_by(
        frozenset().union(*(loop.relations.optimizers(s.subject) for s in loop.all if s.what == "step"))
    )
    is_made_here = any(loop.file.is_within(node, loop.node) for node in (*leaves[0].chain, leaves[0].node))
    return leaves[0] if held.models and held.is_all and is_made_here else None
