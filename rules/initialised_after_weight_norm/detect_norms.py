"""The layers that are put under `weight_norm`, directly or by a function that makes normed layers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.qualified_names import by_name, imported_anywhere
from torchlint.binding.symbols import Class, Function
from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.torch_api import canonical
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_NORM = "weight_norm"
_NORMS = frozenset(("torch.nn.utils.weight_norm", "torch.nn.utils.parametrizations.weight_norm"))


@dataclass(frozen=True, slots=True, eq=False)
class Norm:
    """A call that gives a layer whose weight is computed anew in each forward."""

    call: tree.Call
    layer: str  # its class: `Conv1d`; empty where that is not to be seen


def norms_of(file: File) -> list[Norm]:
    """The calls of a file that give normed layers, those of functions that make them included, in source order."""
    direct = file.tree.once_of_all(_direct)
    made = [
        Norm(call, layers[called.node])
        for call, functions in file.facts.definitions.items()
        if call in file.tree.parents
        for called in functions
        if isinstance(called, Function) and called.node in (layers := called.unit.tree.once_of_all(_makers))
    ]
    return sorted([*direct, *made], key=lambda one: one.call.start)


def norms_in(cls: Class) -> list[Norm]:
    """The calls of weight_norm in the constructors of a class and its bases."""
    found: list[Norm] = []
    for one in cls.lineage:
        constructor = one.methods.get("__init__")
        if constructor is not None:
            found += [norm for norm in one.unit.tree.once_of_all(_direct) if _is_in(norm.call, constructor.node)]
    return found


def _is_in(node: tree.Node, outer: tree.Node) -> bool:
    return outer.start <= node.start and node.end <= outer.end


def _direct(syntax: tree.Tree) -> list[Norm]:
    """The calls of weight_norm for the parameter `weight`."""
    if "weight_norm" not in syntax.text:
        return []
    norming = [call for call, names in by_name(syntax).items() if names & _NORMS]
    aliases = {one.name for one in assignments_in(syntax.root) if one.value and tree.last_name(one.value) == _NORM}
    norming += [call for name in sorted(aliases) for call in syntax.calls_named(name) if _is_alias(syntax, call)]
    return [Norm(call, _layer(syntax, call)) for call in norming if _is_of_weight(call)]


def _is_alias(syntax: tree.Tree, call: tree.Call) -> bool:
    """Whether a name that is called stands for PyTorch's weight_norm: `norm = weight_norm`."""
    stands_for = resolved_expression(syntax, call.func) if isinstance(call.func, tree.Name) else None
    dotted = tree.dotted(stands_for) if stands_for is not None and stands_for is not call.func else None
    first, _, rest = (dotted or "").partition(".")
    meanings = imported_anywhere(syntax).get(first, ())
    return bool(meanings) and all(canonical(f"{one}.{rest}" if rest else one) in _NORMS for one in meanings)


def _is_of_weight(call: tree.Call) -> bool:
    name = next((argument.value for argument in call.args if argument.keyword == "name"), tree.positional(call, 1))
    return name is None or (isinstance(name, tree.Constant) and name.value == "weight")


def _makers(syntax: tree.Tree) -> dict[tree.Node, str]:
    """The functions that return a normed layer, each with the layer's class."""
    calls = {norm.call: norm.layer for norm in syntax.once_of_all(_direct)}
    found: dict[tree.Node, str] = {}
    for returned in syntax.all(tree.Return) if calls else ():
        given = resolved_expression(syntax, returned.value) if returned.value is not None else None
        if isinstance(given, tree.Call) and given in calls:
            found[syntax.scope(returned)] = calls[given]
    return found


def _layer(syntax: tree.Tree, norm: tree.Call) -> str:
    """The class of the layer that is normed."""
    made = resolved_expression(syntax, norm.args[0].value) if norm.args else None
    return tree.last_name(made.func) if isinstance(made, tree.Call) else ""
