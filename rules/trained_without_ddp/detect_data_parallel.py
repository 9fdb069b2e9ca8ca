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
# Conditions on the number of processes, and what turns one into its opposite: `not distributed`, `local_rank == -1`.
_OF_PROCESSES = re.compile(r"distributed|ddp|rank|world_size|multi_?(process|node)|launcher", re.IGNORECASE)
_NEGATES = re.compile(r"\bnot\b|==\s*-?[01]\b|<\s*[012]\b|<=\s*[01]\b|\bis None\b|none")


def split_by_data_parallel(file: File) -> Iterator[CallView]:
    """The calls of DataParallel in programs that start a process group and share no model, in source order."""
    calls = list(file.named_calls("torch.nn.DataParallel"))
    if not calls or not _starts_group(file) or distributed.may_be_spread(file):
        return
    texts = [unit.tree.text for unit in file.analysis.units]
    if distributed.averages_by_hand(file) or any(map(_AVERAGES.search, texts)):
        return
    for call in calls:
        if _is_where_it_trains(file, call.node) and not _is_for_one_process(file, call.node):
            yield call


def _is_for_one_process(file: File, call: tree.Node) -> bool:
    """Whether a call is in the `else:` of a condition on several processes, or behind one that there are none."""
    here = call
    for above in file.tree.around(call):
        if isinstance(above, (tree.If, tree.Conditional)):
            text = file.tree.text_of(above.test)
            orelse = above.orelse if isinstance(above.orelse, list) else [above.orelse]
            if _OF_PROCESSES.search(text) and (here in orelse) != bool(_NEGATES.search(text)):
                return True
        here = above
    return False


def _is_where_it_trains(file: File, call: tree.Node) -> bool:
    """Whether the function or class around a call runs backward, too, and not only an evaluation."""
    cls = file.tree.above(call, tree.ClassDef)
    around = cls if cls is not None else file.tree.scope(call)
    if _TRAINS.search(file.tree.text_of(around)):
        return True
    return any(training.leads_to_backward(file, one) for one in file.tree.inside(around, tree.Call))


def _starts_group(file: File) -> bool:
    """Whether the program, or a file that leads to this one, makes a process group, and not of one process alone."""
    return any(
        tree.last_name(call.func) == "init_process_group"
        and not any(one.keyword == "world_size" and tree.integer_literal(one.value) == 1 for one in call.args)
        for unit in file.analysis.units
        if "init_process_group" in unit.mentioned
        for call in unit.tree.all(tree.Call)
    )
