"""Lists that are looked up by their numbers, which are shuffled with a seed or divided into folds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import definitions_of, resolved_expression
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_FOLDS = frozenset(("KFold", "StratifiedKFold", "GroupKFold", "ShuffleSplit", "StratifiedShuffleSplit"))
_ALWAYS_DRAWN = frozenset(("ShuffleSplit", "StratifiedShuffleSplit"))
_OF_NUMBERS = frozenset(("range", "arange", "list"))
_DEEPEST = 4  # names and calls in calls


def looked_up(file: File, draw: tree.Call) -> Iterator[tree.Expression]:
    """The list whose numbers a call draws, where the same function looks them up: `permutation(len(files))`."""
    counted = _counted(file, draw.args[0].value)
    if counted is None:
        return
    scope, text = file.tree.scope(draw), file.tree.text_of(counted)
    for node in file.tree.inside(scope, tree.Subscript):
        is_later = node.start > draw.end and not isinstance(node.index, (tree.Slice, tree.Constant))
        if is_later and file.tree.text_of(node.value) == text and _is_drawn_index(file, node.index):
            yield node.value
            return


def _counted(file: File, node: tree.Expression | tree.Node, depth: int = 0) -> tree.Expression | None:
    """The list of `len(files)`, `range(len(files))`, `list(range(len(files)))`."""
    made = resolved_expression(file.tree, node)
    if not isinstance(made, tree.Call) or len(made.args) != 1 or depth > _DEEPEST:
        return None
    name, given = tree.last_name(made.func), made.args[0].value
    if name == "len":
        return given if tree.dotted(given) is not None else None
    return _counted(file, given, depth + 1) if name in _OF_NUMBERS else None


def _is_drawn_index(file: File, index: tree.Expression) -> bool:
    """Whether an index is what a loop or a comprehension goes over."""
    if not isinstance(index, tree.Name):
        return False
    return any(one.kind in ("for", "comprehension") for one in definitions_of(file.tree, index))


def folds(file: File) -> Iterator[tree.Call]:
    """The calls that divide a list into folds which a seed or the order decides: `KFold(5).split(files)`."""
    for call in file.tree.all(tree.Call):
        if not isinstance(call.func, tree.Attribute) or call.func.attr != "split" or not call.args:
            continue
        made = resolved_expression(file.tree, call.func.value)
        if not isinstance(made, tree.Call) or tree.last_name(made.func) not in _FOLDS:
            continue  # the `split` of a text, or of a tensor
        shuffles = [one.value for one in made.args if one.keyword == "shuffle"]
        is_always = tree.last_name(made.func) in _ALWAYS_DRAWN
        is_drawn = is_always or (bool(shuffles) and not tree.is_false(shuffles[0]))
        is_seeded = any(one.keyword == "random_state" for one in made.args)
        if (is_seeded or not is_drawn) and not call.args[0].star:
            yield call
