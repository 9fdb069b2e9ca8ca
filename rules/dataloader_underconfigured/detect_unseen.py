"""Loaders that no training loop is seen to go over, and what shows that they are there for one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.knowledge.call_names import DRAWING_SAMPLERS
from torchlint.queries import checkpoints
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.data import LoaderView

# Words in what names a loader that is not for training.
_LOOKS = re.compile(r"eval|val_|_val|valid|test|plot|vis|viz|fid|infer|demo")
_NAMES_TRAINING = re.compile(r"(?<!un)(?<!pre)train(?!ed)")
_TRAINS = re.compile(r"(==|is|in)\W*[\"'(]*train|\bis_?train|\btrain(ing)?$", re.IGNORECASE)
# A function that hands out what a training goes over: `get_train_loader`, `make_training_data`.
_BUILDS = re.compile(r"train.*(load|data|iter|batch)|(load|data|iter|batch).*train")
# What sets the order of the samples, or which of them there are.
_ORDERS = ("dataset", "sampler", "batch_sampler")
# What may stand between a loader and the name that it gets, or the `return` that hands it out.
_HOLDERS = (tree.Tuple, tree.List, tree.Dict, tree.Comprehension, tree.Conditional)
# Where tensors move to a GPU.
_MOVES = re.compile(r"\.cuda\(|\.to\([^()\n]*(device|cuda|gpu|rank)", re.IGNORECASE)


def is_for_training(loader: LoaderView) -> bool:
    """Whether a loader that no loop is seen to go over is one to train with, by its shuffling or by its names."""
    if (loader.passes or loader.evaluates) and not _is_for_other_files(loader):
        return False
    holder = _holder(loader)
    if holder is None:
        return False  # used right here
    names = " ".join(_names(loader, holder)).lower()
    is_named = _NAMES_TRAINING.search(names) is not None
    if _LOOKS.search(names) is not None and not (_is_one_of_several(loader) and is_named):
        return False
    if is_named or _shuffles(loader):
        return True
    return any(_says_training(loader, name) for name in ("shuffle", "drop_last")) or _is_only_loader_of_builder(loader)


def _holder(loader: LoaderView) -> tree.Node | None:
    """The assignment or the `return` that keeps a loader, alone or among others, or what iterates over it for ever."""
    syntax = loader.file.tree
    inside: tree.Node = loader.node
    above = syntax.parents.get(inside)
    while above is not None and (isinstance(above, (*_HOLDERS, tree.Argument)) or _passes_on(loader, above)):
        if isinstance(above, tree.Comprehension) and inside not in (above.element, above.value):
            return None
        inside, above = above, syntax.parents.get(above)
    return above if isinstance(above, (tree.Assign, tree.AnnotatedAssign, tree.Return)) else None


def _passes_on(loader: LoaderView, call: tree.Node) -> bool:
    """Whether a call is of a generator of the project, which is given the loader."""
    if not isinstance(call, tree.Call):
        return False
    functions = loader.file.facts.functions.get(call, set())
    return bool(functions) and all(one.is_generator for one in functions)


def _names(loader: LoaderView, holder: tree.Node) -> Iterator[str]:
    """What the loader is called, and what it is given."""
    syntax = loader.file.tree
    is_entry = isinstance(holder, tree.Assign) and any(isinstance(one, tree.Subscript) for one in holder.targets)
    if isinstance(holder, tree.Assign) and (is_entry or _is_one_of_several(loader)):
        yield from (syntax.text_of(target) for target in holder.targets)
    yield loader.name
    above = syntax.parents.get(loader.node)
    if isinstance(above, tree.Dict) and loader.node in above.values:
        key = above.keys[above.values.index(loader.node)]
        yield syntax.text_of(key) if key is not None else ""
    for name in _ORDERS:
        given = loader.setting(name)
        if given is not None:
            yield given.text


def _is_one_of_several(loader: LoaderView) -> bool:
    """Whether this call makes several loaders: `train, held_out = [DataLoader(one) for one in (rows, others)]`."""
    return isinstance(loader.file.tree.parents.get(loader.node), tree.Comprehension)


def _shuffles(loader: LoaderView) -> bool:
    """Whether `shuffle=True` is written, or one of PyTorch's samplers draws the samples."""
    shuffles = loader.setting("shuffle")
    if shuffles is not None and shuffles.is_literally is True:
        return True
    return any(given is not None and _draws(loader, given.node) for given in map(loader.setting, _ORDERS[1:]))


def _draws(loader: LoaderView, given: tree.Node, depth: int = 0) -> bool:
    """Whether a sampler, on one of the ways to here, is one that draws; or a batch sampler is given one."""
    if depth > len(_ORDERS):
        return False
    if isinstance(given, tree.Name):
        made = [one.value for one in reaching_definitions(loader.file.tree, given) if one is not None]
        return any(one is not None and _draws(loader, one, depth + 1) for one in made)
    if isinstance(given, tree.Conditional):
        return any(_draws(loader, one, depth + 1) for one in (given.body, given.orelse))
    if not isinstance(given, tree.Call):
        return False
    if tree.last_part(given.func) == "BatchSampler":
        return any(_draws(loader, one.value, depth + 1) for one in given.args)
    is_off = any(one.keyword == "shuffle" and not tree.is_true(one.value) for one in given.args)
    return not is_off and tree.last_part(given.func) in DRAWING_SAMPLERS


def _is_for_other_files(loader: LoaderView) -> bool:
    """Whether a function returns it that other files call, whose loops are not all seen."""
    syntax = loader.file.tree
    function = syntax.above(loader.node, tree.FunctionDef)
    if not isinstance(function, tree.FunctionDef):
        return False
    returned = [one.value for one in syntax.own(function, tree.Return) if one.value is not None]
    if not any(resolved_expression(syntax, one) is loader.node for one in returned):
        return False
    calls = checkpoints.calls_of(loader.file, function)
    return any(call.syntax is not loader.file.tree for call in calls)


def _says_training(loader: LoaderView, name: str) -> bool:
    """Whether a builder of loaders for any split sets this where it is for training: `shuffle=split == "train"`."""
    given = loader.setting(name)
    made = resolved_expression(loader.file.tree, given.node) if given is not None else None
    return made is not None and _TRAINS.search(loader.file.tree.text_of(made)) is not None


def _is_only_loader_of_builder(loader: LoaderView) -> bool:
    """Whether it is the one loader that a function with such a name makes: `def get_train_loader(...)`."""
    function = loader.function
    if function is None or _BUILDS.search(function.name.lower()) is None or _LOOKS.search(function.name.lower()):
        return False
    calls = loader.file.tree.own(function.node, tree.Call)
    return sum(loader.file.value(call).value.kind == "loader" for call in calls) == 1


def moves_batches_to_gpu(loader: LoaderView) -> bool:
    """Whether a file that uses this loader, which may be this one, moves tensors to a GPU."""
    file = loader.file
    if _MOVES.search(file.text) is not None:
        return True
    project = file.project_files
    users = project.users(file.place) if project is not None and loader.function is not None else []
    return project is not None and any(_MOVES.search(project.text(user)) for user in users)
