"""Other programs of the project that read the saved file into a model, and know nothing of wrappers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from torchlint.queries import checkpoints
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.scopes import SourceUnit
    from torchlint.queries import File

# What a program says that wraps its model, takes it out of a wrapper, or changes the names of weights.
_OF_WRAPPERS = re.compile(
    r"(?i)\.module\b|[\"'^]module|DataParallel|\bDDP\b|_orig_mod|torch\.compile|prefix|accelerat|\.replace\(|removeprefix"
)
_UNKNOWN = "{"  # in a template, what the code does not say


def is_read_bare(file: File, state: tree.Call, own: Iterable[SourceUnit]) -> bool:
    """Whether another program than the one that saves a state loads the file of that name into a bare model."""
    files = file.project_files
    if files is None:
        return False
    names = _file_names(file, state)
    places = {unit.place for unit in own} | {file.place}
    others = [place for place in files.files_mentioning("load_state_dict", "load") if place not in places]
    texts = (files.text(place) for place in others) if names else ()
    return any(any(name in text for name in names) and not _OF_WRAPPERS.search(text) for text in texts)


def _file_names(file: File, state: tree.Call) -> set[str]:
    """The names of the files, without their folders, that a state is saved in, as far as they are written out."""
    found: set[str] = set()
    for saved in checkpoints.saved_by_project(file):
        parts = [saved.call, *(entry.value for entry in saved.entries)] if saved.syntax is file.tree else []
        if any(node is state for part in parts for node in tree.walk(part)):
            found |= {path.rpartition("/")[2] for path in saved.paths}
    return {name for name in found if name and _UNKNOWN not in name}
