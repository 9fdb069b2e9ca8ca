"""Data that is called validation data and is the test set itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assigned
from torchlint.knowledge.call_names import DIVIDES_DATA, KEEPS_WEIGHTS
from torchlint.queries import ExpressionView, View
from torchlint.syntax import tree

from .detect_data import Measured, is_of_test_set, is_test_data, reads_test_set

if TYPE_CHECKING:
    from torchlint.queries import File

_VALIDATES = re.compile(r"(^|_)(val|vali|valid|validation|dev)(_|$|set|loader|data)")
# How a program speaks of the best epoch, or of stopping after it.
_SELECTS = re.compile(r"\bbest\b|best_|early_?stop|\b(max|min)_val", re.IGNORECASE)
_KEEPS = re.compile("|".join(KEEPS_WEIGHTS))


@dataclass(frozen=True, slots=True, eq=False)
class Renamed(View):
    """An assignment that makes the test set, or a loader of it, what validates."""

    name: str  # what it is called here
    measured: Measured

    @property
    def data(self) -> ExpressionView:
        """The test set."""
        return ExpressionView(self.file, self.measured.node)

    @property
    def is_of_test_set(self) -> bool:
        """Whether that was visibly made of a dataset's test set, and is evaluated as such as well."""
        return is_of_test_set(self.file, self.measured) and self._is_used_as_such

    @property
    def _is_used_as_such(self) -> bool:
        """Whether the test set is given to something else, too: a loader that is called a test loader."""
        calls = self.file.tree.all(tree.Call)
        given = (a.value for call in calls if not self.file.is_within(call, self.node) for a in call.args)
        return any(tree.dotted(one) == self.measured.name for one in given)


def renamed_test_sets(file: File) -> Iterator[Renamed]:
    """Test sets that are assigned to what is called validation data, in programs that select by it."""
    assigns = (
        (assign, target, value) for assign in file.tree.all(tree.Assign) for _, target, value in assigned(assign)
    )
    found = [one for parts in assigns if (one := _renamed(file, *parts)) is not None]
    if found and _selects(file):
        yield from found


def _renamed(file: File, assign: tree.Assign, target: tree.Expression, value: tree.Expression | None) -> Renamed | None:
    name = tree.dotted(target)
    if name is None or not _VALIDATES.search(name.rpartition(".")[2].lower()):
        return None
    if isinstance(value, tree.Call):
        value = _loaded(value) or value
    if isinstance(value, tree.Call):
        is_whole = _is_of_torchvision(file, value) and reads_test_set(value) and not _is_divided(file, name)
        return Renamed(file, assign, name, Measured(value, file.tree.text_of(value))) if is_whole else None
    data = tree.dotted(value) if value is not None else None
    if value is None or data is None or not is_test_data(data):
        return None
    return Renamed(file, assign, name, Measured(value, data))


def _is_of_torchvision(file: File, call: tree.Call) -> bool:
    """Whether a call makes a dataset of torchvision's, for which `train=False` is the test set."""
    return file.names.spelled_out(call.func).startswith("torchvision.datasets.")


def _is_divided(file: File, name: str) -> bool:
    """Whether the program splits the data further, and may test with the other part."""
    calls = (call for call in file.tree.all(tree.Call) if tree.last_name(call.func) in DIVIDES_DATA)
    return any(tree.dotted(argument.value) == name for call in calls for argument in call.args)


def _loaded(call: tree.Call) -> tree.Expression | None:
    """The whole dataset that a loader is made of."""
    if not tree.last_name(call.func).endswith("Loader") or any(a.keyword and "sampler" in a.keyword for a in call.args):
        return None
    given = [argument.value for argument in call.args if argument.keyword == "dataset"]
    return given[0] if given else tree.positional(call, 0)


def _selects(file: File) -> bool:
    """Whether the program keeps the weights of its best epoch: this file, or one that it imports."""
    texts = [file.text]
    if file.project_files is not None:
        texts += [file.project_files.text(place) for place in file.project_files.imports(file.place)]
    return any(_SELECTS.search(text) and _KEEPS.search(text) for text in texts)
