"""Clips of gradients by torch.nn.utils.clip_grad_norm_, where FullyShardedDataParallel has sharded the parameters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import assignments_to
from torchlint.binding.use_def import reaching_definitions
from torchlint.finding import Edit, Span
from torchlint.queries import CallView
from torchlint.queries.training import StepView, Training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_CLIPS = frozenset(("torch.nn.utils.clip_grad_norm_", "torch.nn.utils.clip_grad_norm"))
_WRAPPER = "torch.distributed.fsdp.FullyShardedDataParallel"
_MOST = 16  # names that are followed
_SHARDING = frozenset(("FULL_SHARD", "SHARD_GRAD_OP", "HYBRID_SHARD", "_HYBRID_SHARD_ZERO2"))


class ShardedModel(NamedTuple):
    """A model whose gradients are clipped."""

    wrapped: CallView  # the call that has sharded it
    code: str  # the model, as it is written in `model.parameters()`; empty where something else is clipped
    is_sure: bool  # whether the parameters are certainly sharded


def sharded_model(loop: Training, clip: StepView) -> ShardedModel | None:
    """The sharded model all of whose gradients are clipped by their norm here, without its wrapper's knowledge."""
    file = loop.file
    if clip.step.by or not isinstance(clip.node, tree.Call) or not clip.names & _CLIPS:
        return None
    if any(not call.names for call in file.method_calls("clip_grad_norm_")):
        return None  # the code also uses the wrapper's method: the other branch is for unwrapped models
    clipped = loop.relations.parameters(clip.step.subject)
    for wrapped in file.named_calls(_WRAPPER):
        source = wrapped.value.source
        is_same = source is not None and source in clipped.models and not loop.relations.are_several(clipped.models)
        if not is_same and wrapped.node not in _assigned_to_model(file, clip):
            continue
        given = {argument.keyword: argument.value for argument in wrapped.node.args}
        strategy = tree.dotted(given["sharding_strategy"]) if "sharding_strategy" in given else ""
        last = (strategy or "?").rpartition(".")[2]
        if last == "NO_SHARD":
            continue
        is_sure = strategy == "" or last in _SHARDING
        around = file.tree.above(wrapped.node, tree.If, tree.Conditional, *tree.Scope)
        is_conditional = isinstance(around, (tree.If, tree.Conditional))
        return ShardedModel(wrapped, _model_of(clip), is_sure and not wrapped.has_stars and not is_conditional)
    return None


def _assigned_to_model(file: File, clip: StepView) -> Iterator[tree.Expression]:
    """What the names and attributes are assigned by which a clip means its model, where its value is one of several."""
    model = _model(clip)
    todo = [model] if model is not None else []
    for node in todo:  # grows as names are followed
        if isinstance(node, tree.Name):
            made = [one.value for one in reaching_definitions(file.tree, node) if one is not None]
        elif isinstance(node, tree.Attribute) and tree.dotted(node.value) == "self":
            cls = file.tree.above(node, tree.ClassDef)
            made = [one.value for one in assignments_to(file.tree, cls, f"self.{node.attr}")] if cls is not None else []
        else:
            made = [node.body, node.orelse] if isinstance(node, tree.Conditional) else []
            yield node
        todo += [one for one in made if one is not None and one not in todo and len(todo) < _MOST]


def _model(clip: StepView) -> tree.Expression | None:
    """The model whose `parameters()` are clipped."""
    given = clip.subject.node if clip.subject is not None else None
    if not isinstance(given, tree.Call) or given.args or not isinstance(given.func, tree.Attribute):
        return None
    return given.func.value if given.func.attr == "parameters" else None


def _model_of(clip: StepView) -> str:
    model = _model(clip)
    return (tree.dotted(model) or "") if model is not None else ""


def by_the_wrapper(clip: StepView, model: ShardedModel) -> tuple[Edit, ...]:
    """The edits that call the wrapper's method with the same limit; empty where that is not all there is to it."""
    call = clip.node
    assert isinstance(call, tree.Call)
    limit = clip.argument(1, "max_norm")
    is_plain = len(call.args) == 2 and limit is not None and not any(argument.star for argument in call.args)
    if not model.code or not is_plain or limit is None or call.args[0].keyword:
        return ()
    return (Edit(Span(call.start, call.end), f"{model.code}.clip_grad_norm_({limit.code})"),)
