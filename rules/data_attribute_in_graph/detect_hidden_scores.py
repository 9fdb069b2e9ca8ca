"""Scores that are hidden from a softmax by a very low number, whose gradients are the same however that is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.use_def import reads_after, resolved_expression
from torchlint.knowledge.operations import VIEWS, full_names, has_column
from torchlint.queries import CallView
from torchlint.queries.gradients import folded
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# The softmax of what is this much lower than the rest is exactly 0, in each type of numbers.
_LOW = -1e4
_SOFTMAX = full_names("softmax") | {f"{layer}.forward" for layer in full_names("softmax", of="torch.nn")}
_INFINITIES = ("math.inf", "np.inf", "numpy.inf", "torch.inf")


def is_hidden_from_a_softmax(file: File, read: tree.Attribute) -> bool:
    """Whether `x.data.masked_fill_(mask, -inf)` is all that is done to a name here before a softmax takes it."""
    name, call = read.value, _fill(file, read)
    if not isinstance(name, tree.Name) or call is None:
        return False
    if _is_needed_before(file, name):
        return False
    later = reads_after(file.tree, name, call)
    taken = [use for use in later if not _is_another_fill(file, use) and not _only_asks(file, use)]
    return bool(taken) and all(_goes_into_a_softmax(file, use) for use in taken)


def _fill(file: File, read: tree.Attribute) -> tree.Call | None:
    """The call that fills some of what `.data` gives with a very low number."""
    method = file.tree.parents[read]
    call = file.tree.parents.get(method)
    is_fill = isinstance(method, tree.Attribute) and method.attr == "masked_fill_"
    if not is_fill or not isinstance(call, tree.Call) or call.func is not method:
        return None
    value = CallView(file, call).argument(1, "value")
    return call if value is not None and _is_low(file, value.node) else None


def _is_needed_before(file: File, name: tree.Name) -> bool:
    """Whether the backward of what made a tensor reads the memory that is written to."""
    made = resolved_expression(file.tree, name)
    while isinstance(made, tree.Call):
        last = tree.last_name(made.func)
        given = CallView(file, made).operand
        if given is None or not (has_column(last, *VIEWS) or last == "contiguous"):
            # A gradient of 0, which is what a softmax gives to hidden scores, stays 0 in the backward of relu.
            return has_column(last, "saves-result") and not has_column(last, "relu")
        made = resolved_expression(file.tree, given.node)
    return file.value(name).value.made_by in ("sigmoid", "softmax", "log-softmax")


def _is_low(file: File, node: tree.Node, depth: int = 0) -> bool:
    """Whether a number is so low that a softmax gives 0 for it; one that the class keeps, as it is assigned there."""
    number = folded(file, node)
    if number is not None:
        return number <= _LOW
    if isinstance(node, tree.UnaryOp) and node.op == "-":
        return (tree.dotted(node.operand) or "") in _INFINITIES
    name, cls = tree.dotted(node) or "", file.tree.above(node, tree.ClassDef)
    if cls is None or depth or not name.startswith("self."):
        return False
    bound = assignments_to(file.tree, cls, name)
    return bool(bound) and all(one.value is not None and _is_low(file, one.value, depth + 1) for one in bound)


def _is_another_fill(file: File, use: tree.Name) -> bool:
    above = file.tree.parents[use]
    return isinstance(above, tree.Attribute) and above.attr == "data" and _fill(file, above) is not None


def _only_asks(file: File, use: tree.Name) -> bool:
    above = file.tree.parents[use]
    return isinstance(above, tree.Attribute) and has_column(above.attr, "metadata")


def _goes_into_a_softmax(file: File, use: tree.Name) -> bool:
    call = file.tree.above(use, tree.Call)
    if not isinstance(call, tree.Call) or not CallView(file, call).names & _SOFTMAX:
        return False
    given = CallView(file, call).operand
    return given is not None and given.node is use
