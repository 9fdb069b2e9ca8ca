"""Which expression statements a notebook, or an editor with script cells, displays."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from torchlint.binding.use_def import owner_of, uses
from torchlint.flow.lazy_import import is_main_guard
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import CallView, File, View

# Lines that begin a cell in a script: as Spyder, VS Code, PyCharm and jupytext write them, and as nbconvert does.
_CELL = re.compile(r"^#(?:[ \t]*%%|[ \t]*<codecell>|[ \t]*In\[[\d ]*\])", re.MULTILINE)

# What reads all variables of a function at once; `eval(settings)` computes what a text says, which has other names.
_ALL_NAMES = frozenset(("locals", "vars", "exec"))


@query
def displayed(file: File) -> frozenset[tree.Node]:
    """The expression statements that end a cell of a notebook, or of a script with cells, and are displayed."""
    return frozenset(_shown(file.tree, file.text, file.cell_ends))


def is_discarded(code: View) -> bool:
    """Whether an expression's value is unused: not assigned, not passed on, not displayed by a notebook."""
    return _is_unused(code.file, code.node)


def _is_unused(file: File, node: tree.Node) -> bool:
    parent = file.tree.parents.get(node)
    return isinstance(parent, tree.ExpressionStatement) and parent not in displayed(file)


def is_never_looked_at(code: View) -> bool:
    """Whether nobody reads an expression's value: it is unused, or assigned to a local variable that is never read.

    `_ = load(...)` drops the value explicitly, and does not count.
    """
    if is_discarded(code):
        return True
    above = code.file.tree.parents.get(code.node)
    if isinstance(above, tree.Comprehension) and above.element is code.node and above.value is None:
        return _is_unused(code.file, above)  # `[load(one) for one in several]` as a statement
    if not isinstance(above, tree.Assign) or above.value is not code.node:
        return False
    names = [part for target in above.targets for part in _parts(target)]
    return all(isinstance(name, tree.Name) and is_never_read(code.file.tree, name) for name in names)


def _parts(target: tree.Expression) -> Sequence[tree.Expression]:
    return target.elements if isinstance(target, (tree.Tuple, tree.List)) else (target,)


def _is_of_main(syntax: tree.Tree, name: tree.Name) -> bool:
    """Whether only a run of the file as a program gives a variable its value."""
    around = (node for node in syntax.around(name) if isinstance(node, tree.If))
    return any(is_main_guard(node.test) and syntax.branches(name, tree.If)[node] == "body" for node in around)


def is_never_read(syntax: tree.Tree, name: tree.Name) -> bool:
    """Whether a variable of a function has no read, by its name or by `locals()`; `_` drops the value explicitly.

    Nobody can import a variable of `if __name__ == "__main__":` either.

    Example:
        if isinstance(target, tree.Name) and api.is_never_read(file.tree, target):
            ...  # what the call gives is lost
    """
    owner = owner_of(syntax, name)
    if owner is None or name.id.startswith("_") or uses(syntax, name):
        return False
    if not isinstance(owner, tree.FunctionDef) and not _is_of_main(syntax, name):
        return False
    return not any(tree.dotted(call.func) in _ALL_NAMES for call in syntax.inside(owner, tree.Call))


def discarded_calls(file: File, *names: str) -> Iterator[CallView]:
    """Calls of these functions whose results are unused, in source order; names are resolved by imports only."""
    return (call for call in file.named_calls(*names) if is_discarded(call))


def is_notebook(file: File) -> bool:
    """Whether a file consists of cells, which may run several times: a notebook, or a script with `# %%` lines."""
    return bool(file.cell_ends or _marked_ends(file.text))


def _shown(program: tree.Tree, text: str, cell_ends: Sequence[int]) -> Iterator[tree.Node]:
    """The last statement of each cell if it is an expression without a semicolon, at the top level of the cell."""
    ends = cell_ends or _marked_ends(text)
    last: dict[int, tree.Node] = {}
    for statement in program.root.body if ends else ():
        last[bisect_left(ends, statement.end)] = statement
    for number, statement in last.items():
        after = text[statement.end : ends[number]].partition("#")[0]
        if isinstance(statement, tree.ExpressionStatement) and ";" not in after:
            yield statement


def _marked_ends(text: str) -> list[int]:
    """Where the cells of a script end; empty where no line begins a cell."""
    begins = [marker.start() for marker in _CELL.finditer(text)]
    return [*begins, len(text)] if begins else []
