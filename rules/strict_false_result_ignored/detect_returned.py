"""Results that a function returns, and that none of its callers looks at: `model, report = restore(model, path)`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import uses
from torchlint.queries import CallView, api, checkpoints
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# The place of a result that is returned by itself.
_AS_A_WHOLE = -1


def is_dropped_by_callers(load: CallView) -> bool:
    """Whether the function around a load returns the result, the project calls it, and no call reads that part."""
    file, function = load.file, load.file.tree.scope(load.node)
    if not isinstance(function, tree.FunctionDef) or not isinstance(file.tree.parents.get(function), tree.Module):
        return False  # methods of other classes may have the same name
    places = _returned_at(file, load.node, function)
    calls = list(checkpoints.calls_of(file, function)) if places else []
    return bool(calls) and all(_drops(one.syntax, one.node, place) for one in calls for place in places)


def _returned_at(file: File, load: tree.Call, function: tree.FunctionDef) -> set[int]:
    """Where in what the function returns the result stands; nothing where something else is done with it."""
    places: set[int] = set()
    for use in _uses(file.tree, load):
        above = file.tree.parents.get(use)
        holder = file.tree.parents.get(above) if isinstance(above, tree.Tuple) else above
        if not isinstance(holder, tree.Return) or file.tree.scope(holder) is not function:
            return set()
        places.add(above.elements.index(use) if isinstance(above, tree.Tuple) else _AS_A_WHOLE)
    return places


def _uses(syntax: tree.Tree, load: tree.Call) -> Iterator[tree.Expression]:
    """The reads of the name that the result is given; the call itself where it has none."""
    above = syntax.parents.get(load)
    if not isinstance(above, tree.Assign) or above.value is not load:
        yield load
    elif len(above.targets) == 1 and isinstance(above.targets[0], tree.Name):
        yield from uses(syntax, above.targets[0])


def _drops(syntax: tree.Tree, call: tree.Call, place: int) -> bool:
    """Whether a call leaves a part of its result unread: unused, or in a variable that nobody reads."""
    above = syntax.parents.get(call)
    if isinstance(above, tree.Subscript) and above.value is call and place != _AS_A_WHOLE:
        return isinstance(above.index, tree.Constant) and above.index.value not in (place, -1)
    if isinstance(above, tree.ExpressionStatement):
        return True
    target = above.targets[0] if isinstance(above, tree.Assign) and len(above.targets) == 1 else None
    if isinstance(target, tree.Tuple) and 0 <= place < len(target.elements):
        target = target.elements[place]
    elif place != _AS_A_WHOLE:
        return False
    return isinstance(target, tree.Name) and api.is_never_read(syntax, target)
