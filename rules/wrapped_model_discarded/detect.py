"""Calls that wrap a model, whose result nobody keeps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.finding import Edit, Span
from torchlint.knowledge.signatures import WRAPPERS
from torchlint.queries import CallView, ExpressionView, api
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_KINDS: dict[type[tree.Node], str] = {tree.List: "list", tree.Tuple: "tuple", tree.Dict: "dict"}


@dataclass(frozen=True, slots=True, eq=False)
class DroppedWrapper(CallView):
    """A call, as a statement of its own, that returns a model in a wrapper."""

    model: ExpressionView  # what is wrapped, held by a name or an attribute
    lacks: str  # what comes of using that: "is not compiled"

    @property
    def is_in_place(self) -> bool:
        """Whether an argument says so, or may say so."""
        inplace = self.argument(-1, "inplace")
        return self.has_stars or (inplace is not None and inplace.is_literally is not False)

    @property
    def keeping(self) -> tuple[Edit, ...]:
        """The edit that gives the model's name to the result."""
        return (Edit(Span(self.node.start, self.node.start), f"{self.model.code} = "),)


def dropped_wrappers(file: File) -> Iterator[DroppedWrapper]:
    """Each such call on a model that has a name, in source order."""
    found = {call.node: WRAPPERS[min(call.spelled)] for call in api.discarded_calls(file, *WRAPPERS)}
    for call in file.method_calls("prepare"):
        by = call.receiver
        if by is not None and by.value.ref == "accelerate.Accelerator" and api.is_discarded(call):
            if len(call.node.args) == 1:
                found[call.node] = "is not the one that Accelerate manages"
    for node in sorted(found, key=lambda node: node.start):
        call = CallView(file, node)
        given = call.argument(0, "model") or call.argument(0, "module")
        if given is not None and isinstance(given.node, (tree.Name, tree.Attribute)):
            yield DroppedWrapper(file, node, given, found[node])


@dataclass(frozen=True, slots=True, eq=False)
class GivenContainer(ExpressionView):
    """What `accelerator.prepare` is given, and returns as it is."""

    kind: str  # "list", "dict"


def given_containers(file: File) -> Iterator[GivenContainer]:
    """Lists, tuples and dicts of what should be prepared, in source order; `*models` passes what is in them."""
    for call in file.calls("accelerate.Accelerator.prepare"):
        for argument in call.node.args:
            made = resolved_expression(file.tree, argument.value)
            kind = _KINDS.get(type(made)) if not argument.star and argument.keyword is None else None
            if isinstance(made, tree.Comprehension):
                kind = made.kind
            if kind in ("list", "tuple", "dict"):
                yield GivenContainer(file, argument.value, kind)
