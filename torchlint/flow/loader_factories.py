"""Which functions give away DataLoaders that they construct: what happens to the batches, their callers know."""

from __future__ import annotations

from torchlint.binding.scopes import SourceUnit
from torchlint.binding.symbols import Function
from torchlint.knowledge.naming_conventions import LOADER_ENDINGS
from torchlint.knowledge.torch_api import of_kind
from torchlint.syntax import tree


def loader_factories(unit: SourceUnit, functions: list[Function]) -> list[Function]:
    """The functions of a file that return, yield or keep a loader or a sampler, or what such a function returns."""
    samplers = {name.rpartition(".")[2] for name in of_kind("sampler")}
    calls = [(call, tree.last_name(call.func)) for call in unit.tree.all(tree.Call)]
    constructing = [call for call, name in calls if name.endswith(LOADER_ENDINGS) or name in samplers]
    found: dict[Function, None] = {}
    while constructing:
        around = {unit.tree.above(call, tree.FunctionDef) for call in constructing}
        new = [f for f in functions if f not in found and f.node in around and _gives_away(unit.tree, f)]
        found.update(dict.fromkeys(new))
        names = {f.owner.name if f.owner and f.name == "__init__" else f.name for f in new}
        constructing = [call for call, name in calls if name in names]
    return list(found)


def _gives_away(syntax: tree.Tree, function: Function) -> bool:
    """Whether a function has a result, or assigns to an attribute."""
    returns = any(node.value is not None for node in syntax.own(function.node, tree.Return))
    targets = (target for node in syntax.own(function.node, tree.Assign) for target in node.targets)
    is_kept = any(isinstance(target, tree.Attribute) for target in targets)
    return returns or is_kept or bool(syntax.own(function.node, tree.Yield))
