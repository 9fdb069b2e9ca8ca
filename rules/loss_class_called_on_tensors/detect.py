"""Calls of loss classes, and what they are given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import uses_reached_by
from torchlint.domain.values import YES, Value
from torchlint.knowledge.torch_api import losses, member, method
from torchlint.queries import CallView
from torchlint.queries.gradients import called_value
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import ExpressionView, File


def made_losses(file: File) -> Iterator[CallView]:
    """Every call of a class of PyTorch's losses, also by another name that it was given, in source order."""
    names = {name for name in losses() if name.rpartition(".")[2][:1].isupper()}
    by_name = {call.node for call in file.named_calls(*names)}
    for node in file.tree.all(tree.Call):
        call = CallView(file, node)
        if node in by_name or (node.args and _is_one_of(called_value(call), names)):
            yield call


def _is_one_of(called: Value, classes: set[str]) -> bool:
    """Whether a class itself is called, and not a loss that was made of it: `self.criterion = nn.MSELoss`."""
    if called.kind == "choice" and not called.assumed:
        return all(_is_one_of(one, classes) for one in called.items)
    return called.kind == "external" and not called.assumed and called.name in classes


def is_for_a_loss(given: ExpressionView) -> bool:
    """Whether this is what a model gave, part of a batch, or a tensor with a graph: no setting of a loss."""
    value = given.value
    came_out = value.is_tensor and (value.grad == YES or any(origin.what == "forward" for origin in value.origins))
    return came_out or value.kind == "batch"


def is_tensor(given: ExpressionView) -> bool:
    """Whether this is certainly a tensor, which no class of PyTorch's losses takes second, unless it is one number."""
    return given.value.is_tensor and not given.value.assumed


def is_used_as_number(made: CallView) -> bool:
    """Whether what the class gives is added, multiplied, or asked for what only a tensor has: `backward()`."""
    above = made.file.tree.parents.get(made.node)
    targets = above.targets if isinstance(above, tree.Assign) else []
    named = targets[0] if targets and isinstance(targets[0], tree.Name) else None
    places: list[tree.Node] = [made.node]
    if named is not None and isinstance(above, tree.Assign):
        places += uses_reached_by(made.file.tree, named, above)
    return any(_is_number(made.file, place) for place in places)


def _is_number(file: File, place: tree.Node) -> bool:
    above = file.tree.parents.get(place)
    if isinstance(above, tree.BinaryOp):
        return True
    if not isinstance(above, tree.Attribute):
        return False
    return method(above.attr) is not None and member("torch.nn.Module", above.attr) is None
