"""Arguments that functions and classes of PyTorch and the packages around it warned of, and do not take any more."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.finding import Edit, Span
from torchlint.knowledge.deprecation_table import table
from torchlint.knowledge.deprecations import Change, removed_arguments
from torchlint.queries.api import ApiUse, versions
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@cache
def _keywords() -> frozenset[str]:
    """All such arguments' names."""
    rows = (row for rows in table().arguments.values() for row in rows.items())
    return frozenset(name for name, row in rows if row.gone is not None)


def arguments_by_table(file: File) -> Iterator[ApiUse]:
    """Arguments that the called function took in one version of its package, and does not take in a later one."""
    for given in file.tree.all(tree.Argument):
        if given.keyword not in _keywords():
            continue
        call = file.tree.parents[given]
        name = called_name(file, call, given.keyword) if isinstance(call, tree.Call) else ""
        change = removed_arguments(name).get(given.keyword) if name else None
        if change is None or not versions(file, change).reaches(change.since):
            continue  # another function's argument, or the project pins a version that accepts it
        package = "PyTorch" if change.package == "torch" else change.package
        happens = f"fails since {package} {change.since[0]}.{change.since[1]}"
        shown = f"{name}({given.keyword}=)"
        yield ApiUse(file, given, shown, happens, change.instead, _renamed(file, given, change), is_same=False)


def _renamed(file: File, given: tree.Argument, change: Change) -> tuple[Edit, ...]:
    """The edit that writes the new keyword, where all versions of the project have it."""
    if not change.rename or versions(file, change).begins_before(change.exists):
        return ()
    return (Edit(Span(given.start, given.start + len(given.keyword or "")), change.rename),)


def called_name(file: File, call: tree.Call, keyword: str) -> str:
    """The name of what a call calls: a library's, directly or through a class of the project's that adds nothing."""
    names = file.names.spelled(call)
    if len(names) == 1:
        return next(iter(names))
    cls = _initialised(file, call)
    bases = cls.external_bases if cls is not None and keyword not in _fields(cls) else ()
    return bases[0] if len(bases) == 1 else ""


def _initialised(file: File, call: tree.Call) -> Class | None:
    """The class of the project's whose library base gets the arguments of a call."""
    func = call.func
    if isinstance(func, tree.Attribute) and func.attr == "__init__" and isinstance(func.value, tree.Call):
        around = file.tree.above(call, tree.ClassDef)
        cls = next((one for one in file.analysis.classes if one.node is around), None)
        is_super = tree.last_name(func.value.func) == "super"
        return cls if cls is not None and is_super and len(cls.lineage) == 1 else None
    made = file.value(func).value.ref
    return made if isinstance(made, Class) and not any("__init__" in one.methods for one in made.lineage) else None


def _fields(cls: Class) -> set[str]:
    """What a class and those above it declare themselves: fields of dataclasses."""
    statements = (one for each in cls.lineage for one in each.node.body if isinstance(one, tree.AnnotatedAssign))
    return {one.target.id for one in statements if isinstance(one.target, tree.Name)}
