"""Comparisons with NaN by `==` and `!=`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.queries import ExpressionView
from torchlint.queries.gradients import traced
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.finding import Edit
    from torchlint.queries import File

_NAN = frozenset("torch.nan math.nan numpy.nan numpy.NaN numpy.NAN".split())
_ALWAYS = {"==": False, "!=": True}


@dataclass(frozen=True, slots=True, eq=False)
class ComparedNan(ExpressionView):
    """A comparison of a value with NaN."""

    operand: ExpressionView  # what NaN is compared with
    result: bool  # what it always is

    @property
    def asked(self) -> str:
        """What tells whether the value is NaN, as code."""
        return f"`torch.isnan({self.operand})`" if self._is_tensor else "`math.isnan` or `numpy.isnan`"

    @property
    def as_isnan(self) -> tuple[Edit, ...]:
        """The edit that asks it of a tensor; of anything else none, since nothing shows which `isnan` takes it."""
        if not self._is_tensor:
            return ()
        negated = "~" if self.result else ""
        asked = f"({self.operand.code})"
        return self.writing("torch.isnan", lambda name: edits.replace(self.node, f"{negated}{name}{asked}"))

    @property
    def _is_tensor(self) -> bool:
        return self.operand.value.is_tensor


def compared_nans(file: File) -> Iterator[ComparedNan]:
    """The comparisons with NaN, in source order."""
    for compare in file.tree.all(tree.Compare):
        if len(compare.ops) != 1 or compare.ops[0] not in _ALWAYS:
            continue
        left, right = compare.left, compare.comparators[0]
        for value, other in ((left, right), (right, left)):
            if _is_nan(file, other):
                yield ComparedNan(file, compare, ExpressionView(file, value), _ALWAYS[compare.ops[0]])
                break


def _is_nan(file: File, node: tree.Node) -> bool:
    made = traced(ExpressionView(file, node))
    if isinstance(made.node, tree.Call):  # float("nan")
        args = made.node.args
        return tree.dotted(made.node.func) == "float" and len(args) == 1 and _says_nan(args[0].value)
    return made.file.names.spelled_out(made.node) in _NAN


def _says_nan(node: tree.Node) -> bool:
    value = node.value if isinstance(node, tree.Constant) else None
    return isinstance(value, str) and value.strip().lower().lstrip("+-") == "nan"
