"""What a DataLoader with workers is not given that lets it hand out batches sooner."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.queries import checkpoints, data
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File
    from torchlint.queries.data import LoaderView

# Words in what names a loader that is not for training.
_LOOKS = re.compile(r"eval|val_|_val|valid|test|plot|vis|viz|fid|infer|demo")
_TRAINS = re.compile(r"(==|is|in)\W*[\"'(]*train|\bis_?train|\btrain(ing)?$", re.IGNORECASE)


def is_for_training(loader: LoaderView) -> bool:
    """Whether a loader that no loop is seen to go over is one to train with, by its shuffling or by its names."""
    if (loader.passes or loader.evaluates) and not _is_for_other_files(loader):
        return False
    syntax = loader.file.tree
    above = syntax.parents.get(loader.node)
    if isinstance(above, tree.Tuple):
        above = syntax.parents.get(above)  # returned with its sampler
    if not isinstance(above, (tree.Assign, tree.Return)):
        return False  # used right here
    shuffles, given = loader.setting("shuffle"), loader.setting("dataset")
    names = f"{loader.name} {given}".lower() if given is not None else loader.name.lower()
    if _LOOKS.search(names) is not None or (loader.loop is None and loader.function is None):
        return False  # the script's own uses would be seen
    if "train" in names or (shuffles is not None and shuffles.is_literally is True):
        return True
    return any(_is_for_training(loader, name) for name in ("shuffle", "drop_last"))


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


def _is_for_training(loader: LoaderView, name: str) -> bool:
    """Whether a builder of loaders for any split sets this where it is for training: `shuffle=split == "train"`."""
    given = loader.setting(name)
    made = resolved_expression(loader.file.tree, given.node) if given is not None else None
    return made is not None and _TRAINS.search(loader.file.tree.text_of(made)) is not None


def may_have_workers(loader: LoaderView) -> bool:
    """Whether a setting says how many workers it has, and no number in the call."""
    given = loader.setting("num_workers")
    return given is not None and given.is_literally is ...


def restarts_its_workers(loader: LoaderView) -> bool:
    """Whether several epochs iterate over it, each of which starts its workers anew, and none makes another loader."""
    is_repeated = loader.trains_in_epochs or is_for_training(loader)
    return is_repeated and not loader.is_made_anew and loader.leaves_out("persistent_workers")


def waits_for_pageable_memory(file: File, loader: LoaderView) -> bool:
    """Whether its batches are not pinned, and all that a loop does with them first is to copy them to a GPU."""
    if not loader.leaves_out("pin_memory", "pin_memory_device") or data.copies_by_other_means(file):
        return False
    loops = [loop for loop in loader.passes if isinstance(loop, tree.For) and file.holds(loop)]
    copies = [copy for loop in loops for copy in data.batch_copies(file, loop)]
    return bool(copies) and all(data.is_asynchronous(copy) is False for copy in copies)
