"""The files that were analysed together with one, as files that queries can be asked of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.queries.file import File
from torchlint.queries.memo import query

if TYPE_CHECKING:
    from torchlint.binding.scopes import SourceUnit
    from torchlint.syntax import tree


class ReadWith(File):
    """A file that another one imports, or that leads to it: its own tree and names, and the facts of that analysis."""

    def __init__(self, file: File, unit: SourceUnit) -> None:
        self.checked = file  # the file that is checked
        self.path, self.text, self.cell_ends, self.timed = unit.place, unit.tree.text, (), ()
        self.lookup, self.results, self.tree = file.lookup, {}, unit.tree
        self.project_files, self.place = file.project_files, unit.place
        self.analysis = file.analysis


def file_around(file: File, node: tree.Node) -> File | None:
    """The file that some code is in: this one, or one that was analysed with it; None if it was not read."""
    if file.holds(node):
        return file
    checked = file.checked if isinstance(file, ReadWith) else file
    unit = None if checked.holds(node) else file.analysis.unit_of(node)
    if unit is None:
        return checked if checked.holds(node) else None
    others = _others(checked)
    if unit.place not in others:
        others[unit.place] = ReadWith(checked, unit)
    return others[unit.place]


@query
def _others(_: File) -> dict[str, ReadWith]:
    """Those that were asked for, by their places; each is made when it is first needed."""
    return {}


@query
def calls_to(file: File) -> dict[tree.Node, list[tree.Call]]:
    """The calls, in whatever file, that lead to each function, a module's forward too, by its definition."""
    found: dict[tree.Node, list[tree.Call]] = {}
    for call, functions in file.facts.functions.items():
        for one in functions:
            found.setdefault(one.node, []).append(call)
    return found
