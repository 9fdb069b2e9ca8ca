"""What PyTorch's names stand for: facts from data/torch_api.txt, which `python -m tools.generate_torch_api` makes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
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

FLAGS = frozenset({"differentiable", "inplace", "sync", "parameterless", "deprecated"})


@dataclass(frozen=True, slots=True)
class Fact:
    """What is known of one public name of PyTorch.

    `returns` describes the plain form of the call, the one with the fewest arguments: `t.max()` is a tensor, though
    `t.max(1)` is a pair. Of a module or loss it is what an instance returns when called, of another class what the
    constructor makes, of a constant what reading it gives (`torch.Tensor.T` is a constant that is a tensor).
    "tensors" is a tuple whose places mean different things (`t.sort()`), "list" any number of tensors alike
    (`t.chunk(2)`), "number" plain data (int, float, sizes, NumPy arrays, lists of numbers), "handle" what removes the
    hook that the call registers.
    `differentiable` is whether the result carries the graph of floating-point tensors that went in, or of the module's
    parameters; one whose gradient is zero (`t.round()`) counts, and so does one that has none yet (`t.unique()`).
    A leaf that is made anew (`torch.nn.Parameter(t)`) carries none.
    `sync` is whether the plain form, on tensors of another device, waits for it: values are fetched, or a shape depends
    on them. Copies to a device (`t.to(...)`, `t.cuda()`) are not counted.
    `parameterless` is whether no argument gives a module or loss parameters of its own.
    `mode` is about modules that are different in eval mode: "always" if they are unless an argument forbids it
    (`Dropout`, `BatchNorm2d`), else the argument without which they are not ("dropout" of `LSTM`); empty for others.
    `wants` is what a loss, module or function, wants as its first argument: "logits" (of independent binary targets),
    "class-logits", "probabilities", "log-probabilities", or "anything"; empty for what is no loss.
    """

    kind: Kind
    returns: str
    differentiable: bool
    inplace: bool
    sync: bool
    parameterless: bool
    deprecated: bool
    mode: str
    wants: str


class Table(NamedTuple):
    """The data file in memory."""

    namespaces: dict[str, dict[str, Fact]]  # "torch.nn" -> "Linear" -> what is known of it
    homes: dict[str, list[str]]  # a module -> the namespaces whose names can be imported from it too

    def get(self, name: str) -> Fact | None:
        """What is known of a documented name."""
        namespace, _, short = name.rpartition(".")
        found = self.namespaces.get(namespace)
        return found.get(short) if found else None


@lru_cache(8192)
def fact(name: str) -> Fact | None:
    """What is known of the name, however it was imported; None when nothing is."""
    table = _table()
    return table.get(name) or table.get(canonical(name))


def method(name: str) -> Fact | None:
    """What is known of a tensor's method or attribute, operators included (`__getitem__`); None when nothing is."""
    return member("torch.Tensor", name)


def member(cls: str, name: str) -> Fact | None:
    """What is known of a method or attribute that one of PyTorch's classes defines itself; None when nothing is."""
    return _table().namespaces[cls].get(name)


@cache
def losses_wanting(wants: str) -> frozenset[str]:
    """The documented names of the losses, modules and functions, that want this as their first argument."""
    facts = _table().namespaces.items()
    return frozenset(f"{space}.{short}" for space, known in facts for short, f in known.items() if f.wants == wants)


@cache
def of_kind(kind: Kind) -> frozenset[str]:
    """The documented names of one kind."""
    facts = _table().namespaces.items()
    return frozenset(f"{space}.{short}" for space, known in facts for short, f in known.items() if f.kind == kind)


def losses() -> frozenset[str]:
    """The documented names of PyTorch's losses, modules and functions."""
    return of_kind("loss")


@lru_cache(8192)
def canonical(name: str) -> str:
    """The name by which PyTorch's documentation calls the same thing; an unknown name is returned unchanged.

    Attributes of what is known come along: `torch.nn.modules.linear.Linear.forward` is `torch.nn.Linear.forward`.
    """
    table = _table()
    head, tail = name, ""
    while head and table.get(head) is None:
        module, _, last = head.rpartition(".")
        for home in table.homes.get(module, ()):
            if last in table.namespaces[home]:
                return f"{home}.{last}{tail}"
        head, tail = module, f".{last}{tail}"
    return name


def names() -> Iterator[str]:
    """Every documented name that something is known of, one namespace after the other."""
    return (f"{namespace}.{short}" for namespace, facts in _table().namespaces.items() for short in facts)


@cache
def _table() -> Table:
    """The parsed table: 3,300 names in a millisecond, when something is asked for the first time."""
    path = Path(__file__).parent.parent / "data" / "torch_api.txt"
    loader = cast("ResourceLoader", __spec__.loader)  # reads out of a zip too
    return parse(loader.get_data(str(path)).decode())


def parse(text: str) -> Table:
    """The table written in the format that the head of data/torch_api.txt explains."""
    namespaces: dict[str, dict[str, Fact]] = {}
    homes: dict[str, list[str]] = {}
    namespace, known = "", None
    for line in text.splitlines():
        if not line.startswith(" "):
            namespace = line
            continue
        names = line
        if not line.startswith("  "):
            words, _, names = line.partition(":")
            known = None if words == " also" else _fact(words)
        if known is not None:
            namespaces.setdefault(namespace, {}).update(dict.fromkeys(names.split(), known))
        else:
            for module in names.split():
                homes.setdefault(module, []).append(namespace)
    return Table(namespaces, homes)


@cache  # few lines differ
def _fact(words: str) -> Fact:
    """The fact that a line's first words describe: kind, what it returns where that is known, flags and settings."""
    kind, *others = words.split()
    flags = FLAGS.intersection(others)
    settings = dict(word.split("=") for word in others if "=" in word)
    returns = next((word for word in others if word not in FLAGS and "=" not in word), "unknown")
    return Fact(
        cast(Kind, kind),
        returns,
        "differentiable" in flags,
        "inplace" in flags,
        "sync" in flags,
        "parameterless" in flags,
        "deprecated" in flags,
        settings.get("mode", ""),
        settings.get("wants", ""),
    )
