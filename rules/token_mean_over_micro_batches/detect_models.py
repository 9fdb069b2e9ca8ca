"""Models of this or another file whose forward computes a cross entropy that ignores some targets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.definitions import definitions_from
from torchlint.binding.symbols import Class, Function
from torchlint.binding.use_def import uses
from torchlint.flow.training_trace import Step
from torchlint.knowledge.naming_conventions import names_model_with_token_loss
from torchlint.queries import CallView, ExpressionView, gradients
from torchlint.syntax import tree

from . import detect_ignored

if TYPE_CHECKING:
    from torchlint.queries import File

_IGNORE = "ignore_index"
_DEEPEST = 3  # wrappers around a model
_USUAL = -100  # what the models of transformers ignore
_LABELS = "labels"
_PADDING_COLLATOR = "DataCollatorForSeq2Seq"  # pads labels with that number
_COUNTED = "num_items_in_batch"  # the number of tokens of a whole step, by which such a model can divide


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


def is_of_transformers(file: File, forward: Step) -> bool:
    """Whether a model of transformers is given labels of which some are ignored, and takes the mean over the others."""
    made, call = forward.subject.source, forward.node
    if not isinstance(made, tree.Call) or not isinstance(call, tree.Call) or not file.holds(made):
        return False
    names = (name.split(".") for one in _made_of(file, made) for name in CallView(file, one).spelled)
    if not any(parts[0] == "transformers" and any(map(names_model_with_token_loss, parts)) for parts in names):
        return False
    if file.analysis.mentions(_COUNTED) or not _is_given_labels(file, call) or not _loss_is_read(file, call):
        return False
    return file.analysis.mentions(_PADDING_COLLATOR) or detect_ignored.is_stored(file, _USUAL)


def _is_given_labels(file: File, call: tree.Call) -> bool:
    """Whether a model gets labels, or a whole batch; labels that are its own input mark no token."""
    labels = next((one.value for one in call.args if one.keyword == _LABELS), None)
    if labels is None:
        return any(one.star == "**" for one in call.args)
    others = (one.value for one in call.args if one.value is not labels)
    return file.tree.text_of(labels) not in map(file.tree.text_of, others)


def _loss_is_read(file: File, call: tree.Call) -> bool:
    """Whether code reads the loss in what a model gives, `outputs.loss` or `outputs[0]`, and not its logits alone."""
    made = definitions_from(file.tree, call)
    if any(isinstance(file.tree.parents.get(one.target), tree.Tuple) for one in made if one.target is not None):
        return True
    names = [one.target for one in made if isinstance(one.target, tree.Name)]
    reads = [call, *(use for name in names for use in uses(file.tree, name))]
    above = [file.tree.parents.get(read) for read in reads]
    fields = [one.attr for one in above if isinstance(one, tree.Attribute)]
    return "loss" in fields or "logits" not in fields


def _made_of(file: File, made: tree.Call) -> list[tree.Call]:
    """The call that makes a model, and those that make what it wraps: `get_peft_model(prepare(model), config)`."""
    calls = [made]
    while len(calls) <= _DEEPEST:
        inner = tree.positional(calls[-1], 0)
        wrapped = file.value(inner).value.source if inner is not None else None
        if not isinstance(wrapped, tree.Call) or not file.holds(wrapped) or wrapped in calls:
            break
        calls.append(wrapped)
    return calls


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
