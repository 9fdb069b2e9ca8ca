"""The kinds of values, and what values of some kinds refer to."""

from __future__ import annotations

from typing import Literal, NamedTuple

# What a value is; Value says what each of these means.
ValueKind = Literal[
    "unknown",
    "number",
    "none",
    "array",
    "tensor",
    "output",
    "module",
    "class",
    "function",
    "method",
    "external",
    "instance",
    "optimizer",
    "scheduler",
    "scaler",
    "loader",
    "batch",
    "dataset",
    "framework",
    "handle",
    "writer",
    "grad-mode",
    "list",
    "tuple",
    "dict",
    "partial",
    "enumerate",
    "zip",
    "file",
    "imported",
    "deferred",
    "choice",
    "star",
    "weights",
]

# The kinds that refer to nothing, and those that refer to what the user's code defines.
PlainKind = Literal[
    "unknown",
    "none",
    "array",
    "tensor",
    "output",
    "batch",
    "tuple",
    "enumerate",
    "zip",
    "handle",
    "writer",
    "choice",
    "star",
]
FunctionKind = Literal["function", "method"]
# The kinds that a dotted name or a path always goes with, and those that go with the dotted name of a class if known.
NamedKind = Literal["external", "file"]
ObjectKind = Literal["optimizer", "scheduler", "scaler", "framework"]


class ClassDefinition:
    """A class of the user's, as values refer to it; `binding` says what is in one."""

    __slots__ = ()


class FunctionDefinition:
    """A function of the user's, as values refer to it; `binding` says what is in one."""

    __slots__ = ()


class ImportedName(NamedTuple):
    """A name of another file that was not looked into yet."""

    place: str
    name: str
    dotted: str


class WrongKind(TypeError):
    """A value was asked for what values of its kind don't have."""
