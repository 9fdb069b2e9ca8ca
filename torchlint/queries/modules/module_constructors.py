"""Which code constructs the module that a call gives: the call itself, or a function of the project."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.symbols import Function
from torchlint.domain.values import ModuleList, Sequential, Value, alternatives
from torchlint.knowledge.signatures import ALONG_NODES
from torchlint.queries.modules.known_parameters import surely_has_parameters
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


def constructing_code(file: File, call: tree.Call, made: Value) -> tree.Node | None:
    """The code that constructs a new module each time that a call gives one; None if it may be an older one.

    That is the call itself, or the function that it calls.

    Example:
        For `self.body = mlp(8)` and `def mlp(n): return nn.Sequential(nn.Linear(n, n), nn.ReLU())`, that is `mlp`.
    """
    if made.kind != "module" or made.assumed:
        return None
    if made.source is call:
        return call
    functions = file.facts.definitions.get(call, ())
    function = next(iter(functions)) if len(functions) == 1 else None
    return function.node if isinstance(function, Function) and _constructs(function, made) else None


def constructs_parameters(file: File, made: Value, maker: tree.Node) -> bool:
    """Whether the module that some code constructs certainly has parameters that were constructed there.

    Example:
        Of `nn.Sequential(*layers)`, the layers that the function `maker` constructed before count.
    """
    if surely_has_parameters(made, maker) or _is_of_nodes(file, maker):
        return True
    if not isinstance(made.ref, (Sequential, ModuleList)) or maker not in file.tree.parents:
        return False
    if isinstance(maker, tree.FunctionDef) and maker.name == "__init__":
        return False  # a constructor makes other layers, too
    # Layers that a list was filled with, of which the analysis keeps only what they have in common.
    layers = ((call, file.facts.values.get(call)) for call in file.tree.inside(maker, tree.Call))
    return any(
        layer is not None and layer.source is call and isinstance(layer.ref, str) and surely_has_parameters(layer, call)
        for call, layer in layers
    )


def _is_of_nodes(file: File, maker: tree.Node) -> bool:
    """Whether a call makes a convolution of PyTorch Geometric, of which the analysis knows no more than its name."""
    return isinstance(maker, tree.Call) and file.names.spelled_out(maker.func) in ALONG_NODES


def _constructs(function: Function, made: Value) -> bool:
    """Whether a function gives only modules that it has constructed in the same call, and keeps none of them."""
    syntax, node = function.unit.tree, function.node
    if not isinstance(node, tree.FunctionDef) or node.decorators or syntax.once(_keeps_something, node):
        return False
    # One call that constructs modules on several paths stands for them in copies of it, which are where it is.
    sources = [one.source for one in alternatives(made)]
    return all(
        source is not None and source in syntax.parents and syntax.above(source, tree.FunctionDef, tree.Lambda) is node
        for source in sources
    )


def _keeps_something(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether a function assigns to more than its own names: `cache[key] = layer`, `self.head = layer`, `global`."""
    if any(True for _ in syntax.inside(node, tree.Scoped)):
        return True
    return any(not isinstance(one.target, tree.Name) for one in assignments_in(node) if one.kind == "assignment")
