"""CUDA in what a DataLoader's workers run: a dataset's methods for each sample, and functions that make batches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from torchlint.binding import use_def
from torchlint.binding.definitions import assignments_in
from torchlint.binding.symbols import Function
from torchlint.knowledge.call_names import TAKES_DEVICE
from torchlint.queries import ExpressionView
from torchlint.queries.data import datasets, is_in_texts_of_program, loaders
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_SPAWNS = re.compile(r"spawn|forkserver")
_CUDA = re.compile(r"cuda(:\d+)?$")

Workers = Literal["some", "none", "unknown"]


@dataclass(frozen=True, slots=True, eq=False)
class WorkerCuda(ExpressionView):
    """A call that puts something on a CUDA device, in what workers run."""

    workers: Workers

    @property
    def are_spawned(self) -> bool:
        """Whether the project starts its processes in a way that lets them use CUDA."""
        return is_in_texts_of_program(self.file, _SPAWNS)


def worker_cuda(file: File) -> Iterator[WorkerCuda]:
    """The first such call of each function, in source order."""
    found: dict[tree.Node, Workers] = {}
    for view in datasets(file):
        for function in view.used:
            if file.holds(function.node):
                is_seen = view.workers == "none" or view.is_seen_with_workers
                found.setdefault(function.node, view.workers if is_seen else "unknown")
    found.update(_collating(file))
    for node in sorted(found, key=lambda one: one.start):
        calls = (call for call in tree.walk(node) if isinstance(call, tree.Call))
        uses = sorted((c for c in calls if _device(file, c) is not None), key=lambda call: call.start)
        if uses:
            yield WorkerCuda(file, uses[0], found[node])


def _collating(file: File) -> Iterator[tuple[tree.Node, Workers]]:
    """The functions of this file that are given to DataLoaders as `collate_fn`, and whether these have workers."""
    for loader in loaders(file):
        given = loader.setting("collate_fn")
        function = given.value.ref if given is not None else None
        if isinstance(function, Function) and function.name == "<lambda>":
            function = _called_by(file, function)
        if isinstance(function, Function) and file.holds(function.node):
            count = loader.setting("num_workers")
            has_some = count is not None and isinstance(count.is_literally, int) and count.is_literally > 0
            yield function.node, "none" if loader.has_no_workers else "some" if has_some else "unknown"


def _called_by(file: File, function: Function) -> Function:
    """The one function of the project that a lambda only calls: `lambda rows: collate(rows, size)`; else itself."""
    body = function.node.body if isinstance(function.node, tree.Lambda) else None
    called = file.facts.functions.get(body, set()) if isinstance(body, tree.Call) else set()
    return next(iter(called)) if len(called) == 1 else function


def _device(file: File, call: tree.Call) -> tree.Node | None:
    """What names CUDA in a call that puts something there; None for another call."""
    name = tree.last_name(call.func)
    if name == "cuda" and isinstance(call.func, tree.Attribute):
        return call
    if name not in TAKES_DEVICE:
        return None
    given = [a.value for a in call.args if a.keyword == "device" or (name == "to" and a is call.args[0])]
    resolved = [_resolved(file, value) for value in given]
    return next((node for node in resolved if _is_cuda(node)), None)


def _resolved(file: File, node: tree.Node) -> tree.Node:
    """The expression that a name stands for, one of the file's own, too; within `torch.device(...)`, its argument."""
    if isinstance(node, tree.Attribute) and tree.dotted(node.value) == "self":
        values = list(_held(file, node))
        if values and all(isinstance(one, tree.Constant) for one in values):
            return values[0] if len({str(one.value) for one in values if isinstance(one, tree.Constant)}) == 1 else node
    if isinstance(node, tree.Name):
        definition = use_def.only_definition(file.tree, node)
        node = definition.value if definition is not None and definition.value is not None else node
    if isinstance(node, tree.Call) and tree.last_name(node.func) == "device" and node.args:
        node = node.args[0].value
    return node


def _held(file: File, attribute: tree.Attribute) -> Iterator[tree.Node]:
    """What a class, its bases, and the classes derived from it in this file give an attribute of its objects."""
    cls = file.analysis.class_at.get(file.tree.above(attribute, tree.ClassDef))
    for one in (*cls.lineage, *cls.descendants) if cls is not None else ():
        for made in assignments_in(one.node):
            is_of_class = made.name == attribute.attr and one.unit.tree.parents.get(made.node) is one.node
            if made.name == f"self.{attribute.attr}" or is_of_class:
                yield made.value if made.value is not None else made.node


def _is_cuda(node: tree.Node) -> bool:
    if isinstance(node, tree.Conditional):
        return _is_cuda(node.body) or _is_cuda(node.orelse)
    return isinstance(node, tree.Constant) and isinstance(node.value, str) and _CUDA.match(node.value) is not None
