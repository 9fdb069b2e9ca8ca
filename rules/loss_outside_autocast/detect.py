"""Losses of what a model computed under autocast, where autocast has ended."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.domain.values import NO, Composite, Value
from torchlint.flow.facts import ForwardFact
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView, ExpressionView, View, gradients, losses
from torchlint.syntax import tree

from . import detect_helpers

if TYPE_CHECKING:
    from torchlint.queries import File
    from torchlint.queries.gradients import Autocast

_HALF = ("float16", "bfloat16")
_WANTED = ("class-logits", "logits")
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
    """The cross entropies of half precision numbers outside of autocast, and calls of functions that compute one."""
    if not gradients.enters_autocast(file):
        return
    forwards = {fact.node: fact for fact in file.facts.forwards if fact.where.grad != NO}
    found: list[tuple[CallView, ExpressionView | None, bool]] = [
        (loss, loss.argument(0, "input"), True) for wanted in _WANTED for loss in losses.losses(file, wanted)
    ]
    found += detect_helpers.losses_by_functions(file)
    for loss, given, is_whole in sorted(found, key=lambda one: one[0].node.start):
        call = _model_call(file, file.tree, given.node, forwards) if given is not None else None
        fact = forwards[call] if isinstance(call, tree.Call) else None
        if fact is None or gradients.autocast_around(file, loss.node) is not None:
            continue
        context = _autocast_left(file, fact, loss.node)
        dtype = " or ".join(one for one in _HALF if context is not None and one in context.types)
        if context is not None and dtype:
            is_always_half = is_whole and context.types <= frozenset(_HALF)
            yield LossBehind(file, loss.node, View(file, context.node), dtype, is_always_half, fact)


def _autocast_left(file: File, fact: ForwardFact, loss: tree.Node) -> Autocast | None:
    """The autocast around the call of a model, or around a call that leads there from the function of the loss."""
    places = [fact.node, *reversed(fact.where.chain)]
    level = next((at for at, one in enumerate(places) if _is_beside(file, one, loss)), None)
    inside = places[: level + 1] if level is not None else []
    contexts = (gradients.autocast_around(file, one) for one in inside if file.holds(one))
    return next((context for context in contexts if context is not None), None)


def _is_beside(file: File, node: tree.Node, loss: tree.Node) -> bool:
    return file.holds(node) and file.tree.scope(node) is file.tree.scope(loss)


def _model_call(
    file: File, syntax: tree.Tree, node: tree.Node, calls: Container[tree.Node], depth: int = 0
) -> tree.Node | None:
    """The one of these calls that an expression's numbers come from, by names, parts and shapes; None behind a cast.

    A function of the project gives what it returns, if that is one expression.
    """
    for _ in range(_DEEPEST):
        node = resolved_expression(syntax, node)
        if isinstance(node, tree.Name) and (made := reaching_definition(syntax, node)) is not None:
            node = made.source or node  # one of several that a call gives
        if node in calls:
            return node
        if isinstance(node, tree.Call) and (returned := _returned(file, node)) is not None and depth < _DEEPEST:
            return _model_call(file, *returned, calls, depth + 1)
        if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and not _casts(node.func.attr):
            node = node.func.value
        elif isinstance(node, (tree.Attribute, tree.Subscript)):
            node = node.value
        else:
            return None
    return None


def _returned(file: File, call: tree.Call) -> tuple[tree.Tree, tree.Expression] | None:
    """What the one function of the project that is called here returns, with the file that this is in."""
    called = list(file.facts.functions.get(call, ()))
    if len(called) != 1 or not isinstance(called[0].node, tree.FunctionDef):
        return None
    syntax = called[0].unit.tree
    returns = syntax.own(called[0].node, tree.Return)
    value = returns[0].value if len(returns) == 1 else None
    return (syntax, value) if value is not None else None


def _casts(method: str) -> bool:
    return has_column(method, "cast", "cast-float", "move")
