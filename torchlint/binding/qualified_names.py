"""Calls by qualified name, resolved by the file's imports alone; unreachable code, too."""

from __future__ import annotations

from torchlint.binding.definitions import Definition
from torchlint.binding.use_def import definitions_of
from torchlint.knowledge.torch_api import canonical
from torchlint.syntax import edits, tree


def by_name(syntax: tree.Tree) -> dict[tree.Call, frozenset[str]]:
    """Each call whose callee is a dotted name that begins with an import, with the names it may have, in source order.

    A name that two imports bind, in a `try` and its `except`, may have both meanings. A variable that the file also
    binds in another way is left out, unless it is None after an import has failed; a parameter of some function that
    has the name of an import is another variable.
    """
    return syntax.once_of_all(_spelled_out)


def _spelled_out(syntax: tree.Tree) -> dict[tree.Call, frozenset[str]]:
    imports = imported_anywhere(syntax)
    rebound = syntax.once_of_all(edits.rebound) if imports else set()
    found = {}
    for call in syntax.all(tree.Call):
        first, _, rest = (tree.dotted(call.func) or "").partition(".")
        meanings = imports.get(first)
        if meanings and (first not in rebound or is_imported(syntax, tree.root_name(call.func))):
            whole = (f"{meaning}.{rest}" if rest else meaning for meaning in meanings)
            found[call] = frozenset(map(canonical, whole))
    return found


def is_imported(syntax: tree.Tree, name: tree.Name | None) -> bool:
    """Whether imports alone bind the variable that a name refers to; it may be None where one has failed."""
    made = definitions_of(syntax, name) if name is not None else ()
    imports = [one for one in made if one.kind == "import"]
    return bool(imports) and all(one in imports or _is_in_its_place(syntax, one) for one in made)


def _is_in_its_place(syntax: tree.Tree, one: Definition) -> bool:
    """Whether a name is None because an import has failed: `except ImportError: flash_attn_func = None`."""
    is_none = isinstance(one.value, tree.Constant) and one.value.value is None
    return is_none and isinstance(syntax.above(one.node, tree.Handler, *tree.Scope), tree.Handler)


def imported_anywhere(syntax: tree.Tree) -> dict[str, set[str]]:
    """The meanings of the names that are imported anywhere in the file."""
    return syntax.once_of_all(_imports)


def _imports(syntax: tree.Tree) -> dict[str, set[str]]:
    """The meanings of the names that are imported anywhere in the file."""
    found: dict[str, set[str]] = {}
    statements: list[tree.Node] = [*syntax.all(tree.Import), *syntax.all(tree.ImportFrom)]
    for statement in statements:
        if isinstance(statement, tree.ImportFrom) and statement.level:
            for alias in statement.names:  # of the project itself: not what another import may call by this name
                found.setdefault(alias.asname or alias.name, set()).add(f".{alias.name}")
        for name, meaning in edits.bound_by(statement):
            found.setdefault(name, set()).add(meaning)
    return found
