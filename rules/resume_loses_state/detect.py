"""Schedulers and scalers whose state a program loses, although it saves and restores its optimizer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.queries import ExpressionView, View, api, query
from torchlint.queries.data import texts_of_program
from torchlint.syntax import tree

from . import detect_kept
from .detect_made import Made, made_by_functions, made_here

if TYPE_CHECKING:
    from torchlint.queries import File

OPTIMIZER = re.compile(r"optim|(^|_)opt(_|$)", re.IGNORECASE)
# Code that saves whole objects.
_WHOLE = re.compile(r"self\.__dict__|\bvars\(self\b|torch\.save\(\s*self\s*[,)]")
# Code that sets a scheduler to where the training was stopped.
_SETS_EPOCH = re.compile(r"\.last_epoch\s*=")
_RESTORED = re.compile(r"opt\w*(\[[^\]\n]*\])?\.load_state_dict\(")


@dataclass(frozen=True, slots=True, eq=False)
class LostState(ExpressionView):
    """The call that takes the optimizer's state for a checkpoint, and what the checkpoint forgets."""

    made: Made
    is_handed_on: bool  # whether other code of the project gets it, or restores the optimizer

    @property
    def forgotten(self) -> View:
        """Where it is made."""
        return View(self.file, self.made.call)


def lost_states(file: File) -> Iterator[LostState]:
    """What each checkpoint of this file forgets; nothing in a program that restores no optimizer."""
    taken = (call for call in optimizer_calls(file, "state_dict") if not call.args)
    saved = next(chain(taken, _optimizer_calls_by_helpers(file, "state_dict"), _saved_whole(file)), None)
    restored = (*optimizer_calls(file, "load_state_dict"), *_optimizer_calls_by_helpers(file, "load_state_dict"))
    texts = tuple(texts_of_program(file))
    if saved is None or any(_WHOLE.search(text) for text in texts):
        return
    if not restored:
        texts = tuple(detect_kept.texts_around(file))
        if not any(_RESTORED.search(text) for text in texts):
            return
    is_set = any(_SETS_EPOCH.search(text) for text in texts)
    for made in (*made_here(file.tree), *made_by_functions(file)):
        name = made.name
        if is_set and not made.is_scaler:
            continue  # `last_epoch` is assigned, so it goes on there
        if not made.steps and not (made.is_scaler and (_scales(file, name) or _is_stepped_elsewhere(file, name))):
            continue  # does nothing
        kept = re.compile(rf"\b{re.escape(name)}(\.module)?\.state_dict\b")
        if any(kept.search(text) for text in texts) or name in _names_saved_by_helpers(file):
            continue
        keeper = detect_kept.keeper(file.tree, name, file.facts.definitions)
        if keeper == "nobody" or (keeper == "project" and detect_kept.saves_only_others(file)):
            yield LostState(file, saved, made, keeper == "project" or not restored)


def _saved_whole(file: File) -> Iterator[tree.Node]:
    """The optimizers that are saved as objects, in a dict: `torch.save({"optimizer": optimizer}, path)`."""
    for call in file.named_calls("torch.save"):
        given = call.argument(0, "obj")
        saved = resolved_expression(file.tree, given.node) if given is not None else None
        for value in saved.values if isinstance(saved, tree.Dict) else ():
            if file.value(value).value.kind == "optimizer":
                yield value


def optimizer_calls(file: File, method: str) -> Iterator[tree.Call]:
    """The calls of a method on what is called an optimizer."""
    for call in file.method_calls(method):
        func = call.node.func
        receiver = tree.last_part(func.value) if isinstance(func, tree.Attribute) else None
        if receiver and OPTIMIZER.search(receiver) and "sched" not in receiver:
            yield call.node


def _optimizer_calls_by_helpers(file: File, method: str) -> Iterator[tree.Call]:
    """The calls of functions that call a method on whatever they are given, where that is called an optimizer.

    Of a function whose parameter is called so itself, its own file tells.
    """
    for call in api.calls_on_arguments(file, method):
        name = tree.last_name(call.given.node)
        if OPTIMIZER.search(name) and "sched" not in name and not OPTIMIZER.search(call.parameter):
            yield call.node


@query
def _names_saved_by_helpers(file: File) -> set[str]:
    """What is given to functions that take its state."""
    return {tree.last_name(call.given.node) for call in api.calls_on_arguments(file, "state_dict")}


def _scales(file: File, name: str) -> bool:
    """Whether a scaler of this name scales a loss here, so that something steps with it."""
    scaling = (call.func for call in file.tree.all(tree.Call) if tree.last_name(call.func) == "scale")
    return any(isinstance(func, tree.Attribute) and tree.last_part(func.value) == name for func in scaling)


def _is_stepped_elsewhere(file: File, name: str) -> bool:
    """Whether this file hands something on to one that it imports, and that steps what it calls by the same name."""
    given = (argument for call in file.tree.all(tree.Call) for argument in call.args)
    if file.project_files is None or not any(tree.last_name(argument.value) == name for argument in given):
        return False
    step = re.compile(rf"\b{re.escape(name)}\.step\(")
    return any(step.search(file.project_files.text(place)) for place in file.project_files.imports(file.place))
