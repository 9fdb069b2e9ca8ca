"""Plain backwards of losses that a model computed under float16 autocast, where nothing in the program scales."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.domain.provenance import all_origins
from torchlint.domain.values import NO
from torchlint.queries import CallView, View, gradients, training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.flow.facts import ForwardFact
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

    @property
    def scaler(self) -> str:
        """What scales on the device of the autocast; by default, a scaler is one for CUDA."""
        entered = self.autocast.node
        devices = [one.value for one in entered.args[:1]] if isinstance(entered, tree.Call) else []
        is_on_cpu = any(isinstance(one, tree.Constant) and one.value == "cpu" for one in devices)
        return 'torch.amp.GradScaler("cpu")' if is_on_cpu else "torch.amp.GradScaler"


def may_scale(file: File) -> bool:
    """Whether anything of the program speaks of scaling losses or gradients, but a scaler that scales none."""
    names = {name for unit in file.analysis.units for name in unit.mentioned - _only_saved(unit.tree)}
    return not names.isdisjoint(_LIBRARIES) or any(part in name.lower() for name in names for part in _SCALES)


def _only_saved(syntax: tree.Tree) -> set[str]:
    """The names of a file's GradScalers, and the class, where all of them are only made, saved and loaded."""
    made: dict[str, set[tree.Node]] = {}
    for one in syntax.all(tree.Assign):
        target = one.targets[0] if len(one.targets) == 1 else None
        if isinstance(target, tree.Name) and isinstance(one.value, tree.Call) and _is_scaler(one.value.func):
            made.setdefault(target.id, set()).update((target, one.value.func))
    named = [node for node in (*syntax.all(tree.Name), *syntax.all(tree.Attribute)) if _is_scaler(node)]
    classes = {node for its in made.values() for node in its}
    if any(node not in classes for node in named):
        return set()  # set or queried in another way, too
    others = (node for node in syntax.all(tree.Name) if node.id in made and node not in classes)
    return {*made, "GradScaler"} if made and all(_is_saved(syntax, node) for node in others) else set()


def _is_scaler(named: tree.Node) -> bool:
    return isinstance(named, (tree.Name, tree.Attribute)) and tree.last_name(named) == "GradScaler"


def _is_saved(syntax: tree.Tree, name: tree.Name) -> bool:
    """Whether a name is only used to read or set its object's state."""
    held = syntax.parents.get(name)
    return isinstance(held, tree.Attribute) and held.attr in ("state_dict", "load_state_dict")


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
            entered = [one for fact in facts if (one := _autocast(file, fact)) is not None]
            halves = [one for one in entered if "float16" in one.types]
            for context in sorted(halves, key=lambda one: (len(one.types), one.node.start))[:1]:
                certain = context.types == {"float16"}
                found[step.node] = HalfBackward(file, step.node, View(file, context.node), is_certain=certain)
    return sorted(found.values(), key=lambda one: one.node.start)


def _autocast(file: File, fact: ForwardFact) -> gradients.Autocast | None:
    """The autocast context that a model runs in, or a part of it."""
    return gradients.autocast_of_forward(file, fact) or gradients.autocast_in_forward(file, fact)
