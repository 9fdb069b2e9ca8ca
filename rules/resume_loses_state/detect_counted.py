"""Classes that compute the learning rate from a count of their own, which starts over with each run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import assignments_in
from torchlint.queries import View
from torchlint.syntax import tree

from .detect import OPTIMIZER
from .detect_kept import texts_around

if TYPE_CHECKING:
    from torchlint.queries import File

_RESTORES = re.compile(r"(?i)opt\w*(\.\w*opt\w*)?\.load_state_dict\(")
_SAVES = re.compile(r"(?i)opt\w*(\.\w*opt\w*)?\.state_dict\(")
_WHOLE = re.compile(r"__dict__|vars\(|setattr\(|pickle|deepcopy\(")


class Counted(NamedTuple):
    """The assignment of the first count."""

    place: View
    counter: str  # the attribute, as it is written


def counted_rates(file: File) -> Iterator[Counted]:
    """One for each class that steps an optimizer and counts its steps for the rate, where others keep the optimizer."""
    if "param_groups" not in file.text:
        return
    for cls in file.tree.all(tree.ClassDef):
        init = next((one for one in cls.body if isinstance(one, tree.FunctionDef) and one.name == "__init__"), None)
        if init is None or not _steps_optimizer(file, cls) or not _sets_rate(file, cls):
            continue
        first = {one.name: one for one in assignments_in(init) if one.name.startswith("self.") and _is_zero(one.value)}
        counts = {tree.dotted(one.target) for one in file.tree.inside(cls, tree.AugmentedAssign)}
        given = [one.name for one in assignments_in(cls) if one.name in first]
        for name, start in first.items():
            # The first number and the count alone: nothing else gives it back.
            if name in counts and given.count(name) == 2 and _is_kept_without(file, name.removeprefix("self.")):
                yield Counted(View(file, start.node), name)
                break


def _is_zero(value: tree.Expression | None) -> bool:
    return isinstance(value, tree.Constant) and value.value in (0, 1) and not isinstance(value.value, bool)


def _steps_optimizer(file: File, cls: tree.ClassDef) -> bool:
    """Whether a method steps an attribute with the name of an optimizer."""
    names = (tree.dotted(one.func) or "" for one in file.tree.inside(cls, tree.Call))
    held = [name.split(".") for name in names if name.startswith("self.") and name.endswith(".step")]
    return any(len(parts) == 3 and OPTIMIZER.search(parts[1]) and "sched" not in parts[1] for parts in held)


def _sets_rate(file: File, cls: tree.ClassDef) -> bool:
    """Whether a method assigns rates: `group["lr"] = rate`."""
    targets = (target for one in file.tree.inside(cls, tree.Assign) for target in one.targets)
    return any(isinstance(one, tree.Subscript) and tree.string_of(one.index) == "lr" for one in targets)


def _is_kept_without(file: File, counter: str) -> bool:
    """Whether the program saves and restores an optimizer, and speaks of the count nowhere else."""
    texts = list(texts_around(file))
    if not any(map(_RESTORES.search, texts)) or not any(map(_SAVES.search, texts)) or _WHOLE.search(file.text):
        return False
    mention = re.compile(rf"(?<!self)\.{counter}\b|[\"']{counter}[\"']|\b{counter}=")
    return not any(map(mention.search, texts))
