"""Models that accelerate has prepared, where they are taken out of a wrapper that one process has none of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import owner_of, reaching_definitions
from torchlint.queries import ExpressionView
from torchlint.syntax import tree

from .detect import TakenOut

if TYPE_CHECKING:
    from torchlint.queries import File

_PREPARES = ("accelerate.Accelerator.prepare", "accelerate.Accelerator.prepare_model")
# What wraps a model in each run, with one process, too, if it is chosen.
_WRAPS_ALWAYS = ("deepspeed", "fullysharded", "fsdp", "megatron")


@dataclass(frozen=True, slots=True, eq=False)
class Prepared(TakenOut):
    """`model.module`, where `accelerator.prepare` has returned `model`."""

    @property
    def accelerator(self) -> ExpressionView | None:
        """The accelerator that has prepared it."""
        return self.wrapper.receiver

    @property
    def sees_accelerator(self) -> bool:
        """Whether the accelerator's name means the same here."""
        name, syntax = self.accelerator.node if self.accelerator is not None else None, self.file.tree
        same = syntax.scope(self.node) is syntax.scope(self.wrapper.node)
        return isinstance(name, tree.Name) and (same or owner_of(syntax, name) is syntax.root)

    @property
    def may_be_wrapped_always(self) -> bool:
        """Whether the program speaks of something that wraps a model in each run."""
        names = {name.lower() for unit in self.file.analysis.units for name in unit.mentioned}
        return any(word in name for name in names for word in _WRAPS_ALWAYS)


def taken_out(file: File) -> Iterator[Prepared]:
    """Each `.module` of a name that was given last what accelerate has prepared, in source order."""
    nodes = [node for node in file.tree.all(tree.Attribute) if node.attr == "module"]
    prepared = {call.node: call for call in file.calls(*_PREPARES)} if nodes else {}
    for node in nodes if prepared else ():
        source = _last_given(file, node.value)
        if isinstance(source, tree.Call) and source in prepared:
            yield Prepared(file, node, prepared[source])


def _last_given(file: File, name: tree.Expression) -> tree.Node | None:
    """What a name is given last: before it is read, or, where a function reads it, anywhere in the code around."""
    found = reaching_definitions(file.tree, name) if isinstance(name, tree.Name) else ()
    if None in found:
        return None
    last = max((one for one in found if one is not None), key=lambda one: one.node.start, default=None)
    return last.source if last is not None else None
