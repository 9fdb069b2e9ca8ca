"""Whether a module is certainly trained by each process alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.flow.model_wrappers import DDP, TAKEN_OUT
from torchlint.queries import training
from torchlint.queries.modules import surely_has_parameters
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


def is_certain(file: File, module: tree.Expression, wrap: tree.Call | None) -> bool:
    """Whether the file makes a module with parameters, differentiates what it gives, and steps its optimizer.

    And whether it is none of the modules that DistributedDataParallel is seen to be given, nor a part of them.
    """
    value = file.value(module).value
    wrapped = [fact.model for fact in file.facts.model_wrappers if fact.wrapper == DDP]
    if wrap is None or value.kind != "module" or value.source is None or not surely_has_parameters(value):
        return False
    if any(origin.what in (DDP, TAKEN_OUT) for origin in value.origins) or not any(w.source for w in wrapped):
        return False
    owned, own = training.relations(file), frozenset((value.source,))
    others = frozenset(one.source for one in wrapped if one.source is not None)
    if (
        len(others) != len({id(one.source) for one in wrapped})
        or owned.share(own, others)
        or value.source in owned.several
    ):
        return False
    trained = (fact for fact in file.facts.forwards if fact.origin in file.facts.differentiated and not fact.frozen)
    is_trained = any(fact.model.source is value.source for fact in trained)
    return is_trained and any(step.what == "step" for step in file.analysis.tracer.changes)
