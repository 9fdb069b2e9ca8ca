"""Types of options that are computed, and are `bool` for some of them: that of a default, or of a table's entry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import only_definition, owner_of, reaching_definition, reaching_definitions
from torchlint.queries import checkpoints
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# Through how many names and functions settings are followed.
_DEEPEST = 3
_FIELDS = ("fields", "dataclasses.fields")


def is_bool_for_some(file: File, given: tree.Expression) -> bool | None:
    """Whether a type is `bool` for some options: surely, or (False) as soon as one is True or False; None if not.

    It does not count where the code around asks for `bool`, as that handles such options apart.
    """
    if isinstance(given, tree.Name):
        from_table = _is_entry(file, given)
        if from_table is not None:
            return from_table
        sources = [one.value for one in reaching_definitions(file.tree, given) if one is not None]
        found = [_is_of_value(file, one) for one in sources if isinstance(one, tree.Call)]
        known = [one for one in found if one is not None]
        return any(known) if known else None
    if isinstance(given, tree.Attribute) and given.attr == "type" and isinstance(given.value, tree.Name):
        return _is_of_field(file, given.value)
    return _is_of_value(file, given) if isinstance(given, tree.Call) else None


def is_unconditional(syntax: tree.Tree, call: tree.Call) -> bool:
    """Whether an option is added whatever it is; elsewhere a condition, perhaps on its name, may leave flags out."""
    around = syntax.above(call, *tree.Loops, *tree.Scope)
    above = syntax.above(call, tree.If, tree.Conditional, *tree.Loops, *tree.Scope)
    leaves = (n for n in tree.walk(around) if isinstance(n, (tree.Continue, tree.Return))) if around is not None else ()
    return above is around and not any(one.start < call.start for one in leaves)


def _asks_for_bool(syntax: tree.Tree, around: tree.Node, table: tree.Node | None = None) -> bool:
    """Whether code names `bool`, outside of its table of types, or compares with True or False."""
    nodes = [node for node in tree.walk(around) if table is None or not table.start <= node.start < table.end]
    compared = (one for n in nodes if isinstance(n, tree.Compare) for side in n.comparators for one in tree.walk(side))
    is_named = any(is_builtin(syntax, node, "bool") for node in nodes)
    return is_named or any(tree.is_true(one) or tree.is_false(one) for one in compared)


def is_builtin(syntax: tree.Tree, node: tree.Node, name: str) -> bool:
    """Whether this is a built-in name, which nothing in the file redefines."""
    return isinstance(node, tree.Name) and node.id == name and owner_of(syntax, node) is None


def _is_of_value(file: File, given: tree.Call) -> bool | None:
    """The same of `type(value)`, in a loop over settings or in a function that is given a default."""
    of = tree.positional(given, 0)
    if not isinstance(of, tree.Name) or not is_builtin(file.tree, given.func, "type") or len(given.args) != 1:
        return None
    definition, around = reaching_definition(file.tree, of), file.tree.above(given, *tree.Loops, *tree.Scope)
    if around is None or _asks_for_bool(file.tree, around):
        return None
    if isinstance(around, tree.For):
        settings = _iterated(around)
        return settings is not None and _holds_bool(file, file.tree, settings)
    if definition is None or definition.kind != "parameter" or not isinstance(around, tree.FunctionDef):
        return None
    parameter = next((one for one in around.parameters if one.name == definition.name), None)
    calls = checkpoints.calls_of(file, around) if parameter is not None else ()
    passed = (call.given(parameter) for call in calls if parameter is not None)
    return True if any(tree.is_true(one) or tree.is_false(one) for one in passed) else None


def _iterated(loop: tree.For) -> tree.Expression | None:
    """The settings that a loop goes through: `settings` of `settings.items()`, and of `vars(settings).items()`."""
    over = loop.iter
    if isinstance(over, tree.Call) and tree.last_name(over.func) == "items" and isinstance(over.func, tree.Attribute):
        over = over.func.value
    if isinstance(over, tree.Call) and tree.dotted(over.func) == "vars":
        return tree.positional(over, 0)
    return over


def _holds_bool(file: File, syntax: tree.Tree, settings: tree.Node, depth: int = 0) -> bool:
    """Whether a True or False is seen among some settings: a dict, or what calls of the project give for it."""
    if depth > _DEEPEST:
        return False
    if isinstance(settings, tree.Name):
        definition = reaching_definition(syntax, settings) or only_definition(syntax, settings)
        if definition is None:
            return False
        parameter, function = definition.node, syntax.parents.get(definition.node)  # of a function around, perhaps
        if isinstance(parameter, tree.Parameter):
            if syntax is not file.tree or not isinstance(function, tree.FunctionDef):
                return False
            calls = list(checkpoints.calls_of(file, function))
            passed = ((call.syntax, call.given(parameter)) for call in calls)
            return any(one is not None and _holds_bool(file, other, one, depth + 1) for other, one in passed)
        return definition.value is not None and _holds_bool(file, syntax, definition.value, depth + 1)
    if isinstance(settings, tree.Dict):
        return any(tree.is_true(one) or tree.is_false(one) for one in settings.values)
    if not isinstance(settings, tree.Call):
        return False
    if tree.dotted(settings.func) == "dict":
        return any(tree.is_true(one.value) or tree.is_false(one.value) for one in settings.args)
    name = tree.last_name(settings.func)
    returns = (
        returned.value
        for function in syntax.all(tree.FunctionDef)
        if function.name == name
        for returned in syntax.own(function, tree.Return)
    )
    return any(one is not None and _holds_bool(file, syntax, one, depth + 1) for one in returns)


def _is_entry(file: File, name: tree.Name) -> bool | None:
    """The same of a name that a loop takes out of the rows of a table, or out of the annotations of a class."""
    definition = reaching_definition(file.tree, name)
    loop = definition.node if definition is not None else None
    if not isinstance(loop, tree.For) or not isinstance(loop.target, (tree.Tuple, tree.List)):
        return None
    names = [tree.dotted(target) for target in loop.target.elements]
    if name.id not in names:
        return None
    over = _iterated(loop)
    if _asks_for_bool(file.tree, loop, loop.iter):
        return None
    if isinstance(over, tree.Attribute) and over.attr == "__annotations__":
        return _has_bool_field(file, over.value)
    known = (
        reaching_definition(file.tree, over) or only_definition(file.tree, over)
        if isinstance(over, tree.Name)
        else None
    )
    table = known.value if known is not None else over
    entries = list(_column(table, names.index(name.id)))
    return True if any(is_builtin(file.tree, entry, "bool") for entry in entries) else None


def _column(table: tree.Node | None, at: int) -> Iterator[tree.Node]:
    """What stands at one position in the rows of a table that is written out."""
    if isinstance(table, tree.Dict):
        yield from table.values if at == 1 else ()
        return
    for row in table.elements if isinstance(table, (tree.List, tree.Tuple)) else ():
        if isinstance(row, (tree.List, tree.Tuple)) and at < len(row.elements):
            yield row.elements[at]


def _is_of_field(file: File, field: tree.Name) -> bool | None:
    """The same of `field.type`, in a loop over the fields of a dataclass."""
    definition = reaching_definition(file.tree, field)
    loop = definition.node if definition is not None else None
    over = loop.iter if isinstance(loop, tree.For) else None
    of = tree.positional(over, 0) if isinstance(over, tree.Call) and tree.dotted(over.func) in _FIELDS else None
    if of is None or loop is None or _asks_for_bool(file.tree, loop):
        return None
    return _has_bool_field(file, of)


def _has_bool_field(file: File, of: tree.Expression) -> bool | None:
    """Whether a class of the project, or that of an object, annotates a field with `bool`; None if none is seen."""
    cls = file.value(of).value.ref
    for one in cls.lineage if isinstance(cls, Class) else ():
        syntax = one.unit.tree
        if any(node.module == "__future__" for node in syntax.all(tree.ImportFrom)):
            return None  # the annotations are texts, which argparse can't call
        if any(is_builtin(syntax, field.annotation, "bool") for field in syntax.own(one.node, tree.AnnotatedAssign)):
            return True
    return None
