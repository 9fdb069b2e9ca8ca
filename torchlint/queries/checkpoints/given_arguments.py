"""What calls of a function give for a parameter: those of its own file, and of the files that import it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.qualified_names import by_name
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


class FunctionCall(NamedTuple):
    """A call in a file of the project that means a function, by its name.

    Example:
        for call in checkpoints.calls_of(file, function):
            path = call.given(function.parameters[0])
    """

    syntax: tree.Tree  # the file of the call
    node: tree.Call  # the call
    function: tree.FunctionDef  # the function that it means

    def given(self, parameter: tree.Parameter) -> tree.Expression | None:
        """What the call passes for a parameter; None where it leaves that to the default, or unpacks arguments."""
        return tree.passed_to(self.function, self.node).get(parameter.name)

    @property
    def other_keywords(self) -> list[str]:
        """The keywords that no parameter has, which the function gets as its `**kwargs`."""
        names = [one.name for one in self.function.parameters]
        return [one.keyword for one in self.node.args if one.keyword and one.keyword not in names]


def calls_of(file: File, function: tree.FunctionDef) -> Iterator[FunctionCall]:
    """The project's calls of a function of this file; those of a constructor are the calls of its class."""
    owner = file.tree.parents.get(function)
    name = owner.name if function.name == "__init__" and isinstance(owner, tree.ClassDef) else function.name
    for syntax in (file.tree, *_users(file, name)):
        for call in syntax.calls_named(name):
            if tree.last_part(call.func) and not _is_of_torch(syntax, call):
                yield FunctionCall(syntax, call, function)


def _is_of_torch(syntax: tree.Tree, call: tree.Call) -> bool:
    """Whether a call is one of PyTorch's function of that name: of `torch.save`, where the project has a `save`."""
    return any(name.startswith("torch.") for name in by_name(syntax).get(call, ()))


def _users(file: File, name: str) -> Iterator[tree.Tree]:
    if file.project_files is None:
        return
    users = set(file.project_files.users(file.place))
    yield from file.project_files.trees(p for p in file.project_files.files_mentioning(name) if p in users)
