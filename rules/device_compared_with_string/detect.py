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

# What moves a tensor or a module, whose device is no text.
_MOVES = ("to", "cpu")
_ALWAYS = {"==": False, "!=": True, "in": False, "not in": True}


@dataclass(frozen=True, slots=True, eq=False)
class ComparedDevice(ExpressionView):
    """A comparison of a torch.device with a text, or with several."""

    device: tree.Expression
    texts: tuple[str, ...]
    result: bool  # what it always is
    is_certain: bool  # whether it is a torch.device, whoever calls the function

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
            is_certain = bool(texts) and _is_device(file, device)
            if texts and (is_certain or _is_perhaps_of_a_tensor(file, device)):
                yield ComparedDevice(file, compare, device, texts, _ALWAYS[compare.ops[0]], is_certain)


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


def _is_perhaps_of_a_tensor(file: File, node: tree.Expression) -> bool:
    """Whether this is the `device` of something unknown that the same function treats as a tensor.

    It moves it, `x.to("cpu")`, or reads its `x.shape`.
    """
    if not isinstance(node, tree.Attribute) or node.attr != "device" or not isinstance(node.value, tree.Name):
        return False
    held, function = file.facts.values.get(node.value), file.tree.scope(node)
    if (held is not None and held.kind != "unknown") or not isinstance(function, tree.FunctionDef):
        return False
    called = (call.func for call in file.tree.inside(function, tree.Call))
    told = [func for func in called if isinstance(func, tree.Attribute) and func.attr in _MOVES]
    told += [one for one in file.tree.inside(function, tree.Attribute) if one.attr == "shape"]  # options have a dtype
    return any(isinstance(one.value, tree.Name) and one.value.id == node.value.id for one in told)
