"""Comparisons of a torch.device with a text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import definitions_of
from torchlint.queries import ExpressionView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_DEVICE = "torch.device"


@dataclass(frozen=True, slots=True, eq=False)
class ComparisonView(ExpressionView):
    """A comparison whose result is the same on every machine."""

    device: ExpressionView  # the side that is a torch.device
    result: bool  # what always comes of it

    @property
    def is_written(self) -> str:
        """The device's code, for a message."""
        return self.device.code


def comparisons_with_text(file: File) -> Iterator[ComparisonView]:
    """Comparisons by `==` or `!=` of a device with a text that names only a type of device, in source order."""
    for compared in file.tree.all(tree.Compare):
        if compared.ops not in (["=="], ["!="]):
            continue
        left, right = compared.left, compared.comparators[0]
        for side, text in ((left, right), (right, left)):
            if isinstance(text, tree.Constant) and _is_type(text.value) and _is_device(file, side):
                yield ComparisonView(file, compared, ExpressionView(file, side), compared.ops == ["!="])


def _is_type(text: object) -> bool:
    return isinstance(text, str) and text.isalpha()


def _is_device(file: File, node: tree.Expression) -> bool:
    """Whether an expression is certainly a torch.device."""
    if isinstance(node, tree.Call):
        return file.names.spelled_out(node.func) == _DEVICE
    if isinstance(node, tree.Conditional):
        return _is_device(file, node.body) and _is_device(file, node.orelse)
    if isinstance(node, tree.Attribute):
        return node.attr == "device" and file.value(node.value).carries_grad
    if not isinstance(node, tree.Name):
        return False
    values = [one.value for one in definitions_of(file.tree, node)]  # None for a parameter: whatever a caller gives
    return bool(values) and all(
        isinstance(value, (tree.Call, tree.Conditional)) and _is_device(file, value) for value in values
    )
