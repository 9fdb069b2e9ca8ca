"""Models that are only given to DataParallel, in a program of several processes: each trains its own copy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.queries import CallView, distributed, training
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_TRAINS = re.compile(r"\.backward\(")
# What averages gradients by hand, in code that may not be seen.
_AVERAGES = re.compile(r"(average|reduce|sync)\w*_(grad|param|model)")


def split_by_data_parallel(file: File) -> Iterator[CallView]:
    """The calls of DataParallel in programs that start a process group and share no model, in source order."""
    calls = list(file.named_calls("torch.nn.DataParallel"))
    if not calls or not _starts_group(file) or distributed.may_be_spread(file):
        return
    texts = [unit.tree.text for unit in file.analysis.units]
    if distributed.averages_by_hand(file) or any(map(_AVERAGES.search, texts)):
        return
    for call in calls:
        if _is_where_it_trains(file, call.node):
            yield call


def _is_where_it_trains(file: File, call: tree.Node) -> bool:
    """Whether the function or class around a call runs backward, too, and not only an evaluation."""
    cls = file.tree.above(call, tree.ClassDef)
    around = cls if cls is not None else file.tree.scope(call)
    if _TRAINS.search(file.tree.text_of(around)):
        return True
    return any(training.leads_to_backward(file, one) for one in file.tree.inside(around, tree.Call))


def _starts_group(file: File) -> bool:
    """Whether the program, or a file that leads to this one, calls `init_process_group`."""
    return any(
        tree.last_name(call.func) == "init_process_group"
        for unit in file.analysis.units
        if "init_process_group" in unit.mentioned
        for call in unit.tree.all(tree.Call)
    )
