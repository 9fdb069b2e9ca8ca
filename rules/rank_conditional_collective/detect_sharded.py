"""Calls that gather the state of a model of which every process has a part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.qualified_names import by_name
from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.torch_api import canonical
from torchlint.queries import CallView, distributed
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What gathers a model's state from all processes when it is asked for all of it.
_STATES = frozenset(
    f"torch.distributed.checkpoint.state_dict.{name}"
    for name in ("get_model_state_dict", "get_optimizer_state_dict", "get_state_dict")
)
_SHARDED = "torch.distributed.fsdp.FullyShardedDataParallel"
_SHARDING = frozenset((_SHARDED, "torch.distributed.fsdp.fully_shard"))


def gathers_state(file: File, call: CallView) -> bool:
    """Whether a call gathers the state of a model that is sharded over all processes."""
    if call.method in ("state_dict", "optim_state_dict"):
        sharded = call.receiver if call.method == "state_dict" else call.argument(0, "model")
        return sharded is not None and _is_sharded(file, sharded.node)
    if call.spelled.isdisjoint(_STATES) or not file.names.imports_any(_SHARDING):
        return False
    options = call.argument(-1, "options")
    made = resolved_expression(file.tree, options.node) if options is not None else None
    return made is not None and "full_state_dict=True" in file.tree.text_of(made).replace(" ", "")


def _is_sharded(file: File, model: tree.Node) -> bool:
    """Whether FullyShardedDataParallel was made of a model, whose state every process has a part of."""
    if not file.names.imports_any(_SHARDING) and not file.analysis.mentions_together("FullyShardedDataParallel"):
        return False
    if file.analysis.mentions_together("LOCAL_STATE_DICT"):
        return False  # for the local shard, which needs no other rank
    made = _kept_by_object(file, model) or resolved_expression(file.tree, model)
    passed = distributed.wrapping_of_parameter(file, model)
    syntax, wrapper = (file.tree, made) if passed is None else passed
    names = by_name(syntax).get(wrapper, frozenset()) if isinstance(wrapper, tree.Call) else ()
    return any(canonical(name) == _SHARDED for name in names)


def _kept_by_object(file: File, model: tree.Node) -> tree.Expression | None:
    """What the last line of its class that assigns an attribute, in any case, gives it: `FSDP(...)` of `self.model`."""
    cls = file.tree.above(model, tree.ClassDef) if isinstance(model, tree.Attribute) else None
    if cls is None or not isinstance(model, tree.Attribute) or tree.dotted(model.value) != "self":
        return None
    last = max(assignments_to(file.tree, cls, f"self.{model.attr}"), key=lambda one: one.node.start, default=None)
    if last is None or isinstance(file.tree.above(last.node, tree.If, *tree.Scope), tree.If):
        return None
    return last.value
