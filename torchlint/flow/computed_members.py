"""What a file or a package holds under a name that the program computes: `getattr(networks, settings["type"])`."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

from torchlint.binding.known_texts import Texts, texts_of
from torchlint.binding.symbols import class_of, function_of
from torchlint.domain.joins import MOST_CHOICES
from torchlint.domain.values import UNKNOWN, Value
from torchlint.flow.import_binding import member
from torchlint.flow.lazy_import import is_main_guard, unit_of
from torchlint.flow.state import Frame, Interpreter
from torchlint.knowledge.computed_names import STANDS_FOR
from torchlint.syntax import tree

# What a value's `made_by` is if it is a module whose name the program takes from its configuration.
NAMED_BY_CONFIGURATION = "named by the configuration"
# How many star imports deep a package's names are looked for.
_DEEPEST = 3


def computed_member(frame: Frame, owner: Value, name: tree.Node | None) -> Value:
    """The value of `getattr(owner, name)` with a name that is computed: one of those that the owner gives away."""
    if owner.kind == "external":
        alike = STANDS_FOR.get(owner.name)
        return Value("external", ref=alike) if alike is not None else UNKNOWN
    if owner.kind != "file":
        return UNKNOWN
    texts = texts_of(frame.unit.tree, name) if name is not None else ()
    return one_of(_members(frame.interpreter, owner.name, texts))


def one_of(members: list[Value]) -> Value:
    """One of several members; where some are models or losses, one of these.

    No function of the file that is checked: each of them is judged by itself, not by what another one is given.
    """
    members = [v for v in members if v.kind == "class" or (v.kind == "function" and not function_of(v).unit.is_target)]
    classes = [value for value in members if value.kind == "class"]
    alike = [value for value in classes if class_of(value).is_module] or classes or members
    if len(alike) < 2:
        return alike[0] if alike else UNKNOWN
    return Value("choice", items=tuple(alike[:MOST_CHOICES]), assumed=len(alike) > MOST_CHOICES)


def _members(interpreter: Interpreter, place: str, texts: Texts) -> list[Value]:
    """What a file gives away under names that these texts allow; under any name, if there are no texts."""
    names = dict.fromkeys(_names(interpreter, place, 0))
    fitting = [name for name in names if not texts or any(fnmatchcase(name, text) for text in texts)]
    return [member(interpreter, place, name) for name in fitting[: MOST_CHOICES + 1]]


def _names(interpreter: Interpreter, place: str, depth: int) -> Iterator[str]:
    """The names of what a file defines to be used elsewhere; of a package, also of what it imports from its files."""
    unit = unit_of(interpreter, place)
    if unit is None:
        return
    yield from unit.tree.once(_given_away, unit.tree.root)
    if unit.file_name != "__init__.py":
        return
    for statement in unit.tree.root.body:
        if isinstance(statement, tree.ImportFrom):
            yield from (alias.asname or alias.name for alias in statement.names)
    for star in unit.scope.stars if depth < _DEEPEST else ():
        if star.kind == "file":
            yield from _names(interpreter, star.name, depth + 1)


def _given_away(_: tree.Tree, root: tree.Node) -> tuple[str, ...]:
    """The functions and classes of a file that it does not use itself, as it does the blocks of its networks.

    Classes that derive from another, tests, and what runs only as a program, are no use.
    """
    assert isinstance(root, tree.Module)
    defined = [one for one in root.body if isinstance(one, (tree.FunctionDef, tree.ClassDef))]
    used: set[str] = set()
    for statement in root.body:
        named = statement.name if isinstance(statement, (tree.FunctionDef, tree.ClassDef)) else ""
        if named.startswith("test") or (isinstance(statement, tree.If) and is_main_guard(statement.test)):
            continue
        if isinstance(statement, tree.Assign) and isinstance(statement.value, tree.Name):
            continue  # another name for it
        bases = [base.value for base in statement.bases] if isinstance(statement, tree.ClassDef) else []
        names = (node.id for node in tree.walk(statement) if isinstance(node, tree.Name) and node not in bases)
        used.update(name for name in names if name != named)
    return tuple(one.name for one in defined if not one.name.startswith("_") and one.name not in used)
