"""Means over the positions of what a model has computed with a mask of the padding, which the mean leaves out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.knowledge.operations import full_names, has_column
from torchlint.queries import CallView, View
from torchlint.queries.gradients import uncopied
from torchlint.syntax import tree

from .detect import what_is_averaged

if TYPE_CHECKING:
    from torchlint.queries import File

# Names of masks that say which positions are padding; a mask of another name may hide anything.
_MASK = re.compile(r"(attention|attn|padding|pad|input)_?masks?$", re.IGNORECASE)
_STATES = frozenset(("last_hidden_state", "encoder_last_hidden_state", "hidden_states"))
# Layers that compute each position by itself.
_OF_EACH_POSITION = frozenset(
    f"{name}.forward"
    for name in ("torch.nn.Linear", "torch.nn.LayerNorm", *full_names("activation", "dropout", of="torch.nn"))
)
_MOST_LAYERS = 3  # between the model and the mean


@dataclass(frozen=True, slots=True, eq=False)
class MaskedMean(CallView):
    """A mean over the positions of a model's output."""

    mask: str  # as it is written
    model: View  # the call that is given the mask


def masked_means(file: File) -> Iterator[MaskedMean]:
    """Each of them, in source order."""
    for node in file.tree.all(tree.Call):
        if tree.last_name(node.func) == "mean":
            found = what_is_averaged(CallView(file, node))
            model = _model_of(file, found[0]) if found is not None and found[1] in ("1", "-2") else None
            mask = _mask_given(file, model) if model is not None else None
            if model is not None and mask is not None:
                yield MaskedMean(file, node, mask, View(file, model))


def _model_of(file: File, states: tree.Node) -> tree.Call | None:
    """The call that has computed states, perhaps before layers that are given nothing else, as a projection is."""
    for _ in range(_MOST_LAYERS):
        states = resolved_expression(file.tree, states)
        if isinstance(states, (tree.Subscript, tree.Attribute)) and _is_states(states):
            states = resolved_expression(file.tree, states.value)
        if not isinstance(states, tree.Call) or len(states.args) > 1:
            return states if isinstance(states, tree.Call) and not _is_function(CallView(file, states)) else None
        if len(states.args) != 1 or CallView(file, states).names.isdisjoint(_OF_EACH_POSITION):
            return None
        states = states.args[0].value
    return None


def _is_states(part: tree.Subscript | tree.Attribute) -> bool:
    """Whether a part of a model's output is what it has computed for each position: `output[0]`."""
    if isinstance(part, tree.Attribute):
        return part.attr in _STATES
    return isinstance(part.index, tree.Constant) and (part.index.value == 0 or part.index.value in _STATES)


def _is_function(call: CallView) -> bool:
    """Whether a call is one of PyTorch's functions, such as `torch.where(mask, x, y)`."""
    return any(name.startswith("torch.") and not name.endswith(".forward") for name in call.names)


def _mask_given(file: File, model: tree.Call) -> str | None:
    """What a model is given as a mask of the padding, if the function only passes it on.

    A parameter of the function, or an entry of a batch: `batch["attention_mask"].to(device)`.
    """
    for argument in model.args:
        node = uncopied(file, argument.value)
        if isinstance(node, tree.Name):
            definition = reaching_definition(file.tree, node)
            name = argument.keyword or node.id if definition is not None and definition.kind == "parameter" else ""
        elif isinstance(node, tree.Subscript) and isinstance(node.index, tree.Constant):
            name = str(node.index.value)
        else:
            continue
        if _MASK.search(name) and not _is_read_beside(file, node):
            return file.tree.text_of(node)
    return None


def _is_read_beside(file: File, mask: tree.Name | tree.Subscript) -> bool:
    """Whether the function computes anything with a mask, and does not only pass it on."""
    text = file.tree.text_of(mask)
    for other in file.tree.inside(file.tree.scope(mask), type(mask)):
        if file.tree.text_of(other) != text:
            continue
        above = file.tree.parents.get(other)
        while isinstance(above, tree.Attribute) and has_column(above.attr, "copy", "cast", "move"):
            above = file.tree.parents.get(file.tree.parents[above])  # around the call of a method that moves it
        if isinstance(above, tree.Assign) and isinstance(mask, tree.Subscript):
            target = above.targets[0]
            if not isinstance(target, tree.Name) or _is_read_beside(file, target):
                return True
        elif isinstance(above, tree.Assign):
            if other not in above.targets:
                return True
        elif not isinstance(above, (tree.Argument, tree.Parameter, tree.Compare)):
            return True
    return False
