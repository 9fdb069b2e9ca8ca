"""Curves of validation that are written under the tag of a curve of training."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.queries import View, data
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_TRAINED = re.compile(r"(^|[_/ -])train(ing)?($|[_/ -])", re.IGNORECASE)
_TRAINS = re.compile(r"(^|_)train", re.IGNORECASE)
_EVALUATES = re.compile(r"(^|_)(val|valid|validate|validation|eval|evaluate|evaluation|test)($|_)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class TagOfTraining(View):
    """A call of `add_scalar` in a function that evaluates, whose tag another one writes that trains."""

    tag: View
    evaluation: str  # the name of the function around
    other: View  # where the function that trains writes


def tags_of_training(file: File) -> Iterator[TagOfTraining]:
    """One for each such call, in source order."""
    trained: dict[str, View] = {}
    evaluated: list[tuple[str, View, View, str]] = []
    for write in data.scalar_writes(file):
        text = write.tag.is_literally if write.tag is not None else None
        around = write.function.name if write.function is not None else ""
        if not isinstance(text, str) or write.tag is None or not _TRAINED.search(text):
            continue
        if _TRAINS.search(around):
            trained.setdefault(text, View(file, write.node))
        elif _EVALUATES.search(around) and not _goes_backward(file, write):
            evaluated.append((text, View(file, write.node), write.tag, around))
    for text, place, tag, around in evaluated:
        if text in trained:
            yield TagOfTraining(file, place.node, tag, around, trained[text])


def _goes_backward(file: File, write: View) -> bool:
    calls = file.tree.inside(file.tree.scope(write.node), tree.Call)
    return any(tree.last_name(call.func) == "backward" for call in calls)
