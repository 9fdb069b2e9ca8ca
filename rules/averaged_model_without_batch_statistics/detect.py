"""Averages of models whose BatchNorm layers don't get the statistics that belong to their parameters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.knowledge.call_names import GIVES_STATISTICS
from torchlint.queries import CallView, ExpressionView, View, devices
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class Update(View):
    """A loop that averages the parameters of one model into those of another."""

    averaged: ExpressionView  # the model that is the average
    trained: ExpressionView  # the model whose parameters are averaged
    is_sure: bool  # whether it is seen to be evaluated, and never trained


def parameters_alone(file: File) -> Iterator[Update]:
    """The updates of models with BatchNorm that nothing gives statistics, in source order."""
    if any(file.analysis.mentions(name) for name in GIVES_STATISTICS):
        return
    for loop in file.tree.all(tree.For):
        models = _averaged(file, loop)
        if models is None:
            continue
        averaged, trained = models
        if not devices.has_running_statistics(averaged.value) or _is_loaded_in_a_loop(file, averaged):
            continue
        modes = {fact.mode for fact in file.facts.forwards if fact.model.source is averaged.value.source}
        if "train" not in modes and not ("eval" not in modes and _is_trained_as_a_part(file, averaged)):
            yield Update(file, loop.iter, averaged, trained, "eval" in modes)


def _averaged(file: File, loop: tree.For) -> tuple[ExpressionView, ExpressionView] | None:
    """Both models of `for p, q in zip(ema.parameters(), model.parameters())`; first the one that the body changes."""
    zipped = loop.iter
    if not isinstance(zipped, tree.Call) or tree.dotted(zipped.func) != "zip" or len(zipped.args) != 2:
        return None
    models = [owner for part in zipped.args if (owner := _owner(part.value)) is not None]
    pair = loop.target.elements if isinstance(loop.target, tree.Tuple) else []
    names = [one.id for one in pair if isinstance(one, tree.Name)]
    if len(models) != 2 or len(names) != 2:
        return None
    for place, model in enumerate(models):
        used = {n.id for n in tree.walk(loop) if isinstance(n, tree.Name) and n.start > loop.iter.end}
        if names[place] in _written(loop) and names[1 - place] in used:
            return file.value(model), file.value(models[1 - place])
    return None


def _is_trained_as_a_part(file: File, averaged: ExpressionView) -> bool:
    """Whether a module runs it as a layer of its own in `forward`, in whatever mode it is in itself.

    `train()` of the whole puts it in train mode as well, so it sees the batches.
    """
    function = averaged.function
    owner = function.owner if function is not None else None
    name = tree.dotted(averaged.node) or ""
    forward = owner.methods.get("forward") if owner is not None and owner.is_module else None
    if forward is None or not name.startswith("self.") or f"{name}.eval()" in file.text:
        return False
    calls = file.tree.inside(forward.node, tree.Call)
    return any(file.value(call.func).value.source is averaged.value.source for call in calls)


def _owner(node: tree.Expression) -> tree.Expression | None:
    """The `model` of `model.parameters()`."""
    func = node.func if isinstance(node, tree.Call) and not node.args else None
    return func.value if isinstance(func, tree.Attribute) and func.attr == "parameters" else None


def _written(loop: tree.For) -> set[str]:
    """The names whose numbers are changed: `p.data = ...`, `p.copy_(q)`, `p.data.mul_(a).add_(q)`."""
    found = {(one.name or "").partition(".")[0] for one in assignments_in(loop) if one.name and ".data" in one.name}
    for call in (n for n in tree.walk(loop) if isinstance(n, tree.Call)):
        if tree.last_name(call.func).endswith("_"):
            root: tree.Node = call.func
            while isinstance(root, (tree.Attribute, tree.Call)):
                root = root.value if isinstance(root, tree.Attribute) else root.func
            found |= {root.id} if isinstance(root, tree.Name) else set()
    return found


def _is_loaded_in_a_loop(file: File, model: ExpressionView) -> bool:
    """Whether the model is given another one's whole state again and again: its statistics, too."""
    loads = (call for call in file.method_calls("load_state_dict") if call.receiver is not None)
    sources = {call.receiver.value.source for call in loads if call.receiver is not None and call.loop is not None}
    return model.value.source in sources


def never_updated(file: File) -> Iterator[CallView]:
    """The plain `AveragedModel(model)` of models with BatchNorm, where nothing calls `update_bn`."""
    if any(file.analysis.mentions(name) for name in GIVES_STATISTICS):
        return
    for made in file.named_calls("torch.optim.swa_utils.AveragedModel"):
        model = made.argument(0, "model")
        others = [part for part in made.node.args[1:] if part.keyword != "device"]
        if model is not None and not others and not made.has_stars and devices.has_running_statistics(model.value):
            yield made
