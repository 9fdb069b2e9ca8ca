"""Names of Python and of other packages that are not there any more: `np.float`, `collections.Mapping`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from torchlint.binding.qualified_names import imported_anywhere
from torchlint.binding.use_def import definitions_of
from torchlint.finding import Edit, Span
from torchlint.knowledge.deprecations import Change
from torchlint.knowledge.removals_beside_torch import (
    BY_KEYWORD,
    BY_POSITION,
    LAST_PARTS,
    NEWEST_BESIDE_TORCH,
    OF_THAT_TIME,
    REMOVED_BESIDE_TORCH,
    REMOVED_METHODS,
    WITHOUT_ARGUMENT,
    python_beside,
)
from torchlint.queries.api import ApiUse, versions
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries import File

_PYTHON = Change((3, 0), "", package="python")
_BY_POSITION = f"{BY_KEYWORD.happens} with so many arguments by position"


def removed_beside_torch(file: File) -> Iterator[ApiUse]:
    """Uses of such names; none of one that the program itself assigns: `np.float = float`."""
    is_of_today = file.torch.reaches(OF_THAT_TIME)
    for uses in (_reads, _imports, _calls, _methods):
        for use in uses(file):
            # With an older PyTorch, what is installed beside it depends on the Python, which need not be said.
            yield use if is_of_today else replace(use, is_sure=False)


def _is_missing(file: File, change: Change) -> bool:
    """Whether the project may meet a version of the package that lacks it."""
    supported = versions(file, change)
    if not file.torch.reaches(OF_THAT_TIME):
        needed = python_beside(change, file.torch.before)
        if needed is None or not versions(file, _PYTHON).reaches(needed):
            return False
    if change.until is None or supported.oldest == NEWEST_BESIDE_TORCH[change.package]:
        return supported.reaches(change.since)  # where nothing is required, an older one may be installed as well
    return supported.reaches(change.since) and supported.begins_before(change.until)


def _is_sure_of(file: File, change: Change) -> bool:
    """Whether the newest version that the project allows lacks it, too, and not only one before."""
    return change.until is None or not versions(file, change).reaches(change.until)


def _reads(file: File) -> Iterator[ApiUse]:
    reads = [node for node in file.tree.all(tree.Attribute) if node.attr in LAST_PARTS]
    if not reads:
        return
    assigned = {tree.dotted(target) for one in file.tree.all(tree.Assign) for target in one.targets}
    assigned.update(_set_by_name(file))
    rebound = file.tree.once_of_all(edits.rebound)
    for node in reads:
        change, name = REMOVED_BESIDE_TORCH.get(file.names.spelled_out(node)), tree.dotted(node) or ""
        if change is None or name in assigned or not _is_missing(file, change):
            continue
        root, module = name.partition(".")[0], name.rpartition(".")[0]
        if root in rebound or any(meaning.startswith(".") for meaning in imported_anywhere(file.tree).get(root, ())):
            continue  # may be something of the project's
        now = f"{module}{change.rename}" if change.rename.startswith(".") else change.rename
        if not change.rename:
            yield ApiUse(file, node, name, change.happens, change.instead)
        elif now not in rebound:
            is_there = not versions(file, change).begins_before(change.exists)
            edits_ = (Edit(Span(node.start, node.end), now),) if is_there else ()
            is_sure = _is_sure_of(file, change)
            yield ApiUse(file, node, name, change.happens, f"use `{now}`", edits_, change.is_same, is_sure)


def _set_by_name(file: File) -> Iterator[str]:
    """What `setattr(np, "float", float)` sets: `np.float`."""
    for call in file.tree.calls_named("setattr"):
        if len(call.args) == 3:
            yield f"{tree.dotted(call.args[0].value)}.{tree.string_of(call.args[1].value)}"


def _imports(file: File) -> Iterator[ApiUse]:
    """Imports of such names, one use for each statement: `from collections import Mapping`."""
    statements: list[tree.Import | tree.ImportFrom] = [*file.tree.all(tree.ImportFrom), *file.tree.all(tree.Import)]
    for statement in statements:
        for name in _imported(statement):
            change = REMOVED_BESIDE_TORCH.get(name)
            if change is not None and _is_missing(file, change):
                module, _, _ = name.rpartition(".")
                now = f"{module}{change.rename}" if change.rename.startswith(".") else change.rename
                yield ApiUse(file, statement, name, change.happens, f"use `{now}`" if now else change.instead)
                break  # one line to mend


def _imported(statement: tree.Import | tree.ImportFrom) -> Iterator[str]:
    """What an import names, modules around it too: `sklearn.cross_validation` of `sklearn.cross_validation.KFold`."""
    if isinstance(statement, tree.ImportFrom):
        if not statement.level:
            yield from (statement.module, *(f"{statement.module}.{alias.name}" for alias in statement.names))
    else:
        yield from (alias.name for alias in statement.names)


def _calls(file: File) -> Iterator[ApiUse]:
    """Calls whose arguments are not taken any more: `yaml.load(f)`, `librosa.load(path, 22050)`."""
    for call in file.named_calls(*WITHOUT_ARGUMENT):
        for name in call.spelled:
            position, keyword, change = WITHOUT_ARGUMENT[name]
            given = call.argument(position, keyword)
            is_given = given is not None and given.is_literally != ""  # an empty `sep` is none
            if not is_given and not call.has_stars and _is_missing(file, change):
                shown = f"{call.callee}(...)` without `{keyword}" if given is None else f"{keyword}={given}"
                yield ApiUse(file, call.node, shown, change.happens, change.instead)
    for call in file.named_calls(*BY_POSITION):
        most = max(BY_POSITION[name] for name in call.spelled)
        if len(call.positional) > most and _is_missing(file, BY_KEYWORD):
            instead = f"pass `{call.positional[most]}` and what follows by keyword"
            yield ApiUse(file, call.node, str(call.callee), _BY_POSITION, instead)


def _methods(file: File) -> Iterator[ApiUse]:
    """Calls of such methods on what Pillow made: `ImageFont.truetype(path).getsize(text)`."""
    own = {name for cls in file.analysis.classes for name in cls.methods}
    for call in file.tree.all(tree.Call):
        func = call.func
        if not isinstance(func, tree.Attribute) or func.attr not in REMOVED_METHODS:
            continue
        makers, change = REMOVED_METHODS[func.attr]
        is_one = _is_made_by(file, func.value, makers) if makers else func.attr not in own
        if is_one and _is_missing(file, change):
            yield ApiUse(file, func, file.tree.text_of(func), change.happens, change.instead)


def _is_made_by(file: File, node: tree.Expression, makers: tuple[str, ...]) -> bool:
    """Whether each definition of a value, as far as it is in sight, is a call of one of these names."""
    if isinstance(node, tree.Call):
        return not file.names.spelled(node).isdisjoint(makers)
    if not isinstance(node, tree.Name):
        return False
    made = [one.value for one in definitions_of(file.tree, node)]
    return bool(made) and all(isinstance(one, tree.Call) and _is_made_by(file, one, makers) for one in made)
