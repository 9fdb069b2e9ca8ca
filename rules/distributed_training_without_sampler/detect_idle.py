"""DistributedSamplers that are made and passed to nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import uses
from torchlint.knowledge.call_names import DISTRIBUTED_SAMPLERS
from torchlint.queries import CallView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class IdleSampler(CallView):
    """A sampler in a local variable that nothing but its `set_epoch()` uses."""

    variable: str


def idle_samplers(file: File) -> Iterator[IdleSampler]:
    """Each of them, in source order."""
    for call in file.named_calls(*DISTRIBUTED_SAMPLERS):
        statement = file.tree.statement(call.node)
        if not isinstance(statement, tree.Assign) or len(statement.targets) != 1:
            continue
        target = statement.targets[0]
        if not isinstance(target, tree.Name) or file.tree.above(target, *tree.Scope) is file.tree.root:
            continue  # another file may read a global
        if call.node in (statement.value, *_choices(statement.value)):
            if all(_only_asks(file.tree, use) for use in uses(file.tree, target)):
                yield IdleSampler(file, call.node, target.id)


def _choices(value: tree.Expression) -> tuple[tree.Expression, ...]:
    return (value.body, value.orelse) if isinstance(value, tree.Conditional) else ()


def _only_asks(syntax: tree.Tree, use: tree.Name) -> bool:
    """Whether a sampler is given the epoch, or tested."""
    above = syntax.parents.get(use)
    if isinstance(above, tree.Attribute):
        return above.attr == "set_epoch"
    if isinstance(above, (tree.If, tree.Conditional)):
        return above.test is use
    return isinstance(above, (tree.Compare, tree.UnaryOp))
