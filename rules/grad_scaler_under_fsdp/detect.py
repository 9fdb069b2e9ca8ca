"""GradScalers beside models whose gradients FullyShardedDataParallel has divided among the ranks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.queries import CallView, View, distributed
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_WRAPPER = "torch.distributed.fsdp.FullyShardedDataParallel"
_PLAIN = "GradScaler"
# What decides alike on all ranks.
_SHARDED = "ShardedGradScaler"


@dataclass(frozen=True, slots=True, eq=False)
class PlainScaler(CallView):
    """A call that makes a GradScaler."""

    wrapped: View  # the call that shards the model
    is_sure: bool  # whether the scaler and the model are surely made in the same runs


def scalers_of_one_rank(file: File) -> Iterator[PlainScaler]:
    """Each of them in a file that shards a model and lets a scaler step, in source order."""
    if _knows_others(file) or next(file.method_calls("update"), None) is None:
        return
    wrapped = [call for call in file.named_calls(_WRAPPER) if not _is_whole(call)]
    for scaler in _scalers(file) if wrapped else ():
        enabled = scaler.argument(-1, "enabled")
        if (enabled is not None and enabled.is_literally is False) or _is_for_others(file, scaler):
            continue
        conditions = [file.tree.branches(call.node, tree.If, tree.Conditional) for call in (wrapped[0], scaler)]
        is_sure = conditions[0] == conditions[1] and wrapped[0].function == scaler.function and enabled is None
        yield PlainScaler(file, scaler.node, wrapped[0], is_sure)


def _scalers(file: File) -> Iterator[CallView]:
    for call in file.tree.all(tree.Call):
        if tree.last_part(call.func) == _PLAIN and file.value(call).value.kind == "scaler":
            yield CallView(file, call)


def _knows_others(file: File) -> bool:
    """Whether the file imports or calls a scaler that asks the other ranks."""
    imported = (one.name for node in file.tree.all(tree.ImportFrom) for one in node.names)
    return _SHARDED in imported or any(node.attr == _SHARDED for node in file.tree.all(tree.Attribute))


def _is_whole(wrapped: CallView) -> bool:
    """Whether each rank keeps whole gradients: `NO_SHARD`."""
    strategy = wrapped.argument(2, "sharding_strategy")
    return strategy is not None and tree.last_part(strategy.node) == "NO_SHARD"


def _is_for_others(file: File, scaler: CallView) -> bool:
    """Whether a condition around it may ask whether the model is sharded."""
    around = file.tree.branches(scaler.node, tree.If, tree.Conditional)
    tests = (choice.test for choice in around if isinstance(choice, (tree.If, tree.Conditional)))
    return any(distributed.asks_about_processes(file.tree, test) for test in tests)
