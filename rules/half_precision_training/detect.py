"""New layers that a class casts to float16, in a program that trains with an optimizer that is not known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.flow.facts import PrecisionFact
from torchlint.queries import CallView, query, training
from torchlint.queries.data import is_in_texts_of_program
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_TRAINS = re.compile(r"\.backward\(")
# What updates float32 copies of the parameters, and copies these back: fairseq's `FP16Optimizer`, apex's.
_COPIES = re.compile(r"\b(?:FP16_?Optimizer|master_params?|fp32_params?|model_params_to_master_params)\b")


@query
def cast_layers(file: File) -> Iterator[CallView]:
    """The casts of layers that the same class makes anew, where the program runs backward, in source order.

    Such layers start with random weights, so something has to train them. Without those whose optimizer is known:
    `training.half_trainings` decides about these.
    """
    casts = [fact for fact in file.facts.precisions if fact.what == "half" and _is_of_new_layer(file, fact)]
    if not casts or not is_in_texts_of_program(file, _TRAINS) or _COPIES.search(file.text):
        return
    decided = {half.node for half in training.half_trainings(file)}
    nodes = {fact.node for fact in casts if not _is_undone(file, fact) and not _is_trained_in_view(file, fact)}
    for node in sorted(nodes - decided, key=lambda one: one.start):
        if isinstance(node, tree.Call):
            yield CallView(file, node)


def _is_of_new_layer(file: File, fact: PrecisionFact) -> bool:
    """Whether a class makes a layer of torch.nn and casts it, and neither freezes it nor turns gradients off later."""
    made = fact.subject.source
    if not isinstance(made, tree.Call) or not file.holds(fact.node) or not file.holds(made):
        return False
    cls, cast_in = file.tree.above(made, tree.ClassDef), file.tree.above(fact.node, tree.ClassDef)
    if not isinstance(cls, tree.ClassDef) or cls is not cast_in:
        return False
    methods = (one for one in cls.body if isinstance(one, tree.FunctionDef) and not file.is_within(made, one))
    if any("no_grad" in file.tree.text_of(method) for method in methods):
        return False
    is_layer = any(name.startswith("torch.nn.") for name in file.names.spelled(made))
    return is_layer and made not in file.analysis.frozen and not fact.subject.assumed


def _is_undone(file: File, cast: PrecisionFact) -> bool:
    """Whether the same layer gets another dtype, or none of it is known any more."""
    others = (fact for fact in file.facts.precisions if fact.what not in ("half", "step"))
    owners = training.relations(file)
    made = cast.subject.source
    return any(made in owners.parts(one.subject.source) for one in others if one.subject.source is not None)


def _is_trained_in_view(file: File, cast: PrecisionFact) -> bool:
    """Whether an optimizer that is known to be over the layer steps."""
    owners = training.relations(file)
    steps = (fact.subject for fact in file.facts.precisions if fact.what == "step")
    held = (owners.held_by(owners.optimizers(subject)) for subject in steps)
    return any(cast.subject.source in owners.parts(model) for one in held for model in one.models)
