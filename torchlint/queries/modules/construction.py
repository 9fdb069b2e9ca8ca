"""What runs while an object is constructed: its constructor, and the methods that this calls on the object."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, Function
from torchlint.queries.data.batching import texts_of_users
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_MOST = 12  # methods of one class


@query
def methods_of_construction(file: File) -> tuple[tuple[Class, Function], ...]:
    """Methods of this file's modules that run while one is constructed, each with the class, in source order.

    The constructor may be that of a base class, in another file, and call `self.build()`, which this file defines. A
    method that anything else calls too is left out.
    """
    found: dict[Function, Class] = {}
    for cls in file.analysis.classes:
        if not cls.is_module:
            continue
        for function in _run_by_constructor(cls):
            if file.holds(function.node) and (
                function.name == "__init__" or _is_only_called_there(file, cls, function)
            ):
                found.setdefault(function, cls)
    return tuple((found[one], one) for one in sorted(found, key=lambda one: one.node.start))


def _run_by_constructor(cls: Class) -> list[Function]:
    first = cls.method("__init__")
    found = [first] if first is not None else []
    for function in found:  # grows as methods are found
        own = function.node.parameters[0].name if function.node.parameters else ""
        for call in function.unit.tree.own(function.node, tree.Call):
            owner, _, name = (tree.dotted(call.func) or "").partition(".")
            called = cls.method(name) if owner == own and name else None
            if called is not None and called not in found and len(found) < _MOST:
                found.append(called)
        if function.name == "__init__":
            found += [base for base in _constructors_above(cls, function) if base not in found]
    return found


def _constructors_above(cls: Class, function: Function) -> list[Function]:
    """The constructors of the bases, if this one calls `super().__init__()`."""
    if "super(" not in function.unit.tree.text_of(function.node):
        return []
    return [base.methods["__init__"] for base in cls.lineage if "__init__" in base.methods]


def _is_only_called_there(file: File, cls: Class, function: Function) -> bool:
    """Whether only methods that construct an object call a method, as far as the names in the program's files show."""
    called = re.compile(rf"\.{re.escape(function.name)}\b")
    calls: dict[tree.Tree, int] = {base.unit.tree: 0 for base in cls.lineage}
    for one in _run_by_constructor(cls):
        own = one.unit.tree.own(one.node, tree.Call)
        calls[one.unit.tree] += sum(tree.last_part(call.func) == function.name for call in own)
    if any(len(called.findall(syntax.text)) != count for syntax, count in calls.items()):
        return False
    return not any(called.search(text) for text in texts_of_users(file))
