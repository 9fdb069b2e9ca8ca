"""Bounds of clamps that are meant to be slightly less than 1, and are 1 in float32."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.finding import Edit
from torchlint.knowledge.dtypes import dtype_spellings
from torchlint.knowledge.operations import full_names, full_names_in_place
from torchlint.queries.file import CallView, ExpressionView
from torchlint.queries.gradients.dtypes import dtype_of
from torchlint.queries.gradients.float_rounding import in_single
from torchlint.queries.gradients.settled_numbers import number_of
from torchlint.queries.memo import query
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


class RoundedBound(ExpressionView):
    """The upper bound of a clamp that is meant to be slightly less than 1."""

    __slots__ = ()

    @property
    def clamped(self) -> ExpressionView:
        """The expression that is clamped."""
        call = self.file.tree.above(self.node, tree.Call)
        return _clamped(CallView(self.file, call)) or self if isinstance(call, tree.Call) else self

    @property
    def is_single(self) -> bool:
        """Whether nothing in the file mentions float64."""
        return not any(self.file.analysis.mentions(name) for name in dtype_spellings("float64"))

    @property
    def raised(self) -> tuple[Edit, ...]:
        """The edit that writes a bound which is less than 1 in float32, too; empty if the bound is a name."""
        node = self.node
        small = node.right if isinstance(node, tree.BinaryOp) else None
        return edits.replace(small, "1e-6") if isinstance(small, tree.Constant) else ()


@query
def rounded_bounds(file: File) -> Iterator[RoundedBound]:
    """Upper bounds of clamps that are written as less than 1, and are 1 in float32, in source order."""
    known = {call.node: call for call in file.calls(*full_names("clamp"), *full_names_in_place("clamp"))}
    # What has such a method is a tensor, even where nothing else is known of it: arrays have `clip` alone.
    unknown = (call for call in file.method_calls("clamp", "clamp_", "clamp_max") if _is_of_unknown(call))
    known.update((call.node, call) for call in unknown if call.node not in known)
    for call in sorted(known.values(), key=lambda one: one.node.start):
        bound, clamped = _upper_bound(call), _clamped(call)
        number = number_of(bound) if bound is not None and clamped is not None else None
        if bound is None or clamped is None or number is None or not number < 1 or in_single(number) != 1:
            continue  # a bound that float32 can represent
        if dtype_of(file, clamped.node) != "float64":
            yield RoundedBound(file, bound.node)


def _is_of_unknown(call: CallView) -> bool:
    """Whether a method is called on something of which nothing is known."""
    return call.receiver is not None and call.receiver.value.kind == "unknown" and not call.names


def _clamped(call: CallView) -> ExpressionView | None:
    return call.receiver if _is_of_unknown(call) else call.operand


def _upper_bound(call: CallView) -> ExpressionView | None:
    """What a clamp cuts off at: `torch.clamp(x, 0, 1)`, `x.clamp_max(1)`, `F.hardtanh(x, max_val=1)`."""
    name = tree.last_name(call.node.func).rstrip("_")
    if name == "clamp_min":
        return None
    is_method = call.is_tensor_method or _is_of_unknown(call)
    place = (0 if name == "clamp_max" else 1) if is_method else (1 if name == "clamp_max" else 2)
    return call.argument(place, "max") or call.argument(place, "max_val")
