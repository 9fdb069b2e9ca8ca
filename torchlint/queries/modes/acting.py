"""Models that choose actions: what their outputs decide is what they are given next."""

from __future__ import annotations

from torchlint.flow.facts import ForwardFact
from torchlint.queries.file import ExpressionView
from torchlint.queries.modes.data_passes import calls_between_passes
from torchlint.queries.modes.model_calls import ForwardView


def chooses_actions(forward: ForwardView) -> bool:
    """Whether the output of a forward decides the next pass's input: `state, reward, done = env.step(action)`.

    Such an output is not part of the training step in the same loop, which learns from collected data.
    """
    return all(_acts(forward, fact) for fact in forward.events)


def _acts(forward: ForwardView, fact: ForwardFact) -> bool:
    loops = forward.loops_of_function(fact)
    if not loops or not forward.is_read_and_dropped(fact):
        return False
    between = calls_between_passes(forward.call.node, loops[-1].node)
    return any(not ExpressionView(forward.file, call).value.is_tensor for call in between)
