"""Handlers in which a dataset answers an error of one sample with another sample, or with one that is made up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Function
from torchlint.queries import View
from torchlint.queries.data import DatasetView, datasets
from torchlint.syntax import tree
from torchlint.syntax.handlers import catches

from .detect_later import after_attempts, after_none, left_empty
from .detect_replacements import another_sample, is_plain_return, is_whole_sample, made_up_sample

if TYPE_CHECKING:
    from torchlint.queries import File

_GETS = "__getitem__"
_BROAD = frozenset(("Exception", "BaseException"))
# Errors by which code asks whether something is there, rather than learning that a file is damaged.
_ASKS = frozenset(
    ("StopIteration", "IndexError", "KeyError", "AttributeError", "ImportError", "ModuleNotFoundError", "Empty")
)
# Words in the names of functions that say or keep what has failed.
_SAYS = frozenset(
    """print warn warning error exception info debug log logger critical write report record append add put count
    traceback notify""".split()
)
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


@dataclass(frozen=True, slots=True, eq=False)
class ReplacedSample(View):
    """A handler that gives another sample than the one that failed."""

    by: View  # what gives the other sample
    is_made_up: bool  # whether that is no sample of the dataset
    caught: str  # the `except`, as text
    is_certain: bool


def replaced_samples(file: File) -> Iterator[ReplacedSample]:
    """Each such handler, in source order."""
    functions: dict[tree.Node, tuple[Function, list[DatasetView]]] = {}  # with the classes that use it
    for dataset in (*_named_like_datasets(file), *datasets(file)):
        if dataset.cls.method(_GETS) is not None:
            for one in dataset.used:
                if file.holds(one.node):
                    functions.setdefault(one.node, (one, []))[1].append(dataset)
    found = (one for function, its in functions.values() for one in _of_function(file, function, its))
    yield from sorted(found, key=lambda one: one.node.start)


def _named_like_datasets(file: File) -> Iterator[DatasetView]:
    """The classes of a file that are datasets by their names and methods, whatever unknown bases they have."""
    for cls in file.analysis.classes:
        named = (cls.name, *(tree.last_name(base.value) for base in cls.node.bases))
        if not cls.is_dataset and _GETS in cls.methods and any("dataset" in name.lower() for name in named):
            yield DatasetView(file, cls)


def _of_function(file: File, function: Function, using: list[DatasetView]) -> Iterator[ReplacedSample]:
    is_dataset = any(dataset.cls.is_dataset for dataset in using)
    for attempt in file.tree.own(function.node, tree.Try):
        for handler in attempt.handlers:
            is_broad = catches(handler, _BROAD)
            if _raises(handler) or (not is_broad and catches(handler, _ASKS)):
                continue
            is_silent = not _says(handler)
            if not is_broad and not is_silent:
                continue  # damaged files are expected, and named
            other = another_sample(file, function, attempt, handler)
            other = other or after_attempts(file, function, attempt, handler)
            other = other or after_none(file, function, handler, using)
            made_up: tree.Node | None = made_up_sample(handler) if other is None and is_broad else None
            if other is None and made_up is None and is_broad:
                made_up = left_empty(file, attempt, handler)
            by = other if other is not None else made_up
            if by is not None:
                is_plain = is_plain_return(made_up) if other is None else is_whole_sample(function, attempt, other)
                is_certain = is_dataset and is_broad and is_silent and is_plain
                yield ReplacedSample(file, handler, View(file, by), other is None, _caught(file, handler), is_certain)


def _caught(file: File, handler: tree.Handler) -> str:
    return "except" if handler.type is None else f"except {View(file, handler.type)}"


def _raises(handler: tree.Handler) -> bool:
    """Whether an error may leave the handler, as after some attempts."""
    inside = (node for part in handler.body for node in tree.walk(part, into_functions=False))
    return any(isinstance(node, (tree.Raise, tree.Assert)) for node in inside)


def _says(handler: tree.Handler) -> bool:
    """Whether a handler calls what prints, logs or keeps that something has failed, or counts it in an attribute."""
    for node in tree.walk(handler):
        if isinstance(node, tree.Call):
            words = {word.lower() for word in _WORD.findall(tree.last_name(node.func))}
            if not _SAYS.isdisjoint(words):
                return True
        if isinstance(node, tree.AugmentedAssign) and not isinstance(node.target, tree.Name):
            return True
        if isinstance(node, tree.Name) and node.id == handler.name:
            return True  # the error itself is kept: `self.errors[index] = error`
    return False
