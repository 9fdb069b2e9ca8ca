"""What was written for Lightning 1, where the project may have Lightning 2: names, arguments, and hooks of classes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.knowledge.deprecations import Change
from torchlint.knowledge.lightning_removals import (
    HOOKS,
    LAST_PARTS,
    NEEDED_TORCH,
    NOT_PASSED,
    PARAMETERS,
    PASSED_TO_CALLBACKS,
    READ_ONLY,
    removed,
    removed_itself,
    role,
    trainer_argument,
)
from torchlint.queries.api import ApiUse, versions
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries import File


def lightning_uses(file: File) -> Iterator[ApiUse]:
    """Uses that fail with Lightning 2, and methods that it never calls."""
    kinds = {cls: _kind(cls) for cls in file.analysis.classes}
    is_imported = "lightning" in file.text
    if not is_imported and not any(kinds.values()):
        return
    if not file.torch.reaches(NEEDED_TORCH) or not versions(file, NOT_PASSED).reaches(NOT_PASSED.since):
        return  # the project pins Lightning 1
    if is_imported:
        yield from _imports(file)
        yield from _calls(file)
        yield from _attributes(file)
    for cls, kind in kinds.items():
        if kind and file.holds(cls.node):
            yield from _methods(file, cls, kind)


def _kind(cls: Class) -> str:
    """What a class is to Lightning's Trainer, "module" or "callback"; nothing if it is neither, or both."""
    kinds = {kind for base in cls.external_bases if (kind := role(base))}
    return kinds.pop() if len(kinds) == 1 else ""


def _use(file: File, node: tree.Node, shown: str, change: Change) -> ApiUse:
    return ApiUse(file, node, shown, change.happens, change.instead, is_same=False)


def _imports(file: File) -> Iterator[ApiUse]:
    for statement in file.tree.all(tree.ImportFrom):
        for alias in statement.names if not statement.level else ():
            name = f"{statement.module}.{alias.name}"
            if (change := removed(name)) is not None:
                yield _use(file, alias, name, change)
    for plain in file.tree.all(tree.Import):
        for alias in plain.names:
            if (change := removed(alias.name)) is not None:
                yield _use(file, alias, alias.name, change)


def _calls(file: File) -> Iterator[ApiUse]:
    """Methods of the Trainer that are gone, and arguments that it does not take any more."""
    for call, names in file.names.calls.items():
        name = next(iter(names)) if len(names) == 1 else ""
        for given in call.args if name else ():
            for value in _branches(given.value):
                literal = value.value if isinstance(value, tree.Constant) else ...
                change = trainer_argument(name, given.keyword or "", literal)
                if change is not None:
                    yield _use(file, given, f"{tree.last_part(call.func)}({given.keyword}=)", change)
                    break


def _branches(node: tree.Expression) -> tuple[tree.Expression, ...]:
    return (node.body, node.orelse) if isinstance(node, tree.Conditional) else (node,)


def _attributes(file: File) -> Iterator[ApiUse]:
    """Reads of what is gone, as attributes of what is imported: `pl.metrics` in `pl.metrics.Accuracy()`."""
    for node in file.tree.all(tree.Attribute):
        if node.attr not in LAST_PARTS:
            continue
        name = file.names.spelled_out(node)
        change = removed_itself(name)
        first = (tree.dotted(node) or "").partition(".")[0]
        if change is not None and first not in file.tree.once_of_all(edits.rebound) and not _is_told(file, name):
            yield _use(file, node, name, change)


def _is_told(file: File, name: str) -> bool:
    """Whether an import is told already that leads to a name."""
    imported = [f"{s.module}.{a.name}" for s in file.tree.all(tree.ImportFrom) if not s.level for a in s.names]
    imported += [a.name for s in file.tree.all(tree.Import) for a in s.names]
    return any(f"{name}.".startswith(f"{one}.") for one in imported if removed(one) is not None)


def _methods(file: File, cls: Class, kind: str) -> Iterator[ApiUse]:
    """Methods of a class that the Trainer does not call any more, or calls with fewer arguments."""
    for name, method in cls.methods.items():
        if not isinstance(method.node, tree.FunctionDef) or not file.holds(method.node):
            continue
        change = HOOKS[kind].get(name)
        if change is not None and not (change.happens.startswith("is never") and _is_called(file, name)):
            yield _use(file, method.node, f"{cls.name}.{name}", change)
        parameter = _superfluous(method.node, kind)
        if parameter is not None:
            happens = f"expects `{parameter.name}`, which Lightning 2 does not pass"
            yield ApiUse(file, parameter, f"{cls.name}.{name}", happens, NOT_PASSED.instead, is_same=False)
    if kind == "module" and not (READ_ONLY.keys() & cls.methods.keys()):
        yield from _assignments(file, cls)


def _superfluous(method: tree.FunctionDef, kind: str) -> tree.Parameter | None:
    """The parameter for which Lightning 1 passed something, of a hook that requires more than Lightning 2 passes."""
    if method.name not in PARAMETERS:
        return None
    names, passed = PARAMETERS[method.name]
    required = [p for p in method.parameters[1:] if p.default is None and p.kind in ("positional", "keyword")]
    if len(required) <= passed + (PASSED_TO_CALLBACKS if kind == "callback" else 0):
        return None
    return next((parameter for parameter in required if parameter.name in names), None)


def _assignments(file: File, cls: Class) -> Iterator[ApiUse]:
    for assign in file.tree.inside(cls.node, tree.Assign):
        for target in assign.targets:
            if isinstance(target, tree.Attribute) and tree.dotted(target.value) == "self" and target.attr in READ_ONLY:
                yield _use(file, target, tree.dotted(target) or "", READ_ONLY[target.attr])


def _is_called(file: File, name: str) -> bool:
    """Whether the project itself calls methods of the name, so that it isn't left to Lightning."""
    called = re.compile(rf"\.\s*{re.escape(name)}\b")
    if called.search(file.text):
        return True
    around = file.project_files
    return around is not None and any(called.search(around.text(place)) for place in around.files_mentioning(name))
