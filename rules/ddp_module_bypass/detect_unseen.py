"""Calls past the wrapper of a model whose class is not seen, as from a registry, whose result is differentiated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions
from torchlint.finding import Span
from torchlint.flow.model_wrappers import is_called_through_ddp
from torchlint.knowledge.naming_conventions import BACKWARDS
from torchlint.queries import CallView, ExpressionView, View, distributed
from torchlint.syntax import tree

from .detect import taken_out
from .detect_prepared import is_gradless

if TYPE_CHECKING:
    from torchlint.queries import File

# Through how many names a loss is followed to the calls that it is computed by.
_DEEPEST = 6


@dataclass(frozen=True, slots=True, eq=False)
class UnseenBypass(CallView):
    """A call of unseen code of a model that its wrapper does not see, and whose result is differentiated."""

    node: tree.Call
    wrapper: tree.Node

    @property
    def held(self) -> ExpressionView:
        """The model that is called past its wrapper, or what it is taken from here."""
        return self.receiver or ExpressionView(self.file, self.node.func)

    @property
    def elsewhere(self) -> tuple[tuple[Span, str], ...]:
        """Where the model is wrapped, if that stands in this file."""
        return (View(self.file, self.wrapper).says("wrapped here"),) if self.file.holds(self.wrapper) else ()


def unseen_bypasses(file: File) -> Iterator[UnseenBypass]:
    """Such calls, in source order: `model.module.loss(x).backward()` where no code of `loss` is found."""
    if not file.facts.model_wrappers or distributed.averages_by_hand(file):
        return
    found: dict[tree.Call, UnseenBypass] = {}
    for call in file.tree.all(tree.Call):
        if isinstance(call.func, tree.Attribute) and call.func.attr in BACKWARDS:
            loss = call.args[0].value if call.args else call.func.value
            for made in _computed_by(file.tree, loss):
                view = CallView(file, made)
                wrapper = _wrapper(view)
                if wrapper is not None and not is_gradless(file, made) and not _runs_wrapper(file, made):
                    found[made] = UnseenBypass(file, made, wrapper)
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _wrapper(call: CallView) -> tree.Node | None:
    """The wrapper of a model that a call with arguments is made of past it, if the code of the call is not seen."""
    receiver = call.receiver
    if (
        receiver is None
        or not call.node.args
        or call.value.kind != "unknown"
        or call.file.facts.functions.get(call.node)
    ):
        return None
    return taken_out(call, receiver) if receiver.value.kind == "module" else None


def _computed_by(syntax: tree.Tree, loss: tree.Expression) -> set[tree.Call]:
    """The calls that a loss is made of, through the names that stand for their results."""
    found: set[tree.Call] = set()
    seen: set[tree.Node] = set()
    pending: list[tuple[tree.Node, int]] = [(loss, 0)]
    while pending:
        node, depth = pending.pop()
        for part in tree.walk(node, into_functions=False) if node not in seen else ():
            if isinstance(part, tree.Call):
                found.add(part)
            elif isinstance(part, tree.Name) and depth < _DEEPEST:
                sources = (one.source for one in reaching_definitions(syntax, part) if one is not None)
                pending += [(source, depth + 1) for source in sources if source is not None]
        seen.add(node)
    return found


def _runs_wrapper(file: File, call: tree.Call) -> bool:
    """Whether the same function calls the wrapper itself, so that it averages the gradients of this call, too."""
    others = file.tree.own(file.tree.scope(call), tree.Call)
    return any(is_called_through_ddp(file.value(one.func).value) for one in others if one.args)
