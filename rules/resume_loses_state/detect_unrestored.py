"""Optimizers, schedulers and scalers whose state a program saves, and does not restore where it resumes others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.domain.kinds import ValueKind
from torchlint.knowledge.torch_api import fact
from torchlint.queries import CallView, View
from torchlint.queries.data import texts_of_program
from torchlint.syntax import tree

from .detect_kept import KEEPS
from .detect_made import made_by_functions, made_here

if TYPE_CHECKING:
    from torchlint.queries import File

# What only a training that goes on restores.
_OF_TRAINING: tuple[ValueKind, ...] = ("optimizer", "scheduler", "scaler")
# Code that restores whatever it finds.
_BY_NAME = re.compile(r"setattr\(|getattr\(|__dict__|vars\(|load_state\(|set_state_dict|set_optimizer_state_dict")

_GIVEN_BACK = re.compile(r"\b(\w+?)(?:\.module)?\.load_state_dict\b")


@dataclass(frozen=True, slots=True, eq=False)
class UnrestoredState(CallView):
    """The call that takes a state for a checkpoint, though nothing gives it back."""

    node: tree.Call
    owner: str  # the optimizer, scheduler or scaler
    restored: View  # the call that restores another one


def unrestored_states(file: File) -> Iterator[UnrestoredState]:
    """What is saved here and never restored, in a file that resumes a training, in source order."""
    restoring = [call for call in file.method_calls("load_state_dict") if _is_of_training(call)]
    if not restoring:
        return
    texts = tuple(texts_of_program(file))
    if any(_BY_NAME.search(text) for text in texts):
        return
    given_back = {name for text in texts for name in _GIVEN_BACK.findall(text)}
    starting_over = _starting_over(file, texts)
    handed_on: dict[str, bool] = {}
    for saved in file.method_calls("state_dict"):
        receiver = saved.receiver
        name = tree.dotted(receiver.node) if receiver is not None else None
        if receiver is None or not name or receiver.value.kind not in _OF_TRAINING or saved.node.args:
            continue
        if receiver.value.kind != "optimizer" and name not in starting_over:
            continue
        last = name.rpartition(".")[2]
        if last not in handed_on:
            handed_on[last] = _is_handed_on(file, last)
        if last not in given_back and not handed_on[last]:
            yield UnrestoredState(file, saved.node, name, restoring[0])


def _starting_over(file: File, texts: tuple[str, ...]) -> set[str]:
    """The schedulers and scalers that begin again unless they are restored: nothing sets or tells where they were."""
    is_set = any("last_epoch" in text for text in texts)
    made = (*made_here(file.tree), *made_by_functions(file))
    return {one.written for one in made if not one.may_be_off and (one.is_scaler or (one.steps and not is_set))}


def _is_of_training(call: CallView) -> bool:
    return call.receiver is not None and call.receiver.value.kind in _OF_TRAINING


def _is_handed_on(file: File, name: str) -> bool:
    """Whether something that may restore it gets the optimizer: a container, another name, a function that loads."""
    return any(_may_restore(file, mention) for mention in file.tree.once_of_all(_mentions).get(name, ()))


def _mentions(syntax: tree.Tree) -> dict[str, list[tree.Node]]:
    """The names and attributes of a file, by the last part."""
    found: dict[str, list[tree.Node]] = {}
    for node in (*syntax.all(tree.Name), *syntax.all(tree.Attribute)):
        found.setdefault(tree.last_part(node), []).append(node)
    return found


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
