"""Plain backwards of losses that a model computed under float16 autocast, where nothing in the program scales."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.domain.provenance import all_origins
from torchlint.domain.values import NO
from torchlint.queries import CallView, View, gradients, training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What names of things that scale a loss have in them: `NativeScaler`, `loss_scale`, `grad_scale`, `scale_loss`.
_SCALES = ("scaler", "loss_scal", "lossscal", "grad_scal", "gradscal", "scale_loss", "unscale")
# Libraries whose objects scale by themselves.
_LIBRARIES = frozenset(("Accelerator", "Fabric", "deepspeed"))


@dataclass(frozen=True, slots=True, eq=False)
class HalfBackward(CallView):
    """A plain `backward()` of a loss that is computed under autocast."""

    autocast: View  # what the `with` around the model's call enters
    is_certain: bool  # whether it is float16 in each run, rather than by a setting


def may_scale(file: File) -> bool:
    """Whether anything of the program speaks of scaling losses or gradients."""
    names = {name for unit in file.analysis.units for name in unit.mentioned}
    return not names.isdisjoint(_LIBRARIES) or any(part in name.lower() for name in names for part in _SCALES)


def half_backwards(file: File) -> list[HalfBackward]:
    """The plain backwards in training loops whose losses come out of float16 autocast, in source order."""
    if not gradients.enters_autocast(file):
        return []
    forwards = {fact.origin: fact for fact in file.facts.forwards if fact.where.grad != NO}
    found: dict[tree.Node, HalfBackward] = {}
    for loop in training.trainings(file):
        if not any(step.what == "step" for step in loop.all):
            continue
        for step in loop.own:
            if step.what != "backward" or step.by or not file.holds(step.node):
                continue
            facts = [forwards[origin] for origin in all_origins(step.subject) if origin in forwards]
            entered = [one for fact in facts if (one := gradients.autocast_of_forward(file, fact)) is not None]
            halves = [one for one in entered if "float16" in one.types]
            for context in sorted(halves, key=lambda one: (len(one.types), one.node.start))[:1]:
                certain = context.types == {"float16"}
                found[step.node] = HalfBackward(file, step.node, View(file, context.node), is_certain=certain)
    return sorted(found.values(), key=lambda one: one.node.start)
