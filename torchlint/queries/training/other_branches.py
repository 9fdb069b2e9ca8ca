"""Code in the other branch of a condition that has the same outcome in each pass of a loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# What a condition may consist of to have the same outcome as long as its names and attributes stay the same.
_PLAIN = (tree.Constant, tree.Name, tree.Attribute, tree.UnaryOp, tree.BinaryOp, tree.Compare, tree.BoolOp)


def never_together(file: File, one: tree.Node, other: tree.Node, loop: tree.Node) -> bool:
    """Whether no run of a loop reaches both pieces of code, neither in the same pass nor in different ones.

    True where they are in different branches of an `if` whose condition can't change while the loop runs. Branches in
    functions that the loop calls don't count: each call may bring another condition.
    """
    here, there = file.tree.branches(one, tree.If), file.tree.branches(other, tree.If)
    scope = file.tree.above(loop, *tree.Scope)
    return any(
        isinstance(choice, tree.If)
        and there.get(choice, branch) != branch
        and file.tree.above(choice, *tree.Scope) is scope
        and _is_fixed(file, choice.test, loop)
        for choice, branch in here.items()
    )


def _is_fixed(file: File, test: tree.Expression, loop: tree.Node) -> bool:
    """Whether a condition has the same outcome in each pass: nothing in it is called, or assigned in the loop.

    Its attributes are not assigned by any code of the file other than constructors, and no function shares its names.
    """
    changed = {one.name for one in assignments_in(loop)}
    changed.update(name for statement in file.tree.all(tree.Scoped) for name in statement.names)
    for part in tree.walk(test):
        if not isinstance(part, _PLAIN):
            return False
        if isinstance(part, tree.Name) and part.id in changed:
            return False
        if isinstance(part, tree.Attribute) and part.attr in file.tree.once_of_all(_assigned_later):
            return False
    return True


def _assigned_later(syntax: tree.Tree) -> set[str]:
    """The attributes that code other than constructors assigns, of whatever objects."""
    found: set[str] = set()
    for one in assignments_in(syntax.root):
        if isinstance(one.target, tree.Attribute):
            function = syntax.above(one.node, tree.FunctionDef)
            if not (isinstance(function, tree.FunctionDef) and function.name == "__init__"):
                found.add(one.target.attr)
    return found
