"""Registrations that a project makes once, by a program that ends with the model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.project.project_files import ProjectFiles
    from torchlint.queries.hooks import HookView

_DEEPEST = 6


def is_once_in_a_program(hook: HookView) -> bool:
    """Whether the function around is called in one place of the project, which a program passes once; and so on up."""
    if hook.file.project_files is None or hook.function is None or (hook.loop is not None and not hook.is_on_each):
        return False
    return _is_called_once(hook.file.project_files, hook.file.tree, hook.function.node)


def _is_called_once(project_files: ProjectFiles, syntax: tree.Tree, function: tree.Node, depth: int = 0) -> bool:
    if not isinstance(function, tree.FunctionDef) or depth > _DEEPEST:
        return False
    owner = syntax.parents.get(function)
    name = owner.name if function.name == "__init__" and isinstance(owner, tree.ClassDef) else function.name
    uses = list(_uses(project_files, name))
    if len(uses) != 1:
        return False  # nothing calls it yet, or its hooks pile up, which another rule reports
    where, use = uses[0]
    call = where.parents.get(use)
    if not isinstance(call, tree.Call) or call.func is not use or _is_repeated(where, call):
        return False
    around = where.scope(call)
    return isinstance(around, tree.Module) or _is_called_once(project_files, where, around, depth + 1)


def _uses(project_files: ProjectFiles, name: str) -> Iterator[tuple[tree.Tree, tree.Expression]]:
    """Where the project's code has a name, besides imports and definitions."""
    for one in project_files.trees(project_files.files_mentioning(name)):
        yield from ((one, node) for node in one.all(tree.Name) if node.id == name)
        yield from ((one, node) for node in one.all(tree.Attribute) if node.attr == name)


def _is_repeated(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether a loop of the same scope is around some code."""
    scope = syntax.scope(node)
    inner = (one for one in syntax.around(node) if syntax.scope(one) is scope and one is not scope)
    return any(isinstance(one, (tree.For, tree.While, tree.Comprehension, tree.Lambda)) for one in inner)
