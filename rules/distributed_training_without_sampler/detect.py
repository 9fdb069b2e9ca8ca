"""DataLoaders that give each process of a training all samples."""

from __future__ import annotations

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

from .detect_shares import gives_shares, takes_share

if TYPE_CHECKING:
    from torchlint.flow.facts import LoopRun
    from torchlint.queries import File

_FARTHEST = 4


@dataclass(frozen=True, slots=True, eq=False)
class WholeLoader(LoaderView):
    """A DataLoader without a sampler, over whose batches several processes train one model."""

    wrapper: View | None  # where the model is wrapped; None if another file wraps it
    is_certain: bool  # whether the dataset is known, and does not divide its samples by itself

    @property
    def happens(self) -> str:
        """What the processes train on."""
        given = self.setting("shuffle")
        is_shuffled = given is not None and given.is_literally is not False
        return "all samples in each epoch" if is_shuffled else "the same batches"


def whole_loaders(file: File) -> Iterator[WholeLoader]:
    """Each of them, in source order."""
    if distributed.is_divided_model(file):
        return
    if next(_wraps(file), None) is None and not any(
        _is_wrapped_elsewhere(file, loop) for loop, _ in file.facts.loops_over
    ):
        return
    trained: dict[tree.Node, View | None] = {}
    for loop, _ in file.facts.loops_over:
        own = [made for made in loop.batches_of if made not in trained and file.holds(made)]
        if not own or not loop.trains or takes_share(loop.node):
            continue
        wrapper = _wrapper(file, loop)
        if wrapper is not None or _is_wrapped_elsewhere(file, loop):
            trained.update(dict.fromkeys(own, wrapper))
    for loader in data.loaders(file):
        if loader.node in trained and loader.leaves_out("sampler", "batch_sampler") and not loader.has_stars:
            given = loader.setting("dataset")
            is_empty = given is not None and isinstance(given.node, tree.List) and not given.node.elements
            if given is None or is_empty:
                continue
            if not _is_shared_out(file, given.node) and not _is_own_share(loader):
                is_known = all(value.kind == "dataset" for value in loader.whole_datasets)
                wrapper = trained[loader.node]
                yield WholeLoader(file, loader.node, wrapper, is_known and wrapper is not None)


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
        passed = distributed.wrapping_of_parameter(file, call.func)
        if passed is not None and passed.syntax is file.tree:
            return View(file, passed.call)
        named = tree.dotted(call.func)
        for one in assignments_to(file.tree, file.tree.root, named) if named else ():
            made = one.value or one.source  # the source of `engine, optimizer, _, _ = deepspeed.initialize(...)`
            if isinstance(made, tree.Call) and tree.last_name(made.func) == "prepare":
                continue  # it cares for the data, too
            is_one = isinstance(made, tree.Call) and distributed.spreads(file.tree, made)
            if is_one and made is not None and _is_same_name(file, call, one.node):
                return View(file, made)
    return None


def _is_wrapped_elsewhere(file: File, loop: LoopRun) -> bool:
    """Whether a file that calls this one trains a model in the loop that it has wrapped."""
    return any(
        fact.origin in file.facts.differentiated and any(origin.what == DDP for origin in fact.model.origins)
        for fact in file.facts.forwards
        if any(run is loop for run in fact.where.loops)
    )


def _is_same_name(file: File, call: tree.Call, assigned: tree.Node) -> bool:
    """Whether a name that is called is that of an assignment: of the same function, or of all, or an attribute."""
    scope = file.tree.scope(assigned)
    return isinstance(call.func, tree.Attribute) or scope is file.tree.root or scope is file.tree.scope(call)


def _is_shared_out(file: File, node: tree.Node, depth: int = 0) -> bool:
    """Whether anything that a dataset is made of has to do with the share of a process."""
    own = _class_made(file, node)
    if own is not None:
        return any(gives_shares(one.unit.tree, one.node) for one in own.lineage)
    if gives_shares(file.tree, node):
        return True
    for name in (part for part in tree.walk(node) if isinstance(part, tree.Name)):
        for one in reaching_definitions(file.tree, name) if depth < _FARTHEST else ():
            if one is not None and one.source is not None and _is_shared_out(file, one.source, depth + 1):
                return True
    return False


def _class_made(file: File, node: tree.Node) -> Class | None:
    """The dataset class of the project, seen to its bases, that a call makes an object of; its arguments prove less."""
    made = file.facts.definitions.get(node, set()) if isinstance(node, tree.Call) else set()
    classes = [one for one in made if isinstance(one, Class)]
    is_seen = len(classes) == 1 and all(base.endswith(".Dataset") for base in classes[0].external_bases)
    return classes[0] if is_seen else None


def _is_own_share(loader: LoaderView) -> bool:
    """Whether a dataset divides its samples by itself, or is a stream, which each process reads in its own way."""
    for value in loader.whole_datasets:
        if isinstance(value.ref, Class):
            code = value.ref.node
            if any(base.endswith("IterableDataset") for base in value.ref.external_bases):
                return True
            if gives_shares(value.ref.unit.tree, code):
                return True
    return False
