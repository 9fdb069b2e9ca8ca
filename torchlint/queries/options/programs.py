"""The files of the programs that a file is part of: those that lead to it by imports, and all that these import."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.project.project_files import ProjectFiles
    from torchlint.queries.file import File

_Result = TypeVar("_Result")

# With more files than this, what becomes of the settings is not followed.
_MOST_FILES = 200
# What imports modules by names that are made when the program runs.
_IMPORTING = frozenset("import_module __import__ run_path run_module exec instantiate get_method get_class".split())


class Programs(NamedTuple):
    """The files of the programs that a file is part of.

    Example:
        programs = options.programs_of(file)
        clears = programs is not None and any("zero_grad" in syntax.text for syntax in programs.trees.values())
    """

    trees: Mapping[str, tree.Tree]  # by their places
    parsing: tuple[tree.Tree, ...]  # those of them whose command lines are the programs' own

    def once(self, work: Callable[[], _Result], name: str) -> _Result:
        """The result of some work, which all files of the same programs share as long as none of these changes."""
        memory = self.trees[min(self.trees)].memory
        key = (name, frozenset(self.trees.values()), frozenset(self.parsing))
        if key not in memory:
            memory[key] = work()
        found: _Result = memory[key]
        return found


@query
def programs_of(file: File) -> Programs | None:
    """The programs that this file is part of; None where their files are not all known.

    If one of these imports modules by names that are put together when it runs, all files of the project may be among
    them; but it does not parse the command lines of the other programs there.
    """
    around = file.project_files
    if around is None:
        return Programs({file.place: file.tree}, (file.tree,))
    places = _connected(around, file.place)
    own = _trees(around, places)
    if own is None or not any(_imports_by_name(syntax) for syntax in own.values()):
        return None if own is None else Programs(own, tuple(own.values()))
    found = _trees(around, [*places, *around.files_mentioning("import")])
    return None if found is None else Programs(found, tuple(own.values()))


def _connected(around: ProjectFiles, place: str) -> list[str]:
    """The files that lead to a file, and all that these lead to."""
    users = [place]
    for here in users:  # grows by those that import it, also by way of others
        users += [one for one in around.importers(here) if one not in users]
        if len(users) > _MOST_FILES:
            break
    found = dict.fromkeys(users)
    todo = [*users]
    for here in todo:  # grows, too
        new = [one for one in around.imports(here) if one not in found]
        found.update(dict.fromkeys(new))
        todo += new
        if len(found) > _MOST_FILES:
            break
    return list(found)


def _trees(around: ProjectFiles, places: list[str]) -> dict[str, tree.Tree] | None:
    places = [one for one in dict.fromkeys(places) if one.endswith((".py", ".ipynb"))]
    if len(places) > _MOST_FILES:
        return None
    found = {one: syntax for one in places if (syntax := around.tree(one)) is not None}
    return found if len(found) == len(places) else None


def _imports_by_name(syntax: tree.Tree) -> bool:
    """Whether a file imports modules whose names it puts together."""
    return any(
        tree.last_name(call.func) in _IMPORTING and not all(isinstance(one.value, tree.Constant) for one in call.args)
        for call in syntax.all(tree.Call)
    )
