"""Options that the code behind `parse_args` assigns another value, whatever was typed, before anything reads them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import owner_of
from torchlint.knowledge.command_line import PARSES, PARSES_SOME
from torchlint.queries.file import View
from torchlint.queries.memo import query
from torchlint.queries.options.declared_options import Declared, options_with_effect
from torchlint.queries.options.occurrences import is_stored
from torchlint.queries.options.shown_values import is_shown
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


@dataclass(frozen=True, slots=True, eq=False)
class OverwrittenOption(View):
    """The assignment that gives an option's attribute another value."""

    name: str  # of the option, as it is typed
    declared: View  # the call of `add_argument`


@query
def overwritten_options(file: File) -> Iterator[OverwrittenOption]:
    """Assignments to options' attributes in the block that parses them, before anything may have read them."""
    options = options_with_effect(file)
    for call in file.tree.all(tree.Call) if options else ():
        if tree.last_name(call.func) not in PARSES | PARSES_SOME:
            continue
        scope = file.tree.scope(call)
        own = {one.dest: one for one in options if file.tree.scope(one.call) is scope}
        yield from _overwritten(file, call, own)


def _overwritten(file: File, call: tree.Call, options: dict[str, Declared]) -> Iterator[OverwrittenOption]:
    statement = file.tree.statement(call)
    name = _given(statement, call)
    block = file.tree.block(statement)
    seen: set[str] = set()
    for one in block[block.index(statement) + 1 :] if name is not None else ():
        if isinstance(one, (tree.FunctionDef, tree.ClassDef)):
            continue
        reads = _reads(file.tree, one, name or "")
        if reads is None or _calls_own_function(file.tree, one):
            return
        seen |= reads
        target = one.targets[0] if isinstance(one, tree.Assign) and len(one.targets) == 1 else None
        if isinstance(target, tree.Attribute) and tree.dotted(target.value) == name:
            declared = options.get(target.attr)
            if declared is not None and target.attr not in seen:
                yield OverwrittenOption(file, one, declared.name, View(file, declared.call))
            seen.add(target.attr)


def _given(statement: tree.Node, call: tree.Call) -> str | None:
    """The variable that the namespace is assigned to; None if there is not just one."""
    if not isinstance(statement, tree.Assign) or statement.value is not call or len(statement.targets) != 1:
        return None
    target = statement.targets[0]
    if isinstance(target, tree.Tuple) and target.elements and tree.last_name(call.func) in PARSES_SOME:
        target = target.elements[0]
    return target.id if isinstance(target, tree.Name) else None


def _reads(syntax: tree.Tree, statement: tree.Node, name: str) -> set[str] | None:
    """The attributes of a namespace that a statement reads; None if it does anything else with it but to show it."""
    found = set()
    for node in syntax.inside(statement, tree.Name):
        if node.id != name:
            continue
        above = syntax.parents.get(node)
        if isinstance(above, tree.Attribute):
            if not is_stored(syntax, above):
                found.add(above.attr)
        elif not is_shown(syntax, node):
            return None
    return found


def _calls_own_function(syntax: tree.Tree, statement: tree.Node) -> bool:
    """Whether a statement calls a function of the file, which may read the namespace as a global variable."""
    called = (call.func for call in syntax.inside(statement, tree.Call))
    names = (func for func in called if isinstance(func, tree.Name))
    return any(owner_of(syntax, one) is not None and _is_defined(syntax, one.id) for one in names)


def _is_defined(syntax: tree.Tree, name: str) -> bool:
    kinds: tuple[type[tree.FunctionDef | tree.ClassDef], ...] = (tree.FunctionDef, tree.ClassDef)
    return any(one.name == name for kind in kinds for one in syntax.all(kind))
