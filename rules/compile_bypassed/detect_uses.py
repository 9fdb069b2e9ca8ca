"""What a program does with a compiled model, followed through its functions: whether it ever calls the model itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from torchlint.binding.definitions import assignments_to
from torchlint.binding.qualified_names import by_name
from torchlint.binding.symbols import Function
from torchlint.binding.use_def import uses
from torchlint.knowledge.signatures import returns_itself
from torchlint.knowledge.torch_api import member
from torchlint.queries.data import texts_of_users
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# How many names and attributes a model is followed through.
_MOST = 30
# What only looks at an object.
_LOOKS = frozenset(("print", "isinstance", "hasattr", "type", "id", "repr", "str"))


class _Holder(NamedTuple):
    """What holds the model: a name, or an attribute of the objects of a class."""

    syntax: tree.Tree
    node: tree.Name | tree.Attribute | tree.Parameter
    within: tree.Node  # the function of a parameter, or the class of an attribute


class _Lost(Exception):
    """The model is called, or given to code that is not followed."""


def only_method(file: File, target: tree.Name | tree.Attribute) -> tree.Call | None:
    """The first call of a method, in another file, of a model that nothing in the program calls by itself.

    None where a method is called in this file, too, or where the model goes to code that is not followed.
    """
    within: tree.Node = file.tree.scope(target)
    if isinstance(target, tree.Attribute):
        owner = file.tree.above(target, tree.ClassDef)
        if owner is None or tree.dotted(target.value) != "self":
            return None
        within = owner
    elif within is file.tree.root and file.project_files is not None and file.project_files.users(file.place):
        return None  # who imports the file may call it
    calls: list[tree.Call] = []
    todo, seen = [_Holder(file.tree, target, within)], set[tuple[tree.Node, str]]()
    try:
        for holder in todo:  # grows as the model is handed on
            key = holder.within, _name(holder.node)
            if key not in seen:
                seen.add(key)
                if isinstance(holder.node, tree.Attribute) and _is_read_elsewhere(file, holder):
                    return None
                todo += _handed_on(file, holder, calls)
            if len(todo) > _MOST:
                return None
    except _Lost:
        return None
    if any(file.holds(call) for call in calls):
        return None
    return calls[0] if calls else None


def _is_read_elsewhere(file: File, holder: _Holder) -> bool:
    """Whether other code may call what an attribute holds: that of a base or derived class, or `trainer.model(x)`."""
    attribute, owner = tree.last_name(holder.node), holder.within
    cls = file.analysis.class_at.get(owner)  # one of this file
    if not isinstance(owner, tree.ClassDef) or (len(cls.lineage) > 1 if cls is not None else owner.bases):
        return True
    # A part of it alone does not call it: `trainer.model.eval()`.
    outside = re.compile(rf"(?<!\bself)\.{attribute}\b(?!\s*\.(?!forward\b))")
    inherited = re.compile(rf"\bself\.{attribute}\b(?!\s*\.(?!forward\b))")
    derived = re.compile(rf"^[ \t]*class \w+\([^)]*\b{owner.name}\b", re.MULTILINE)
    for text in dict.fromkeys((file.text, holder.syntax.text, *texts_of_users(file))):
        if outside.search(text) or (derived.search(text) and inherited.search(text)):
            return True
    return False


def _name(node: tree.Name | tree.Attribute | tree.Parameter) -> str:
    return node.name if isinstance(node, tree.Parameter) else tree.dotted(node) or ""


def _handed_on(file: File, holder: _Holder, calls: list[tree.Call]) -> Iterator[_Holder]:
    """Where else the model is held; collects the calls of its methods. Raises _Lost where it may be called itself."""
    for use in _uses(holder):
        above = holder.syntax.parents.get(use)
        if isinstance(above, tree.Attribute):
            call = holder.syntax.parents.get(above)
            is_called = isinstance(call, tree.Call) and call.func is above
            if above.attr in ("forward", "__call__"):
                raise _Lost
            if is_called and isinstance(call, tree.Call) and member("torch.nn.Module", above.attr) is None:
                calls.append(call)
            elif is_called and isinstance(call, tree.Call) and returns_itself(above.attr):
                yield from _assigned(holder, call)
        elif isinstance(above, tree.Argument):
            call = holder.syntax.parents.get(above)
            assert isinstance(call, tree.Call)
            is_compiled = "torch.compile" in by_name(holder.syntax).get(call, ())
            if tree.dotted(call.func) not in _LOOKS and not is_compiled:
                yield _parameter(file, call, above)
        elif not isinstance(above, tree.AnnotatedAssign) or above.target is not use:
            yield from _assigned(holder, use)


def _uses(holder: _Holder) -> Iterator[tree.Expression]:
    """Where a name or an attribute is read."""
    found: list[tree.Expression]
    if isinstance(holder.node, tree.Name):
        found = list(uses(holder.syntax, holder.node))
    elif isinstance(holder.node, tree.Parameter):
        names = holder.syntax.inside(holder.within, tree.Name)
        found = [name for name in names if name.id == holder.node.name]
    else:
        attributes = holder.syntax.inside(holder.within, tree.Attribute)
        found = [one for one in attributes if tree.dotted(one) == tree.dotted(holder.node)]
    targets = {one.target for one in assignments_to(holder.syntax, holder.within, _name(holder.node))}
    yield from (use for use in found if use not in targets)


def _assigned(holder: _Holder, value: tree.Expression) -> Iterator[_Holder]:
    """The names and attributes that are given a value; none where a method's result is dropped: `model.eval()`."""
    statement = holder.syntax.parents.get(value)
    if isinstance(statement, tree.ExpressionStatement):
        return
    targets = statement.targets if isinstance(statement, tree.Assign) and statement.value is value else []
    if not targets:
        raise _Lost
    for target in targets:
        owner = holder.syntax.above(target, tree.ClassDef)
        if isinstance(target, tree.Name):
            yield _Holder(holder.syntax, target, holder.syntax.scope(target))
        elif isinstance(target, tree.Attribute) and tree.dotted(target.value) == "self" and owner is not None:
            yield _Holder(holder.syntax, target, owner)
        else:
            raise _Lost


def _parameter(file: File, call: tree.Call, argument: tree.Argument) -> _Holder:
    """The parameter that gets what a call of the project's code is given."""
    known = [one for one in file.facts.definitions.get(call, ()) if isinstance(one, Function)]
    function = known[0] if len(known) == 1 else None
    if function is None or not isinstance(function.node, tree.FunctionDef) or argument.star:
        raise _Lost
    names = [one for one in function.node.parameters if one.name not in ("self", "cls")]
    position = call.args.index(argument)
    by_position = names[position : position + 1] if not argument.keyword else []
    found = [one for one in names if one.name == argument.keyword] or by_position
    if not found or found[0].kind in ("star", "double-star"):
        raise _Lost
    return _Holder(function.unit.tree, found[0], function.node)
