"""Optimizers whose state a program saves, and does not restore where it resumes everything else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.domain.kinds import ValueKind
from torchlint.knowledge.torch_api import fact
from torchlint.queries import CallView, View, checkpoints
from torchlint.queries.data import texts_of_program
from torchlint.syntax import tree

from .detect_kept import KEEPS

if TYPE_CHECKING:
    from torchlint.queries import File

# What only a training that goes on restores.
_OF_TRAINING: tuple[ValueKind, ...] = ("optimizer", "scheduler", "scaler")
# Where a training was, as checkpoints call it.
_EPOCH = re.compile(r"(^|_)(epoch|iter|iteration|step)s?$")
# Code that restores whatever it finds.
_BY_NAME = re.compile(r"setattr\(|getattr\(|__dict__|vars\(|load_state\(|set_state_dict|set_optimizer_state_dict")


@dataclass(frozen=True, slots=True, eq=False)
class UnrestoredOptimizer(CallView):
    """The call that takes an optimizer's state for a checkpoint, though nothing gives it back."""

    node: tree.Call
    name: str  # the optimizer, as it is written
    restored: View  # the call that restores another state of the training, or the load whose epoch is read
    is_resumed: bool  # whether the program certainly goes on training: it restores another optimizer or a scheduler


def unrestored_optimizers(file: File) -> Iterator[UnrestoredOptimizer]:
    """The optimizers that are saved here and never restored, in a file that resumes a training, in source order."""
    restoring: list[View] = [call for call in file.method_calls("load_state_dict") if _is_of_training(call)]
    is_resumed = bool(restoring)
    restoring = restoring or [load for load in file.named_calls("torch.load") if _reads_epoch(file, load)]
    if not restoring:
        return
    texts = tuple(texts_of_program(file))
    if any(_BY_NAME.search(text) for text in texts):
        return
    for saved in file.method_calls("state_dict"):
        receiver = saved.receiver
        name = tree.dotted(receiver.node) if receiver is not None else None
        if receiver is None or not name or receiver.value.kind != "optimizer" or saved.node.args:
            continue
        last = name.rpartition(".")[2]
        given_back = re.compile(rf"\b{re.escape(last)}(\.module)?\.load_state_dict\b")
        if not any(given_back.search(text) for text in texts) and not _is_handed_on(file, last):
            yield UnrestoredOptimizer(file, saved.node, name, View(file, restoring[0].node), is_resumed)


def _is_of_training(call: CallView) -> bool:
    return call.receiver is not None and call.receiver.value.kind in _OF_TRAINING


def _reads_epoch(file: File, load: View) -> bool:
    """Whether the program reads at which epoch or step a checkpoint was saved."""
    entries = [key for read in checkpoints.entries_read(file, load.node) for key in read.required | read.optional]
    return any(map(_EPOCH.search, entries))


def _is_handed_on(file: File, name: str) -> bool:
    """Whether something that may restore it gets the optimizer: a container, another name, a function that loads."""
    mentions = (n for n in file.tree.nodes if isinstance(n, (tree.Name, tree.Attribute)) and tree.last_part(n) == name)
    return any(_may_restore(file, mention) for mention in mentions)


def _may_restore(file: File, mention: tree.Node) -> bool:
    """Whether a mention of an optimizer gives it away."""
    above = file.tree.parents.get(mention)
    if isinstance(above, (tree.Assign, tree.AnnotatedAssign)):
        return above.value is mention
    if not isinstance(above, tree.Argument):
        return isinstance(above, (tree.List, tree.Tuple, tree.Dict, tree.Return, tree.Yield, tree.Conditional))
    call = file.tree.parents.get(above)
    if not isinstance(call, tree.Call):
        return True
    known = fact(file.names.spelled_out(call.func))
    if known is not None and known.kind == "scheduler":
        return False
    return KEEPS.search(tree.last_name(call.func) or "load") is not None
