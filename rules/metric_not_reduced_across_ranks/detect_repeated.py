"""Outputs that accelerate gathers from all ranks with the samples by which the last batch was filled up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.finding import Edit, Span
from torchlint.queries import CallView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_ACCELERATOR = "accelerate.Accelerator"
# What takes in the outputs of each batch, by its last name.
_COLLECTS = frozenset("append extend add_batch add update".split())
# What cuts off the samples that were repeated, or has none repeated.
_CUTS = re.compile(r"\[\s*:\s*(len|num|n_)|samples_seen|remainder|even_batches|drop_last=True|split_batches")


@dataclass(frozen=True, slots=True, eq=False)
class Repeated(CallView):
    """A call of `accelerator.gather` in an evaluation."""

    is_prepared: bool  # whether the loader is seen to be one that accelerate shares out

    @property
    def for_metrics(self) -> tuple[Edit, ...]:
        """The edit that leaves the repeated samples out."""
        return (Edit(Span(self.callee.node.end - len("gather"), self.callee.node.end), "gather_for_metrics"),)


def repeated(file: File) -> Iterator[Repeated]:
    """Calls that gather what each batch of an evaluation gives, and collect it, in source order."""
    for call in file.method_calls("gather"):
        by, loop = call.receiver, file.tree.above(call.node, tree.For, *tree.Scope)
        if (
            by is None
            or by.value.ref != _ACCELERATOR
            or not isinstance(loop, tree.For)
            or not _is_collected(file, call)
        ):
            continue
        if _CUTS.search(_from_here(file, loop)) or _trains(loop) or _is_one_number(call):
            continue
        yield Repeated(file, call.node, _is_prepared(file, loop))


def _from_here(file: File, loop: tree.For) -> str:
    """The text of a loop, and of what its block does with the outputs afterwards."""
    return file.text[loop.start : file.tree.block(loop)[-1].end]


def _is_prepared(file: File, loop: tree.For) -> bool:
    """Whether what a loop goes over is given to `prepare` in the same function."""
    calls = (one.node for one in file.method_calls("prepare") if file.tree.scope(one.node) is file.tree.scope(loop))
    prepared = {tree.dotted(argument.value) for call in calls for argument in call.args}
    return any(
        tree.dotted(node) in prepared for node in tree.walk(loop.iter) if isinstance(node, (tree.Name, tree.Attribute))
    )


def _is_one_number(call: CallView) -> bool:
    """Whether what each rank gives is the mean loss of its batch, in which no sample can be left out."""
    text = call.argument(0, "tensor")
    return text is None or ("loss" in text.code and "repeat(" not in text.code)


def _trains(loop: tree.For) -> bool:
    calls = (node for node in tree.walk(loop) if isinstance(node, tree.Call))
    return any(tree.last_name(call.func) in ("backward", "step") for call in calls)


def _is_collected(file: File, call: CallView) -> bool:
    """Whether what is gathered is collected batch by batch, as it is or by a name."""
    statement = file.tree.statement(call.node)
    targets = statement.targets if isinstance(statement, tree.Assign) else []
    names = {part.id for target in targets for part in tree.walk(target) if isinstance(part, tree.Name)}
    loop = file.tree.above(call.node, tree.For)
    for node in tree.walk(loop) if loop is not None else ():
        if isinstance(node, tree.Call) and tree.last_name(node.func) in _COLLECTS:
            inside = [part for argument in node.args for part in tree.walk(argument.value)]
            if call.node in inside or any(isinstance(part, tree.Name) and part.id in names for part in inside):
                return True
    return False
