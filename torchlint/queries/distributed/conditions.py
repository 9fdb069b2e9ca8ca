"""Conditions that ask whether several processes take part, or which one this is."""

from __future__ import annotations

import re

from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.syntax import tree

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
        elif isinstance(node, tree.Call):
            name = tree.last_part(node.func)
            parts += [function for function in syntax.all(tree.FunctionDef) if function.name == name]
    texts = map(syntax.text_of, parts)
    return any("__name__" not in text and _ASKS.search(text) is not None for text in texts)


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
