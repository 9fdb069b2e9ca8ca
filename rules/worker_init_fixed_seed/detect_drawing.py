"""Whether what a DataLoader's workers run draws any random numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.names import Names
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import is_use
from torchlint.domain.values import Value
from torchlint.queries.data import DatasetView, LoaderView, loaders, trees_of_users
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_KEYWORD = "worker_init_fn"
# What has no code of its own that indexing it would run.
# What only holds the transforms that it is given.
_HOLDS = ("Compose", "Sequential")
_HELD = ("array", "none", "number", "tensor")


def seeds_for_nothing(file: File, function: tree.Node) -> bool:
    """Whether a function is given to loaders of this file alone, and none of their datasets draws a number."""
    given = _loaders_given(file, function)
    return bool(given) and all(_draws_nothing(file, loader) for loader in given)


def seeds_what_is_not_drawn_from(file: File, function: tree.Node) -> bool:
    """Whether no dataset of the loaders that are given a function draws from Python's own generator, as far as is seen.

    That is by the classes of the project that the datasets and their transforms are made of, and the functions that
    these call.
    """
    given = _loaders_given(file, function)
    datasets = [dataset for loader in given for dataset in loader.whole_datasets]
    return bool(datasets) and not any(_may_draw_from_python(file, dataset) for dataset in datasets)


def _loaders_given(file: File, function: tree.Node) -> list[LoaderView]:
    """The loaders of this file that are given a function, if that is all that is done with it."""
    if not isinstance(function, tree.FunctionDef) or any(True for _ in trees_of_users(file, _KEYWORD)):
        return []
    known: dict[tree.Node | None, LoaderView] = {loader.node: loader for loader in loaders(file)}
    scope = file.tree.scope(function)
    names = (one for one in file.tree.inside(scope, tree.Name) if one.id == function.name)
    given = [known.get(_given_to(file, read)) for read in names if is_use(file.tree, read)]
    return [] if None in given else [loader for loader in given if loader is not None]


def _given_to(file: File, read: tree.Name) -> tree.Node | None:
    """The call that a name is given to as its `worker_init_fn`."""
    argument = file.tree.parents.get(read)
    is_given = isinstance(argument, tree.Argument) and argument.keyword == _KEYWORD
    return file.tree.parents.get(argument) if is_given and argument is not None else None


def _draws_nothing(file: File, loader: LoaderView) -> bool:
    datasets = loader.whole_datasets
    return bool(datasets) and loader.leaves_out("collate_fn") and all(_only_looks_up(file, one) for one in datasets)


def _may_draw_from_python(file: File, dataset: Value) -> bool:
    """Whether what a dataset is made of calls `random`, or is not seen."""
    cls, made = dataset.ref, dataset.source
    if not isinstance(cls, Class) or not isinstance(made, tree.Call):
        return True
    parts = [cls]
    for call in (node for argument in made.args for node in tree.walk(argument.value) if isinstance(node, tree.Call)):
        held = file.value(call).value.ref
        if isinstance(held, Class):
            parts.append(held)
        elif tree.last_name(call.func) not in _HOLDS:
            return True  # a transform of a library's, which may draw
    files = file.project_files
    if files is not None and any(files.imports(part.unit.place) for part in parts if part.unit.tree is not file.tree):
        return True  # code of further files, which may draw
    return any(_calls_random(part) for part in parts)


def _calls_random(cls: Class) -> bool:
    """Whether a class, or a function of its file that it calls, calls something of the module `random`."""
    syntax, names = cls.unit.tree, Names(cls.unit.tree)
    waiting: list[tree.Node] = [cls.node]
    for code in waiting:
        for call in (node for node in tree.walk(code) if isinstance(node, tree.Call)):
            if names.spelled_out(call.func).startswith("random."):
                return True
            called = (one for one in syntax.all(tree.FunctionDef) if one.name == tree.dotted(call.func))
            waiting += [one for one in called if one not in waiting]
    return False


def _only_looks_up(file: File, dataset: Value) -> bool:
    """Whether a class of the project only picks its samples out of plain data or tensors that it was given."""
    cls, made = dataset.ref, dataset.source
    if not isinstance(cls, Class) or not isinstance(made, tree.Call):
        return False
    held = (file.value(argument.value).value.kind for argument in made.args)
    per_sample = DatasetView(file, cls).used
    code = [node for method in per_sample for node in tree.walk(method.node)]
    return bool(code) and all(kind in _HELD for kind in held) and not any(isinstance(node, tree.Call) for node in code)
