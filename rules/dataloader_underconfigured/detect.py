"""What a DataLoader with workers is not given that lets it hand out batches sooner."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.queries import data
from torchlint.syntax import tree

from . import detect_unseen

if TYPE_CHECKING:
    from torchlint.queries import File
    from torchlint.queries.data import LoaderView

# A Trainer of Lightning that is told to use GPUs.
_ON_GPUS = re.compile(r"\bgpus\s*=|\baccelerator\s*=\s*[\"'](gpu|cuda)")


def may_have_workers(loader: LoaderView) -> bool:
    """Whether a setting says how many workers it has, and no number in the call."""
    given = loader.setting("num_workers")
    return given is not None and given.is_literally is ...


def restarts_its_workers(loader: LoaderView) -> bool:
    """Whether several epochs iterate over it, each of which starts its workers anew, and none makes another loader."""
    is_repeated = loader.trains_in_epochs or detect_unseen.is_for_training(loader)
    return is_repeated and not _is_made_in_each_pass(loader) and loader.leaves_out("persistent_workers")


def _is_made_in_each_pass(loader: LoaderView) -> bool:
    """Whether a loop makes it anew that also goes over its batches, and not once under a flag, or one for each place.

    `if not is_drawn: loader, is_drawn = DataLoader(rows), True` runs once, and `loaders.append(loader)` keeps it.
    """
    if not loader.is_made_anew or loader.loop is None:
        return False
    syntax, loop = loader.file.tree, loader.loop.node
    around = [
        one for one in syntax.around(loader.node) if isinstance(one, tree.If) and loader.file.is_within(one, loop)
    ]
    if any(_is_passed_once(one) for one in around):
        return False
    appended = (call for call in syntax.own(loop, tree.Call) if tree.last_part(call.func) == "append")
    given = [tree.dotted(call.args[0].value) for call in appended if len(call.args) == 1]
    return loader.name not in given


def _is_passed_once(condition: tree.If) -> bool:
    """Whether a block sets the flag that its condition asks for: `if not done: ...; done = True`."""
    asked = {tree.dotted(node) for node in tree.walk(condition.test) if isinstance(node, (tree.Name, tree.Attribute))}
    statements = [one for one in condition.body if isinstance(one, tree.Assign)]
    targets = {tree.dotted(one) for each in statements if isinstance(each.value, tree.Constant) for one in each.targets}
    return bool(asked & (targets - {None}))


def waits_for_pageable_memory(file: File, loader: LoaderView) -> bool:
    """Whether its batches are not pinned, and all that a loop does with them first is to copy them to a GPU."""
    if not leaves_unpinned(loader) or data.copies_by_other_means(file):
        return False
    loops = [loop for loop in loader.passes if isinstance(loop, tree.For) and file.holds(loop)]
    copies = [copy for loop in loops for copy in data.batch_copies(file, loop)]
    if copies:
        return all(data.is_asynchronous(copy) is False for copy in copies)
    if loader.trains and not loader.passes and loader.is_given_to_lightning:
        return _ON_GPUS.search(file.text) is not None
    return not loader.trains and detect_unseen.moves_batches_to_gpu(loader)


def leaves_unpinned(loader: LoaderView) -> bool:
    """Whether `pin_memory` is certainly left out, or False is written for it."""
    given = loader.setting("pin_memory")
    return loader.leaves_out("pin_memory", "pin_memory_device") or (given is not None and given.is_literally is False)
