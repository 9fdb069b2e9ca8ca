"""Programs that make a process group under a condition, and run without one where it does not hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from torchlint.queries.distributed import asks_about_processes, starts_processes
from torchlint.syntax import tree
from torchlint.syntax.conditions import ifs_before

if TYPE_CHECKING:
    from torchlint.queries import File

_INIT = "init_process_group"
# What makes a process group, too, where the project has no function of that name: `deepspeed.init_distributed()`.
_DEEPSPEED = "init_distributed"
# What creates a process group only in runs of a launcher, and what does so in any run.
_OF_TRANSFORMERS = re.compile(r"^\s*(?:import|from) (?:transformers|trl)\b", re.MULTILINE)
_MAKES_GROUPS = re.compile(r"deepspeed|accelerate|Accelerator|PartialState|lightning|init_distributed")
# `logger.error("start this with torchrun")`, `sys.exit(1)`, `parser.error("...")`
_ERRORS = frozenset(("error", "critical", "fatal", "exit", "_exit", "quit", "abort"))


class Setup(NamedTuple):
    """A program, and the function of it that makes the process group, or calls what makes it."""

    syntax: tree.Tree
    function: tree.Node  # a function, or the file
    without: str  # in which case there is no process group, for a message
    is_doubted: bool = False  # whether the program may be meant for runs with a process group alone

    @property
    def is_of_deepspeed(self) -> bool:
        """Whether a program uses DeepSpeed, whose engine makes a process group if there is none."""
        return self.syntax.once_of_all(_uses_deepspeed)

    def has_begun(self, place: tree.Node) -> bool:
        """Whether an engine has been made before a place in the same file: `deepspeed.initialize(model=model)`."""
        calls = (call for call in self.syntax.all(tree.Call) if call.end <= place.start)
        return any(tree.dotted(call.func) == "deepspeed.initialize" for call in calls)


def setups(file: File) -> Iterator[Setup]:
    """The programs of a project that may run without a process group: those that this file is part of."""
    if not any(makes_one(call) for syntax in _makers(file) for call in syntax.all(tree.Call)):
        yield from _by_trainers(file)
        return
    making = list(_making(file))
    programs = [file.tree]
    if file.project_files is not None:
        programs += file.project_files.trees(file.project_files.users(file.place))
    for syntax in programs:
        for call in syntax.all(tree.Call):
            name = tree.last_name(call.func)
            called = _called(file, syntax, call, making)
            if not makes_one(call) and not called:
                continue
            without = otherwise(syntax, call)
            if makes_one(call) and without is not None and _goes_on_without(syntax, call):
                yield Setup(syntax, syntax.scope(call), without)
            elif called and (called[-1].may_return or without is not None):
                yield Setup(syntax, syntax.scope(call), without or f"`{name}` creates no process group")


def _by_trainers(file: File) -> Iterator[Setup]:
    """The programs with a Trainer of transformers, which makes a process group only for what a launcher has started.

    Not those with other libraries that make one, and not where the project may make one itself.
    """
    files = file.project_files
    if (_INIT in file.text) if files is None else files.mentions(_INIT):
        return
    for syntax in (file.tree, *(files.trees(files.users(file.place)) if files is not None else ())):
        if _OF_TRANSFORMERS.search(syntax.text) and not _MAKES_GROUPS.search(syntax.text):
            for call in syntax.all(tree.Call):
                if tree.last_name(call.func).endswith("Trainer"):
                    yield Setup(syntax, syntax.scope(call), "no launcher such as `torchrun` starts it", True)


class _Maker(NamedTuple):
    """A function of the project that makes a process group, or a class whose constructor does."""

    syntax: tree.Tree
    name: str  # by which it is called
    may_return: bool  # whether it may return without one


def _called(file: File, syntax: tree.Tree, call: tree.Call, making: list[_Maker]) -> list[_Maker]:
    """The functions of this name that a call in a file may mean: that which it is seen to run, or its own."""
    name = tree.last_name(call.func)
    named = [one for one in making if one.name == name]
    if not named:
        return []
    run = {one.unit.tree.text for one in file.facts.functions.get(call, ())}
    if _imports(syntax, name, _module_of(file)):
        run = {file.tree.text}
    if run:
        return [one for one in named if one.syntax.text in run]  # not of another program in the same repository
    own = {one.name for one in syntax.all(tree.FunctionDef)} | {one.name for one in syntax.all(tree.ClassDef)}
    return [one for one in named if one.syntax is syntax] if name in own else named


def _module_of(file: File) -> str:
    """The last part of the name by which others import a file."""
    return file.place.replace("\\", "/").rpartition("/")[2].partition(".")[0]


def _imports(syntax: tree.Tree, name: str, module: str) -> bool:
    """Whether a file imports something of this name from a module of that name."""
    froms = (one for one in syntax.all(tree.ImportFrom) if one.module.rpartition(".")[2] == module)
    return any((alias.asname or alias.name) == name for one in froms for alias in one.names)


def _making(file: File) -> Iterator[_Maker]:
    """The functions of the project that make a process group."""
    for syntax in _makers(file):
        for call in syntax.all(tree.Call):
            function = syntax.scope(call)
            if makes_one(call) and isinstance(function, tree.FunctionDef):
                may_return = otherwise(syntax, call) is not None and not _goes_on_without(syntax, call)
                owner = syntax.parents.get(function)
                is_constructor = isinstance(owner, tree.ClassDef) and function.name == "__init__"
                name = owner.name if is_constructor and isinstance(owner, tree.ClassDef) else function.name
                yield _Maker(syntax, name, may_return)


def _makers(file: File) -> list[tree.Tree]:
    """The files of the project that may make a process group, by their words."""
    files = file.project_files
    mentioning = [files.files_mentioning(word) for word in (_INIT, _DEEPSPEED)] if files is not None else []
    found = list(files.trees_near(file.place, dict.fromkeys(chain(*mentioning)))) if files is not None else []
    return found or [file.tree]


def makes_one(call: tree.Call) -> bool:
    """Whether a call makes a process group: PyTorch's by its name, DeepSpeed's by that of its module, too."""
    name = tree.last_name(call.func)
    return name == _INIT or (name == _DEEPSPEED and _is_of_deepspeed(call))


def _uses_deepspeed(syntax: tree.Tree) -> bool:
    return any(map(_is_of_deepspeed, syntax.all(tree.Call)))


def _is_of_deepspeed(call: tree.Call) -> bool:
    return (tree.dotted(call.func) or "").startswith("deepspeed.")


def conditions_of(syntax: tree.Tree, call: tree.Call) -> dict[tree.Node, str]:
    """The conditions that decide whether a process group is made, with the branches: not those that do either way."""
    around = syntax.branches(call, tree.If)
    return {node: way for node, way in around.items() if not _ends_or_makes(_other(syntax, node, call))}


def _other(syntax: tree.Tree, choice: tree.Node, call: tree.Call) -> list[tree.Statement]:
    """The branch of an `if` that does not hold a call."""
    if not isinstance(choice, tree.If):
        return []
    above = set(syntax.around(call))
    return choice.body if not above.isdisjoint(choice.orelse) else choice.orelse


def otherwise(syntax: tree.Tree, call: tree.Call) -> str | None:
    """When the program makes no process group here, in words; None if it does in any case, or has one already."""
    inside: tree.Node = call
    for above in syntax.around(call):
        if isinstance(above, (tree.FunctionDef, tree.Module)):
            return None
        if isinstance(above, tree.If) and inside in above.body and not _is_like(above.orelse, call):
            if _chooses(syntax, above.test):
                return f"`{syntax.text_of(above.test)}` does not hold"
        if isinstance(above, tree.If) and inside in above.orelse and not isinstance(inside, tree.If):
            if _chooses(syntax, above.test) and not _is_like(above.body, call):
                return f"`{syntax.text_of(above.test)}` holds"
        for before in ifs_before(syntax, above):
            test = _choice(syntax, before) if _returns(before) and not _ends_or_makes(before.body) else None
            if test is not None:
                return f"`{syntax.text_of(test)}` does not hold"
        inside = above
    return None


def _choice(syntax: tree.Tree, choice: tree.If) -> tree.Expression | None:
    """The first condition about processes of an `if` and its `elif`s."""
    branch: tree.Statement | None = choice
    while isinstance(branch, tree.If):
        if _chooses(syntax, branch.test):
            return branch.test
        branch = branch.orelse[0] if len(branch.orelse) == 1 else None
    return None


def _chooses(syntax: tree.Tree, test: tree.Expression) -> bool:
    """Whether a condition is about processes, and does not ask whether there is a group already."""
    return asks_about_processes(syntax, test) and "is_" not in syntax.text_of(test)


def _returns(choice: tree.If) -> bool:
    """Whether one of the branches leaves the function."""
    return any(isinstance(node, tree.Return) for node in tree.walk(choice, into_functions=False))


def _is_like(branch: list[tree.Statement], call: tree.Call) -> bool:
    """Whether the program doesn't go on without a group in a branch, or it has to do with the function that is called.

    So it is where one branch calls a function, and the other starts processes that run it: `spawn(worker, nprocs=8)`.
    """
    nodes = (node for statement in branch for node in tree.walk(statement))
    named = (tree.last_name(node) for node in nodes if isinstance(node, (tree.Name, tree.Attribute)))
    return _ends_or_makes(branch) or tree.last_name(call.func) in named


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
    return any(map(makes_one, calls))


def _goes_on_without(syntax: tree.Tree, call: tree.Call) -> bool:
    """Whether the function that makes the process group is the program itself, which does more than that.

    It has a loop, or is what processes are started with, and is called without them, too.
    """
    scope = syntax.scope(call)
    if not isinstance(scope, tree.FunctionDef):
        return True
    if any(isinstance(node, (tree.For, tree.While)) for node in tree.walk(scope, into_functions=False)):
        return True
    calls = syntax.all(tree.Call)
    started = {tree.last_name(argument.value) for one in calls if starts_processes(one) for argument in one.args}
    return scope.name in started and any(tree.dotted(one.func) == scope.name for one in calls)
