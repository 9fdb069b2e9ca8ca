"""Models that are trained under the name that they had before an Accelerator wrapped them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import reaching_definitions
from torchlint.queries import ExpressionView, View
from torchlint.syntax import tree

from .detect_averages import averages_by_hand

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class OldName(View):
    """A forward in a training loop of what was prepared under another name."""

    used: ExpressionView  # the model as it is called here
    prepared: View
    wrapper: str  # the name of what `prepare` gave


def old_names(file: File) -> Iterator[OldName]:
    """The first such forward of each model that is prepared, in source order."""
    calls = file.calls("accelerate.Accelerator.prepare", "accelerate.Accelerator.prepare_model")
    for call in calls:
        assign = file.tree.statement(call.node)
        if not isinstance(assign, tree.Assign) or len(assign.targets) != 1 or any(a.star for a in call.node.args):
            continue
        target = assign.targets[0]
        targets = target.elements if isinstance(target, tree.Tuple) else [target]
        if len(targets) != len(call.node.args) or averages_by_hand(file, in_this_file=True):
            continue
        for given, wrapper in zip(call.node.args, map(tree.dotted, targets)):
            if file.value(given.value).value.kind not in ("module", "unknown"):
                continue  # an optimizer or a loader
            for name in sorted(_names_before(file, given.value) - {wrapper}):
                forward = _forward(file, call.node, name, wrapper)
                if wrapper is not None and forward is not None:
                    yield OldName(file, forward, ExpressionView(file, forward.func), View(file, call.node), wrapper)


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
        if isinstance(loop, tree.Loops) and _goes_backward(loop) and not _is_gradless(file, call):
            return call
    return None


def _goes_backward(loop: tree.Node) -> bool:
    calls = (node for node in tree.walk(loop, into_functions=False) if isinstance(node, tree.Call))
    return any("accelerator.backward" in (tree.dotted(call.func) or "").lower() for call in calls)


def _is_gradless(file: File, call: tree.Call) -> bool:
    around = (node for node in file.tree.around(call) if isinstance(node, tree.With))
    texts = [file.tree.text_of(item.context) for one in around for item in one.items]
    return any("no_grad" in text or "inference_mode" in text for text in texts)
