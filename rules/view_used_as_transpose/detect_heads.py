"""Views that split the features of each token into heads, and name the heads before the tokens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition, assignments_in
from torchlint.binding.use_def import resolved_expression
from torchlint.finding import Edit
from torchlint.queries import CallView
from torchlint.queries.gradients import called_value
from torchlint.syntax import tree

from .detect import ReorderingView, Size, arguments, is_minus_one, size_of, viewed
from .detect_roots import root_of

if TYPE_CHECKING:
    from torchlint.queries import File


class HeadsView(ReorderingView):
    """`q.view(batch, self.heads, tokens, self.width)` of what has the shape (batch, tokens, heads * width)."""

    __slots__ = ()

    @property
    def is_proven(self) -> bool:
        """Always: the width of a head is that of a token divided by their number."""
        return True

    @property
    def advice(self) -> str:
        """What to write instead."""
        first, heads, tokens, width = map(self.file.tree.text_of, arguments(self.node))
        return f"write `.{self.method}({first}, {tokens}, {heads}, {width}).transpose(1, 2)`"

    @property
    def as_permute(self) -> tuple[Edit, ...]:
        """The edits that split first, and then move the heads ahead."""
        heads, tokens = arguments(self.node)[1:3]
        swapped = self._put(heads, tokens) + self._put(tokens, heads)
        return (*swapped, *self.then(".transpose(1, 2)"))

    def _put(self, place: tree.Expression, other: tree.Expression) -> tuple[Edit, ...]:
        return self.file.value(place).put(self.file.tree.text_of(other))


def reorderings(file: File) -> Iterator[HeadsView]:
    """Every such view, in source order."""
    for call in file.tree.all(tree.Call):
        if viewed(call) is None:
            continue
        sizes = arguments(call)
        cls = file.tree.above(call, tree.ClassDef)
        if len(sizes) == 4 and isinstance(cls, tree.ClassDef) and _names_heads_first(file, cls, call, sizes):
            yield HeadsView(file, call)


def _names_heads_first(file: File, cls: tree.ClassDef, call: tree.Call, sizes: list[tree.Expression]) -> bool:
    first, tokens = size_of(file, sizes[0]), size_of(file, sizes[2])
    heads, width = tree.dotted(sizes[1]), tree.dotted(sizes[3])
    if first is None or first.dimension != 0 or heads is None:
        return False
    if not is_minus_one(sizes[2]) and (tokens is None or tokens.dimension != 1 or tokens.tensor != first.tensor):
        return False
    if not _has_its_rows(file, call, first):
        return False
    if width is not None and width.startswith("self."):
        return _is_share_of(cls, width, heads)
    return _is_share_of_features(file, sizes[3], heads, first)


def _is_share_of_features(file: File, width: tree.Expression, heads: str, first: Size) -> bool:
    """Whether the width is written out as the tensor's own last size divided by the heads: `dim // self.heads`."""
    width = resolved_expression(file.tree, width)
    if not isinstance(width, tree.BinaryOp) or width.op != "//" or tree.dotted(width.right) != heads:
        return False
    features = size_of(file, width.left)
    return features is not None and (features.tensor, features.bound, features.dimension) == (*first[:2], 2)


def _has_its_rows(file: File, call: tree.Call, size: Size) -> bool:
    """Whether what is viewed is the tensor itself whose sizes are named, or what a linear layer gives for it."""
    given = viewed(call) or call
    if _is_sized(file, given, size):
        return True
    made = resolved_expression(file.tree, given)
    if not isinstance(made, tree.Call) or len(made.args) != 1:
        return False
    layer = called_value(CallView(file, made))
    return layer.kind == "module" and layer.ref == "torch.nn.Linear" and _is_sized(file, made.args[0].value, size)


def _is_sized(file: File, node: tree.Expression, size: Size) -> bool:
    """Whether an expression is the tensor whose size was taken."""
    return isinstance(node, tree.Name) and root_of(file, node) == (size.tensor, size.bound)


def _is_share_of(cls: tree.ClassDef, width: str, heads: str) -> bool:
    """Whether the class keeps as `width` the quotient of a number by `heads`: `self.width = size // heads`."""
    kept = list(assignments_in(cls))
    shares = [one.value for one in kept if one.name == width]
    divided = shares[0] if len(shares) == 1 else None
    if isinstance(divided, tree.Call) and tree.dotted(divided.func) == "int" and len(divided.args) == 1:
        divided = divided.args[0].value
    if not isinstance(divided, tree.BinaryOp) or divided.op not in ("//", "/"):
        return False
    by = tree.dotted(divided.right)
    return by is not None and (by == heads or _keeps(kept, heads, by) or _keeps(kept, by, heads))


def _keeps(kept: list[Definition], attribute: str, name: str) -> bool:
    """Whether the only value of an attribute is that of a name."""
    values = [one.value for one in kept if one.name == attribute]
    return len(values) == 1 and values[0] is not None and tree.dotted(values[0]) == name
