"""Other files as `File`s, so that queries about code also answer for a function that this file only calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.queries.memo import query

if TYPE_CHECKING:
    from torchlint.binding.scopes import SourceUnit
    from torchlint.queries.file import File
    from torchlint.syntax import tree


def file_of(file: File, node: tree.Node) -> File | None:
    """The file that a piece of code is in, seen by this file's analysis; None if it was not read with this one.

    No place of another file can be reported: what is found there is a fact about a call in this one.
    """
    if file.holds(node):
        return file
    unit = file.analysis.unit_of(node)
    return _as_file(file, unit) if unit is not None else None


def _as_file(file: File, unit: SourceUnit) -> File:
    known = _others(file)
    if unit not in known:
        text, around = unit.tree.text, file.project_files
        other = type(file)(unit.place, text, around, parse=lambda _: unit.tree, lookup=file.lookup)
        other.__dict__["analysis"] = file.analysis  # in place of its own, which would know nothing of this caller
        known[unit] = other
    return known[unit]


@query
def _others(file: File) -> dict[SourceUnit, File]:
    return {}
