"""What a callable that an object holds, such as `self.resize`, can reach of the modules that the object holds, too.

A callable can switch a module only if it was given it. One that was made of nothing that leads to the module can't.
"""

from __future__ import annotations

from collections.abc import Iterator

from torchlint.binding.definitions import assignments_to, names_bound
from torchlint.binding.symbols import Class
from torchlint.domain.values import Value
from torchlint.syntax import tree


def reached(receiver: Value, name: str) -> list[Value]:
    """The modules of an object that calling its attribute may reach: the object with all of them if that is unknown."""
    cls = receiver.ref
    if receiver.kind != "instance" or not isinstance(cls, Class) or cls.method(name) is not None:
        return [receiver]
    if not (callables := _assigned(cls, name)):
        return [receiver]
    parts = {attr: part for base in cls.lineage for attr, part in base.attributes.items() if attr != name}
    modules = {attr: part for attr, part in parts.items() if part.kind in ("module", "unknown", "choice", "instance")}
    return [part for attr, part in modules.items() if not _are_apart(cls, callables, _assigned(cls, attr))]


def _assigned(cls: Class, name: str) -> list[tree.Expression]:
    """What the classes assign to an attribute of their objects; empty if some of it is not seen."""
    found = [one.value for base in cls.lineage for one in assignments_to(base.unit.tree, base.node, f"self.{name}")]
    seen = [value for value in found if value is not None]
    return seen if len(seen) == len(found) else []


def _are_apart(cls: Class, callables: list[tree.Expression], modules: list[tree.Expression]) -> bool:
    """Whether callables and modules were made of different things, and not both given by the caller."""
    if not modules:
        return False
    handed = {name for value in callables for name in _handed_on(cls, value)}
    if "self" in handed or handed & {name for value in modules for name in _handed_on(cls, value)}:
        return False
    return not (any(_is_given(cls, value) for value in callables) and any(_is_given(cls, value) for value in modules))


def _handed_on(cls: Class, value: tree.Expression) -> Iterator[str]:
    """The local names whose objects an expression hands on as they are, or whose methods it calls: no `cfg["size"]`."""
    syntax = _syntax(cls, value)
    around = syntax.above(value, tree.FunctionDef)
    local = _parameters(around) | (names_bound(syntax, around) if around else frozenset())
    for name in tree.walk(value):
        if not isinstance(name, tree.Name) or name.id not in local:
            continue
        parent = syntax.parents.get(name)
        if isinstance(parent, tree.Attribute) and name.id == "self":
            held = cls.attribute(parent.attr)
            if held is None or held.kind not in ("number", "none"):
                yield "self"
        elif not isinstance(parent, (tree.Attribute, tree.Subscript)) or _is_called(syntax, parent):
            yield name.id


def _is_called(syntax: tree.Tree, function: tree.Node) -> bool:
    call = syntax.parents.get(function)
    return isinstance(call, tree.Call) and call.func is function


def _is_given(cls: Class, value: tree.Expression) -> bool:
    """Whether a value comes from the caller: a parameter or an attribute of one, perhaps after a method like `to`."""
    if isinstance(value, tree.Conditional):
        return _is_given(cls, value.body) or _is_given(cls, value.orelse)
    while isinstance(value, tree.Call) and isinstance(value.func, tree.Attribute):
        value = value.func.value
    root = tree.root_name(value)
    return root is not None and root.id in _parameters(_syntax(cls, value).above(value, tree.FunctionDef)) - {"self"}


def _parameters(function: tree.Node | None) -> frozenset[str]:
    return frozenset(p.name for p in function.parameters) if isinstance(function, tree.FunctionDef) else frozenset()


def _syntax(cls: Class, value: tree.Node) -> tree.Tree:
    """The tree that holds an expression of a class or one of its bases."""
    return next(base.unit.tree for base in cls.lineage if value in base.unit.tree.parents)
