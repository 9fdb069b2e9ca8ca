"""Lists whose order matters to other code: to a class that pairs them, or to one that divides them among processes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in, definitions_from
from torchlint.binding.symbols import Class
from torchlint.queries import checkpoints
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

SHARES = re.compile(r"rank|world_?size|worker|shard|process_index|num_processes|num_replicas")


def is_paired(file: File, function: tree.FunctionDef) -> bool:
    """Whether a dataset calls a function for two of its lists, and looks both up under one index."""
    by_class: dict[tree.ClassDef, set[str]] = {}
    syntaxes: dict[tree.ClassDef, tree.Tree] = {}
    for call in checkpoints.calls_of(file, function):
        around = call.syntax.above(call.node, tree.ClassDef)
        if isinstance(around, tree.ClassDef):
            syntaxes[around] = call.syntax
            names = (one.name for one in definitions_from(call.syntax, call.node))
            by_class.setdefault(around, set()).update(name for name in names if name.startswith("self."))
    return any(len(names) > 1 and _looks_up_two(syntaxes[cls], cls, names) for cls, names in by_class.items())


def _looks_up_two(syntax: tree.Tree, cls: tree.ClassDef, names: set[str]) -> bool:
    """Whether the samples of a class are made of two of these lists, at the same place of both."""
    by_index: dict[str, set[str]] = {}
    for node in syntax.inside(cls, tree.Subscript):
        function, dotted = syntax.above(node, tree.FunctionDef), tree.dotted(node.value)
        if isinstance(function, tree.FunctionDef) and function.name == "__getitem__" and dotted in names:
            if isinstance(node.index, tree.Name):
                by_index.setdefault(node.index.id, set()).add(dotted)
    return any(len(lists) > 1 for lists in by_index.values())


def is_shared_out(file: File, call: tree.Call, given: tree.Expression) -> bool:
    """Whether the function or class that is called divides what it is given here among processes."""
    value = file.value(call).value
    owner = value.ref if isinstance(value.ref, Class) and value.kind in ("instance", "dataset") else None
    method = owner.method("__init__") if owner is not None else None
    functions = {method} if method is not None else file.facts.functions.get(call, set())
    for function in functions:
        if not isinstance(function.node, tree.FunctionDef):
            continue
        meant = checkpoints.FunctionCall(file.tree, call, function.node)
        names = [one.name for one in function.node.parameters if meant.given(one) is given]
        within = owner.node if owner is not None else function.node
        if any(_is_cut_by_share(function.unit.tree, within, function.node, name) for name in names):
            return True
    return False


def _is_cut_by_share(syntax: tree.Tree, within: tree.Node, function: tree.FunctionDef, name: str) -> bool:
    """Whether a slice of a parameter, or of the attribute that keeps it as it is, speaks of ranks or workers."""
    kept = [one for one in assignments_in(function) if isinstance(one.value, tree.Name) and one.value.id == name]
    dotted = {one.name for one in kept if one.name.startswith("self.")}
    for node in syntax.inside(within, tree.Subscript):
        is_it = tree.dotted(node.value) in dotted or (
            tree.dotted(node.value) == name and syntax.scope(node) is function
        )
        if is_it and isinstance(node.index, tree.Slice) and SHARES.search(syntax.text_of(node.index)):
            return True
    return False
