"""Models that are trained beside what an Accelerator made of them: by an older name, or taken out again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.queries import CallView, ExpressionView, View, distributed, modes
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class OldName(View):
    """A forward in a training loop of what was prepared under another name."""

    used: ExpressionView  # the model as it is called here
    prepared: View
    wrapper: str  # the name of what `prepare` gave
    is_taken_out: bool = False  # whether `prepared` is where it is taken out again


def old_names(file: File) -> Iterator[OldName]:
    """The first such forward of each model that is prepared, in source order."""
    calls = file.calls("accelerate.Accelerator.prepare", "accelerate.Accelerator.prepare_model")
    for call in calls:
        assign = file.tree.statement(call.node)
        if not isinstance(assign, tree.Assign) or len(assign.targets) != 1 or any(a.star for a in call.node.args):
            continue
        target = assign.targets[0]
        targets = target.elements if isinstance(target, tree.Tuple) else [target]
        if len(targets) != len(call.node.args) or distributed.averages_by_hand(file, in_this_file=True):
            continue
        for given, wrapper in zip(call.node.args, map(tree.dotted, targets)):
            if file.value(given.value).value.kind not in ("module", "unknown"):
                continue  # an optimizer or a loader
            for name in sorted(_names_before(file, given.value) - {wrapper}):
                forward = _forward(file, call.node, name, wrapper)
                if wrapper is not None and forward is not None:
                    yield OldName(file, forward, ExpressionView(file, forward.func), View(file, call.node), wrapper)


def taken_out(file: File) -> Iterator[OldName]:
    """Trained forwards of what `unwrap_model` gives, where the function nowhere trains by what was prepared."""
    given: dict[tree.Node, CallView] = {call.node: call for call in file.calls("accelerate.Accelerator.unwrap_model")}
    if not given or distributed.averages_by_hand(file, in_this_file=True):
        return
    trained = [one for one in modes.forwards(file) if any(e.origin in file.facts.differentiated for e in one.events)]
    for forward in trained:
        taken = given.get(resolved_expression(file.tree, forward.model.node))
        prepared = taken.argument(0, "model") if taken is not None else None
        if taken is None or prepared is None or prepared.code == forward.model.code:
            continue  # the name of the wrapper was given to what is in it, which is reported there
        beside = (one for one in trained if one is not forward and one.function == forward.function)
        if all(one.model.code != prepared.code for one in beside):
            used = ExpressionView(file, forward.call.node.func)
            yield OldName(file, forward.node, used, taken, prepared.code, is_taken_out=True)


def _names_before(file: File, given: tree.Expression) -> set[str]:
    """What else has the object that is prepared: `pipeline.unet` after `unet = pipeline.unet`.

    It has it, or the parts that are trained, whichever way the code takes.
    """
    if not isinstance(given, tree.Name):
        return {name} if (name := tree.dotted(given)) is not None else set()
    values = [one.value if one is not None else None for one in reaching_definitions(file.tree, given)]
    aliases = {name for value in values if value is not None and (name := tree.dotted(value)) is not None}
    whole = {name for name in aliases if all(value is not None and _is_of(value, name) for value in values)}
    return whole | {given.id}


def _is_of(value: tree.Expression, name: str) -> bool:
    """Whether an expression is a model, or is made of it: `pipeline.unet`, `Layers(pipeline.unet.attn_processors)`."""
    return any(tree.dotted(node) == name for node in tree.walk(value))


def _forward(file: File, prepare: tree.Call, name: str, wrapper: str | None) -> tree.Call | None:
    """Where a loop that goes backward calls the model by this name, and its wrapper nowhere."""
    scope = file.tree.scope(prepare)
    if any(one.name == name and one.node.start >= file.tree.statement(prepare).start for one in assignments_in(scope)):
        return None
    calls = [call for call in file.tree.own(scope, tree.Call) if call.start > prepare.end]
    if any(tree.dotted(call.func) == wrapper for call in calls):
        return None  # averages all gradients
    for call in calls:
        loop = file.tree.above(call, *tree.Loops, *tree.Scope) if tree.dotted(call.func) == name else None
        if isinstance(loop, tree.Loops) and _goes_backward(loop) and not is_gradless(file, call):
            return call
    return None


def _goes_backward(loop: tree.Node) -> bool:
    calls = (node for node in tree.walk(loop, into_functions=False) if isinstance(node, tree.Call))
    return any("accelerator.backward" in (tree.dotted(call.func) or "").lower() for call in calls)


def is_gradless(file: File, call: tree.Call) -> bool:
    """Whether a `with` around a call turns gradients off."""
    around = (node for node in file.tree.around(call) if isinstance(node, tree.With))
    texts = [file.tree.text_of(item.context) for one in around for item in one.items]
    return any("no_grad" in text or "inference_mode" in text for text in texts)
