"""Programs that make a process group under a condition, and run without one where it does not hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.queries.distributed import asks_about_processes
from torchlint.syntax import tree
from torchlint.syntax.conditions import ifs_before

if TYPE_CHECKING:
    from torchlint.queries import File

_INIT = "init_process_group"
# `logger.error("start this with torchrun")`, `sys.exit(1)`, `parser.error("...")`
_ERRORS = frozenset(("error", "critical", "fatal", "exit", "_exit", "quit", "abort"))


class Setup(NamedTuple):
    """A program, and the function of it that makes the process group, or calls what makes it."""

    syntax: tree.Tree
    function: tree.Node  # a function, or the file
    without: str  # in which case there is no process group, for a message


def setups(file: File) -> Iterator[Setup]:
    """The programs of a project that may run without a process group: those that this file is part of."""
    making = dict(_making(file))
    if not making:
        return
    programs = [file.tree]
    if file.project_files is not None:
        programs += file.project_files.trees(file.project_files.users(file.place))
    for syntax in programs:
        for call in syntax.all(tree.Call):
            name = tree.last_name(call.func)
            if name != _INIT and name not in making:
                continue
            test = _condition(syntax, call)
            if name == _INIT and test is not None and _goes_on_without(syntax, call):
                yield Setup(syntax, syntax.scope(call), f"`{syntax.text_of(test)}` does not hold")
            elif name in making and (making[name] or test is not None):
                said = f"`{name}` makes no process group" if test is None else f"`{syntax.text_of(test)}` does not hold"
                yield Setup(syntax, syntax.scope(call), said)


def _making(file: File) -> Iterator[tuple[str, bool]]:
    """The functions of the project that make a process group, and whether they may return without."""
    files = file.project_files
    found = list(files.trees(files.files_mentioning(_INIT))) if files is not None else []
    for syntax in found or [file.tree]:
        for call in syntax.all(tree.Call):
            function = syntax.scope(call)
            if tree.last_name(call.func) == _INIT and isinstance(function, tree.FunctionDef):
                yield function.name, _condition(syntax, call) is not None and not _goes_on_without(syntax, call)


def _condition(syntax: tree.Tree, call: tree.Call) -> tree.Expression | None:
    """The condition under which alone a process group is made, if it is not whether there is one already."""
    inside: tree.Node = call
    for above in syntax.around(call):
        if isinstance(above, (tree.FunctionDef, tree.Module)):
            return None
        if isinstance(above, tree.If) and inside in above.body and not _ends_or_makes(above.orelse):
            if asks_about_processes(syntax, above.test) and "is_" not in syntax.text_of(above.test):
                return above.test
        for before in ifs_before(syntax, above):
            if _returns(before) and asks_about_processes(syntax, before.test) and not _ends_or_makes(before.body):
                if "is_" not in syntax.text_of(before.test):
                    return before.test
        inside = above
    return None


def _returns(choice: tree.If) -> bool:
    """Whether one of the branches leaves the function."""
    return any(isinstance(node, tree.Return) for node in tree.walk(choice, into_functions=False))


def _ends_or_makes(branch: list[tree.Statement]) -> bool:
    """Whether the program ends in a branch, calls it an error, or makes a process group there, too."""
    return (
        _makes(branch)
        or any(map(_is_an_error, branch))
        or any(isinstance(one, tree.If) and _ends_or_makes(one.orelse) for one in branch[-1:])
    )


def _is_an_error(statement: tree.Statement) -> bool:
    """Whether a statement raises, exits, or logs an error: the program does not mean to run in this way."""
    if isinstance(statement, tree.ExpressionStatement) and isinstance(statement.value, tree.Call):
        return tree.last_name(statement.value.func) in _ERRORS
    return isinstance(statement, tree.Raise)


def _makes(branch: list[tree.Statement]) -> bool:
    calls = (node for statement in branch for node in tree.walk(statement) if isinstance(node, tree.Call))
    return any(tree.last_name(call.func) == _INIT for call in calls)


def _goes_on_without(syntax: tree.Tree, call: tree.Call) -> bool:
    """Whether the function that makes the process group is the program itself, which does more than that."""
    scope = syntax.scope(call)
    return not isinstance(scope, tree.FunctionDef) or any(
        isinstance(node, (tree.For, tree.While)) for node in tree.walk(scope, into_functions=False)
    )
