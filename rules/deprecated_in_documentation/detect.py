"""Calls of what PyTorch's pages call deprecated, and what does not warn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.knowledge.deprecations import DOCUMENTED
from torchlint.queries.api import ApiUse, renaming

if TYPE_CHECKING:
    from torchlint.queries import File


def documented_uses(file: File) -> Iterator[ApiUse]:
    """Such calls, where every PyTorch that the project is for has what to write instead, in source order."""
    for call in file.named_calls(*DOCUMENTED):
        (name, *others) = sorted(call.spelled)
        change = DOCUMENTED[name]
        if others or not file.torch.reaches(change.since) or file.torch.begins_before(change.exists):
            continue  # one of several possible names, or the replacement does not exist yet
        edits = renaming(call, change)
        yield ApiUse(file, call.node.func, name, change.happens, change.instead, edits, change.is_same)
