"""Calls of Variable, and what to write for each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.domain.values import NO
from torchlint.finding import Edit
from torchlint.queries import CallView

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class Wrapped(CallView):
    """A tensor that is given to Variable."""

    instead: str  # what a message tells to write
    edits: tuple[Edit, ...]


def wrapped_tensors(file: File) -> Iterator[Wrapped]:
    """Calls of Variable with one tensor, in source order; `volatile` belongs to removed-api."""
    for call in file.named_calls("torch.autograd.Variable"):
        given, wanted = call.argument(0, "data"), call.argument(-1, "requires_grad")
        named = {argument.keyword for argument in call.node.args if argument.keyword is not None}
        if call.has_stars or given is None or not named <= {"data", "requires_grad"}:
            continue  # its argument is not known, or it is `volatile`
        if wanted is not None and wanted.is_literally is not False:
            if wanted.is_literally is True:
                asked = ".detach().requires_grad_()" if given.carries_grad else ".requires_grad_()"
                yield Wrapped(file, call.node, f"`{given.with_call(asked)}`", ())
            continue  # set by a flag
        if (given.value.is_tensor and given.value.grad == NO) or given.value.kind == "batch":
            yield Wrapped(file, call.node, f"`{given}` itself", call.put(given.code))
        else:
            yield Wrapped(file, call.node, f"`{given}`, or `{given.with_call('.detach()')}`", ())
