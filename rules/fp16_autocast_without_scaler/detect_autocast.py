"""The type that autocast computes in: as it is written, through names, conditions and tables of types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions
from torchlint.knowledge.operations import full_names
from torchlint.knowledge.torch_api import canonical
from torchlint.queries import CallView
from torchlint.queries.gradients import named_dtype
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_AUTOCASTS = frozenset(name for name in full_names("mixed-precision", of="torch.amp") if name.endswith(".autocast"))
_DEEPEST = 5


@dataclass(frozen=True, slots=True)
class HalfAutocast:
    """A call that makes an autocast context."""

    node: tree.Call
    is_half: bool  # whether it may be float16
    is_certain: bool  # whether it is nothing else, on a GPU


def may_enter(file: File) -> bool:
    """Whether the file makes an autocast context at all."""
    return any(file.named_calls(*_AUTOCASTS))


def entered(file: File, context: tree.Node) -> HalfAutocast | None:
    """What a `with` enters, if that is autocast on at least one way; None if it is something else."""
    calls = [node for node in _alternatives(file, context) if isinstance(node, tree.Call)]
    found = [one for call in calls if (one := _of_call(CallView(file, call))) is not None]
    return min(found, key=lambda one: (not one.is_half, not one.is_certain), default=None)


def _of_call(call: CallView) -> HalfAutocast | None:
    name = canonical(call.file.names.spelled_out(call.callee.node))
    if name not in _AUTOCASTS:
        return None
    of_cuda = name.startswith("torch.cuda.")
    enabled = call.argument(0 if of_cuda else 2, "enabled")
    dtype = call.argument(1, "dtype")
    if call.has_stars or (enabled is not None and enabled.is_literally is False):
        return HalfAutocast(call.node, is_half=False, is_certain=False)
    if dtype is not None:
        types = {named_dtype(call.file, node) for node in _alternatives(call.file, dtype.node)}
    else:
        types = {"float16"} if of_cuda else set(_by_default(call))
    return HalfAutocast(call.node, "float16" in types, is_certain=types == {"float16"})


def _by_default(call: CallView) -> Iterator[str]:
    """The types that autocast chooses for the devices that it may be given: float16 on a GPU, bfloat16 on a CPU."""
    device = call.argument(0, "device_type")
    for node in _alternatives(call.file, device.node) if device is not None else ():
        kind = node.value if isinstance(node, tree.Constant) else None
        if isinstance(kind, str):
            yield from ["float16"] if kind.startswith("cuda") else []
        else:
            yield from ("float16", "")  # on a GPU, which nothing here says


def _alternatives(file: File, node: tree.Node, depth: int = 0) -> Iterator[tree.Node]:
    """What an expression may stand for: both sides of a condition, each value of a table, all that a name is given."""
    parts: list[tree.Node | None] = []
    if isinstance(node, tree.Conditional):
        parts = [node.body, node.orelse]
    elif isinstance(node, tree.Subscript) and isinstance(node.value, tree.Dict):
        parts = [*node.value.values]
    elif isinstance(node, tree.Name):
        parts = [one.value if one is not None else None for one in reaching_definitions(file.tree, node)]
    if depth > _DEEPEST or not parts or None in parts:
        yield node
    for part in parts if depth <= _DEEPEST else ():
        if part is not None:
            yield from _alternatives(file, part, depth + 1)
