"""What PyTorch's names stand for: facts from data/torch_api.txt, which `python -m tools.generate_torch_api` makes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

if TYPE_CHECKING:
    from importlib.abc import ResourceLoader

Kind = Literal[
    "function",
    "method",
    "module",
    "loss",
    "optimizer",
    "scheduler",
    "dataset",
    "loader",
    "sampler",
    "distribution",
    "autograd-function",
    "context",
    "class",
    "constant",
]

FLAGS = frozenset({"differentiable", "inplace", "sync", "deprecated"})


@dataclass(frozen=True, slots=True)
class Fact:
    """What is known of one public name of PyTorch.

    `returns` describes the plain form of the call, the one with the fewest arguments: `t.max()` is a tensor, though
    `t.max(1)` is a pair. Of a module or loss it is what an instance returns when called, of another class what the
    constructor makes, of a constant what reading it gives (`torch.Tensor.T` is a constant that is a tensor).
    "tensors" is a tuple whose places mean different things (`t.sort()`), "list" any number of tensors alike
    (`t.chunk(2)`), "number" plain data (int, float, sizes, NumPy arrays, lists of numbers).
    `differentiable` is whether the result carries the graph of floating-point tensors that went in, or of the module's
    parameters; one whose gradient is zero (`t.round()`) counts, and so does one that has none yet (`t.unique()`).
    A leaf that is made anew (`torch.nn.Parameter(t)`) carries none.
    `sync` is whether the plain form, on tensors of another device, waits for it: values are fetched, or a shape depends
    on them. Copies to a device (`t.to(...)`, `t.cuda()`) are not counted.
    """

    kind: Kind
    returns: str
    differentiable: bool
    inplace: bool
    sync: bool
    deprecated: bool


class _Table(NamedTuple):
    facts: dict[str, Fact]
    homes: dict[str, list[str]]  # a module that is not documented -> where the names that it defines are


def fact(name: str) -> Fact | None:
    """What is known of the name, however it was imported; None when nothing is."""
    facts = _table().facts
    return facts.get(name) or facts.get(canonical(name))


def method(name: str) -> Fact | None:
    """What is known of a tensor's method or attribute, operators included (`__getitem__`); None when nothing is."""
    return _table().facts.get("torch.Tensor." + name)


def canonical(name: str) -> str:
    """The name by which PyTorch's documentation calls the same thing; an unknown name is returned unchanged.

    Attributes of what is known come along: `torch.nn.modules.linear.Linear.forward` is `torch.nn.Linear.forward`.
    """
    facts, homes = _table()
    head, tail = name, ""
    while head and head not in facts:
        module, _, last = head.rpartition(".")
        for home in homes.get(module, ()):
            if f"{home}.{last}" in facts:
                return f"{home}.{last}{tail}"
        head, tail = module, f".{last}{tail}"
    return name


def names() -> Iterator[str]:
    """Every documented name that something is known of, one namespace after the other."""
    return iter(_table().facts)


@cache
def _table() -> _Table:
    """The parsed table: 3,300 names in a millisecond or two, when something is asked for the first time."""
    path = Path(__file__).parent.parent / "data" / "torch_api.txt"
    loader = cast("ResourceLoader", __spec__.loader)  # reads out of a zip too
    return parse(loader.get_data(str(path)).decode())


def parse(text: str) -> _Table:
    """The facts and homes written in the format that the head of data/torch_api.txt explains."""
    facts: dict[str, Fact] = {}
    homes: dict[str, list[str]] = {}
    namespace, words, known = "", "", None
    for line in text.splitlines():
        if not line.startswith(" "):
            namespace = line
            continue
        names = line
        if not line.startswith("  "):
            words, _, names = line.partition(":")
            known = None if words == " also" else _fact(words.split())
        if known is None:
            for name in names.split():
                homes.setdefault(name, []).append(namespace)
        else:
            facts.update(dict.fromkeys([f"{namespace}.{name}" for name in names.split()], known))
    return _Table(facts, homes)


def _fact(words: list[str]) -> Fact:
    """The fact that a line's first words describe: its kind, what it returns where that is known, its flags."""
    kind, *others = words
    flags = FLAGS.intersection(others)
    returns = next((word for word in others if word not in FLAGS), "unknown")
    return Fact(
        cast(Kind, kind),
        returns,
        "differentiable" in flags,
        "inplace" in flags,
        "sync" in flags,
        "deprecated" in flags,
    )
