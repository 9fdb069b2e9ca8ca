"""Models that a program which trains nothing puts in train mode, before it hands them to code that is not seen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import uses
from torchlint.domain.values import NO
from torchlint.knowledge.naming_conventions import TRAINS
from torchlint.queries import CallView, ExpressionView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File
    from torchlint.queries.modes import EvaluationView

# What a program calls that trains; and what trains a model that it is given.
_STEPS = re.compile(rf"^(step|zero_grad)$|[Oo]ptim|{TRAINS}")
_TRAINERS = re.compile(r"[Tt]rain|[Ll]earn|[Ff]it|[Ee]ngine")
_COPIES = ("copy", "deepcopy")


@dataclass(frozen=True, slots=True, eq=False)
class SwitchedToTrain(CallView):
    """A `train()` on a model with loaded weights that the same function then hands on in a loop."""

    node: tree.Call
    handed_on: CallView  # the first call that is given the model

    @property
    def model(self) -> ExpressionView:
        """The model."""
        assert isinstance(self.node.func, tree.Attribute)
        return ExpressionView(self.file, self.node.func.value)


def sets_only_the_flag(file: File, forward: EvaluationView) -> bool:
    """Whether the function has set `model.training = False` before, which leaves the layers inside in train mode."""
    scope = file.tree.scope(forward.node)
    return any(
        isinstance(target, tree.Attribute)
        and target.attr == "training"
        and tree.dotted(target.value) == forward.model.text
        and isinstance(one.value, tree.Constant)
        and one.value.value is False
        and one.end <= forward.node.start
        and file.tree.scope(one) is scope
        for one in file.tree.all(tree.Assign)
        for target in one.targets
    )


def switched_to_train(file: File) -> Iterator[SwitchedToTrain]:
    """Calls of `train()` in a file that trains nothing, in source order; none where `eval()` may follow."""
    switches = [call for call in file.method_calls("train") if _turns_on(call)]
    if not switches or trains(file):
        return
    for call in switches:
        model = call.receiver.node if call.receiver is not None else None
        if isinstance(model, tree.Name) and (used := _handed_on(file, call, model)) is not None:
            yield SwitchedToTrain(file, call.node, used)


def trains(file: File) -> bool:
    """Whether the file calls something that trains, as its name says."""
    calls = file.tree.all(tree.Call)
    return any(_STEPS.search(tree.last_name(call.func)) or _is_given_work(call) for call in calls)


def _is_given_work(call: tree.Call) -> bool:
    """`client.train(net=model)`: a `train` that is given more than a mode is no switch."""
    if tree.last_name(call.func) != "train":
        return False
    return len(call.args) > 1 or any(one.keyword not in (None, "mode") for one in call.args)


def _turns_on(call: CallView) -> bool:
    """Whether a statement puts a model in train mode that has layers for which the mode may matter."""
    held = call.receiver.value if call.receiver is not None else None
    is_statement = isinstance(call.file.tree.parents.get(call.node), tree.ExpressionStatement)
    if held is None or held.kind != "module" or not is_statement:
        return False
    given = call.argument(0, "mode")
    return (given is None or given.is_literally is True) and call.file.analysis.layers.of(held) != NO


def _handed_on(file: File, switch: CallView, model: tree.Name) -> CallView | None:
    """The call that is given the model in a loop further down, if its weights are loaded and nothing switches it."""
    is_loaded, used = False, None
    for one in uses(file.tree, model):
        above = file.tree.parents.get(one)
        if isinstance(above, tree.Attribute):
            if one is not model and above.attr in ("eval", "train", "apply"):
                return None  # switched back, or passed to a function that may do so
            is_loaded |= above.attr == "load_state_dict"
        elif isinstance(above, tree.Argument):
            call = file.tree.parents.get(above)
            if not isinstance(call, tree.Call) or _TRAINERS.search(tree.last_name(call.func)):
                return None
            if tree.last_name(call.func) in _COPIES:
                continue  # another model, in the mode that this one is in
            if one.start > switch.node.end and used is None and _is_in_loop(file, call):
                used = CallView(file, call)
        elif one.start > switch.node.end:
            return None  # the caller may train it, or switch its mode
    return used if is_loaded else None


def _is_in_loop(file: File, call: tree.Call) -> bool:
    return isinstance(file.tree.above(call, tree.For, tree.While, tree.FunctionDef), tree.Loops)
