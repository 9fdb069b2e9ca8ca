"""Whether a file's samples end up in batches: the file itself, or one that uses it, speaks of a DataLoader."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.model.file import File

_SPEAKS = re.compile(r"\bDataLoader\b")
# How far the users' own users are looked at, and how many files.
_FARTHEST, _MOST_FILES = 3, 60


def makes_batches(file: File) -> bool:
    """Whether samples of this file are put into batches by it, or by a file of the project that leads to it."""
    if _SPEAKS.search(file.text) or any(value.kind == "loader" for value in file.record.values.values()):
        return True
    if file.repository is None:
        return False
    seen, here = {file.place}, [file.place]
    for _ in range(_FARTHEST):
        here = [user for place in here for user in file.repository.importers(place) if user not in seen]
        here = list(dict.fromkeys(here))[:_MOST_FILES]
        seen.update(here)
        if any(_SPEAKS.search(file.repository.text(user)) for user in here):
            return True
    return False
