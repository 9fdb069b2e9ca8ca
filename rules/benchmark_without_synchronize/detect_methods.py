"""Methods of models that compute with the model, under other names than `forward`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.knowledge.naming_conventions import names_model
from torchlint.knowledge.operations import has_column
from torchlint.queries import ExpressionView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What models call their computations that give tensors; `generate` and `predict` look at what they have computed.
_COMPUTING = re.compile(r"(sample|decode|encode|denoise|reconstruct|infer|inference|forward|extract)(_\w+)?$")
_GRAD_OFF = frozenset(("no_grad", "inference_mode"))


def computes(file: File, call: tree.Call) -> bool:
    """Whether a method of a model is called that may give back tensors before they are computed.

    An object that nothing is known of counts as a model if it is called so, where code turns gradients off.
    """
    func = call.func
    if not isinstance(func, tree.Attribute) or not _COMPUTING.match(func.attr):
        return False
    held = ExpressionView(file, func.value).value
    if held.kind == "module":
        method = held.ref.method(func.attr) if isinstance(held.ref, Class) else None
        inside = list(tree.walk(method.node)) if method is not None else []
        return any(map(_may_launch, inside)) and not any(map(_fetches, inside))
    return held.kind == "unknown" and names_model(tree.last_name(func.value)) and _has_gradients_off(file, call)


def _may_launch(node: tree.Node) -> bool:
    """Whether a method calls a layer, or another method of its object, or a function of PyTorch."""
    name = tree.dotted(node.func) if isinstance(node, tree.Call) else None
    return name is not None and name.partition(".")[0] in ("self", "super", "torch", "F", "nn")


def _fetches(node: tree.Node) -> bool:
    """Whether a call in a method waits for its numbers, as far as its name says."""
    return isinstance(node, tree.Call) and (
        has_column(tree.last_name(node.func), "fetch") or tree.last_name(node.func) == "synchronize"
    )


def _has_gradients_off(file: File, call: tree.Call) -> bool:
    """Whether a `with` around a call turns gradients off."""
    around = (one for one in file.tree.around(call) if isinstance(one, tree.With))
    return any(
        isinstance(item.context, tree.Call) and tree.last_name(item.context.func) in _GRAD_OFF
        for one in around
        for item in one.items
    )
