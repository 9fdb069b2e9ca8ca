"""Imports: what an imported name means, in another file of the project or in another package."""

from __future__ import annotations

from torchlint.binding.scopes import SourceUnit
from torchlint.domain.joins import join_all
from torchlint.domain.kinds import ImportedName
from torchlint.domain.values import UNKNOWN, Value
from torchlint.flow.interpreter import execute
from torchlint.flow.lazy_import import settle, unit_of
from torchlint.flow.state import AbstractState, Frame, Interpreter
from torchlint.knowledge.lookup import BUILT_IN
from torchlint.knowledge.torch_api import canonical, fact
from torchlint.syntax import tree

# How many imports deep a name is followed from file to file.
_LONGEST_WAY = 12
# Of a file that takes all that more others hold than this, what a name of theirs means is not looked for: it would take
# reading them all, and transformers has one that takes all of 500 packages.
_MOST_STARS = 200

# The files that a search for a name has visited: each is visited once, however many star imports lead to it.
_Searched = set[tuple[str, str]]


def bind_modules(frame: Frame, node: tree.Import) -> None:
    """`import a.b`, `import a.b as c`: files of the project, or dotted names of other packages."""
    for alias in node.names:
        first = alias.name.partition(".")[0]
        name = alias.asname or first
        meant = alias.name if alias.asname else first
        place = _resolve(frame, 0, meant)
        frame.scope.bind(name, Value("external", ref=meant) if place is None else Value("file", ref=place))


def bind_names(frame: Frame, node: tree.ImportFrom) -> None:
    """`from a import b`: bound at once, and resolved into the project's file on first use."""
    module = "." * node.level + node.module
    place = _resolve(frame, node.level, node.module)
    if not node.names:
        frame.scope.stars.append(Value("external", ref=module) if place is None else Value("file", ref=place))
    for alias in node.names:
        separator = "" if module.endswith(".") else "."
        name = canonical(f"{module}{separator}{alias.name}")
        value = Value("external", ref=name)
        # What torchlint's rows say of a library is more than following its own code would tell.
        if place is not None and (node.level or not _is_known_library(name)):
            value = Value("imported", ref=ImportedName(place, alias.name, name))
        frame.scope.bind(alias.asname or alias.name, value)


def _is_known_library(name: str) -> bool:
    """Whether a row tells more of a name than following its code would, if that is part of the project."""
    row = BUILT_IN.call_model(name)
    return row is not None and not (row.handler or row.pure)


def _resolve(frame: Frame, level: int, module: str) -> str | None:
    project_files, place = frame.interpreter.project_files, frame.unit.place
    return project_files.resolve(place, level, module) if project_files is not None and place else None


def resolved(
    interpreter: Interpreter, names: dict[str, Value], alias: str, depth: int = 0, searched: _Searched | None = None
) -> Value:
    """What an imported name means; a dotted name if the project's file does not define it.

    The result is stored in the scope's `names`, unless the limit on files is reached: then it is resolved again later.
    """
    place, name, dotted = names[alias].imported
    found = _look_in(interpreter, place, name, depth, set() if searched is None else searched)
    found = found if found is not None else Value("external", ref=dotted)
    if not interpreter.is_full:
        names[alias] = found
    return found


def waits(value: Value) -> bool:
    """Whether branches have bound a name to several things, one of them an import that nobody has followed yet.

    That may be the same as another one of them: one branch has asked what the name means, and the other has not.
    """
    return value.kind == "choice" and any(one.kind == "imported" for one in value.items)


def decided(interpreter: Interpreter, choice: Value) -> Value:
    """What such a name means: one of what its imports lead to, without repetitions."""
    found = []
    for one in choice.items:
        names = {"": one}
        found.append(resolved(interpreter, names, "") if one.kind == "imported" else one)
    joined = join_all(found).with_origins(choice.origins)
    return joined.replace(assumed=True) if choice.assumed and joined.kind == "choice" else joined


def member(interpreter: Interpreter, place: str, name: str) -> Value:
    """The value of `file.name`; unknown if the file does not define it."""
    return _look_in(interpreter, place, name, 0, set()) or UNKNOWN


def starred(
    interpreter: Interpreter,
    unit: SourceUnit,
    name: str,
    depth: int = 0,
    searched: _Searched | None = None,
    *,
    files: bool = True,
) -> Value | None:
    """What a name means that only a star import can have bound; without `files`, only from other packages."""
    stars, searched = unit.scope.stars, set() if searched is None else searched
    for star in reversed(stars):
        if star.kind == "file":
            if (
                files
                and len(stars) <= _MOST_STARS
                and (found := _through(interpreter, star.name, name, depth, searched))
            ):
                unit.scope.names[name] = found
                return found
        elif fact(f"{star.ref}.{name}") is not None:
            return Value("external", ref=canonical(f"{star.ref}.{name}"))
        elif (meant := unit.lookup.exported(star.name, name)) is not None:
            return Value("external", ref=meant)
    return None


def _through(interpreter: Interpreter, place: str, name: str, depth: int, searched: _Searched) -> Value | None:
    """What a file exports under a name; nothing if this search has been to the file before."""
    if (place, name) in searched:
        return None
    searched.add((place, name))
    return _look_in(interpreter, place, name, depth + 1, searched) if _may_hold(interpreter, place, name) else None


def _may_hold(interpreter: Interpreter, place: str, name: str) -> bool:
    """Whether a file's text mentions a name or has a star import; otherwise it need not be run."""
    if place in interpreter.units or interpreter.project_files is None:
        return True
    text = interpreter.project_files.text(place)
    return name in text or "import *" in text


def _look_in(interpreter: Interpreter, place: str, name: str, depth: int, searched: _Searched) -> Value | None:
    """What a file of the project, or a package's folder, defines under a name."""
    if depth > _LONGEST_WAY or interpreter.project_files is None:
        return None
    unit = unit_of(interpreter, place)
    if unit is not None:
        value = unit.scope.names.get(name)
        if value is not None and value.kind == "deferred":
            settle(interpreter, unit, value)
            value = unit.scope.names.get(name)
        if value is not None and not _is_itself(value, place, name):
            if value.kind == "imported":
                return resolved(interpreter, unit.scope.names, name, depth + 1, searched)
            return decided(interpreter, value) if waits(value) else value
        if (found := starred(interpreter, unit, name, depth, searched)) is not None:
            return found
    below = interpreter.project_files.submodule(place, name)
    return Value("file", ref=below) if below else None


def _is_itself(value: Value, place: str, name: str) -> bool:
    """Whether a package imports a file of its own: `from . import part` in its `__init__`."""
    return value.kind == "imported" and value.imported[:2] == (place, name)


def run_top_level(interpreter: Interpreter, unit: SourceUnit) -> None:
    """Run a file's top-level statements."""
    interpreter.tracer.enter(unit.tree.root)
    execute(Frame(interpreter, unit.scope, AbstractState()), unit.tree.root.body)
    interpreter.tracer.end()
