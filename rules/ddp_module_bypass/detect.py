"""What rules see of models that are trained beside the DistributedDataParallel that is around them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.domain.origins import Origin
from torchlint.finding import Edit, Span
from torchlint.flow.model_wrappers import DDP, TAKEN_OUT, is_called_through_ddp
from torchlint.queries import CallView, ExpressionView, View, distributed, modes
from torchlint.queries.modes import ForwardView
from torchlint.syntax import tree

from .detect_attributes import held_bare

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class BypassView(View):
    """A forward of a model whose wrapper does not see it, and that is differentiated."""

    forward: ForwardView
    wrapper: tree.Node

    @property
    def held(self) -> ExpressionView:
        """The model as it is called here, or the wrapper from which it is taken here."""
        call = self.forward.call
        taken_here = call.method == "module" and call.receiver is not None
        return call.receiver if taken_here and call.receiver is not None else self.forward.model

    @property
    def through_wrapper(self) -> tuple[Edit, ...]:
        """The edit that calls the wrapper instead of what is in it; none where that is something else."""
        func = self.forward.call.node.func
        if not isinstance(func, tree.Attribute) or func.attr != "module":
            return ()
        return (Edit(Span(func.value.end, func.end), ""),)

    @property
    def elsewhere(self) -> tuple[tuple[Span, str], ...]:
        """Where the model is wrapped, if that stands in this file."""
        return (View(self.file, self.wrapper).says("wrapped here"),) if self.file.holds(self.wrapper) else ()


def bypasses(file: File) -> Iterator[BypassView]:
    """Forwards that train a model beside its DistributedDataParallel, in source order."""
    if not file.facts.model_wrappers:
        return
    if distributed.averages_by_hand(file):
        return
    for forward in modes.forwards(file):
        if not any(e.origin in file.facts.differentiated for e in forward.events):
            continue
        wrapper = taken_out(forward.call, forward.model) or _left_behind(forward) or held_bare(forward)
        if wrapper is not None and not _is_prepared(forward):
            yield BypassView(file, forward.node, forward, wrapper)


def taken_out(call: CallView, model: ExpressionView) -> tree.Node | None:
    """The wrapper that the model of a call is taken out of, if it is one that was seen to be made."""
    held = call.receiver
    if call.method == "module" and held is not None:
        return _wrapper(held.value.origins, DDP)
    return _wrapper(model.value.origins, TAKEN_OUT)


def _wrapper(origins: frozenset[Origin], what: str) -> tree.Node | None:
    found = sorted((origin.node for origin in origins if origin.what == what), key=lambda node: node.start)
    return found[0] if found else None


def _left_behind(forward: ForwardView) -> tree.Node | None:
    """The wrapper that the model has gone into before, by a statement that always runs first."""
    value, file = forward.model.value, forward.file
    if value.kind != "module" or value.source is None or any(s.what in (DDP, TAKEN_OUT) for s in value.origins):
        return None
    for fact in file.facts.model_wrappers:
        if fact.model.source is value.source and file.holds(fact.node) and _always_first(file, fact.node, forward):
            if file.names.spelled_out(fact.node.func).rpartition(".")[2] in (DDP, "DDP"):
                return fact.node  # it may be in another wrapper first, such as torch.compile's
    return None


def _always_first(file: File, before: tree.Node, forward: ForwardView) -> bool:
    """Whether a statement of the same body, or of one around it, comes first."""
    first = file.tree.statement(before)
    body = file.tree.parents.get(first)
    here: tree.Node | None = forward.node
    while here is not None and file.tree.parents.get(here) is not body:
        here = file.tree.parents.get(here)
    if here is None or body is None or here.start < first.end:
        return False
    return here in file.tree.block(first)


def _is_prepared(forward: ForwardView) -> bool:
    """Whether the wrapper itself is called for training in the same function: then it averages all gradients."""
    sources = {fact.model.source for fact in forward.events}
    others = (other for other in modes.forwards(forward.file) if other.function == forward.function)
    differentiated = forward.file.facts.differentiated
    return any(
        fact.origin in differentiated and fact.model.source in sources and is_called_through_ddp(fact.model)
        for other in others
        for fact in other.events
    )
