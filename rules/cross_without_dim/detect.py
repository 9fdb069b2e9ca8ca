"""What rules see of cross products that are not told which dimension holds the vectors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.finding import Edit
from torchlint.queries import CallView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# Functions whose operands have one dimension.
_OF_VECTORS = frozenset(("torch.dot", "torch.inner"))
_TENSORS = frozenset(("torch.tensor", "torch.Tensor"))


class Product(CallView):
    """`torch.cross(a, b)` or `a.cross(b)`."""

    __slots__ = ()

    @property
    def operands(self) -> list[tree.Expression]:
        """Both factors."""
        given = [argument.value for argument in self.node.args]
        if len(given) == 1 and isinstance(self.node.func, tree.Attribute):
            return [self.node.func.value, *given]
        return given

    @property
    def is_of_single_vectors(self) -> bool:
        """Whether a factor has one dimension: it is made of a list of numbers, or `torch.dot` takes it, too."""
        if any(self.file.names.spelled_out(call.func) in _OF_VECTORS for call in self._calls_on_them):
            return True
        return any(_is_of_numbers(self.file, one) for one in self.operands)

    @property
    def is_of_batches(self) -> bool:
        """Whether a factor or the product is indexed, or worked on, along one of several dimensions."""
        made = (resolved_expression(self.file.tree, one) for one in self.operands)
        if any(isinstance(n, tree.Subscript) and _keeps_front(n.index) for one in made for n in tree.walk(one)):
            return True
        return any(a.keyword in ("dim", "axis", "keepdim") for call in self._calls_on_them for a in call.args)

    @property
    def along_last(self) -> tuple[Edit, ...]:
        """The edit that names the last dimension, which nearly all code means."""
        return self.put_last("dim=-1")

    @property
    def _calls_on_them(self) -> Iterator[tree.Call]:
        """The calls in this function that take a factor, or the product, first or as their receiver."""
        syntax = self.file.tree
        names = {one.id for one in self.operands if isinstance(one, tree.Name)}
        statement = syntax.parents.get(self.node)
        if isinstance(statement, tree.Assign):
            names |= {target.id for target in statement.targets if isinstance(target, tree.Name)}
        for call in syntax.own(syntax.scope(self.node), tree.Call):
            first = call.args[0].value if call.args else None
            receiver = call.func.value if isinstance(call.func, tree.Attribute) else None
            if any(one is self.node or (isinstance(one, tree.Name) and one.id in names) for one in (first, receiver)):
                yield call


def products(file: File) -> Iterator[Product]:
    """Cross products without `dim`, in source order."""
    functions = {call.node for call in file.named_calls("torch.cross")}
    others = (call for call in file.method_calls("cross") if call.node not in functions)
    methods = {call.node for call in others if call.receiver is not None and call.receiver.value.is_tensor}
    for node in sorted(functions | methods, key=lambda one: one.start):
        if len(node.args) == (2 if node in functions else 1) and not any(a.star or a.keyword for a in node.args):
            yield Product(file, node)


def _is_of_numbers(file: File, node: tree.Expression) -> bool:
    """Whether a tensor is made of a list of numbers."""
    made = resolved_expression(file.tree, node)
    if not isinstance(made, tree.Call) or file.names.spelled_out(made.func) not in _TENSORS or not made.args:
        return False
    listed = made.args[0].value
    return isinstance(listed, tree.List) and not any(isinstance(one, tree.List) for one in listed.elements)


def _keeps_front(index: tree.Expression) -> bool:
    """Whether an index keeps the first dimension and chooses in a later one: `x[:, 1]`, `x[..., 0]`."""
    first = index.elements[0] if isinstance(index, tree.Tuple) and index.elements else None
    return isinstance(first, tree.Slice) or (isinstance(first, tree.Constant) and first.value is ...)
