"""Losses of what a model computed under autocast, where autocast has ended."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import resolved_expression
from torchlint.domain.values import NO, Composite, Value
from torchlint.flow.facts import ForwardFact
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView, View, gradients, losses
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_HALF = ("float16", "bfloat16")
_DEEPEST = 12


@dataclass(frozen=True, slots=True, eq=False)
class LossBehind(CallView):
    """A loss whose input left autocast as it was."""

    autocast: View  # what the `with` around the model's call enters
    dtype: str  # what it computes in
    is_always_half: bool  # whether no setting chooses float32
    forward: ForwardFact  # the call of the model

    @property
    def model_casts(self) -> bool:
        """Whether the model's forward speaks of float32, as one does that casts what it gives."""
        cls = self.forward.model.ref
        forward = cls.method("forward") if isinstance(cls, Class) else None
        return forward is not None and "float" in forward.unit.tree.text_of(forward.node)

    @property
    def is_certain(self) -> bool:
        """Whether a matrix product comes last in the model, which autocast computes in half precision."""
        return self.is_always_half and _ends_in_product(self.forward.model)


def _ends_in_product(model: Value, depth: int = 0) -> bool:
    """Whether the last layer of a model is linear or a convolution, as far as its class shows."""
    if isinstance(model.ref, Composite) and model.ref.parts and depth < _DEEPEST:
        return _ends_in_product(model.ref.parts[-1], depth + 1)
    if isinstance(model.ref, str):
        return model.ref.rpartition(".")[2].startswith(("Linear", "Conv", "Bilinear"))
    forward = model.ref.method("forward") if isinstance(model.ref, Class) else None
    returns = forward.unit.tree.own(forward.node, tree.Return) if forward is not None else []
    given = returns[0].value if len(returns) == 1 else None
    func = given.func if isinstance(given, tree.Call) else None
    if not isinstance(func, tree.Attribute) or tree.dotted(func.value) != "self" or not isinstance(model.ref, Class):
        return False
    layer = model.ref.attribute(func.attr)
    return layer is not None and depth < _DEEPEST and _ends_in_product(layer, depth + 1)


def losses_behind(file: File) -> Iterator[LossBehind]:
    """The cross entropies of half precision numbers outside of autocast, in source order."""
    if not gradients.enters_autocast(file):
        return
    forwards = {fact.node: fact for fact in file.facts.forwards if fact.where.grad != NO}
    found = [*losses.losses(file, "class-logits"), *losses.losses(file, "logits")]
    for loss in sorted(found, key=lambda one: one.node.start):
        given = loss.argument(0, "input")
        call = _model_call(file, given.node, forwards) if given is not None else None
        fact = forwards[call] if isinstance(call, tree.Call) else None
        if fact is None or gradients.autocast_around(file, loss.node) is not None:
            continue
        context = (
            gradients.autocast_around(file, fact.node)
            if file.tree.scope(fact.node) is file.tree.scope(loss.node)
            else None
        )
        dtype = " or ".join(one for one in _HALF if context is not None and one in context.types)
        if context is not None and dtype:
            is_always_half = context.types <= frozenset(_HALF)
            yield LossBehind(file, loss.node, View(file, context.node), dtype, is_always_half, fact)


def _model_call(file: File, node: tree.Node, calls: Container[tree.Node]) -> tree.Node | None:
    """The one of these calls that an expression's numbers come from, by names, parts and shapes; None behind a cast."""
    for _ in range(_DEEPEST):
        node = resolved_expression(file.tree, node)
        if node in calls:
            return node
        if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and not _casts(node.func.attr):
            node = node.func.value
        elif isinstance(node, (tree.Attribute, tree.Subscript)):
            node = node.value
        else:
            return None
    return None


def _casts(method: str) -> bool:
    return has_column(method, "cast", "cast-float", "move")
