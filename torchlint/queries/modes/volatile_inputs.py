"""Inputs that were `volatile`, as before PyTorch 0.4, where no_grad did not exist."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Function
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.modes.model_calls import ForwardView


def takes_volatile(forward: ForwardView) -> bool:
    """Whether the function around a forward, or one that leads there, says `volatile` of what it takes.

    PyTorch 0.3 records no graph there; removed-api reports that later versions ignore it.
    """
    callers = [function.node for event in forward.events for function in event.where.stack]
    around = dict.fromkeys((forward.file.tree.scope(forward.node), *callers))
    calls = (call for scope in around for call in tree.walk(scope) if isinstance(call, tree.Call))
    functions = forward.file.facts.functions
    return any(_is_volatile(call, functions.get(call, ())) for call in calls)


def _is_volatile(call: tree.Call, called: Iterable[Function]) -> bool:
    """Whether a call gives `volatile`, by its name or in its place."""
    passed = [function.passed_by(call) for function in called] or [tree.given_by_name(call, [])]
    given = (one.get("volatile") for one in passed)
    return any(one is not None and not tree.is_false(one) for one in given)
