"""Calls of one of several callables: each is run from the same state, as a branch of its own."""

from __future__ import annotations

from torchlint.binding.symbols import module_has_parameters
from torchlint.domain.joins import join_all
from torchlint.domain.modes import TRAIN, mode_of
from torchlint.domain.provenance import origins_of_arguments
from torchlint.domain.values import Value, unknown
from torchlint.flow.interpreter import Arguments, Keywords, call_value, calls
from torchlint.flow.state import Frame
from torchlint.syntax import tree

# How many of several callables are called to see what they give.
_TRIED = 3


@calls("choice")
def _call_choice(frame: Frame, callee: Value, args: Arguments, keywords: Keywords, node: tree.Call) -> Value:
    """The result of calling one of several callables; of a long list, what the first ones have in common."""
    made = _tried(frame, callee.items[:_TRIED], args, keywords, node)
    if len(callee.items) <= _TRIED and not callee.assumed:
        return join_all(made)
    if (kinds := {value.kind for value in made}) == {"module"} and any(map(module_has_parameters, made)):
        if all(mode_of(frame.state.modes.of(value.source)) == TRAIN for value in made):
            frame.state.modes.make(node, frame.chain, TRAIN)  # as those that were tried, so are the others
        return Value("module", source=node)
    if kinds in ({"module"}, {"optimizer"}, {"scheduler"}, {"loader"}):  # modules without parameters: losses
        return join_all(made).replace(assumed=True)
    return unknown(origins_of_arguments([*args, *made], keywords))


def _tried(
    frame: Frame, callees: tuple[Value, ...], args: Arguments, keywords: Keywords, node: tree.Call
) -> list[Value]:
    """What each of several callables gives, of which one is called: each begins in the state before the call."""
    state, tracer, layers = frame.state, frame.interpreter.tracer, frame.interpreter.layers
    before, after = state.copy(), None
    made, ways = [], []
    layers.undecided += 1
    for callee in callees:
        state.grad, state.modes = before.grad, before.modes.copy()
        ways.append(tracer.begin())
        made.append(call_value(frame, callee, args, keywords, node))
        tracer.end()
        if after is not None:
            state.join(after)
        after = state.copy()
    layers.undecided -= 1
    tracer.choose(frame.function, frame.unit, None, ways)
    return made
