"""Samples that never become one tensor: what makes a batch of them leaves them in lists."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.scopes import SourceUnit
from torchlint.binding.use_def import reaching_definition
from torchlint.queries import View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What a function calls, by a part of its name, that puts samples into one tensor, or may.
_JOINS = ("stack", "cat", "collate", "pad", "tensor", "numpy", "batch", "array", "processor", "tokenizer")
_DEEPEST = 3  # functions around the DataLoader


def stays_in_lists(work: View) -> bool:
    """Whether each DataLoader that visibly gets the dataset around some code has a `collate_fn` that joins nothing."""
    file = work.file
    around = file.tree.above(work.node, tree.ClassDef)
    if not isinstance(around, tree.ClassDef):
        return False
    given = [call for call in file.tree.all(tree.Call) if _gets(file, call, around.name)]
    loaders = [loader for call in given for loader in _of(file, call)]
    return bool(loaders) and all(_leaves_lists(unit, loader) for unit, loader in loaders)


def _gets(file: File, call: tree.Call, name: str) -> bool:
    """Whether a call is given an object of a class: `make_loader(Images())`."""
    return any(_makes(file, argument.value, name) for argument in call.args)


def _makes(file: File, node: tree.Expression, name: str) -> bool:
    made: tree.Node | None = node
    if isinstance(node, tree.Name):
        definition = reaching_definition(file.tree, node)
        made = definition.value if definition is not None else None
    return isinstance(made, tree.Call) and tree.last_name(made.func) == name


def _of(file: File, call: tree.Call) -> Iterator[tuple[SourceUnit, tree.Call]]:
    """The DataLoaders that a call makes: itself, or in the functions that it runs."""
    todo = [(file.analysis.units[0], call, 0)]
    while todo:
        unit, here, depth = todo.pop()
        if tree.last_name(here.func) == "DataLoader":
            yield unit, here
        elif depth < _DEEPEST:
            called = sorted(file.facts.functions.get(here, set()), key=lambda function: function.node.start)
            todo += [(f.unit, inner, depth + 1) for f in called for inner in f.unit.tree.own(f.node, tree.Call)]


def _leaves_lists(unit: SourceUnit, loader: tree.Call) -> bool:
    """Whether what a DataLoader makes batches with is in its file, and calls nothing that joins samples."""
    given = next((a.value for a in loader.args if a.keyword == "collate_fn"), None)
    function: tree.Node | None = given if isinstance(given, tree.Lambda) else None
    if isinstance(given, tree.Name):
        functions = [f for f in unit.tree.all(tree.FunctionDef) if f.name == given.id]
        function = functions[0] if len(functions) == 1 else None
    if function is None:
        return False
    calls = (node.func for node in tree.walk(function) if isinstance(node, tree.Call))
    return not any(word in tree.last_name(func).lower() for func in calls for word in _JOINS)
