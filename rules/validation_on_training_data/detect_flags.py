"""Parameters of datasets that say which split it is, and that decide nothing but how samples look."""

from __future__ import annotations

from torchlint.binding.symbols import Class
from torchlint.syntax import tree


def decides_nothing(cls: Class, init: tree.FunctionDef, name: str) -> bool:
    """Whether a class only keeps a flag in an attribute, which then decides about the looks of a sample alone.

    Whatever is indexed or called with the position of a sample is so whether the flag is set or not.
    """
    syntax = cls.unit.tree
    if len(cls.lineage) != 1 or cls.has_unresolved_base or "__len__" not in cls.methods:
        return False  # other code may read the flag
    reads = [node for node in tree.walk(init) if isinstance(node, tree.Name) and node.id == name]
    kept = [
        above for node in reads if isinstance(above := syntax.parents.get(node), tree.Assign) and above.value is node
    ]
    if not reads or len(kept) != len(reads) or any(one not in init.body for one in kept):
        return False
    targets = {target for one in kept for target in one.targets}
    attributes = {tree.dotted(target) for target in targets}
    if not all(one is not None and one.startswith("self.") for one in attributes):
        return False
    uses = [n for n in tree.walk(cls.node) if isinstance(n, tree.Attribute) and tree.dotted(n) in attributes - {None}]
    return all(use in targets or _is_about_looks(cls, use) for use in uses)


def _is_about_looks(cls: Class, use: tree.Attribute) -> bool:
    """Whether this is the condition of an `if` of `__getitem__` that doesn't read the position of the sample."""
    condition = cls.unit.tree.parents.get(use)
    method = cls.methods.get("__getitem__")
    if method is None or not isinstance(method.node, tree.FunctionDef) or condition not in method.node.body:
        return False
    if not isinstance(condition, tree.If) or condition.orelse or len(method.node.parameters) != 2:
        return False
    position = method.node.parameters[1].name
    inside = [node for statement in condition.body for node in tree.walk(statement)]
    return not any(
        (isinstance(n, tree.Name) and n.id == position) or isinstance(n, (tree.Return, tree.For, tree.While))
        for n in inside
    )
