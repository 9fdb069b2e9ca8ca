"""Comparisons of a torch.device with a text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.domain.values import DEVICE
from torchlint.finding import Edit
from torchlint.queries import ExpressionView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_ALWAYS = {"==": False, "!=": True, "in": False, "not in": True}


@dataclass(frozen=True, slots=True, eq=False)
class ComparedDevice(ExpressionView):
    """A comparison of a torch.device with a text, or with several."""

    device: tree.Expression
    texts: tuple[str, ...]
    result: bool  # what it always is

    @property
    def asked(self) -> str:
        """What can be compared with these texts: the type, or with an index both as one text."""
        code = self.file.tree.text_of(self.device)
        return f"str({code})" if any(":" in text for text in self.texts) else f"{code}.type"

    @property
    def as_text(self) -> tuple[Edit, ...]:
        """The edit that compares it as text."""
        return ExpressionView(self.file, self.device).put(self.asked)


def compared_devices(file: File) -> Iterator[ComparedDevice]:
    """The comparisons of a torch.device with texts, in source order."""
    for compare in file.tree.all(tree.Compare):
        if len(compare.ops) != 1 or compare.ops[0] not in _ALWAYS:
            continue
        left, right = compare.left, compare.comparators[0]
        sides = ((left, right), (right, left)) if compare.ops[0] in ("==", "!=") else ((left, right),)
        for device, others in sides:
            texts = _texts(others, several=compare.ops[0].endswith("in"))
            if texts and _is_device(file, device):
                yield ComparedDevice(file, compare, device, texts, _ALWAYS[compare.ops[0]])


def _texts(node: tree.Expression, *, several: bool) -> tuple[str, ...]:
    """The texts that are written out here: one, or all elements of a list."""
    if several and not isinstance(node, (tree.List, tree.Tuple, tree.Set)):
        return ()
    parts = node.elements if isinstance(node, (tree.List, tree.Tuple, tree.Set)) else [node]
    texts = [part.value for part in parts if isinstance(part, tree.Constant) and isinstance(part.value, str)]
    return tuple(texts) if len(texts) == len(parts) else ()


def _is_device(file: File, node: tree.Expression) -> bool:
    """Whether a value is certainly a torch.device, whoever calls the function."""
    value = file.facts.values.get(node)
    return value is not None and value.made_by == DEVICE and not value.assumed
