"""What goes into a list, a dict, an array or a meter between the places where it is made and where it is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding import use_def
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# The methods that put something into what they are called on.
_FILLING = frozenset(("add", "append", "extend", "update"))


@dataclass(frozen=True, slots=True)
class Filled:
    """A statement that puts something into an object, and what it puts there."""

    node: tree.Node
    values: tuple[tree.Expression, ...]


def fillings(file: File, name: tree.Name) -> Iterator[Filled]:
    """The statements of the same function that fill what a name stands for, since it was assigned."""
    made = [one for one in use_def.reaching_definitions(file.tree, name) if one is not None]
    begin = min((one.node.start for one in made), default=name.start)
    asked = file.tree.parents.get(name)
    if isinstance(asked, tree.Subscript) and any(isinstance(n, tree.Attribute) for n in tree.walk(asked.index)):
        return  # a setting chooses the score: `results[config.stop_key]`
    wanted = _key(asked)
    for use in use_def.uses(file.tree, name):
        if not begin <= use.start < name.start:
            continue
        above = file.tree.parents.get(use)
        outer = file.tree.parents.get(above) if above is not None else None
        if isinstance(above, tree.Attribute) and isinstance(outer, tree.Call) and above.attr in _FILLING:
            yield Filled(outer, tuple(argument.value for argument in outer.args))
        while isinstance(outer, tree.Subscript) and outer.value is above:
            above, outer = outer, file.tree.parents.get(outer)  # `sums[key][at] += 1`
        if not isinstance(above, tree.Subscript):
            continue
        key = _key(above)
        if wanted is not None and key is not None and key != wanted:
            continue  # another score of the same dict
        if isinstance(outer, (tree.Assign, tree.AugmentedAssign)) and outer.value is not above:
            yield Filled(outer, (outer.value,))
        elif isinstance(outer, tree.Attribute) and outer.attr in _FILLING:
            call = file.tree.parents.get(outer)
            if isinstance(call, tree.Call):
                yield Filled(call, tuple(argument.value for argument in call.args))


def _key(node: tree.Node | None) -> object:
    """The constant that an element is asked for by; None if it is no constant."""
    index = node.index if isinstance(node, tree.Subscript) else None
    return index.value if isinstance(index, tree.Constant) else None
