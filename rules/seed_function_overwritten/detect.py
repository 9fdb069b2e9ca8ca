"""Assignments to the functions that seed generators of random numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.finding import Edit, Span
from torchlint.knowledge.operations import full_names
from torchlint.queries import View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_SEEDING = full_names("seed", of="torch.random") | {"random.seed", "numpy.random.seed"}
_NUMBERS = frozenset(("int", "abs", "hash", "round", "len", "min", "max"))
_NUMBERED = re.compile("seed|^worker_?id$|rank$")
# Names of functions that seed, or of one that was replaced before: `seed_fn`, `get_seed`, `original_seed`.
_CALLABLE = re.compile(r"fn$|func|everything|^_?(get|set|make|re|old|orig|original|saved|real)_?seed|(seed|reset)_?all")


@dataclass(frozen=True, slots=True, eq=False)
class OverwrittenSeed(View):
    """The statement `np.random.seed = 0`."""

    callee: str  # the code of the function
    seed: str  # the code of what it is given

    @property
    def called(self) -> tuple[Edit, ...]:
        """The edit that calls the function instead."""
        return (Edit(Span(self.node.start, self.node.end), f"{self.callee}({self.seed})"),)


def overwritten_seeds(file: File) -> Iterator[OverwrittenSeed]:
    """Statements that give a seeding function's name a number, in source order; another function may be meant."""
    for statement in file.tree.all(tree.Assign):
        if len(statement.targets) != 1 or not isinstance(statement.targets[0], tree.Attribute):
            continue
        target, value = statement.targets[0], statement.value
        if file.names.spelled_out(target) in _SEEDING and _is_number(file, value):
            yield OverwrittenSeed(file, statement, file.tree.text_of(target), file.tree.text_of(value))


def _is_number(file: File, value: tree.Expression) -> bool:
    if isinstance(value, tree.Constant):
        return isinstance(value.value, int)
    if isinstance(value, tree.BinaryOp) or (isinstance(value, tree.Call) and tree.dotted(value.func) in _NUMBERS):
        return True
    name = tree.last_name(value).lower()
    is_called_a_number = _NUMBERED.search(name) is not None and _CALLABLE.search(name) is None
    return is_called_a_number and isinstance(value, (tree.Name, tree.Attribute)) and not _is_function(file, value)


def _is_function(file: File, value: tree.Expression) -> bool:
    return (
        file.value(value).value.kind in ("function", "method", "external") or file.names.spelled_out(value) in _SEEDING
    )
