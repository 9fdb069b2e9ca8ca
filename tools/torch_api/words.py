"""The words in which the table puts what is known of a name: a kind, what it returns, flags."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from tools.torch_api import declared
from tools.torch_api.instances import Traits
from tools.torch_api.measure import Seen
from tools.torch_api.places import OPERATORS
from tools.torch_api.surface import Entry

FLAGS = ("differentiable", "inplace", "sync", "parameterless", "deprecated")
KINDS = ("class", "context", "function", "method", "module")  # those that known.txt uses


def words_of(entry: Entry, seen: Seen, traits: Traits, wants: str) -> str:
    """The words for a name of the installed torch."""
    flags = {
        "differentiable": seen.differentiable,
        "inplace": changes_its_input(entry),
        "sync": seen.sync,
        "parameterless": traits.parameterless,
        "deprecated": declared.is_deprecated(entry),
    }
    settings = {"mode": traits.mode, "wants": wants}
    words = [flag for flag, holds in flags.items() if holds]
    words += [f"{key}={value}" for key, value in settings.items() if value]
    return _line(entry.kind, [seen.returns, *words])


def changes_its_input(entry: Entry) -> bool:
    """Whether a name says, as names in PyTorch do, that the call changes what it is called on or its first argument."""
    if entry.kind not in ("function", "method"):
        return False
    if entry.short.endswith("__"):
        augmented = entry.short.startswith("__i") and entry.short[3:-2] in OPERATORS
        return entry.name.startswith("torch.Tensor.") and (augmented or entry.short == "__setitem__")
    return entry.short.endswith("_")


def corrections() -> Iterator[tuple[str, list[str]]]:
    """The names of known.txt with their words."""
    namespace = ""
    for line in Path(__file__).with_name("known.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            words, _, names = line.partition(":")
            for short in names.split():
                yield f"{namespace}.{short}", words.split()
        elif not line.startswith("#"):
            namespace = line


def corrected(found: str, correction: list[str]) -> str:
    """The words for a name with those of known.txt; `found` is empty where the installed torch lacks the name."""
    if not found:
        if correction[0] not in KINDS:
            raise ValueError(f"{correction[0]} is no kind; known.txt has a name that the installed torch lacks")
        return _line(correction[0], correction[1:])
    kind, *words = found.split()
    if correction[0] == "+":
        return _line(kind, words + correction[1:])
    if correction[0] in KINDS and correction[0] != "module":  # "module" is what a function returns
        kind, *correction = correction
    return _line(kind, correction + ["deprecated"] * ("deprecated" in words))


def _line(kind: str, words: Iterable[str]) -> str:
    """A kind and other words in the order of the table."""
    words = list(words)
    settings = sorted(word for word in words if "=" in word)
    returns = [word for word in words if word not in (*FLAGS, *settings, "unknown")]
    return " ".join([kind, *returns, *(flag for flag in FLAGS if flag in words), *settings])
