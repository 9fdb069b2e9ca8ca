"""Where a program puts samples into another order itself: by shuffling them, by a split, by drawing some of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.binding.use_def import is_rebound_in
from torchlint.queries.file import ExpressionView
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_MIXES = re.compile(r"shuffle|\w*permutation|\w*randperm|train_test_split|random_split|sample|\w*KFold\w*")
# Those that divide the samples between training and evaluation.
_SPLITS = re.compile(r"train_test_split|random_split|\w*KFold\w*")


@query
def mixing_calls(file: File) -> tuple[tree.Call, ...]:
    """Calls that put samples into another order, in source order; `model.sample()` draws no samples of the data."""
    return tuple(call for call in file.tree.all(tree.Call) if _mixes(file, call))


def is_mixed_once(file: File, mixing: tree.Call, loader: tree.Node) -> bool:
    """Whether samples are put into this order once, before or while the loader is made, and not for each epoch.

    That is so in code before the loader in the same function, in the constructor of a dataset, and for a split.
    """
    syntax = file.tree
    if syntax.above(mixing, *tree.Loops) is not None:
        return False
    if _SPLITS.fullmatch(tree.last_name(mixing.func)):
        return True
    scope = syntax.scope(mixing)
    if isinstance(scope, tree.FunctionDef) and scope.name == "__init__":
        return True
    return file.holds(loader) and mixing.end <= loader.start and scope is syntax.scope(loader)


def is_left_alone(file: File, dataset: tree.Expression, loop: tree.Node) -> bool:
    """Whether a dataset is a variable that a loop only gives to loaders, and reads attributes and the length of."""
    if not isinstance(dataset, tree.Name) or is_rebound_in(file.tree, dataset.id, loop):
        return False
    names = (name for name in tree.walk(loop) if isinstance(name, tree.Name) and name.id == dataset.id)
    return all(_only_reads(file, name) for name in names)


def _only_reads(file: File, name: tree.Name) -> bool:
    """Whether the use of a dataset leaves it as it is: a loader, its length, or an attribute that is not called."""
    above = file.tree.parents.get(name)
    outer = file.tree.parents.get(above) if above is not None else None
    if isinstance(above, tree.Attribute):
        is_called = isinstance(outer, tree.Call) and outer.func is above
        return not is_called and not isinstance(outer, (tree.Assign, tree.Delete))
    if not isinstance(above, tree.Argument) or not isinstance(outer, tree.Call):
        return False
    return tree.dotted(outer.func) == "len" or file.value(outer).value.kind == "loader"


def _mixes(file: File, call: tree.Call) -> bool:
    name = tree.last_name(call.func)
    if name == "sample":
        receiver = call.func.value if isinstance(call.func, tree.Attribute) else None
        return receiver is not None and ExpressionView(file, receiver).value.kind != "module"
    return _MIXES.fullmatch(name) is not None
