"""Trainings that are made to go on later, in programs that never take the state of an optimizer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import reaching_definitions
from torchlint.queries import View, checkpoints
from torchlint.queries.data import texts_of_program
from torchlint.syntax import tree
from torchlint.syntax.comment_lines import without_comment_lines

from .detect import OPTIMIZER
from .detect_kept import texts_around
from .detect_weights import PROGRESS, has_moments, made_optimizers
from .detect_weights_alone import is_kept_elsewhere

if TYPE_CHECKING:
    from torchlint.queries import File

# Counters that a training begins at: `start_epoch`, `args.resume_step`, `epoch_start`.
_FIRST = re.compile(
    r"(?i)(start|resum|restor|init|begin|last|first)\w*(epoch|step|iter)|(epoch|iter|step)s?_?(start|begin|offset)"
)
# Code that looks for where a training was stopped.
_RESUMES = re.compile(r"\w\.\w*resum\w*|\bresume_\w|\b_?(find_|get_|load_)?(latest|last)_\w*(ckpt|checkpoint)")
# Code that takes an optimizer's state. Restoring what nobody saves is vain, so that does not count.
_TAKES = re.compile(
    r"(?i)opt\w*(\[[^\]\n]{0,200}\])?(\(\))?(\.\w+)?\.state_dict\b|(?<!load_)optim\w*_state_dict\(|get_state_dict\(|"
    r"state_dict\b[^\n]{0,80}\bfor\b[^\n]{0,80}opt|"
    r"\bfor \w+(, \w+)* in \b[^\n]{0,80}opt[^\n]{0,80}:\n[^\n]{0,80}state_dict|"
    r"getattr\([^\n]{0,200}\)\.state_dict|[\"']\w*optim\w*[\"']\s*[:\]][^\n]{0,200}opt"
)
# Code that takes it with everything else.
_TAKES_ALL = re.compile(
    r"save_state\(|import deepspeed|deepspeed\.initialize|(self|trainer)\.__dict__|vars\((self|trainer)\b|"
    r"torch\.save\(\s*self\s*[,)]|(pickle|dill)\.dumps?\((self\b|\w*(opt|state|train|ckpt|check))"
)
# What an object gives as its own state, if it is asked.
_OWN_STATE = re.compile(r"^([ \t]*)def state_dict\([^\n]*\n((\1[ \t]+[^\n]*|[ \t]*)\n)*", re.MULTILINE)
_RANGES = frozenset(("range", "trange"))


class Unkept(NamedTuple):
    """Where an optimizer's state is left out: the call that saves, or the one that makes another optimizer."""

    place: View
    optimizer: str  # as the program writes it
    is_made_anew: bool  # whether it is an optimizer that is made where the training goes on


def unkept_optimizer(file: File) -> Unkept | None:
    """The first such place of a file that steps an optimizer with moments, and that is made to go on later."""
    optimizer = _stepped(file)
    made = made_optimizers(file)
    if optimizer is None or (made and not any(has_moments(file, one) for one in made)):
        return None
    counters = set(_first_counters(file))
    if not counters and not _RESUMES.search(file.text):
        return None
    if any(_TAKES_ALL.search(text) for text in texts_of_program(file)) or is_kept_elsewhere(file, optimizer):
        return None
    texts = (*texts_around(file), *_texts_given(file, optimizer))
    if any(_TAKES.search(_OWN_STATE.sub("", text)) for text in texts):
        return None
    saving = sorted(_saving_weights(file), key=lambda one: tree.last_name(one.call.func) != "save")
    if not saving:
        return None
    for call in made:
        above = file.tree.above(call, tree.If)
        if isinstance(above, tree.If) and any(file.is_within(call, part) for part in above.body):
            if counters & {tree.last_name(part) for part in tree.walk(above.test) if isinstance(part, _NAMES)}:
                return Unkept(View(file, call), optimizer, is_made_anew=True)
    for saved in saving:
        if counters or saved.counts:
            return Unkept(View(file, saved.call), optimizer, is_made_anew=False)
    return None


_NAMES = (tree.Name, tree.Attribute)


def _stepped(file: File) -> str | None:
    """What is stepped and has the name of an optimizer: `self.optimizer.step()`, `scaler.step(optimizer)`."""
    for call in file.method_calls("step"):
        held = [call.receiver.node] if call.receiver is not None else []
        for one in (*held, *(argument.value for argument in call.node.args)):
            name = tree.dotted(one)
            if name and OPTIMIZER.search(tree.last_name(one)) and "sched" not in name.lower():
                return name
    return None


def _texts_given(file: File, optimizer: str) -> Iterator[str]:
    """The texts of the files whose functions are given the optimizer, however far they are imported from."""
    for call, functions in file.facts.functions.items():
        if functions and file.holds(call) and any(tree.dotted(one.value) == optimizer for one in call.args):
            yield from (without_comment_lines(one.unit.tree.text) for one in functions)


def _first_counters(file: File) -> Iterator[str]:
    """The names of what loops begin at, if it may be more than a number that is written there."""
    loops: list[tree.For | tree.While] = [*file.tree.all(tree.For), *file.tree.all(tree.While)]
    for loop in loops:
        if isinstance(loop, tree.While):
            begins = [loop.test]
        else:
            calls = (one for one in tree.walk(loop.iter) if isinstance(one, tree.Call) and len(one.args) > 1)
            begins = [one.args[0].value for one in calls if tree.last_name(one.func) in _RANGES]
        parts = [part for one in begins for part in tree.walk(one) if isinstance(part, _NAMES)]
        for part in (*parts, *(part for one in parts for part in _settings(file, one))):
            if _FIRST.search(tree.last_name(part)) and _may_go_on(file, part):
                yield tree.last_name(part)


def _settings(file: File, counter: tree.Name | tree.Attribute) -> Iterator[tree.Attribute]:
    """What a variable is given: `first = args.start_epoch`."""
    given = reaching_definitions(file.tree, counter) if isinstance(counter, tree.Name) else ()
    for value in (one.value for one in given if one is not None and one.value is not None):
        yield from (part for part in tree.walk(value) if isinstance(part, tree.Attribute))


def _may_go_on(file: File, counter: tree.Name | tree.Attribute) -> bool:
    """Whether something else than a number that is written gives the counter its value: a setting, a checkpoint."""
    if isinstance(counter, tree.Name):
        given = [one.value if one is not None else None for one in reaching_definitions(file.tree, counter)]
    else:
        given = file.tree.once_of_all(_values_of_attributes).get(counter.attr, [])
    return not given or any(one is None or not _is_number(one) for one in given)


def _values_of_attributes(syntax: tree.Tree) -> dict[str, list[tree.Expression | None]]:
    """What a file assigns to attributes, by the attribute's name."""
    found: dict[str, list[tree.Expression | None]] = {}
    for one in assignments_in(syntax.root):
        if isinstance(one.target, tree.Attribute):
            found.setdefault(one.target.attr, []).append(one.value)
    return found


def _is_number(value: tree.Expression) -> bool:
    return isinstance(value.operand if isinstance(value, tree.UnaryOp) else value, tree.Constant)


class _Saving(NamedTuple):
    """A call of this file that saves weights."""

    call: tree.Call
    counts: bool  # whether an epoch or a step is saved beside them


def _saving_weights(file: File) -> Iterator[_Saving]:
    """The calls that save weights, by themselves or in a dict; here, or by a function of the project that they call."""
    for saved in checkpoints.saved_by_project(file):
        if saved.syntax is file.tree and _has_weights(saved):
            yield _Saving(saved.call, any(PROGRESS.search(key) for key in saved.keys))
    for call, functions in file.facts.functions.items():
        if "save" not in tree.last_name(call.func).lower() or not file.holds(call):
            continue
        for function in functions:
            inside = (
                one
                for one in checkpoints.saved_by_project(file)
                if one.syntax is function.unit.tree and function.node in one.syntax.around(one.call)
            )
            its = [one for one in inside if _has_weights(one)]
            if its:
                yield _Saving(call, any(PROGRESS.search(key) for one in its for key in one.keys))


def _has_weights(saved: checkpoints.SavedDict) -> bool:
    return saved.is_weights or any(
        isinstance(node, tree.Call) and tree.last_name(node.func) == "state_dict"
        for entry in saved.entries
        for node in tree.walk(entry.value)
    )
