"""Context managers of PyTorch that do nothing until they are entered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.finding import Edit, Span
from torchlint.knowledge.operations import full_names
from torchlint.knowledge.signatures import AT_ONCE
from torchlint.knowledge.torch_api import canonical, of_kind
from torchlint.queries import CallView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class LostContext(CallView):
    """A context manager in a condition that gives `with` another one: `with autocast() and no_grad():`."""

    operator: str  # `and`, which gives the last one, or `or`, which gives the first one
    between: Span  # what is written between it and its neighbour

    @property
    def entered(self) -> str:
        """Which one `with` enters."""
        return "last" if self.operator == "and" else "first"

    @property
    def with_comma(self) -> tuple[Edit, ...]:
        """The edit that lets `with` enter both; none inside of parentheses, which would make a tuple."""
        is_plain = self.file.text[self.between.start : self.between.end].strip() == self.operator
        return (Edit(self.between, ", "),) if is_plain else ()


def lost_contexts(file: File) -> Iterator[LostContext]:
    """The context managers that `and` and `or` leave out of a `with`, in source order."""
    known = {call.node for call in file.named_calls(*contexts())}
    for item in file.tree.all(tree.WithItem):
        condition = item.context
        if not isinstance(condition, tree.BoolOp):
            continue
        gaps = [Span(one.end, other.start) for one, other in zip(condition.values, condition.values[1:])]
        if condition.op == "or" and condition.values[0] not in known:
            continue  # it may be None or false
        left_out = condition.values[:-1] if condition.op == "and" else condition.values[1:]
        for value, gap in zip(left_out, gaps):
            if isinstance(value, tree.Call) and (value in known or _is_made_by_library(file, value)):
                yield LostContext(file, value, condition.op, gap)


def _is_made_by_library(file: File, call: tree.Call) -> bool:
    """Whether a method of a library's object makes a context manager: `accelerator.accumulate(model)`."""
    owner = file.facts.values.get(call.func.value) if isinstance(call.func, tree.Attribute) else None
    if owner is None or owner.kind != "framework" or not isinstance(owner.ref, str):
        return False
    cls = file.lookup.class_model(owner.ref)
    row = cls.methods.get(tree.last_name(call.func)) if cls is not None else None
    return row is not None and row.gives == "context"


def contexts() -> frozenset[str]:
    """The names of all of them; a device is one that is mostly something else."""
    return of_kind("context") - full_names("acts-when-called", of="torch.autograd") | {"torch.device"}


def at_once(context: CallView) -> tuple[str, str]:
    """The function that does the same from here on, and what it is given; both empty where there is none."""
    return AT_ONCE.get(canonical(min(context.spelled)), ("", ""))
