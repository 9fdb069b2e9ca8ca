"""DataLoaders that give each process of a training all samples."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definitions
from torchlint.flow.model_wrappers import DDP
from torchlint.queries import View, data, distributed
from torchlint.queries.data import LoaderView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.flow.facts import LoopRun
    from torchlint.queries import File

# What is said where the samples are divided among processes, or where each draws its own.
_SHARES = re.compile(r"rank|shard|world_size|num_replicas|by_node|process_index|partition", re.IGNORECASE)
_FARTHEST = 4


@dataclass(frozen=True, slots=True, eq=False)
class WholeLoader(LoaderView):
    """A DataLoader without a sampler, over whose batches several processes train one model."""

    wrapper: View  # where the model is wrapped
    is_certain: bool  # whether the dataset is known, and does not divide its samples by itself

    @property
    def happens(self) -> str:
        """What the processes train on."""
        given = self.setting("shuffle")
        is_shuffled = given is not None and given.is_literally is not False
        return "all samples in each epoch" if is_shuffled else "the same batches"


def whole_loaders(file: File) -> Iterator[WholeLoader]:
    """Each of them, in source order."""
    if distributed.is_divided_model(file) or next(_wraps(file), None) is None:
        return
    trained: dict[tree.Node, View] = {}
    for loop, _ in file.facts.loops_over:
        made = loop.batches_of
        if made is None or made in trained or not loop.trains or not file.holds(made) or _takes_a_share(loop.node):
            continue
        wrapper = _wrapper(file, loop)
        if wrapper is not None:
            trained[made] = wrapper
    for loader in data.loaders(file):
        if loader.node in trained and loader.leaves_out("sampler", "batch_sampler") and not loader.has_stars:
            given = loader.setting("dataset")
            is_empty = given is not None and isinstance(given.node, tree.List) and not given.node.elements
            if given is None or is_empty:
                continue
            if not _is_shared_out(file, given.node) and not _is_own_share(loader):
                is_known = all(value.kind == "dataset" for value in loader.whole_datasets)
                yield WholeLoader(file, loader.node, trained[loader.node], is_known)


def _wraps(file: File) -> Iterator[tree.Call]:
    """The calls in the program that wrap a model for several processes; accelerate cares for the data, too."""
    for unit in distributed.program_units(file):
        calls = (call for call in unit.tree.all(tree.Call) if tree.last_name(call.func) != "prepare")
        yield from (call for call in calls if distributed.spreads(unit.tree, call))


def _wrapper(file: File, loop: LoopRun) -> View | None:
    """Where the model was wrapped that a loop trains; None where it is not seen to be."""
    for fact in file.facts.forwards:
        if any(run is loop for run in fact.where.loops) and fact.origin in file.facts.differentiated:
            for origin in fact.model.origins:
                if origin.what == DDP and file.holds(origin.node):
                    return View(file, origin.node)
    if not file.holds(loop.node):
        return None
    for call in file.tree.inside(loop.node, tree.Call):
        named = tree.dotted(call.func)
        for one in assignments_to(file.tree, file.tree.root, named) if named else ():
            is_one = isinstance(one.value, tree.Call) and distributed.spreads(file.tree, one.value)
            if is_one and one.value is not None and _is_same_name(file, call, one.node):
                return View(file, one.value)
    return None


def _is_same_name(file: File, call: tree.Call, assigned: tree.Node) -> bool:
    """Whether a name that is called is that of an assignment: of the same function, or of all, or an attribute."""
    scope = file.tree.scope(assigned)
    return isinstance(call.func, tree.Attribute) or scope is file.tree.root or scope is file.tree.scope(call)


def _takes_a_share(loop: tree.Node) -> bool:
    """Whether each process takes a part of a batch, or leaves batches to others: `batch[rank::processes]`."""
    for node in tree.walk(loop):
        is_part = isinstance(node, tree.Subscript) or (isinstance(node, tree.BinaryOp) and node.op == "%")
        if is_part and any(_SHARES.search(name) for name in _names(node)):
            return True
    return False


def _names(node: tree.Node) -> Iterator[str]:
    for part in tree.walk(node):
        for field in ("id", "attr"):
            if isinstance(name := getattr(part, field, None), str):
                yield name


def _is_shared_out(file: File, node: tree.Node, depth: int = 0) -> bool:
    """Whether anything that a dataset is made of has to do with the share of a process."""
    if _SHARES.search(file.tree.text_of(node)):
        return True
    for name in (part for part in tree.walk(node) if isinstance(part, tree.Name)):
        for one in reaching_definitions(file.tree, name) if depth < _FARTHEST else ():
            if one is not None and one.source is not None and _is_shared_out(file, one.source, depth + 1):
                return True
    return False


def _is_own_share(loader: LoaderView) -> bool:
    """Whether a dataset divides its samples by itself, or is a stream, which each process reads in its own way."""
    for value in loader.whole_datasets:
        if isinstance(value.ref, Class):
            code = value.ref.node
            if any(base.endswith("IterableDataset") for base in value.ref.external_bases):
                return True
            if any(_SHARES.search(name) for name in _names(code)):
                return True
    return False
