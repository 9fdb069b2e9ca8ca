"""Makes torchlint/data/torch_api.txt: what each public name of the installed torch is and does, mostly by running it.

    python -m tools.generate_torch_api [--write]

prints the table, or writes it. It needs torch, numpy and expecttest, and takes about twenty seconds; the same torch
gives the same table.
"""

from __future__ import annotations

import sys
import warnings
from operator import attrgetter
from pathlib import Path

warnings.simplefilter("ignore")  # what is deprecated in torch says so when its modules are imported

import torch  # noqa: E402

from tools.torch_api import declared, instances, likelihood, opinfo, samples, surface, text, words  # noqa: E402
from tools.torch_api.instances import Traits  # noqa: E402
from tools.torch_api.measure import Seen, observe  # noqa: E402
from tools.torch_api.surface import Entry  # noqa: E402

TABLE = Path(__file__).parent.parent / "torchlint" / "data" / "torch_api.txt"


def main() -> None:
    """Print or write the table."""
    if "--write" in sys.argv[1:]:
        TABLE.write_text(generate(), encoding="utf-8", newline="\n")
    else:
        sys.stdout.write(generate())


def generate() -> str:
    """The table's text for the installed torch."""
    torch.set_num_threads(1)
    entries = surface.entries()
    homes = surface.homes(entries)
    seen = observed(entries)
    sampled = instances.sampled_modules(entries)
    traits, wants = instances.traits(entries, sampled), likelihood.wants(entries, sampled)
    facts = {
        name: words.words_of(entry, seen[name], traits.get(name, Traits()), wants.get(name, ""))
        for name, entry in entries.items()
    }
    for name, correction in words.corrections():
        facts[name] = words.corrected(facts.get(name, ""), correction)
    return text.render(torch.__version__.partition("+")[0], facts, homes)  # a build with CUDA shows the same


def observed(entries: dict[str, Entry]) -> dict[str, Seen]:
    """What is seen of each name: by our own call of it, else by PyTorch's samples, else by what it declares."""
    called = samples.calls(entries)
    by_thing = {id(entries[name].thing): found for name, found in called.items()}
    measured = tensor_attributes(entries) | opinfo.operators(entries) | opinfo.modules(entries) | called
    seen = {}
    for name, entry in entries.items():
        found = measured.get(name) or by_thing.get(id(entry.thing)) or declared.declaration(entry)
        returns = "list" if found.returns == "tensors" and declared.is_list(entry.short) else found.returns
        seen[name] = Seen(returns, found.differentiable, found.sync or declared.waits(entry))
    return seen


def tensor_attributes(entries: dict[str, Entry]) -> dict[str, Seen]:
    """What the attributes of a tensor give, but for those that only some tensors have."""
    found = {}
    tensor = torch.rand(2, 3, requires_grad=True) * 1
    for name, entry in entries.items():
        if entry.kind == "constant" and name == f"torch.Tensor.{entry.short}":
            try:
                found[name] = observe(attrgetter(entry.short), lambda: tensor)
            except (RuntimeError, AttributeError):
                continue  # imag, and attributes of tensors on other devices
    return found


if __name__ == "__main__":
    main()
