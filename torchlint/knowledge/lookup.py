"""What the tables of frameworks say of a dotted name, a class's bases or a method."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from torchlint.knowledge.effects import Contract, Effect, Kind, Step
from torchlint.knowledge.frameworks import CONTRACTS
from torchlint.knowledge.naming_conventions import (
    DATASET_ENDINGS,
    KIND_ENDINGS,
    LOADER_ENDINGS,
    MODULE_ENDINGS,
    OF_ANYTHING,
    TRAINS,
)
from torchlint.knowledge.torch_api import fact

_TRAINS = re.compile(TRAINS)
KINDS: dict[str, Kind] = {f"{c.packages[0]}.{name}": kind for c in CONTRACTS for name, kind in c.kinds.items()}
_BY_PACKAGE: dict[str, list[Contract]] = {}
for _contract in CONTRACTS:
    for _package in _contract.packages:
        _BY_PACKAGE.setdefault(_package.partition(".")[0], []).append(_contract)


def _contracts(name: str) -> Iterator[tuple[Contract, str]]:
    """The contracts that a dotted name may belong to, each with the rest of the name."""
    for contract in _BY_PACKAGE.get(name.partition(".")[0], ()):
        for package in contract.packages:
            if name.startswith(package + "."):
                yield contract, name[len(package) + 1 :]
                break


@cache
def kind_of(name: str) -> str:
    """The kind of framework object that a class is, by its dotted name; empty if it is none."""
    last = name.rpartition(".")[2]
    for contract, rest in _contracts(name):
        if last in contract.kinds:
            return f"{contract.packages[0]}.{last}"
        for pattern, effect in contract.patterns.items():
            if isinstance(effect.gives, str) and effect.gives in KINDS and re.fullmatch(pattern, rest):
                return effect.gives
    return next((kind for ending, kind in KIND_ENDINGS.items() if last.endswith(ending)), "")


@cache
def effect_of(name: str) -> Effect | None:
    """What calling a dotted name does; None where no framework's table has it."""
    tail = ".".join(name.split(".")[-2:])
    last = tail.rpartition(".")[2]
    for contract, rest in _contracts(name):
        found = contract.calls.get(tail) or contract.calls.get(last)
        if found is not None:
            return found
        if last in contract.kinds:
            return Effect(f"{contract.packages[0]}.{last}")
        for pattern, effect in contract.patterns.items():
            if re.fullmatch(pattern, rest):
                return effect
        if contract.modules and re.fullmatch(contract.modules, rest):
            return Effect("module")
    return Effect("loader") if name.endswith(LOADER_ENDINGS) and fact(name) is None else None


@cache
def is_module_class(base: str) -> bool:
    """Whether a class that is not PyTorch's own is an nn.Module, by its dotted name."""
    kind = kind_of(base)
    if kind:
        return KINDS[kind].is_module
    if base.endswith(MODULE_ENDINGS):
        return True
    is_class = base.rpartition(".")[2][:1].isupper()
    return is_class and any(c.modules and re.fullmatch(c.modules, rest) for c, rest in _contracts(base))


def is_dataset_class(base: str) -> bool:
    """Whether a class that is not PyTorch's own is a Dataset, by how its dotted name ends."""
    return base.endswith(DATASET_ENDINGS)


def imposes_forward(base: str) -> bool:
    """Whether a base class of another package says what forward returns."""
    kind = kind_of(base)
    return not kind or KINDS[kind].imposes_forward


def kinds_of(bases: Iterable[str]) -> list[Kind]:
    """The kinds of framework objects that a class derives from, by the dotted names of its bases."""
    return [KINDS[kind] for base in bases if (kind := kind_of(base))]


def step_of(bases: Iterable[str], method: str) -> Step | None:
    """How a framework calls a method of a class with these bases; None if it does not."""
    return next((kind.steps[method] for kind in kinds_of(bases) if method in kind.steps), None)


def effect_of_anything(name: str, arguments: int) -> Effect | None:
    """What calling a method says by its name alone, where nothing is known of the object."""
    found = OF_ANYTHING.get(name)
    return found if found is not None and found.only_with in (-1, arguments) else None


@cache
def says_that_it_trains(name: str) -> bool:
    """Whether a function's name says that it differentiates or lets an optimizer step."""
    return _TRAINS.search(name) is not None


def exported(package: str, name: str) -> str | None:
    """What a name means that `from package import *` brings along; None if that is not known."""
    for contract, _ in _contracts(f"{package}."):
        if name in contract.exports:
            return contract.exports[name]
        if name in contract.kinds or name in contract.calls:
            return f"{contract.packages[0]}.{name}"
    return None
