"""What rules see of checkpoints whose names are those of a wrapped model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.finding import Edit, Span
from torchlint.model import tree
from torchlint.model.views import CallView
from torchlint.model.wrappers import held_as

if TYPE_CHECKING:
    from torchlint.model.file import File


@dataclass(frozen=True, slots=True, eq=False)
class WrappedState(CallView):
    """A call of `state_dict()` on a model inside a wrapper, whose result is saved."""

    node: tree.Call
    inside: str  # the name under which the wrapper holds the model

    @property
    def is_always_wrapped(self) -> bool:
        """Whether no condition decides about a wrapper; where one does, the model may have nothing inside."""
        conditions = (self.file.tree.above(wrap.node, tree.If, tree.Conditional) for wrap in self.file.record.wraps)
        return not any(conditions)

    @property
    def is_missed(self) -> bool:
        """Whether these names are surely saved, or something in the project loads what may have them."""
        repository = self.file.repository
        return self.is_always_wrapped or repository is None or repository.speaks_of("load_state_dict")

    @property
    def without_wrapper(self) -> tuple[Edit, ...]:
        """The edit that saves the model as it is inside; none where it may have no wrapper."""
        held = self.receiver if self.is_always_wrapped else None
        return (Edit(Span(held.node.end, held.node.end), f".{self.inside}"),) if held is not None else ()


def wrapped_states(file: File) -> Iterator[WrappedState]:
    """The places where a wrapped model is saved as such, in a program that nowhere knows of that."""
    if not file.record.wraps or file.mentions("load_state_dict"):
        return  # what loads it again knows of the names: it takes them off, or loads into a wrapped model
    for call in _saved(file):
        held = call.receiver
        inside = held_as(held.value) if held is not None and held.value.kind == "module" else ""
        if inside and not file.mentions(inside) and not file.has_text(f"{inside}."):
            yield WrappedState(file, call.node, inside)


def _saved(file: File) -> Iterator[CallView]:
    """The calls of `state_dict()` in what torch.save is given, or in what a name is bound to that it is given."""
    found: dict[tree.Call, None] = {}
    for save in file.calls("torch.save"):
        given = save.argument(0, "obj")
        if given is None:
            continue
        nodes = [given.node]
        if isinstance(given.node, tree.Name):
            scope = file.tree.scope(save.node)
            assigns = (n for n in tree.walk(scope, into_functions=False) if isinstance(n, tree.Assign))
            nodes = [a.value for a in assigns if any(_is_name(t, given.node.id) for t in a.targets)]
        for node in nodes:
            found.update(dict.fromkeys(n for n in tree.walk(node) if isinstance(n, tree.Call) and _is_state(n)))
    return (CallView(file, call) for call in sorted(found, key=lambda call: call.start))


def _is_name(node: tree.Node, name: str) -> bool:
    return isinstance(node, tree.Name) and node.id == name


def _is_state(call: tree.Call) -> bool:
    return isinstance(call.func, tree.Attribute) and call.func.attr == "state_dict" and not call.args
