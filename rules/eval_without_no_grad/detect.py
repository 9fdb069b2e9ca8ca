"""What only this rule asks of a forward."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, Function
from torchlint.domain.values import NO, Composite
from torchlint.finding import Span
from torchlint.queries import View, modes
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.flow.facts import ForwardFact
    from torchlint.queries import File
    from torchlint.queries.modes import ForwardView

_MOST_CALLS = 8  # that one finding names


def may_be_frozen(file: File, forward: tree.Node) -> bool:
    """Whether a context manager of the project around a forward says which parameters require grad."""
    around = (node for node in file.tree.around(forward) if isinstance(node, tree.With))
    contexts = (file.value(item.context).value.ref for one in around for item in one.items)
    leaving = (ref.method("__exit__") for ref in contexts if isinstance(ref, Class))
    return any(method is not None and "requires_grad" in method.unit.tree.text_of(method.node) for method in leaving)


def turns_gradients_on(forward: ForwardView) -> bool:
    """Whether the code asks for the gradients of each call path: it is in a `with torch.enable_grad()`."""
    facts = forward.with_gradients.events
    return bool(facts) and all(_is_turned_on(forward.file, fact) for fact in facts)


def is_done_both_ways(forward: ForwardView) -> bool:
    """Whether the same caller also runs this under `no_grad`: that another time it does not may be meant.

    As where a model is evaluated on clean inputs and on those of an attack, which needs gradients. A model that
    consists of PyTorch's layers alone makes none itself.
    """
    if all(isinstance(fact.model.ref, (Composite, str)) for fact in forward.with_gradients.events):
        return False
    callers = {_caller(fact) for fact in forward.with_gradients.events} - {None}
    facts = (fact for one in modes.forwards(forward.file) if one.node is forward.node for fact in one.events)
    return any(fact.where.grad == NO and _caller(fact) in callers for fact in facts)


def calls_with_gradients(forward: ForwardView) -> Iterator[tuple[Span, str]]:
    """The calls that lead to a forward with gradients, where others turn them off, as notes for a finding."""
    facts = [fact for one in modes.forwards(forward.file) if one.node is forward.node for fact in one.events]
    if not any(fact.where.grad == NO for fact in facts):
        return
    with_gradients = [fact for fact in facts if fact.where.grad != NO and modes.depth_of(fact)]
    calls = {fact.where.called_from(modes.depth_of(fact) - 1) for fact in with_gradients} - {None}
    here = [call for call in calls if call is not None and forward.file.holds(call)]
    for call in sorted(here, key=lambda one: one.start)[:_MOST_CALLS]:
        yield View(forward.file, call).says("called with gradients enabled")


def _caller(fact: ForwardFact) -> Function | None:
    depth = modes.depth_of(fact)
    return fact.where.caller(depth - 1) if depth else None


def _is_turned_on(file: File, fact: ForwardFact) -> bool:
    """Whether a forward, or one of the calls that lead there, is in such a block."""
    for depth, call in enumerate((*fact.where.chain, fact.node)):
        function = fact.where.caller(depth)
        syntax = function.unit.tree if function is not None else file.tree
        around = (one for one in syntax.around(call) if isinstance(one, tree.With))
        contexts = (item.context for one in around for item in one.items)
        if any(isinstance(one, tree.Call) and tree.last_name(one.func) == "enable_grad" for one in contexts):
            return True
    return False
