"""Seeds for Python and NumPy in a program that leaves PyTorch unseeded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.queries import CallView, data
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_OTHERS = ("random.seed", "numpy.random.seed")
# What seeds PyTorch, by name or inside a library's function.
_SEEDS = frozenset(("manual_seed", "manual_seed_all", "seed_everything", "set_seed"))


def seeds_without_torch(file: File) -> Iterator[CallView]:
    """The last call of those that seed Python and NumPy in one function, where PyTorch draws unseeded."""
    python, numpy = ({call.function: call for call in file.named_calls(name)} for name in _OTHERS)
    pairs = [(python[one], numpy[one]) for one in python if one in numpy]
    both = [max(pair, key=lambda call: call.node.start) for pair in pairs]
    if not both or _is_seeded(file) or not (makes_models(file) or _shuffles(file)):
        return
    yield from (call for call in both if len(call.node.args) == 1 and not call.has_stars)


def makes_models(file: File) -> bool:
    """Whether a file makes modules, whose weights PyTorch draws."""
    return any(CallView(file, call).value.kind == "module" for call in file.tree.all(tree.Call))


def _shuffles(file: File) -> bool:
    """Whether a file makes a DataLoader whose order PyTorch may draw."""
    return any(loader.setting("shuffle") is not None and loader.order == "drawn" for loader in data.loaders(file))


def _is_seeded(file: File) -> bool:
    """Whether anything of the program may seed PyTorch: a function with `seed` in its name, too, that is not shown."""
    if any(not unit.mentioned.isdisjoint(_SEEDS) for unit in file.analysis.units):
        return True
    if file.project_files is not None and any(file.project_files.mentions(word) for word in _SEEDS):
        return True
    known = {call.node for name in _OTHERS for call in file.named_calls(name)}
    own = {function.name for function in file.tree.all(tree.FunctionDef)}
    named = ((call, tree.last_name(call.func) or "") for call in file.tree.all(tree.Call) if call not in known)
    return any("seed" in name and name not in own for _, name in named)
