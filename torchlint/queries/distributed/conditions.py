"""Conditions that ask whether several processes take part, or which one this is."""

from __future__ import annotations

import re

from torchlint.binding.use_def import resolved_expression
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
            parts.append(resolved_expression(syntax, node))
        elif isinstance(node, tree.Call):
            name = tree.last_part(node.func)
            parts += [function for function in syntax.all(tree.FunctionDef) if function.name == name]
    texts = map(syntax.text_of, parts)
    return any("__name__" not in text and _ASKS.search(text) is not None for text in texts)
