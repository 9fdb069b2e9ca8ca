"""Whether a function that is not followed, because calls are nested too deeply, may train something."""

from __future__ import annotations

import re
from collections import defaultdict

from torchlint.binding.scopes import SourceUnit
from torchlint.binding.symbols import Function
from torchlint.flow.state import Interpreter
from torchlint.syntax import tree

# What code contains that differentiates, clears or changes gradients, or steps an optimizer.
_TRAINING = re.compile(r"zero_grad|backward\(|\.step\(|\.grad\b|optimi[sz]er")
_MOST_FUNCTIONS = 200


def may_train(interpreter: Interpreter, function: Function) -> bool:
    """Whether a function, or one of the files read so far that it calls by its name, contains code that trains."""
    memo = interpreter.may_train
    if function.node not in memo:
        memo.update(_looked_at([interpreter.target, *interpreter.units.values()], function))
    return memo[function.node]


def _looked_at(units: list[SourceUnit], function: Function) -> dict[tree.Node, bool]:
    """Whether a function may train, and those that this tells of as well.

    What is reached from code that trains nothing does not, either; what is too much to look at may, all of it.
    """
    todo: list[tuple[tree.Tree, tree.Node]] = [(function.unit.tree, function.node)]
    seen: set[tree.Node] = {function.node}
    for syntax, node in todo:  # grows as calls are found
        if _TRAINING.search(syntax.text_of(node)):
            return {function.node: True}
        if len(seen) > _MOST_FUNCTIONS:
            return dict.fromkeys(seen, True)
        for name in syntax.once(_called_in, node):
            for unit in units:
                more = [one for one in unit.tree.once_of_all(_by_name).get(name, ()) if one not in seen]
                seen.update(more)
                todo += [(unit.tree, one) for one in more]
    return dict.fromkeys(seen, False)


def _called_in(syntax: tree.Tree, node: tree.Node) -> frozenset[str]:
    return frozenset(tree.last_name(call.func) for call in syntax.inside(node, tree.Call))


def _by_name(syntax: tree.Tree) -> dict[str, list[tree.FunctionDef]]:
    """The functions of a file by their names, and constructors by those of their classes."""
    found: defaultdict[str, list[tree.FunctionDef]] = defaultdict(list)
    for function in syntax.all(tree.FunctionDef):
        found[function.name].append(function)
        owner = syntax.parents.get(function)
        if function.name == "__init__" and isinstance(owner, tree.ClassDef):
            found[owner.name].append(function)
    return dict(found)
