"""Tuples that have another number of numbers than their layer has dimensions to slide over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.signatures import SPATIAL
from torchlint.knowledge.torch_api import canonical
from torchlint.queries import CallView, ExpressionView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# From this version on, a layer looks at how many dimensions its input has. Before, a Conv1d with a kernel of two
# numbers worked as a Conv2d.
_COUNTS_DIMENSIONS = (1, 11)


@dataclass(frozen=True, slots=True, eq=False)
class Misfit(ExpressionView):
    """A tuple that a layer is given for its dimensions."""

    call: CallView  # what makes the layer
    layer: str  # the name of its class
    name: str  # the parameter
    count: int  # how many numbers the tuple has
    dimensions: int  # how many the layer takes
    instead: str  # the layer that takes so many, in all its arguments; empty if there is none


def misfits(file: File) -> Iterator[Misfit]:
    """The first such argument of each layer, in source order."""
    for call in file.named_calls(*SPATIAL):
        name = next(known for one in call.spelled if (known := canonical(one)) in SPATIAL)
        dimensions, exact, spread = SPATIAL[name]
        counts = {key: _count(file, call, key, position) for key, position in (*exact, *spread)}
        sizes = {count for count in counts.values() if count is not None and count > 1}
        for key, position in (*exact, *spread):
            given, count = call.argument(position, key), counts[key]
            is_spread = count == 1 and (key, position) in spread
            if given is not None and count is not None and count != dimensions and not is_spread:
                layer = name.removeprefix("torch.nn.")
                instead = f"{layer[:-2]}{count}d" if sizes == {count} and dimensions < count < 4 else ""
                if dimensions > 1 or (key, position) not in exact or file.torch.reaches(_COUNTS_DIMENSIONS):
                    yield Misfit(file, given.node, call, layer, key, count, dimensions, instead)
                break


def _count(file: File, call: CallView, name: str, position: int) -> int | None:
    """How many numbers an argument has; None for a single number, or if it is not written as a tuple or list."""
    given = call.argument(position, name)
    written = resolved_expression(file.tree, given.node) if given is not None else None
    if not isinstance(written, (tree.Tuple, tree.List)) or any(
        isinstance(one, tree.Starred) for one in written.elements
    ):
        return None
    return len(written.elements)
