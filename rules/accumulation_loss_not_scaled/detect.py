"""Losses of slices of one batch, which are differentiated one by one before a single step."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.symbols import Function
from torchlint.binding.use_def import resolved_expression
from torchlint.flow.training_trace import Step
from torchlint.knowledge.operations import has_column
from torchlint.knowledge.torch_api import fact
from torchlint.queries.training import StepView, Training, Windows
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What cuts a tensor along its first dimension into parts that a loop goes over.
_CUTS = frozenset(("split", "chunk", "tensor_split"))
_DEEPEST = 3  # functions that return what another one returns


class SummedSlices(NamedTuple):
    """The backward of each slice's loss, and whether that loss is known to be a mean."""

    backward: StepView
    is_sure: bool


def summed_slices(loop: Training, at: StepView) -> SummedSlices | None:
    """The backward in a loop over slices of a batch, whose sum a step behind that loop applies."""
    if len(loop.optimizers) != 1 or not Windows(loop).minds_size(at):
        return None
    if any(s.what != "zero" and loop.clears(s, at.step) for s in loop.all):
        return None  # other code may change the gradients
    for backward in (s for s in loop.all if s.what == "backward" and s.by not in ("engine", "library")):
        if not loop.file.holds(backward.node) or loop.relations.feeds(backward, at.step) == "other":
            continue
        inner = loop.file.tree.above(backward.node, *tree.Loops, *tree.Scope)
        if not isinstance(inner, tree.For) or inner is loop.node or not loop.file.is_within(inner, loop.node):
            continue
        if _goes_over_slices(inner) and not _steps_in(loop, inner) and not _scales(loop, inner):
            view = loop.view(backward)
            return SummedSlices(view, _is_mean(view))
    return None


def _steps_in(loop: Training, inner: tree.For) -> bool:
    """Whether gradients are applied, clipped or cleared in the loop itself."""
    others: list[Step] = [s for s in loop.all if s.what in ("step", "zero")]
    return any(loop.file.is_within(s.node, inner) for s in others if loop.file.holds(s.node))


def _goes_over_slices(inner: tree.For) -> bool:
    """Whether a loop takes one slice of a batch after another: `for i in range(0, n, k)` with `x[i:i + k]`."""
    given = inner.iter
    if not isinstance(given, tree.Call):
        return False
    if tree.dotted(given.func) == "range":
        return len(given.args) == 3 and isinstance(inner.target, tree.Name) and _cuts_at(inner, inner.target.id)
    called = [given, *(a.value for a in given.args if isinstance(a.value, tree.Call))]
    cuts = [call for call in called if tree.last_name(call.func) in _CUTS]
    return bool(cuts) and all(_is_along_the_first(call) for call in cuts)


def _cuts_at(inner: tree.For, start: str) -> bool:
    """Whether a loop takes slices that begin at its counter, along the first dimension."""
    slices = (n.index for n in tree.walk(inner) if isinstance(n, tree.Subscript) and isinstance(n.index, tree.Slice))
    return any(isinstance(one.lower, tree.Name) and one.lower.id == start and one.upper is not None for one in slices)


def _is_along_the_first(call: tree.Call) -> bool:
    """Whether a call cuts along the first dimension, as it does unless another one is given."""
    dims = [a.value for a in call.args if a.keyword == "dim"]
    dims += [a.value for a in call.args if a.keyword is None][1:]
    return all(isinstance(dim, tree.Constant) and dim.value == 0 for dim in dims if not isinstance(dim, tree.Name))


def _scales(loop: Training, inner: tree.For) -> bool:
    """Whether the loss of a slice, or the sum of gradients, may be weighed: by any quotient, product or sum."""
    file = loop.file
    if any(a.value.value == "sum" for a in file.tree.all(tree.Argument) if isinstance(a.value, tree.Constant)):
        return True
    if _computes(inner):
        return True
    called = {f for call in file.tree.inside(inner, tree.Call) for f in file.facts.definitions.get(call, ())}
    if any(isinstance(f, Function) and _computes(f.node) and not _is_forward(f) for f in called):
        return True
    gradients = (n for n in file.tree.inside(loop.node, tree.Attribute) if n.attr == "grad")
    return any(_computes(file.tree.statement(n)) for n in gradients)


def _is_forward(function: Function) -> bool:
    return function.owner is not None and function.owner.is_module


def _computes(node: tree.Node) -> bool:
    for part in tree.walk(node):
        if isinstance(part, (tree.BinaryOp, tree.AugmentedAssign)) and part.op in ("/", "*"):
            return True
        called = tree.last_name(part.func).rstrip("_") if isinstance(part, tree.Call) else ""
        if called in ("mul", "sum") or has_column(called, "division"):
            return True
    return False


def _is_mean(backward: StepView) -> bool:
    """Whether a loss is known to be the mean over its slice."""
    subject = backward.subject
    if subject is None or _chooses_reduction(backward.file):
        return False
    return _is_of_mean(backward.file, backward.file.tree, subject.node)


def _is_of_mean(file: File, syntax: tree.Tree, loss: tree.Node, depth: int = 0) -> bool:
    """Whether an expression is a mean, by itself or as what a function of the project returns."""
    node = resolved_expression(syntax, loss)
    if not isinstance(node, tree.Call):
        return False
    names = file.facts.callees.get(node, set())
    if names:
        means = (has_column(name.rpartition(".")[2], "sum-or-mean") and name.endswith("mean") for name in names)
        return all(means) or all(map(_is_loss, names))
    called = file.facts.functions.get(node, set())
    return bool(called) and depth < _DEEPEST and all(_returns_mean(file, one, depth + 1) for one in called)


def _returns_mean(file: File, function: Function, depth: int) -> bool:
    returns = function.unit.tree.own(function.node, tree.Return)
    return bool(returns) and all(
        one.value is not None and _is_of_mean(file, function.unit.tree, one.value, depth) for one in returns
    )


def _chooses_reduction(file: File) -> bool:
    """Whether some loss is reduced as its caller or a setting says: to a mean, or to a sum."""
    return any(
        a.keyword == "reduction" and not isinstance(a.value, tree.Constant) for a in file.tree.all(tree.Argument)
    )


def _is_loss(name: str) -> bool:
    """Whether a name is that of one of PyTorch's losses, which are means by default."""
    known = fact(name.removesuffix(".forward"))
    return known is not None and (known.kind == "loss" or bool(known.wants))
