"""Calls of the constructor torch.Tensor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.finding import Edit
from torchlint.queries import CallView, ExpressionView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class Constructed(CallView):
    """A call of torch.Tensor with something that says what is in the tensor, or how large it is."""

    node: tree.Call

    @property
    def is_of_sizes(self) -> bool:
        """Whether it is certainly given sizes: several arguments, a whole number, or the shape of another tensor."""
        given = self.node.args[0].value
        return (
            len(self.node.args) > 1 or _whole(given) or _is_shape(self.file, resolved_expression(self.file.tree, given))
        )

    @property
    def rounds(self) -> bool:
        """Whether it is given whole numbers, which it makes float32 of."""
        return self.is_of_list and all(map(_whole, _numbers_in(self.node.args[0].value)))

    @property
    def is_of_list(self) -> bool:
        """Whether it is given a list that is written out."""
        return isinstance(self.node.args[0].value, tree.List)

    @property
    def first(self) -> ExpressionView:
        """Its first argument."""
        return ExpressionView(self.file, self.node.args[0].value)

    @property
    def given(self) -> str:
        """Its arguments, as they are written."""
        return ", ".join(self.file.tree.text_of(one) for one in self.node.args)

    @property
    def better(self) -> str:
        """The function to write."""
        return "torch.empty" if self.is_of_sizes else "torch.tensor"

    @property
    def instead(self) -> tuple[Edit, ...]:
        """The edits that write a function with the same result; none where it isn't certain what is given."""
        if self.is_of_sizes:
            return self.writing(self.better, self.callee.put)
        if not isinstance(self.node.args[0].value, tree.List):
            return ()
        dtype = self.writing("torch.float32", lambda name: self.put_last(f"dtype={name}"))
        named = self.writing("torch.tensor", self.callee.put)
        return (*named, *dtype) if named and dtype else ()


def constructed(file: File) -> Iterator[Constructed]:
    """Calls of torch.Tensor with arguments, in source order."""
    for call in file.named_calls("torch.Tensor"):
        if call.node.args and not call.has_stars and not any(a.keyword for a in call.node.args):
            yield Constructed(file, call.node)


def _numbers_in(node: tree.Node) -> Iterator[tree.Node]:
    """The entries of a list, and of those inside it."""
    for element in node.elements if isinstance(node, tree.List) else ():
        yield from _numbers_in(element) if isinstance(element, tree.List) else (element,)


def _is_shape(file: File, node: tree.Node) -> bool:
    """Whether this is a torch.Size, or a part of one: `x.size()`, `x.shape[1:]`; the shape of an array is none."""
    if isinstance(node, tree.Subscript):
        return isinstance(node.index, tree.Slice) and _is_shape(file, node.value)
    if isinstance(node, tree.Call):
        return isinstance(node.func, tree.Attribute) and node.func.attr == "size" and not node.args
    if not isinstance(node, tree.Attribute) or node.attr != "shape":
        return False
    return ExpressionView(file, node.value).value.is_tensor


def _whole(node: tree.Node) -> bool:
    inner = node.operand if isinstance(node, tree.UnaryOp) else node
    return isinstance(inner, tree.Constant) and type(inner.value) is int
