"""Models whose parameters are float16 or bfloat16 when one of PyTorch's optimizers trains them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Literal

from torchlint.finding import Span
from torchlint.flow.facts import ParametersDtype, PrecisionFact
from torchlint.queries.devices.cuda_environment import are_in_other_branches, comes_first
from torchlint.queries.file import CallView, View
from torchlint.queries.gradients.float_rounding import folded
from torchlint.queries.memo import query
from torchlint.queries.training.given_parameters import is_over_parameters
from torchlint.queries.training.parameter_ownership import Relations, relations
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


# What code names that leaves a part of a model as it is.
_FREEZING = re.compile("requires_grad|freeze")


@dataclass(frozen=True, slots=True, eq=False)
class CastTraining(CallView):
    """A call that makes a model's parameters float16 or bfloat16, and the step of an optimizer that is over them."""

    node: tree.Call  # the cast, or what makes the model with a dtype, perhaps in a function of another file
    step: PrecisionFact  # the optimizer's step
    is_sure: bool = True  # whether no setting may choose another dtype, and no code leaves the parameters as they are

    @property
    def optimizer(self) -> str:
        """The name of the optimizer's class: "AdamW"."""
        return str(self.step.subject.ref).rpartition(".")[2]

    @property
    def learning_rates(self) -> list[float | None]:
        """The learning rates that the optimizer may be made with; None for one that is not written there."""
        origins = relations(self.file).optimizers(self.step.subject)
        return [_learning_rate(self.file, origin.node) for origin in sorted(origins, key=lambda one: one.node.start)]

    @property
    def elsewhere(self) -> tuple[tuple[Span, str], ...]:
        """The step, as a note for a finding, if it is in this file."""
        step = self.step.node
        return (View(self.file, step).says("trained here"),) if self.file.holds(step) else ()


@query
def half_trainings(file: File) -> Iterator[CastTraining]:
    """The calls after which one of PyTorch's optimizers steps on float16 parameters, in source order."""
    yield from _trainings(file, "half")


@query
def bfloat16_trainings(file: File) -> Iterator[CastTraining]:
    """The calls after which one of PyTorch's optimizers steps on bfloat16 parameters, in source order."""
    yield from _trainings(file, "bfloat16")


def _trainings(file: File, dtype: ParametersDtype) -> Iterator[CastTraining]:
    if not any(fact.what == dtype for fact in file.facts.precisions):
        return
    found: dict[tree.Node, tuple[PrecisionFact, bool]] = {}  # the step of each cast, and whether it is doubted
    now: dict[tree.Node, list[PrecisionFact]] = {}  # the casts of each model that may have been its last
    may_freeze = any(_FREEZING.search(name) for unit in file.analysis.units for name in unit.mentioned)
    for fact in file.facts.precisions:
        if fact.what == "step":
            for half in chain.from_iterable(now.values()):
                trained = _trained(file, fact, half)
                if trained and comes_first(file, half, fact):
                    # A model that only its name and its use show may hold its parameters in another way.
                    is_doubted = half.is_chosen or half.subject.assumed or (trained == "in part" and may_freeze)
                    cast = _place_of(file, half)
                    if cast not in found or (found[cast][1] and not is_doubted):
                        found[cast] = fact, is_doubted
        elif (source := fact.subject.source) is not None:
            for part in relations(file).parts(source) & now.keys():
                now[part] = [one for one in now[part] if _is_another_choice(file, one, fact)]
            if fact.what == dtype:
                now.setdefault(source, []).append(fact)
    for node, (step, is_doubted) in sorted(found.items(), key=lambda item: item[0].start):
        if isinstance(node, tree.Call) and file.holds(node):
            yield CastTraining(file, node, step, not is_doubted)


def _place_of(file: File, cast: PrecisionFact) -> tree.Node:
    """The cast, or the call in this file that leads to it in another one: `model = load_model(path)`."""
    return next((one for one in (cast.node, *cast.where.chain[::-1]) if file.holds(one)), cast.node)


def _is_another_choice(file: File, cast: PrecisionFact, later: PrecisionFact) -> bool:
    """Whether a later cast does not undo one: it is one of several dtypes of the same call, or in another branch."""
    return (later.is_chosen and cast.node is later.node) or are_in_other_branches(file, cast, later)


def _trained(file: File, step: PrecisionFact, half: PrecisionFact) -> Literal["", "whole", "in part"]:
    """Whether a step is one of an optimizer of PyTorch's that is over the parameters that were cast.

    "in part" if these are a part of a model, which may be frozen where the rest of it is trained.
    """
    owners, source = relations(file), half.subject.source
    name = step.subject.ref
    if not isinstance(name, str) or not name.startswith("torch.optim.") or source is None:
        return ""
    optimizers = owners.optimizers(step.subject)
    if not all(is_over_parameters(file, origin.node) for origin in optimizers):
        return ""
    held = owners.held_by(optimizers)
    if not held.is_all or owners.are_several(held.models):
        return ""
    if any(_is(owners, one, source) for one in held.models):
        return "whole"
    is_part = source not in file.analysis.frozen and any(source in owners.parts(one) for one in held.models)
    return "in part" if is_part else ""


def _is(owners: Relations, model: tree.Node, cast: tree.Node) -> bool:
    """Whether a model is the one that was cast, or a wrapper of the project's own that has no module but that."""
    return model is cast or owners.parts(model) - {model} == owners.parts(cast)


def _learning_rate(file: File, made: tree.Node) -> float | None:
    """The number that an optimizer's constructor is given as its learning rate, or PyTorch's default."""
    if not isinstance(made, tree.Call) or not file.holds(made) or CallView(file, made).has_stars:
        return None
    given = CallView(file, made).argument(1, "lr")
    return 1e-3 if given is None else folded(file, given.node)
