"""What of a model's methods depends on the mode beside its layers with parameters: Dropout, `self.training`.

A forward is judged by its class. Another method is judged by what it reaches: the modules that it calls are facts like
forwards, and what is left are layers without parameters, and the code of the methods itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from torchlint.domain.modes import EVAL, mode_of
from torchlint.domain.values import NO
from torchlint.flow.facts import ForwardFact
from torchlint.flow.mode_dependence import level_of_text
from torchlint.queries.memo import query
from torchlint.queries.modes.call_depth import depth_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


def level_reached(file: File, place: tree.Node, calls: Sequence[ForwardFact]) -> int:
    """How a method that is called here depends on the mode, its modules with parameters aside."""
    methods = {f for call in calls for f in call.where.stack[len(call.where.stack) - _inside(call) :]}
    return max([_layers(file).get(place, NO), *(f.unit.tree.once(level_of_text, f.node) for f in methods)])


def _inside(call: ForwardFact) -> int:
    """How many of the functions on the call path are methods that the code outside the model has entered."""
    return min(len(call.where.chain) - depth_of(call), len(call.where.stack))


@query
def _layers(file: File) -> dict[tree.Node, int]:
    """The layers without parameters that methods call, none of them in eval mode, by the call from outside."""
    found: dict[tree.Node, int] = {}
    for fact in file.facts.mode_layers:
        if mode_of(fact.switches) != EVAL:
            place = fact.where.called_from(depth_of(fact)) or fact.node
            found[place] = max(found.get(place, NO), file.analysis.layers.of(fact.module))
    return found
