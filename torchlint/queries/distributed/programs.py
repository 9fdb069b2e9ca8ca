"""What makes a program one of several processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.qualified_names import by_name
from torchlint.knowledge.meanings import DIVIDES_MODELS, SPREADS
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.scopes import SourceUnit
    from torchlint.queries.file import File

# What starts processes that run a function: `torch.multiprocessing.spawn(train, ...)`, `Process(target=train)`.
_STARTS = ("spawn", "Process", "start_processes")


def program_units(file: File) -> list[SourceUnit]:
    """The files that were read as parts of this program: this one, and what it leads to; not its callers."""
    return [unit for unit in file.analysis.units if not unit.is_caller]


def spreads(syntax: tree.Tree, call: tree.Call) -> bool:
    """Whether a call has a model trained by several processes: DistributedDataParallel, FSDP, `deepspeed.initialize`.

    `accelerator.prepare` does, too. The call is recognised by the imports of its file.
    """
    if tree.last_name(call.func) == "prepare":
        return _imports_accelerate(syntax)
    return any(name.rpartition(".")[2] in SPREADS or name in SPREADS for name in by_name(syntax).get(call, ()))


def _imports_accelerate(syntax: tree.Tree) -> bool:
    """Whether a file imports accelerate, or something of it."""
    modules = [node.module for node in syntax.all(tree.ImportFrom)]
    modules += [alias.name for node in syntax.all(tree.Import) for alias in node.names]
    return any("accelerate" in module.split(".") for module in modules)


@query
def is_spread(file: File) -> bool:
    """Whether the program trains a model in several processes."""
    return any(spreads(unit.tree, call) for unit in program_units(file) for call in unit.tree.all(tree.Call))


@query
def may_be_spread(file: File) -> bool:
    """Whether the program does, or another file that leads to this one."""
    return any(spreads(unit.tree, call) for unit in file.analysis.units for call in unit.tree.all(tree.Call))


@query
def is_divided_model(file: File) -> bool:
    """Whether the program splits layers across processes, which then have to draw the same random numbers."""
    return any(not unit.mentioned.isdisjoint(DIVIDES_MODELS) for unit in program_units(file))


def starts_processes(call: tree.Call) -> bool:
    """Whether a call starts processes that run a function, by its last name: `spawn`, `Process`."""
    return tree.last_name(call.func) in _STARTS


def spawns_of_other_file(file: File) -> bool:
    """Whether this file spawns processes with a function that it imports, none of which inherits its generators."""
    own = {one.name for one in file.tree.all(tree.FunctionDef)}
    for call in file.tree.all(tree.Call):
        if tree.last_name(call.func) == "spawn":
            given = next((one.value for one in call.args if one.keyword in (None, "fn")), None)
            name = tree.last_name(given) if isinstance(given, (tree.Name, tree.Attribute)) else ""
            if name and name not in own:
                return True
    return False


@query
def starts_its_processes(file: File) -> bool:
    """Whether this file, one that it imports, or one that imports it mentions a way to start processes."""
    if any(not unit.mentioned.isdisjoint(_STARTS) for unit in file.analysis.units):
        return True
    project_files = file.project_files
    importers = project_files.importers(project_files.place(file.path)) if project_files is not None else ()
    return any("spawn(" in project_files.text(place) for place in importers if project_files is not None)


def spawned(file: File) -> list[tuple[tree.FunctionDef, tree.Call]]:
    """The functions of a file that it starts processes with, each with the call that does so."""
    functions = {one.name: one for one in file.tree.all(tree.FunctionDef)}
    found = []
    for call in file.tree.all(tree.Call):
        if starts_processes(call):
            named = [a.value for a in call.args if a.keyword in ("target", "fn")] or [a.value for a in call.args[:1]]
            function = functions.get(tree.last_name(named[0])) if named else None
            if function is not None:
                found.append((function, call))
    return found
