"""What PyTorch and the packages around it warn of, from data/deprecated_api.txt, which tools/generate_deprecated_api.py
makes of their sources.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from torchlint.project.requirements import Version, of_release

if TYPE_CHECKING:
    from importlib.abc import ResourceLoader

# Packages whose releases go with PyTorch's, so that its version says theirs.
_BESIDE_TORCH = frozenset(("torch", "torchvision", "torchaudio"))


# Dataclasses that add fields to those of another one.
_SAME_FIELDS = {"transformers.Seq2SeqTrainingArguments": "transformers.TrainingArguments"}


class Row(NamedTuple):
    """Since when (at the latest) something warns, from when on it is not there, and what its warning recommends."""

    package: str  # the one whose versions these are; `torch` for what goes with it
    since: Version
    gone: Version | None
    successor: str


class Table(NamedTuple):
    """The data file in memory."""

    names: dict[str, Row]
    arguments: dict[str, dict[str, Row]]  # by the function's name, then the argument's
    newest: dict[str, Version]  # of each package, the last version whose sources were read


def row(name: str) -> Row | None:
    """What is known of a name, by any package that has it; None where nothing warns."""
    return table().names.get(_in_lightning(name))


def argument_rows(function: str) -> dict[str, Row]:
    """The arguments of a function that it warns of, or that it does not take any more."""
    return table().arguments.get(_in_lightning(_SAME_FIELDS.get(function, function)), {})


def _in_lightning(name: str) -> str:
    """The name that the `lightning` package has for what is in `pytorch_lightning`, too."""
    return f"lightning.pytorch.{name[18:]}" if name.startswith("pytorch_lightning.") else name


@cache
def table() -> Table:
    """The parsed table, when something is asked for the first time."""
    path = Path(__file__).parent.parent / "data" / "deprecated_api.txt"
    loader = cast("ResourceLoader", __spec__.loader)  # reads out of a zip too
    return parse(loader.get_data(str(path)).decode())


def parse(text: str) -> Table:
    """The table that the lines of the data file make."""
    found = Table({}, {}, {})
    package = ""
    for line in text.splitlines():
        if line.startswith("["):
            package, *versions = line.strip("[]").split()
            found.newest[package] = _version(versions[-1])
        elif line and not line.startswith("#"):
            name, since, gone, successor = line.split(" ")
            known = Row(
                "torch" if package in _BESIDE_TORCH else package,
                _of_torch(package, since),
                _of_torch(package, gone) if gone != "-" else None,
                successor if successor != "-" else "",
            )
            function, _, argument = name.rstrip(")").partition("(")
            if argument:
                found.arguments.setdefault(function, {})[argument] = known
            else:
                found.names[name] = known
    return found


def _of_torch(package: str, version: str) -> Version:
    """A package's version, as that of the PyTorch which goes with it where its releases do."""
    found = _version(version)
    return of_release(found[1]) if package == "torchvision" else found


def _version(text: str) -> Version:
    major, minor = text.split(".")
    return int(major), int(minor)
