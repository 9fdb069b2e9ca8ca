"""Writes torchlint/data/torch_api.txt: what each public name of the installed torch is and does, mostly by running it.

    python tools/generate_torch_api.py            writes the table
    python tools/generate_torch_api.py --print    prints it instead

Needs torch, numpy and expecttest, and takes about twenty seconds. The same torch gives the same table.
"""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path

os.environ["PYTORCH_TEST_WITH_SLOW"] = "0"  # what torch's own test helpers read when they are imported
warnings.simplefilter("ignore")

import torch  # noqa: E402

from torch_api import declared, known, opinfo, samples, surface, text  # noqa: E402
from torch_api.measure import Seen, observe  # noqa: E402
from torch_api.surface import Entry  # noqa: E402

TABLE = Path(__file__).parent.parent / "torchlint" / "data" / "torch_api.txt"
FLAGS = ("differentiable", "inplace", "sync", "deprecated")
KINDS = ("class", "context", "function", "method", "module")


def main() -> None:
    """Write or print the table."""
    table = generate()
    if "--print" in sys.argv[1:]:
        sys.stdout.write(table)
    else:
        TABLE.write_text(table, encoding="utf-8", newline="\n")


def generate() -> str:
    """The table's text for the installed torch."""
    torch.set_num_threads(1)
    entries = surface.entries()
    homes = surface.homes(entries)
    seen = observed(entries)
    facts = {name: words_of(entry, seen.get(name, Seen())) for name, entry in entries.items()}
    for name, words in known.facts():
        facts[name] = corrected(facts.get(name, ""), words)
    return text.render(torch.__version__, facts, homes)


def observed(entries: dict[str, Entry]) -> dict[str, Seen]:
    """What is seen of each name: by its sample here, by PyTorch's samples, by what it declares, in this order."""
    seen = {name: declared.declaration(entry) for name, entry in entries.items()}
    seen |= tensor_attributes(entries)
    seen |= opinfo.operators(entries) | opinfo.modules(entries)
    measured = samples.calls(entries)
    seen |= measured
    for name, entry in entries.items():
        found = seen[name]
        twin = seen.get(f"torch.nn.functional.{entry.short}")
        if found.returns == "unknown" and twin is not None and name == f"torch.{entry.short}":
            found = twin  # torch.rrelu is what torch.nn.functional.rrelu calls
        returns = "list" if found.returns == "tensors" and declared.is_list(entry.short) else found.returns
        seen[name] = Seen(returns, found.differentiable, found.sync or declared.waits(entry))
    shared = {id(entry.thing): seen[name] for name, entry in entries.items() if name in measured}
    return {name: shared.get(id(entry.thing), seen[name]) for name, entry in entries.items()}


def tensor_attributes(entries: dict[str, Entry]) -> dict[str, Seen]:
    """What the attributes of a tensor give; those that only some tensors have are left out."""
    found = {}
    for name, entry in entries.items():
        namespace = name.rpartition(".")[0]
        if entry.kind == "constant" and namespace == "torch.Tensor":
            try:
                found[name] = observe(lambda x: getattr(x, entry.short), lambda: torch.rand(2, 3, requires_grad=True) * 1)
            except (RuntimeError, AttributeError):
                continue
    return found


def words_of(entry: Entry, seen: Seen) -> str:
    """The words for a name: its kind, what it returns, its flags."""
    inplace = entry.kind in ("function", "method") and entry.short.endswith("_") and not entry.short.endswith("__")
    operator = entry.short.startswith("__i") and entry.short[3:-2] in surface.PLAIN_OPERATORS or entry.short == "__setitem__"
    flags = (
        seen.differentiable,
        inplace or operator and entry.name.startswith("torch.Tensor."),
        seen.sync,
        declared.is_deprecated(entry),
    )
    return _line(entry.kind, seen.returns, [flag for flag, holds in zip(FLAGS, flags, strict=True) if holds])


def corrected(words: str, correction: list[str]) -> str:
    """The words for a name as known.py has them, with what they leave open taken from what was found."""
    if not words:
        kind, *rest = correction
        if kind not in KINDS:
            raise ValueError(f"{kind} is no kind of thing; the installed torch lacks a name of known.py")
        return _line(kind, next((word for word in rest if word not in FLAGS), "unknown"), rest)
    kind, *found = words.split()
    if correction[0] == "+":
        returns = next((word for word in found if word not in FLAGS), "unknown")
        return _line(kind, returns, [*found, *correction[1:]])
    if correction[0] in KINDS and correction[0] != "module":  # a function may return a module
        kind, *correction = correction
    returns = next((word for word in correction if word not in FLAGS), "unknown")
    return _line(kind, returns, [*correction, *(["deprecated"] if "deprecated" in found else [])])


def _line(kind: str, returns: str, flags: list[str]) -> str:
    """The words in the order of the table."""
    return " ".join([kind, *([] if returns == "unknown" else [returns]), *(flag for flag in FLAGS if flag in flags)])


if __name__ == "__main__":
    main()
