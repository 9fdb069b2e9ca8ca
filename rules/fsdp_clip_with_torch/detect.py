"""Clips of gradients by torch.nn.utils.clip_grad_norm_, where FullyShardedDataParallel has sharded the parameters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import assignments_to
from torchlint.binding.names import Names
from torchlint.binding.use_def import reaching_definitions
from torchlint.domain.values import UNKNOWN
from torchlint.finding import Edit, Span
from torchlint.queries import View
from torchlint.queries.training import StepView, Training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_CLIPS = frozenset(("torch.nn.utils.clip_grad_norm_", "torch.nn.utils.clip_grad_norm"))
_WRAPPER = "torch.distributed.fsdp.FullyShardedDataParallel"
_MOST = 32  # names, attributes and calls that are followed
_CHOICES = (tree.If, tree.Conditional, tree.Match)
_SHARDING = frozenset(("FULL_SHARD", "SHARD_GRAD_OP", "HYBRID_SHARD", "_HYBRID_SHARD_ZERO2"))


class ShardedModel(NamedTuple):
    """A model whose gradients are clipped."""

    wrapped: View | None  # the call that has sharded it, if it is in this file
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
    assigned: dict[tree.Node, bool] | None = None
    for syntax, wrapped in _wrappings(file):
        source = file.facts.values.get(wrapped, UNKNOWN).source
        is_same = source is not None and source in clipped.models and not loop.relations.are_several(clipped.models)
        if not is_same and assigned is None:
            assigned = dict(_assigned_to_model(file, clip))
        if not is_same and (assigned is None or wrapped not in assigned):
            continue  # it shards another model
        given = {argument.keyword: argument.value for argument in wrapped.args}
        strategy = tree.dotted(given["sharding_strategy"]) if "sharding_strategy" in given else ""
        last = (strategy or "?").rpartition(".")[2]
        if last == "NO_SHARD":
            continue
        is_sure = (strategy == "" or last in _SHARDING) and not any(argument.star for argument in wrapped.args)
        is_only = is_same or (assigned is not None and assigned[wrapped])
        is_sure = is_sure and is_only and not _is_conditional(file, syntax, wrapped)
        place = View(file, wrapped) if file.holds(wrapped) else None
        return ShardedModel(place, _model_of(clip), is_sure)
    return None


def _wrappings(file: File) -> Iterator[tuple[tree.Tree, tree.Call]]:
    """The calls that shard a model, in this file and in those that are read with it."""
    for syntax in (file.tree, *(unit.tree for unit in file.analysis.units if unit.tree is not file.tree)):
        for call in syntax.once_of_all(_wrappings_in):
            yield syntax, call


def _wrappings_in(syntax: tree.Tree) -> list[tree.Call]:
    return Names(syntax).calls_of(_WRAPPER) if _WRAPPER.rpartition(".")[2] in syntax.text else []


def _is_conditional(file: File, syntax: tree.Tree, wrapped: tree.Call) -> bool:
    """Whether a condition decides if a model is sharded: around the call, or by a `return` before it.

    Or around a call of the function that shards it.
    """
    if isinstance(syntax.above(wrapped, *_CHOICES, *tree.Scope), _CHOICES):
        return True
    scope = syntax.scope(wrapped)
    if any(one.end <= wrapped.start for one in syntax.own(scope, tree.Return)):
        return True
    return isinstance(scope, tree.FunctionDef) and _is_called_on_a_condition(file, syntax, scope)


def _is_called_on_a_condition(file: File, syntax: tree.Tree, function: tree.FunctionDef) -> bool:
    """Whether a condition is around a call of a function that gives back what it shards, or of a method that does it.

    A constructor, and a function that trains its model itself, shard it wherever they run.
    """
    is_method = isinstance(syntax.parents.get(function), tree.ClassDef)
    returns = any(one.value is not None for one in syntax.own(function, tree.Return))
    if function.name == "__init__" or not (is_method or returns):
        return False
    for call, functions in file.facts.functions.items():
        if any(one.node is function for one in functions):
            unit = None if file.holds(call) else file.analysis.unit_of(call)
            home = unit.tree if unit is not None else file.tree
            if any(_is_choice(one) for one in home.around(call)):
                return True
    return False


def _is_choice(node: tree.Node) -> bool:
    """Whether a statement or an expression decides what is done, other than `if __name__ == "__main__"`."""
    if isinstance(node, tree.If):
        return not any(isinstance(one, tree.Name) and one.id == "__name__" for one in tree.walk(node.test))
    return isinstance(node, _CHOICES)


def _assigned_to_model(file: File, clip: StepView) -> Iterator[tuple[tree.Node, bool]]:
    """What may be the model that a clip means, where it is one of several, and whether it is all that a call returns.

    Names and attributes are followed, and calls of functions of the project into what they return.
    """
    model = _model(clip)
    todo = [(file.tree, model, True)] if model is not None else []
    seen = set[tree.Node]()
    while todo and len(seen) < _MOST:
        syntax, node, is_only = todo.pop(0)
        if node in seen:
            continue
        seen.add(node)
        made: list[tree.Expression | None] = []
        if isinstance(node, tree.Name):
            made = [one.value for one in reaching_definitions(syntax, node) if one is not None]
        elif isinstance(node, tree.Attribute) and tree.dotted(node.value) == "self":
            cls = syntax.above(node, tree.ClassDef)
            made = [one.value for one in assignments_to(syntax, cls, f"self.{node.attr}")] if cls is not None else []
        elif isinstance(node, tree.Conditional):
            made = [node.body, node.orelse]
        else:
            yield node, is_only
            for function in file.facts.functions.get(node, ()) if isinstance(node, tree.Call) else ():
                home = function.unit.tree
                values = [one.value for one in home.own(function.node, tree.Return) if one.value is not None]
                todo += [(home, value, is_only and len(values) == 1) for value in values]
        todo += [(syntax, one, is_only) for one in made if one is not None]


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
