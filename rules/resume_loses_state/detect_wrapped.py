"""Classes that hold optimizers together with their schedulers, and save the state of the optimizers alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import assignments_in
from torchlint.knowledge.naming_conventions import names_scheduler
from torchlint.queries import View, api
from torchlint.queries.data import texts_of_program
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_OPTIMIZER = re.compile(r"^optim", re.IGNORECASE)
_KEPT = re.compile(r"(?i)sched\w*(\[\w+\])?\.(load_)?state_dict\b")
_KEPT_OR_SET = re.compile(rf"{_KEPT.pattern}|\.last_epoch\b")


class Forgotten(NamedTuple):
    """The call that takes an optimizer's state for the object's own, and the attribute with the schedulers."""

    saved: View
    schedulers: str  # as it is written: `self.schedulers`


def forgotten_by_wrappers(file: File) -> Iterator[Forgotten]:
    """One for each class that steps both and saves one, in source order; none where anything saves a scheduler."""
    for cls in file.tree.all(tree.ClassDef):
        methods = {one.name: one for one in cls.body if isinstance(one, tree.FunctionDef)}
        saves, loads = methods.get("state_dict"), methods.get("load_state_dict")
        if saves is None or loads is None:
            continue
        saved = next(_calls(file, saves, "state_dict", _OPTIMIZER.search), None)
        restored = next(_calls(file, loads, "load_state_dict", _OPTIMIZER.search), None)
        stepped = next((held for one in methods.values() for held in _calls(file, one, "step", names_scheduler)), None)
        if saved is None or restored is None or stepped is None or any(map(_KEPT.search, texts_of_program(file))):
            continue
        about = (node for one in (saves, loads) for node in tree.walk(one) if isinstance(node, tree.Attribute))
        if not any(names_scheduler(node.attr) for node in about):
            yield Forgotten(View(file, saved[0]), tree.dotted(stepped[1]) or "")


def forgotten_by_trainers(file: File) -> Iterator[Forgotten]:
    """One for each class that is given a scheduler, steps it, and saves and restores its optimizer alone."""
    for cls in file.tree.all(tree.ClassDef):
        given = _given_schedulers(cls)
        steps = _calls(file, cls, "step", given.__contains__) if given else ()
        stepped = [held for call, held in steps if not call.args]  # not by a metric
        saved = next(_calls(file, cls, "state_dict", _OPTIMIZER.search), None)
        if not stepped or saved is None or any(map(_KEPT_OR_SET.search, texts_of_program(file))):
            continue
        by_helpers = (one.given.node for one in api.calls_on_arguments(file, "load_state_dict"))
        is_restored = any(_OPTIMIZER.search(tree.last_name(one)) and file.is_within(one, cls) for one in by_helpers)
        if is_restored or any(_calls(file, cls, "load_state_dict", _OPTIMIZER.search)):
            yield Forgotten(View(file, saved[0]), tree.dotted(stepped[0]) or "")


def _given_schedulers(cls: tree.ClassDef) -> set[str]:
    """The attributes in which `__init__` keeps a scheduler that it is given, by its name."""
    init = next((one for one in cls.body if isinstance(one, tree.FunctionDef) and one.name == "__init__"), None)
    if init is None:
        return set()
    parameters = {one.name for one in init.parameters if names_scheduler(one.name)}
    kept = (one for one in assignments_in(init) if isinstance(one.value, tree.Name) and one.value.id in parameters)
    return {one.name.removeprefix("self.") for one in kept if one.name.startswith("self.")}


def _calls(
    file: File, function: tree.FunctionDef | tree.ClassDef, method: str, is_named: Callable[[str], object]
) -> Iterator[tuple[tree.Call, tree.Attribute]]:
    """The calls of a method on an attribute of the object with such a name, or on an entry of it."""
    for call in file.tree.inside(function, tree.Call):
        held = call.func.value if isinstance(call.func, tree.Attribute) and call.func.attr == method else None
        held = held.value if isinstance(held, tree.Subscript) else held
        if isinstance(held, tree.Attribute) and tree.dotted(held.value) == "self" and is_named(held.attr):
            yield call, held
