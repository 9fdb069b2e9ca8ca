"""Whether a file is about devices besides the CPU, and where each step waits for all work that is queued."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.knowledge.naming_conventions import ACCELERATORS
from torchlint.knowledge.operations import full_names
from torchlint.queries import CallView, devices, training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


_SYNCHRONISE = full_names("wait", of="torch.accelerator") & full_names("instrument", of="torch.accelerator")


def names_a_device(file: File) -> bool:
    """Whether a file of the program, its callers too, speaks of anything but the CPU, in code or in a text."""
    return any(word in unit.tree.text for unit in file.analysis.units for word in (*ACCELERATORS, "device"))


def synchronisations(file: File) -> Iterator[CallView]:
    """Calls of `torch.cuda.synchronize` in each pass of a training loop, in source order.

    None in a function that measures, which needs them.
    """
    loops = training.step_loops(file)
    for call in file.named_calls(*_SYNCHRONISE):
        loop = file.tree.above(call.node, tree.If, tree.Try, *tree.Loops, *tree.Scope)
        if loop in loops and not devices.instruments_in(file, file.tree.scope(call.node)) - _SYNCHRONISE:
            yield call
