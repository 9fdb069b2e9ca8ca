"""Loops over what is only named a loader, and the DataLoaders of the files that this one imports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.queries.data import names_held_out
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_LOADER = re.compile(r"loader|dl$|batches$", re.IGNORECASE)
# What hands on the batches of its first argument.
_HANDS_ON = ("enumerate", "tqdm")


def loops_over_unseen(file: File) -> Iterator[tree.For]:
    """The loops over something that is named a loader of training data, of which nothing else is known."""
    for loop in file.tree.all(tree.For):
        given = loop.iter
        while isinstance(given, tree.Call) and tree.last_part(given.func) in _HANDS_ON and given.args:
            given = given.args[0].value
        name = tree.dotted(given) or ""
        is_unknown = loop not in file.facts.batch_loops and file.value(given).value.kind == "unknown"
        if is_unknown and _LOADER.search(name) is not None and not names_held_out(name):
            yield loop


def imported_loaders(file: File) -> list[tree.Call]:
    """The DataLoaders for training that the files make which this one imports."""
    project = file.project_files
    trees = project.trees(project.imports(file.place)) if project is not None else ()
    calls = (call for syntax in trees for call in syntax.calls_named("DataLoader"))
    return [call for call in calls if not any(_is_in_order(one) for one in call.args)]


def _is_in_order(argument: tree.Argument) -> bool:
    return argument.keyword == "shuffle" and tree.is_false(argument.value)
