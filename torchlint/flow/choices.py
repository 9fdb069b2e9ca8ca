"""Calls of one of several callables: each is run from the same state, as a branch of its own."""

from __future__ import annotations

from functools import partial

from torchlint.binding.symbols import module_has_parameters
from torchlint.domain.joins import join_all
from torchlint.domain.provenance import origins_of_arguments
from torchlint.domain.values import UNKNOWN, Value, unknown
from torchlint.flow.interpreter import Arguments, Keywords, call_value, calls
from torchlint.flow.mode_effects import one_of_many
from torchlint.flow.model_choices import is_followed
from torchlint.flow.state import Frame
from torchlint.flow.ways import run_one_of
from torchlint.syntax import tree

# How many of several callables are called to see what they give.
_TRIED = 3


@calls("choice")
def _call_choice(frame: Frame, callee: Value, args: Arguments, keywords: Keywords, node: tree.Call) -> Value:
    """The result of calling one of several callables; of a long list, what the first ones have in common."""
    tried = callee.items[:_TRIED]
    made = run_one_of(frame, [partial(call_value, frame, one, args, keywords, node) for one in tried])
    if len(callee.items) <= _TRIED and not callee.assumed:
        return join_all(made)
    if not frame.interpreter.records_facts and any(not is_followed(frame, one) for one in made):
        return UNKNOWN  # the prepass has no work left for constructors, which tell models from losses
    if (kinds := {value.kind for value in made}) == {"module"} and any(map(module_has_parameters, made)):
        return one_of_many(frame, made, node)
    if kinds in ({"module"}, {"optimizer"}, {"scheduler"}, {"loader"}):  # modules without parameters: losses
        return join_all(made).replace(assumed=True)
    return unknown(origins_of_arguments([*args, *made], keywords))
