"""Conditions that ask whether several processes take part, or which one this is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_ASKS = re.compile(
    r"dist|world|rank|ddp|gpu|parallel|initiali[sz]ed|multi|node|fsdp|proc|master|main|slurm|deepspeed|group|sync|accel",
    re.IGNORECASE,
)


def asks_about_processes(syntax: tree.Tree, test: tree.Node) -> bool:
    """Whether a condition may be about other processes: by its words, the values of its names, or its calls."""
    parts: list[tree.Node] = [test]
    for node in tree.walk(test):
        if isinstance(node, tree.Name) and not isinstance(syntax.parents.get(node), tree.Attribute):
            # Where branches give the name different values, one of them may ask: `first = rank == 0`, or True.
            values = (one.value for one in reaching_definitions(syntax, node) if one is not None)
            parts += [resolved_expression(syntax, node), *(value for value in values if value is not None)]
        elif isinstance(node, tree.Attribute) and (dotted := tree.dotted(node)) is not None:
            # `args.saves = bool(args.folder) and is_chief(args)`
            owner = syntax.above(node, tree.ClassDef) if dotted.startswith("self.") else None
            assigned = (one.value for one in assignments_to(syntax, owner or syntax.root, dotted))
            known = [value for value in assigned if value is not None]
            parts += known
            if not isinstance(syntax.parents.get(node), tree.Attribute):
                parts += [given for value in known for given in syntax.once_in_file(_given_for, value)]
    called = {tree.last_part(node.func) for part in parts for node in tree.walk(part) if isinstance(node, tree.Call)}
    parts += [function for function in syntax.all(tree.FunctionDef) if function.name in called]
    texts = map(syntax.text_of, parts)
    return any("__name__" not in text and _ASKS.search(text) is not None for text in texts)


def _given_for(syntax: tree.Tree, value: tree.Node) -> list[tree.Expression]:
    """What a parameter is given where its class is made: `rank == 0` of `Saver(rank == 0)` for its `writes`."""
    found: list[tree.Expression] = []
    if not isinstance(value, tree.Name):
        return found
    for one in reaching_definitions(syntax, value):
        function = syntax.above(one.node, tree.FunctionDef) if one is not None and one.kind == "parameter" else None
        owner = syntax.parents.get(function) if function is not None else None
        if isinstance(function, tree.FunctionDef) and isinstance(owner, tree.ClassDef) and function.name == "__init__":
            given = (tree.passed_to(function, call).get(value.id) for call in syntax.calls_named(owner.name))
            known = (resolved_expression(syntax, argument) for argument in given if argument is not None)
            found += [one for one in known if not isinstance(one, tree.Constant)]
    return found


def meant_by(file: File, test: tree.Expression) -> tree.Expression:
    """What a condition asks, through the one `return` of a function, a name, or an attribute that its class sets once.

    `rank == 0` for `is_chief()`, `first`, `self.is_chief` and `trainer.is_chief`; the condition itself where that is
    not seen.

    Example:
        asked = distributed.meant_by(file, statement.test)
    """
    known = resolved_expression(file.tree, test)
    if isinstance(known, tree.Call) and not known.args:
        functions = file.facts.functions.get(known, set())
        returned = [r.value for f in functions for r in f.unit.tree.own(f.node, tree.Return) if r.value is not None]
        return returned[0] if len(functions) == len(returned) == 1 else test
    if isinstance(known, tree.Attribute):
        is_own = tree.dotted(known.value) == "self"
        ref = None if is_own else file.value(known.value).value.ref
        cls = file.analysis.class_at.get(file.tree.above(known, tree.ClassDef)) if is_own else ref
        if not isinstance(cls, Class):
            return test if is_own else known
        classes = [(one.unit.tree, one.node) for one in cls.lineage]
        values = [a.value for syntax, node in classes for a in assignments_to(syntax, node, f"self.{known.attr}")]
        return values[0] if len(values) == 1 and values[0] is not None else test
    return known


def setting_name(node: tree.Node) -> str:
    """The name by which code asks for a setting: `rank` of `rank`, `args.rank`, `config["rank"]`, `config.get("rank")`.

    Example:
        if distributed.setting_name(test.left) in RANKS:
            yield test
    """
    key: tree.Node | None = None
    if isinstance(node, tree.Subscript):
        key = node.index
    elif isinstance(node, tree.Call) and tree.last_name(node.func) == "get":
        key = tree.positional(node, 0)
    if isinstance(key, tree.Constant) and isinstance(key.value, str):
        return key.value
    return tree.last_name(node)
