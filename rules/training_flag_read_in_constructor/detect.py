"""Reads of a module's own flag in its constructor, where nothing can have called eval() yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.queries import View
from torchlint.queries.modules import methods_of_construction
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Class
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class ConstructorRead(View):
    """A `self.training` in `__init__`, or in a method that only `__init__` calls."""

    method: str  # the method's name
    kept: str  # the attribute that is set to what it decides, as in `self.count`; empty if it decides something else


def reads_in_constructors(file: File) -> Iterator[ConstructorRead]:
    """Each read, in source order; none in classes that may set the flag, or their mode, by themselves before."""
    for cls, method in methods_of_construction(file):
        if not method.node.parameters or any(_sets_flag(base) for base in cls.lineage):
            continue
        own = method.node.parameters[0].name
        for read in file.tree.own(method.node, tree.Attribute):
            if read.attr == "training" and tree.dotted(read) == f"{own}.training":
                yield ConstructorRead(file, read, method.name, _kept(file, read, own))


def _sets_flag(cls: Class) -> bool:
    """Whether a class defines the flag, or switches itself."""
    targets = (one.target for one in assignments_in(cls.node))
    is_set = any(target is not None and tree.last_name(target) == "training" for target in targets)
    switches = (n.func for n in tree.walk(cls.node) if isinstance(n, tree.Call) and isinstance(n.func, tree.Attribute))
    switched = any(f.attr in ("eval", "train") and isinstance(f.value, tree.Name) for f in switches)
    return is_set or "training" in cls.methods or switched


def _kept(file: File, read: tree.Node, own: str) -> str:
    """The attribute of the object that the statement around assigns; empty if it is no such assignment."""
    around = file.tree.above(read, tree.Assign, tree.If, tree.FunctionDef)
    target = tree.dotted(around.targets[0]) if isinstance(around, tree.Assign) and len(around.targets) == 1 else None
    return target if target is not None and target.startswith(f"{own}.") else ""
