"""Names that are given up: where they are imported, called, and read; and the edits that write the new ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, partial
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to, definitions_from
from torchlint.finding import Edit, Span
from torchlint.knowledge.deprecation_table import table
from torchlint.knowledge.deprecations import DEPRECATED, DEPRECATED_NAMES, Change, deprecated_arguments, deprecation
from torchlint.knowledge.torch_api import canonical
from torchlint.queries.api.api_uses import ApiUse, applies, is_guarded
from torchlint.queries.api.changed_arguments import changed_arguments
from torchlint.queries.file import CallView, View
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_LAST_PARTS = frozenset(name.rpartition(".")[2] for name in DEPRECATED_NAMES)
# What looks at a function or class, and does not call it.
_ASKING = frozenset(("isinstance", "issubclass", "hasattr", "getattr", "callable", "signature", "getsource"))
_MODULE = re.compile(r"from\s+([\w.]+)\s+import\b")


def given_up_names(file: File) -> Iterator[ApiUse]:
    """Uses of names that still work and warn."""
    imports = list(_imported(file))
    yield from imports
    renamed = {use.node.asname or use.node.name for use in imports if isinstance(use.node, tree.Alias)}
    yield from _called(file, renamed)
    yield from _decorating(file, renamed)
    yield from _read(file)
    yield from _handed_on(file)
    yield from _arguments(file)


def _called(file: File, renamed: set[str]) -> Iterator[ApiUse]:
    for call, names in file.names.calls.items():
        (name, *others) = sorted(names)
        name, change = _row_of(file.names.spelled_out(call.func), name)
        if change is None or others or not applies(file, change) or tree.dotted(call.func) in renamed:
            continue  # one of several names, not deprecated yet, or reported where it is imported
        view = CallView(file, call)
        edits_, is_same = changed_arguments(view, change) if change.form else (renaming(view, change), change.is_same)
        yield ApiUse(file, call.func, name, change.happens, change.instead, edits_, is_same)


def _row_of(name: str, documented: str = "") -> tuple[str, Change | None]:
    """A name with its row, as it is written or as the documentation has it."""
    written = deprecation(name)
    documented = documented or canonical(name)
    return (name, written) if written is not None else (documented, deprecation(documented))


def _decorating(file: File, renamed: set[str]) -> Iterator[ApiUse]:
    """Decorators without arguments: `@torch.cuda.amp.custom_fwd`."""
    decorators = [node for function in file.tree.all(tree.FunctionDef) for node in function.decorators]
    decorators += [node for cls in file.tree.all(tree.ClassDef) for node in cls.decorators]
    for node in decorators:
        name, change = _row_of(file.names.spelled_out(node))
        if change is None or not applies(file, change) or tree.dotted(node) in renamed:
            continue  # not deprecated yet, or reported where it is imported
        edits_ = _renaming_decorator(file, node, change)
        yield ApiUse(file, node, name, change.happens, change.instead, edits_, change.is_same)


def _renaming_decorator(file: File, node: tree.Node, change: Change) -> tuple[Edit, ...]:
    """The edits that write the replacement of a decorator; none where it would have to be called by position."""
    if not change.rename or change.form or (change.first and "=" not in change.first):
        return ()
    called = f"({change.first})" if change.first else ""
    return file.value(node).writing(change.rename, lambda written: edits.replace(node, written + called))


def _read(file: File) -> Iterator[ApiUse]:
    """Reads of deprecated names that are not called: `dist.reduce_op.SUM`."""
    for node in file.tree.all(tree.Attribute):
        if node.attr not in _LAST_PARTS:
            continue
        name = file.names.spelled_out(node)
        change = DEPRECATED_NAMES.get(name)
        if change is not None and applies(file, change):
            new = change.rename.rpartition(".")[2]
            edits_ = (Edit(Span(node.end - len(node.attr), node.end), new),)
            yield ApiUse(file, node, name, change.happens, change.instead, edits_)


def _handed_on(file: File) -> Iterator[ApiUse]:
    """Functions and classes that are not called where they stand: `steps = [v2.ToTensor]`, `partial(torch.qr)`."""
    known = _last_parts_of_all()
    for node in file.tree.all(tree.Attribute):
        if node.attr not in known or not _is_handed_on(file, node):
            continue
        name, change = _row_of(file.names.spelled_out(node))
        if change is None or not applies(file, change) or _is_exchanged(file, node):
            continue
        edits_: tuple[Edit, ...] = ()
        if _plainly_renamed(change) is not None:
            edits_ = file.value(node).writing(change.rename, partial(edits.replace, node))
        yield ApiUse(file, node, name, change.happens, change.instead, edits_, change.is_same)


@cache
def _last_parts_of_all() -> frozenset[str]:
    return frozenset(name.rpartition(".")[2] for name in (*DEPRECATED, *table().names))


def _is_handed_on(file: File, node: tree.Expression) -> bool:
    """Whether a value is kept or passed: not called, nor an annotation, nor compared with something."""
    here: tree.Node = node
    above = file.tree.parents[here]
    while isinstance(above, (tree.Tuple, tree.List, tree.Set, tree.Dict, tree.Conditional)):
        if (isinstance(above, tree.Dict) and here in above.keys) or here is getattr(above, "test", None):
            return False
        here, above = above, file.tree.parents[above]
    if isinstance(above, tree.Argument):
        call = file.tree.parents[above]
        return isinstance(call, tree.Call) and tree.last_name(call.func) not in _ASKING
    if isinstance(above, tree.Parameter):
        return here is above.default
    if isinstance(above, tree.Assign) and any(isinstance(target, tree.Attribute) for target in above.targets):
        return not any(file.names.spelled_out(target).startswith("torch.") for target in above.targets)
    is_value = isinstance(above, (tree.Assign, tree.AnnotatedAssign, tree.NamedExpression)) and here is above.value
    return is_value or isinstance(above, (tree.ExpressionStatement, tree.Return))


def _is_exchanged(file: File, node: tree.Expression) -> bool:
    """Whether the variable that holds a name gets another one where a condition asks which PyTorch there is."""
    names = [one.name for one in definitions_from(file.tree, node) if one.name]
    others = (one.node for name in names for one in assignments_to(file.tree, file.tree.root, name))
    return any(is_guarded(View(file, other)) for other in others)


def _arguments(file: File) -> Iterator[ApiUse]:
    """Arguments that a function warns of when they are given."""
    for call, names in file.names.calls.items():
        rows = deprecated_arguments(next(iter(names))) if len(names) == 1 else {}
        for given in call.args if rows else ():
            change = rows.get(given.keyword or "")
            if change is None or getattr(given.value, "value", ...) in (None, False) or not applies(file, change):
                continue  # nothing uses it
            (name,) = names
            yield ApiUse(file, given, f"{name}({given.keyword}=)", change.happens, change.instead)


# Imports


def _imported(file: File) -> Iterator[ApiUse]:
    """Imports whose names nothing else tells: all uses are right once the import is, or there are none."""
    for statement in file.tree.all(tree.ImportFrom):
        if statement.level:
            continue
        for alias in statement.names:
            name, change = _row_of(f"{statement.module}.{alias.name}")
            if change is None or not applies(file, change):
                continue
            local = alias.asname or alias.name
            reads = [node for node in file.tree.all(tree.Name) if node.id == local]
            edits_ = _renaming_import(file, statement, alias, change, reads)
            if not edits_ and _is_told(file, reads):
                continue
            use = ApiUse(file, alias, name, change.happens, change.instead, edits_, change.is_same)
            guarded = [is_guarded(View(file, node)) for node in reads]
            if not is_guarded(View(file, statement)) and (not guarded or not all(guarded)):
                yield use


def _is_told(file: File, reads: list[tree.Name]) -> bool:
    """Whether a name is called or decorates something, where its use is told."""
    return any(
        (isinstance(above := file.tree.parents[node], tree.Call) and above.func is node)
        or (isinstance(above, (tree.FunctionDef, tree.ClassDef)) and node in above.decorators)
        for node in reads
    )


def _renaming_import(
    file: File, statement: tree.ImportFrom, alias: tree.Alias, change: Change, reads: list[tree.Name]
) -> tuple[Edit, ...]:
    """The edits that import the new name, and write it wherever the old one is read; none where that isn't enough."""
    new = _plainly_renamed(change)
    found = _MODULE.match(file.tree.text_of(statement))
    if new is None or found is None or (alias.asname or alias.name) in file.tree.once_of_all(edits.rebound):
        return ()
    module, last = new
    made: list[Edit] = []
    if module != statement.module:
        rows = [_row_of(f"{statement.module}.{each.name}")[1] for each in statement.names]
        if any(row is None or (_plainly_renamed(row) or ("",))[0] != module for row in rows):
            return ()  # the others stay
        made.append(Edit(Span(statement.start + found.start(1), statement.start + found.end(1)), module))
    if last != alias.name:
        if not alias.asname and not _is_free(file, alias.name, last):
            return ()
        made.append(Edit(Span(alias.start, alias.start + len(alias.name)), last))
        if not alias.asname:
            made += (Edit(Span(node.start, node.end), last) for node in reads)
    return tuple(made)


def _plainly_renamed(change: Change) -> tuple[str, str] | None:
    """The module and the name that a change leads to; None where the arguments change, too."""
    if not change.rename or change.first or change.positional or change.form:
        return None
    module, _, last = change.rename.rpartition(".")
    return module, last


def _is_free(file: File, old: str, new: str) -> bool:
    """Whether a name that is imported may be called otherwise: nothing else has the new name or wants the old one."""
    taken = {node.id for node in file.tree.all(tree.Name)} | file.tree.once_of_all(edits.rebound)
    if new in taken or new in edits.imported(file.tree) or re.search(rf"""["']{re.escape(old)}["']""", file.text):
        return False
    return file.project_files is None or not file.project_files.importers(file.place)


def renaming(call: CallView, change: Change) -> tuple[Edit, ...]:
    """The edits that call a function's replacement, with the arguments changed to what it expects."""
    args = call.node.args
    positional = [a for a in args if a.keyword is None]
    if not change.rename or (change.positional and (len(positional) > 1 or any(a.star for a in args))):
        return ()
    made = list(call.rename(change.rename))
    if made and change.first and "=" in change.first and positional:
        made += call.put_last(change.first)
    elif made and change.first:
        at = args[0].start if args else call.node.end - 1
        keyword = f"{change.positional}=" if change.positional and positional else ""
        made.append(Edit(Span(at, at), f"{change.first}, {keyword}" if args else change.first))
    return tuple(made)
