"""Averages of models whose BatchNorm layers don't get the statistics that belong to their parameters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import resolved_expression
from torchlint.domain.values import YES, Value
from torchlint.knowledge.call_names import GIVES_STATISTICS
from torchlint.knowledge.model_families import family_norm
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
        models = averaged_models(file, loop) or _averaged_by_name(file, loop)
        if models is None:
            continue
        averaged, trained = models
        if not _has_statistics(file, averaged.value) or _is_loaded_in_a_loop(file, averaged):
            continue
        modes = {fact.mode for fact in file.facts.forwards if fact.model.source is averaged.value.source}
        if "train" not in modes and not ("eval" not in modes and _is_trained_as_a_part(file, averaged)):
            yield Update(file, loop.iter, averaged, trained, "eval" in modes)


def averaged_models(file: File, loop: tree.For) -> tuple[ExpressionView, ExpressionView] | None:
    """Both models of `for p, q in zip(ema.parameters(), model.parameters())`; first the one that the body changes."""
    zipped = loop.iter
    if not isinstance(zipped, tree.Call) or tree.dotted(zipped.func) != "zip" or len(zipped.args) != 2:
        return None
    models = [owner for part in zipped.args if (owner := _owner(part.value)) is not None]
    pair = loop.target.elements if isinstance(loop.target, tree.Tuple) else []
    lasts = [one.elements[-1] if isinstance(one, tree.Tuple) else one for one in pair]  # `(_, p), (_, q)`
    names = [one.id for one in lasts if isinstance(one, tree.Name)]
    if len(models) != 2 or len(names) != 2:
        return None
    for place, model in enumerate(models):
        used = {n.id for n in tree.walk(loop) if isinstance(n, tree.Name) and n.start > loop.iter.end}
        if names[place] in _written(loop) and names[1 - place] in used:
            return file.value(model), file.value(models[1 - place])
    return None


def _averaged_by_name(file: File, loop: tree.For) -> tuple[ExpressionView, ExpressionView] | None:
    """The same of `for k in average: average[k].mul_(d).add_(trained[k])`, with dicts of `named_parameters()`."""
    entries: dict[str, tree.Expression] = {}
    changed = set[str]()
    for node in tree.walk(loop):
        held = node.value if isinstance(node, tree.Subscript) else None
        if isinstance(held, tree.Name) and (owner := _owner_of_names(file, held)) is not None:
            entries[held.id] = owner
        if isinstance(node, tree.Call) and tree.last_name(node.func).endswith("_"):
            changed |= _root_entry(node.func)
    averaged = [owner for name, owner in entries.items() if name in changed]
    others = [owner for name, owner in entries.items() if name not in changed]
    return (file.value(averaged[0]), file.value(others[0])) if len(averaged) == len(others) == 1 else None


def _root_entry(node: tree.Node) -> set[str]:
    """The `average` of `average[k].data.mul_`."""
    while isinstance(node, (tree.Attribute, tree.Call)):
        node = node.value if isinstance(node, tree.Attribute) else node.func
    return {node.value.id} if isinstance(node, tree.Subscript) and isinstance(node.value, tree.Name) else set()


def _owner_of_names(file: File, name: tree.Name) -> tree.Expression | None:
    """The `model` of `dict(model.named_parameters())`."""
    made = resolved_expression(file.tree, name)
    given = tree.positional(made, 0) if isinstance(made, tree.Call) and tree.dotted(made.func) == "dict" else None
    func = given.func if isinstance(given, tree.Call) and not given.args else None
    return func.value if isinstance(func, tree.Attribute) and func.attr == "named_parameters" else None


def _has_statistics(file: File, model: Value) -> bool:
    """Whether a model has BatchNorm: in layers that are seen, or as all models of its family in torchvision have it."""
    made = model.source
    if devices.has_running_statistics(model):
        return True
    if model.kind != "module" or model.ref is not None or not isinstance(made, tree.Call) or not file.holds(made):
        return False
    has_another = any(one.keyword == "norm_layer" for one in made.args)
    package, _, name = file.names.spelled_out(made.func).rpartition(".")
    return package == "torchvision.models" and not has_another and family_norm(name) == YES


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
    is_of_all = isinstance(func, tree.Attribute) and func.attr in ("parameters", "named_parameters")
    return func.value if isinstance(func, tree.Attribute) and is_of_all else None


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
        if model is not None and not others and not made.has_stars and _has_statistics(file, model.value):
            yield made
