"""Loaders that accelerate prepares and the program drops, as `prepare` changes none in place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding import use_def
from torchlint.queries import CallView, api
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class DroppedLoader(CallView):
    """A call of `prepare` whose result for a loader nothing keeps."""

    loader: str


def dropped_loaders(file: File) -> Iterator[DroppedLoader]:
    """Each of them, in source order."""
    for call in file.calls("accelerate.Accelerator.prepare"):
        for place, argument in enumerate(call.node.args):
            given, name = argument.value, tree.dotted(argument.value)
            if name is not None and not argument.star and file.value(given).value.kind == "loader":
                if (api.is_discarded(call) or _is_dropped(file, call.node, place)) and _is_read_after(file, given):
                    yield DroppedLoader(file, call.node, name)


def _is_dropped(file: File, call: tree.Call, place: int) -> bool:
    """Whether the part of the result at a place is assigned to `_`."""
    above = file.tree.parents.get(call)
    target = above.targets[0] if isinstance(above, tree.Assign) and len(above.targets) == 1 else None
    parts = target.elements if isinstance(target, (tree.Tuple, tree.List)) else [target]
    kept = parts[place] if len(parts) == len(call.args) else None
    return isinstance(kept, tree.Name) and kept.id == "_"


def _is_read_after(file: File, loader: tree.Expression) -> bool:
    """Whether the program uses a loader afterwards; a batch size for DeepSpeed may be all that it is made for."""
    if not isinstance(loader, tree.Name):
        return True
    return bool(use_def.reads_after(file.tree, loader, file.tree.statement(loader)))
