"""What rules see of models that are trained with float16 parameters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.finding import Span
from torchlint.flow.facts import PrecisionFact
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView, View, training
from torchlint.queries.devices import comes_first
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class HalfTraining(CallView):
    """A call that makes a model's parameters float16, and the step of an optimizer that is over them."""

    node: tree.Call
    step: tree.Node

    @property
    def elsewhere(self) -> tuple[tuple[Span, str], ...]:
        """The step, to be shown beside a finding, if it stands in this file."""
        return (View(self.file, self.step).says("trained here"),) if self.file.holds(self.step) else ()


def half_trainings(file: File) -> Iterator[HalfTraining]:
    """The calls after which one of PyTorch's optimizers steps on float16 parameters, in source order."""
    if not any(fact.what == "half" for fact in file.facts.precisions):
        return
    found: dict[tree.Node, tree.Node] = {}
    now: dict[tree.Node, PrecisionFact] = {}
    for fact in file.facts.precisions:
        if fact.what == "step":
            for half in now.values():
                if _trains(file, fact, half) and comes_first(file, half, fact):
                    found.setdefault(half.node, fact.node)
        elif fact.subject.source is not None:
            now.pop(fact.subject.source, None)
            if fact.what == "half" and not fact.subject.assumed:
                now[fact.subject.source] = fact
    for node, step in sorted(found.items(), key=lambda item: item[0].start):
        if isinstance(node, tree.Call) and file.holds(node):
            yield HalfTraining(file, node, step)


def _trains(file: File, step: PrecisionFact, half: PrecisionFact) -> bool:
    """Whether a step is one of an optimizer of PyTorch's that is over a model's own parameters."""
    relations, source = training.relations(file), half.subject.source
    name = step.subject.ref
    if not isinstance(name, str) or not name.startswith("torch.optim.") or source is None:
        return False
    optimizers = relations.optimizers(step.subject)
    if not all(_is_over_parameters(origin.node) for origin in optimizers):
        return False
    held = relations.held_by(optimizers)
    return held.is_all and source in held.models and not relations.are_several(held.models)


def _is_over_parameters(made: tree.Node) -> bool:
    """Whether an optimizer is given a model's `parameters()`, rather than something made of them."""
    given = made.args[0].value if isinstance(made, tree.Call) and made.args else None
    called = [n.func for n in tree.walk(given) if isinstance(n, tree.Call)] if given is not None else []
    methods = [func for func in called if isinstance(func, tree.Attribute)]
    models = {n for func in methods if func.attr == "parameters" for n in tree.walk(func.value)}
    changing = (func for func in methods if func not in models)  # `model.to(device).parameters()` are the model's own
    return bool(models) and not any(has_column(func.attr, "copy", "detach", "cast", "move") for func in changing)
