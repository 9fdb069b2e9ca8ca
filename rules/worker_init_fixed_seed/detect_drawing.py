"""Whether what a DataLoader's workers run draws any random numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import is_use
from torchlint.domain.values import Value
from torchlint.queries.data import DatasetView, LoaderView, loaders, trees_of_users
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_KEYWORD = "worker_init_fn"
# What has no code of its own that indexing it would run.
_HELD = ("array", "none", "number", "tensor")


def seeds_for_nothing(file: File, function: tree.Node) -> bool:
    """Whether a function is given to loaders of this file alone, and none of their datasets draws a number."""
    if not isinstance(function, tree.FunctionDef) or any(True for _ in trees_of_users(file, _KEYWORD)):
        return False
    known: dict[tree.Node | None, LoaderView] = {loader.node: loader for loader in loaders(file)}
    reads = [one for one in file.tree.all(tree.Name) if one.id == function.name and is_use(file.tree, one)]
    given = [known.get(_given_to(file, read)) for read in reads]
    return bool(given) and all(loader is not None and _draws_nothing(file, loader) for loader in given)


def _given_to(file: File, read: tree.Name) -> tree.Node | None:
    """The call that a name is given to as its `worker_init_fn`."""
    argument = file.tree.parents.get(read)
    is_given = isinstance(argument, tree.Argument) and argument.keyword == _KEYWORD
    return file.tree.parents.get(argument) if is_given and argument is not None else None


def _draws_nothing(file: File, loader: LoaderView) -> bool:
    datasets = loader.whole_datasets
    return bool(datasets) and loader.leaves_out("collate_fn") and all(_only_looks_up(file, one) for one in datasets)


def _only_looks_up(file: File, dataset: Value) -> bool:
    """Whether a class of the project only picks its samples out of plain data or tensors that it was given."""
    cls, made = dataset.ref, dataset.source
    if not isinstance(cls, Class) or not isinstance(made, tree.Call):
        return False
    held = (file.value(argument.value).value.kind for argument in made.args)
    per_sample = DatasetView(file, cls).used
    code = [node for method in per_sample for node in tree.walk(method.node)]
    return bool(code) and all(kind in _HELD for kind in held) and not any(isinstance(node, tree.Call) for node in code)
