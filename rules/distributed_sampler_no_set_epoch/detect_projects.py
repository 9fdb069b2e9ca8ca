"""Samplers whose loop of epochs is not seen, in projects of which no file ever tells a sampler the epoch."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.domain.values import truth_of
from torchlint.queries import CallView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What goes through its samples for something else than training.
_EVALUATION = re.compile(r"val|test|eval|infer|predict|generat|dev(_|$)", re.IGNORECASE)
# Who calls `set_epoch` for the samplers that it is given; the last one in its Trainer, which few need that import it.
_FRAMEWORKS = "lightning accelerate ignite mmcv mmengine fastai catalyst composer".split()
_WITH_TRAINER = "transformers"


def untold_samplers(file: File) -> Iterator[CallView]:
    """The samplers that shuffle, or may do so, where the project trains by itself and never says `set_epoch`."""
    calls = list(file.named_calls("torch.utils.data.distributed.DistributedSampler"))
    files = file.project_files
    if not calls or files is None or files.mentions("set_epoch") or not files.files_mentioning(".backward("):
        return
    if any(files.mentions(f"import {name}") or files.mentions(f"from {name}") for name in _FRAMEWORKS):
        return
    if files.files_mentioning(_WITH_TRAINER, "Trainer("):
        return
    trained = {one.node for fact in file.facts.sampled_loops if fact.loop.trains for one in fact.samplers}
    for call in calls:
        given = call.argument(3, "shuffle")
        if call.has_stars or (given is not None and truth_of(given.value) is False):
            continue  # in order, or not known
        if call.node in trained:
            continue  # the training loop is known: it is not inside a loop of epochs, or is already reported
        if not _is_for_evaluation(file, call):
            yield call


def _is_for_evaluation(file: File, call: CallView) -> bool:
    """Whether the sampler's statement, or the function around it, names an evaluation."""
    function = file.tree.above(call.node, tree.FunctionDef)
    name = function.name if isinstance(function, tree.FunctionDef) else ""
    return _EVALUATION.search(file.tree.text_of(file.tree.statement(call.node)) + " " + name) is not None
