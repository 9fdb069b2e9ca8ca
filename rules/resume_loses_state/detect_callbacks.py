"""Trainings of Lightning whose callbacks save weights alone, although they are resumed, or run for very long."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.knowledge.call_names import SAVING_CALLBACK
from torchlint.queries import CallView
from torchlint.syntax import tree

from .detect_kept import texts_around

if TYPE_CHECKING:
    from torchlint.queries import File

_CALLBACK = re.compile(rf"\b{SAVING_CALLBACK}\(")
_KEEPS_ALL = re.compile(r"\.save_checkpoint\(")
_PACKAGES = ("pytorch_lightning.", "lightning.")
_GIVEN_TO_RESUME = frozenset(("ckpt_path", "resume_from_checkpoint"))
_LONG = 1000  # epochs: a run that will hardly get there without being stopped


class WeightsOnly(NamedTuple):
    """A callback that saves weights alone, as all of the others do."""

    callback: CallView
    is_resumed: bool  # whether the run is resumed; or it is a long one


def weights_only_callback(file: File) -> WeightsOnly | None:
    """The first of the callbacks that save, if no callback and no other code around saves more than weights."""
    callbacks = [call for call in file.tree.all(tree.Call) if tree.last_name(call.func) == SAVING_CALLBACK]
    if not callbacks or not all(map(_is_weights_only, callbacks)):
        return None
    if not (file.names.spelled_out(callbacks[0].func) or "").startswith(_PACKAGES):
        return None
    texts = [text for text in texts_around(file) if text]
    if any(map(_KEEPS_ALL.search, texts)) or sum(len(_CALLBACK.findall(text)) for text in texts) > len(callbacks):
        return None
    is_resumed = any(map(_is_given, _arguments(file, _GIVEN_TO_RESUME)))
    if is_resumed or any(_is_long(file, one.value) for one in _arguments(file, frozenset(("max_epochs",)))):
        return WeightsOnly(CallView(file, callbacks[0]), is_resumed)
    return None


def _is_weights_only(call: tree.Call) -> bool:
    given = next((one.value for one in call.args if one.keyword == "save_weights_only"), None)
    return given is not None and tree.is_true(given)


def _arguments(file: File, names: frozenset[str]) -> Iterator[tree.Argument]:
    """The arguments of such a name that a Trainer or its `fit` is given."""
    for call in file.tree.all(tree.Call):
        if tree.last_name(call.func) in ("fit", "Trainer"):
            yield from (one for one in call.args if one.keyword in names)


def _is_given(argument: tree.Argument) -> bool:
    value = argument.value
    return not (isinstance(value, tree.Constant) and value.value is None)


def _is_long(file: File, epochs: tree.Expression) -> bool:
    """Whether the number of epochs is a large one that is written, there or as the default of a parameter."""
    made: tree.Node | None = resolved_expression(file.tree, epochs)
    if isinstance(made, tree.Name):
        definition = reaching_definition(file.tree, made)
        parameter = definition.node if definition is not None else None
        made = parameter.default if isinstance(parameter, tree.Parameter) else None
    return isinstance(made, tree.Constant) and isinstance(made.value, int) and made.value >= _LONG
