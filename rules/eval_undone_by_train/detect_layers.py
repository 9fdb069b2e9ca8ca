"""Loops that put those layers of a module in eval mode that depend on it: `if isinstance(m, BatchNorm2d): m.eval()`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function
    from torchlint.queries import File

_GIVE_LAYERS = ("modules", "named_modules")
_OF_A_MODE = ("BatchNorm", "Dropout", "InstanceNorm")


@dataclass(frozen=True, slots=True)
class Layers:
    """Layers of the module that is constructed."""

    part: str  # the attribute that holds them; empty for layers anywhere in the module


def layers_switched(file: File, method: Function, call: tree.Call) -> Layers | None:
    """The layers that a call of `eval()` in such a loop switches; None for any other call."""
    func = call.func
    if (
        not isinstance(func, tree.Attribute)
        or func.attr != "eval"
        or call.args
        or not isinstance(func.value, tree.Name)
    ):
        return None
    loops = [one.node for one in reaching_definitions(file.tree, func.value) if one is not None]
    loop = loops[0] if len(loops) == 1 else None
    given = loop.iter if isinstance(loop, tree.For) else None
    if not isinstance(given, tree.Call) or given.args or not isinstance(given.func, tree.Attribute):
        return None
    if given.func.attr not in _GIVE_LAYERS or not _asks_for_layers(file, call, func.value.id):
        return None
    own = method.node.parameters[0].name if method.node.parameters else ""
    first, _, part = (tree.dotted(given.func.value) or "").partition(".")
    return Layers(part) if own and first == own and "." not in part else None


def _asks_for_layers(file: File, call: tree.Call, name: str) -> bool:
    """Whether the innermost condition around is that the layer is one which depends on the mode."""
    above = file.tree.above(call, tree.If, tree.For, tree.FunctionDef)
    if not isinstance(above, tree.If) or file.tree.branches(call, tree.If).get(above) != "body":
        return False
    text = file.tree.text_of(above.test)
    return text.startswith(f"isinstance({name},") and any(kind in text for kind in _OF_A_MODE)
