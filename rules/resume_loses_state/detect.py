"""Schedulers and scalers whose state a program loses, although it saves and restores its optimizer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.knowledge.lookup import BUILT_IN
from torchlint.knowledge.torch_api import fact
from torchlint.queries import ExpressionView, View
from torchlint.queries.data import texts_of_program
from torchlint.syntax import tree

from . import detect_kept

if TYPE_CHECKING:
    from torchlint.queries import File

# What comes of it.
NEW_SCALE, NEW_RATES = "whose scale starts over", "whose schedule starts over"
OPTIMIZER = re.compile(r"optim|(^|_)opt(_|$)", re.IGNORECASE)
_SCALERS = frozenset(BUILT_IN.names_with("scaler", "torch"))
# Code that saves whole objects.
_WHOLE = re.compile(r"self\.__dict__|\bvars\(self\b|torch\.save\(\s*self\s*[,)]|\.last_epoch\s*=")
_OPERATORS = (tree.Conditional, tree.BoolOp, tree.UnaryOp, tree.Compare)


@dataclass(frozen=True, slots=True, eq=False)
class LostState(ExpressionView):
    """The call that takes the optimizer's state for a checkpoint, and what the checkpoint forgets."""

    made: tree.Call
    name: str  # of the scheduler or scaler, as it is written
    is_handed_on: bool  # whether other code of the project gets it

    @property
    def may_be_off(self) -> bool:
        """Whether a setting decides whether the scaler does anything."""
        return any(argument.keyword == "enabled" for argument in self.made.args)

    @property
    def forgotten(self) -> View:
        """Where it is made."""
        return View(self.file, self.made)

    @property
    def harm(self) -> str:
        """What comes of it."""
        if self.file.names.spelled_out(self.made.func) in _SCALERS:
            return NEW_SCALE
        return NEW_RATES


def lost_states(file: File) -> Iterator[LostState]:
    """What each checkpoint of this file forgets; nothing in a program that restores no optimizer."""
    saved = next((call for call in optimizer_calls(file, "state_dict") if not call.args), None)
    restored = any(True for _ in optimizer_calls(file, "load_state_dict"))
    texts = tuple(texts_of_program(file))
    if saved is None or not restored or any(_WHOLE.search(text) for text in texts):
        return
    for made, target in _made(file):
        name = tree.last_name(target)
        kept = re.compile(rf"\b{re.escape(name)}(\.module)?\.(load_)?state_dict\b")
        if any(kept.search(text) for text in texts):
            continue
        keeper = detect_kept.keeper(file.tree, name, file.facts.definitions)
        if keeper == "nobody" or (keeper == "project" and detect_kept.saves_only_others(file)):
            yield LostState(file, saved, made, tree.dotted(target) or name, keeper == "project")


def optimizer_calls(file: File, method: str) -> Iterator[tree.Call]:
    """The calls of a method on what is called an optimizer."""
    for call in file.method_calls(method):
        func = call.node.func
        receiver = tree.last_part(func.value) if isinstance(func, tree.Attribute) else None
        if receiver and OPTIMIZER.search(receiver) and "sched" not in receiver:
            yield call.node


def _made(file: File) -> Iterator[tuple[tree.Call, tree.Expression]]:
    """The schedulers and scalers of PyTorch that are made here and do something, with what each is assigned to."""
    for call in file.tree.all(tree.Call):
        name = file.names.spelled_out(call.func)
        known = fact(name)
        is_scheduler = known is not None and known.kind == "scheduler"
        is_known = is_scheduler or name in _SCALERS
        if not is_known or any(a.keyword == "last_epoch" or is_off(a) for a in call.args):
            continue  # its state is restored, or it is switched off
        above = file.tree.parents.get(call)
        while isinstance(above, _OPERATORS):
            above = file.tree.parents.get(above)
        if isinstance(above, tree.Assign) and len(above.targets) == 1 and tree.dotted(above.targets[0]):
            stepped = _steps_of(file, tree.last_name(above.targets[0]))
            name = tree.last_name(above.targets[0])
            if not stepped and not is_scheduler and _is_stepped_elsewhere(file, name):
                yield call, above.targets[0]
            if stepped and not (is_scheduler and any(_is_told(file, step) for step in stepped)):
                yield call, above.targets[0]


def _is_stepped_elsewhere(file: File, name: str) -> bool:
    """Whether this file hands something on to one that it imports, and that steps what it calls by the same name."""
    given = (argument for call in file.tree.all(tree.Call) for argument in call.args)
    if file.project_files is None or not any(tree.last_name(argument.value) == name for argument in given):
        return False
    step = re.compile(rf"\b{re.escape(name)}\.step\(")
    return any(step.search(file.project_files.text(place)) for place in file.project_files.imports(file.place))


def is_off(argument: tree.Argument) -> bool:
    """Whether an argument is `enabled=False`."""
    return argument.keyword == "enabled" and isinstance(argument.value, tree.Constant) and not argument.value.value


def _steps_of(file: File, name: str) -> list[tree.Call]:
    """The calls of `step` on something of this name."""
    steps = (call.node for call in file.method_calls("step"))
    return [call for call in steps if isinstance(call.func, tree.Attribute) and tree.last_part(call.func.value) == name]


def _is_told(file: File, step: tree.Call) -> bool:
    """Whether a step says which epoch it is, or only goes forward to where a training was stopped."""
    loop = file.tree.above(step, tree.For)
    return bool(step.args) or (isinstance(loop, tree.For) and len(loop.body) == 1 and step.end == loop.body[0].end)
