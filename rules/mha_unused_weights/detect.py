"""Calls of nn.MultiheadAttention whose weights nobody reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import uses
from torchlint.finding import Edit
from torchlint.queries import CallView, testing
from torchlint.queries.gradients import called_value
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries import File

_ATTENTION = "torch.nn.MultiheadAttention"
_NEEDED_BEFORE = 5  # query, key, value, key_padding_mask and need_weights, by position


class UnusedWeights(CallView):
    """A call of attention that computes its weights, and whose caller takes the output only."""

    __slots__ = ()

    @property
    def without_weights(self) -> tuple[Edit, ...]:
        """The edit that asks for the output alone."""
        given = self.argument(4, "need_weights")
        return edits.replace(given.node, "False") if given is not None else self.put_last("need_weights=False")


def unused_weights(file: File) -> Iterator[UnusedWeights]:
    """Every such call, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    for node in file.tree.all(tree.Call):
        if len(node.args) < 3 or not _drops_weights(file, node):
            continue
        call = UnusedWeights(file, node)
        layer = called_value(call)
        if layer.kind == "module" and layer.ref == _ATTENTION and not layer.assumed and _computes_weights(call):
            yield call


def by_class(file: File) -> list[list[UnusedWeights]]:
    """These calls, those of one class together, in source order."""
    found: dict[tree.Node, list[UnusedWeights]] = {}
    for call in unused_weights(file):
        found.setdefault(file.tree.above(call.node, tree.ClassDef) or call.node, []).append(call)
    return list(found.values())


def is_hooked(file: File) -> bool:
    """Whether anything in the file registers hooks on forwards, which may read the weights."""
    return any(True for _ in file.method_calls("register_forward_hook"))


def _computes_weights(call: CallView) -> bool:
    given = call.argument(4, "need_weights")
    if call.has_stars or call.argument(-1, "average_attn_weights") is not None:
        return False
    return given is None or given.is_literally is True


def _drops_weights(file: File, call: tree.Call) -> bool:
    """Whether the second result of a call is not read: `attention(...)[0]`, or unpacked into a name never read."""
    above = file.tree.parents.get(call)
    if isinstance(above, tree.Subscript):
        return above.value is call and isinstance(above.index, tree.Constant) and above.index.value == 0
    if not isinstance(above, tree.Assign) or above.value is not call or len(above.targets) != 1:
        return False
    target = above.targets[0]
    if not isinstance(target, (tree.Tuple, tree.List)) or len(target.elements) != 2:
        return False
    weights = target.elements[1]
    is_local = isinstance(file.tree.scope(call), tree.FunctionDef)
    return isinstance(weights, tree.Name) and is_local and not any(True for _ in uses(file.tree, weights))
