"""Models of this or another file whose forward computes a cross entropy that ignores some targets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, Function
from torchlint.flow.training_trace import Step
from torchlint.queries import CallView, ExpressionView, gradients
from torchlint.syntax import tree

from . import detect_ignored

if TYPE_CHECKING:
    from torchlint.queries import File

_IGNORE = "ignore_index"


def ignoring_target(file: File, forward: Step) -> tuple[ExpressionView, bool] | None:
    """The target that is given to a model whose own loss ignores a part of it, and whether that is marked by -100.

    None for any other model.
    """
    cls = forward.subject.ref
    method = cls.method("forward") if isinstance(cls, Class) else None
    if method is None or not isinstance(forward.node, tree.Call):
        return None
    for loss in method.unit.tree.inside(method.node, tree.Call):
        given = {part.keyword: part.value for part in loss.args}
        if _IGNORE in given and _is_mean(given.get("reduction"), method):
            target = _asked_for(CallView(file, forward.node), method, loss)
            if target is not None and detect_ignored.may_occur(file, given[_IGNORE]):
                return target, gradients.folded(file, given[_IGNORE]) == -100
    return None


def _is_mean(reduction: tree.Expression | None, method: Function) -> bool:
    """Whether a reduction is left out, or the mean; or a parameter that is one unless a caller says otherwise."""
    if isinstance(reduction, tree.Name):
        default = next((one.default for one in method.node.parameters if one.name == reduction.id), None)
        return isinstance(default, tree.Constant) and default.value == "mean"
    return reduction is None or (isinstance(reduction, tree.Constant) and reduction.value == "mean")


def _asked_for(call: CallView, method: Function, loss: tree.Call) -> ExpressionView | None:
    """What a call gives for the parameter that decides whether there is a loss: `if labels is not None`."""
    syntax = method.unit.tree
    around = syntax.above(loss, tree.If, *tree.Scope)
    asked = {n.id for n in tree.walk(around.test) if isinstance(n, tree.Name)} if isinstance(around, tree.If) else set()
    names = [one.name for one in method.node.parameters]
    for place, name in enumerate(names[1:]):
        if name in asked and (given := call.argument(place, name)) is not None:
            return None if given.is_literally is None else given
    return None
