"""Whether a hook's handle is removed by the name of what holds it, where no flow of values shows it."""

from __future__ import annotations

from collections.abc import Iterator

from torchlint.binding.use_def import reaching_definitions
from torchlint.queries.hooks import HookView
from torchlint.syntax import tree

_GROWS = ("append", "extend", "add", "insert")


# An attribute's name, and the class in whose methods it is one of `self`; None of any other object.
Kept = tuple[str, tree.Node | None]


def is_removed_by_name(hook: HookView) -> bool:
    """Whether the file removes what an attribute holds into which the handle, or what returns it, is put."""
    syntax, function = hook.file.tree, hook.function
    removed = syntax.once_of_all(_removed_attributes)
    if not removed:
        return False
    calls = [hook.node]
    if function is not None and any(isinstance(n, tree.Return) and n.value for n in tree.walk(function.node)):
        calls += [call for call in syntax.calls_named(function.name) if tree.last_part(call.func)]
    return any(
        _may_be_same(kept, one) for call in calls for kept in _attributes_that_get(syntax, call) for one in removed
    )


def _may_be_same(kept: Kept, removed: Kept) -> bool:
    """Whether two attributes of one name may be of one object: not if both are of `self`, in other classes."""
    return kept[0] == removed[0] and (kept[1] is None or removed[1] is None or kept[1] is removed[1])


def _kept(syntax: tree.Tree, attribute: tree.Attribute) -> Kept:
    of_self = isinstance(attribute.value, tree.Name) and attribute.value.id == "self"
    return attribute.attr, syntax.above(attribute, tree.ClassDef) if of_self else None


def goes_with_caller(hook: HookView) -> bool:
    """Whether the handle is put into an object that the function returns, or into a container that it is given."""
    function = hook.function
    if function is None:
        return False
    returns = (n.value for n in tree.walk(function.node, into_functions=False) if isinstance(n, tree.Return))
    returned = {value.id for value in returns if isinstance(value, tree.Name)}
    given = {parameter.name for parameter in function.node.parameters}
    for target in tree.targets(hook.file.tree.statement(hook.node)):
        root = tree.root_name(target)
        if root is None or root.id == "self" or isinstance(target, tree.Name):
            continue
        if root.id in (given if isinstance(target, tree.Subscript) else returned):
            return True
    return False


def _attributes_that_get(syntax: tree.Tree, call: tree.Node) -> Iterator[Kept]:
    """The attributes to which a statement gives what a call gives, alone or among others."""
    statement = syntax.statement(call)
    targets = [statement.target] if isinstance(statement, tree.AugmentedAssign) else tree.targets(statement)
    for around in syntax.around(call):
        func = around.func if isinstance(around, tree.Call) else None
        if isinstance(func, tree.Attribute) and func.attr in _GROWS:
            targets = [*targets, func.value]
    for target in targets:
        container = tree.container(target)
        if isinstance(container, tree.Attribute):
            yield _kept(syntax, container)


def _removed_attributes(syntax: tree.Tree) -> set[Kept]:
    """The attributes whose value, or each element of it, has `.remove()` called on it without arguments."""
    found: set[Kept] = set()
    for call in syntax.all(tree.Call):
        if not (isinstance(call.func, tree.Attribute) and call.func.attr == "remove") or call.args:
            continue
        held = call.func.value
        while isinstance(held, (tree.Subscript, tree.Call)):
            held = held.value if isinstance(held, tree.Subscript) else held.func
        attributes = {_kept(syntax, n) for n in tree.walk(held) if isinstance(n, tree.Attribute)}
        if isinstance(held, tree.Name):
            attributes = _attributes_gone_over(syntax, held)
        found |= attributes
    return found


def _attributes_gone_over(syntax: tree.Tree, name: tree.Name) -> set[Kept]:
    """The attributes over which the loop or comprehension goes that gives a name its values."""
    found = (one for one in reaching_definitions(syntax, name) if one is not None)
    over = [one.source for one in found if one.kind in ("for", "comprehension") and one.source is not None]
    return {_kept(syntax, n) for source in over for n in tree.walk(source) if isinstance(n, tree.Attribute)}
