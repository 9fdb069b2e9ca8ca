"""The tensor that another one has its shape from: a norm or an activation keeps the shape of what it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition
from torchlint.binding.use_def import reaching_definition, reaching_definitions
from torchlint.knowledge.operations import Column, full_names, keeps_shape
from torchlint.queries import CallView
from torchlint.queries.gradients import called_value, operation_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_DEEPEST = 6
_KEEPING: tuple[Column, ...] = ("activation", "dropout", "softmax", "log-softmax", "batch-norm", "instance-norm")
_NORMS = frozenset(("torch.nn.LayerNorm", "torch.nn.GroupNorm"))

# A tensor by its name, and the definitions that reach it there.
Root = tuple[str, tuple[Definition | None, ...]]


def root_of(file: File, name: tree.Name) -> Root:
    """The tensor that a name has its shape from, as far back as single assignments say; mostly the name itself."""
    for _ in range(_DEEPEST):
        definition = reaching_definition(file.tree, name)
        made = definition.value if definition is not None and definition.kind == "assignment" else None
        before = _given(file, made) if isinstance(made, tree.Call) else None
        if not isinstance(before, tree.Name):
            break
        name = before
    return name.id, reaching_definitions(file.tree, name)


def _given(file: File, call: tree.Call) -> tree.Expression | None:
    """The tensor of the same shape that a call is given."""
    layer = called_value(CallView(file, call))
    if layer.kind == "module":
        keeps = layer.dotted_name in _NORMS or layer.dotted_name in full_names(*_KEEPING, of="torch.nn")
        return call.args[0].value if keeps and len(call.args) == 1 else None
    made = operation_of(file, call)
    if made is None or made.rest or not (keeps_shape(made.name) or made.name == "contiguous"):
        return None
    return made.operand
