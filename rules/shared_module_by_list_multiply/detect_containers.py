"""Whether a list becomes one of PyTorch's containers of modules, directly or by way of names, functions and classes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.qualified_names import by_name
from torchlint.binding.symbols import Class, Function
from torchlint.binding.use_def import reaching_definitions, uses_reached_by
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_CONTAINERS = frozenset(("torch.nn.ModuleList", "torch.nn.Sequential"))
_DEEPEST = 3  # names, functions and constructors on the way


def is_given_to_container(file: File, syntax: tree.Tree, node: tree.Node, depth: int = 0) -> bool:
    """Whether a list is what an nn.ModuleList or nn.Sequential is made of."""
    above = syntax.parents.get(node)
    argument: tree.Argument | None = None
    while isinstance(above, (tree.Starred, tree.Argument)):
        argument = above if isinstance(above, tree.Argument) else argument
        above = syntax.parents.get(above)
    if isinstance(above, tree.Assign) and above.value is node and isinstance(above.targets[0], tree.Name):
        read = uses_reached_by(syntax, above.targets[0], above)
        return depth < _DEEPEST and _is_one_given(file, syntax, read, depth)
    if not isinstance(above, tree.Call) or argument is None:
        return False
    if _CONTAINERS & by_name(syntax).get(above, frozenset()):
        return True
    return depth < _DEEPEST and any(
        _is_one_given(file, unit, uses_inside, depth) for unit, uses_inside in _as_parameter(file, above, argument)
    )


def _is_one_given(file: File, syntax: tree.Tree, names: tuple[tree.Name, ...], depth: int) -> bool:
    return any(is_given_to_container(file, syntax, name, depth + 1) for name in names)


def _as_parameter(
    file: File, call: tree.Call, argument: tree.Argument
) -> Iterator[tuple[tree.Tree, tuple[tree.Name, ...]]]:
    """Where the functions and constructors of the project that a call leads to read what it passes them."""
    if argument.star:
        return
    for called in file.facts.definitions.get(call, ()):
        function = called.method("__init__") if isinstance(called, Class) else called
        if not isinstance(function, Function) or not isinstance(function.node, tree.FunctionDef):
            continue
        syntax, passed = function.unit.tree, function.passed_by(call).items()
        name = next((name for name, value in passed if value is argument.value), None)
        made = next((one for one in function.node.parameters if one.name == name), None)
        read = syntax.once(_reads_of_parameters, function.node).get(made, []) if made is not None else []
        if read:
            yield syntax, tuple(read)


def _reads_of_parameters(syntax: tree.Tree, function: tree.Node) -> dict[tree.Node, list[tree.Name]]:
    """Where the code of a function may read what each parameter was given, rather than what replaces it."""
    found: dict[tree.Node, list[tree.Name]] = {}
    for name in syntax.inside(function, tree.Name):
        for one in reaching_definitions(syntax, name):
            if one is not None and one.kind == "parameter":
                found.setdefault(one.node, []).append(name)
    return found
