"""What the entries of a dict hold under one key, in the search for labels: `found["preds"]`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition, assignments_to
from torchlint.binding.use_def import definitions_of, uses
from torchlint.syntax import tree

from .detect_decisions import Found, all_of

if TYPE_CHECKING:
    from .detect_labels import Search

_GROWS = frozenset(("append", "extend"))


def of_entry(search: Search, syntax: tree.Tree, node: tree.Subscript, key: str) -> Found:
    """What a variable or attribute that is a dict holds under a key, if all that is done with it is seen."""
    container = node.value
    made = list(_definitions(syntax, container))
    found: list[Found] = []
    if not made:
        return None
    for one in (each.value for each in made):
        if isinstance(one, tree.Call) and tree.dotted(one.func) == "dict" and all(each.keyword for each in one.args):
            found += [search.found(syntax, each.value) for each in one.args if each.keyword == key]
            continue  # `dict(preds=[])`
        if not isinstance(one, tree.Dict) or any(tree.string_of(each) is None for each in one.keys):
            return None  # unpacked, or under a name: it may be this one
        found += [
            search.found(syntax, value) for each, value in zip(one.keys, one.values) if tree.string_of(each) == key
        ]
    for read in _reads(syntax, container):
        if read not in (one.target for one in made):
            found += _of_read(search, syntax, read, key)
    return all_of(found) if found else None


def _definitions(syntax: tree.Tree, container: tree.Expression) -> Iterator[Definition]:
    if isinstance(container, tree.Name):
        yield from definitions_of(syntax, container)
        return
    dotted, cls = tree.dotted(container), syntax.above(container, tree.ClassDef)
    if dotted is not None and cls is not None and dotted.startswith("self.") and dotted.count(".") == 1:
        yield from assignments_to(syntax, cls, dotted)


def _reads(syntax: tree.Tree, container: tree.Expression) -> list[tree.Expression]:
    if isinstance(container, tree.Name):
        return list(uses(syntax, container))
    dotted, cls = tree.dotted(container), syntax.above(container, tree.ClassDef)
    return [one for one in syntax.inside(cls, tree.Attribute) if tree.dotted(one) == dotted] if cls is not None else []


def _of_read(search: Search, syntax: tree.Tree, read: tree.Expression, key: str) -> list[Found]:
    """What one use of a dict puts in under a key."""
    above = syntax.parents.get(read)
    if not isinstance(above, tree.Subscript) or above.value is not read:
        return []  # nothing is put in here
    name = tree.string_of(above.index)
    if name is not None and name != key:
        return []
    values = list(_put_in(syntax, above))
    return [search.found(syntax, value) for value in values] if name is not None or not values else [None]


def _put_in(syntax: tree.Tree, entry: tree.Subscript) -> Iterator[tree.Expression]:
    """What is added to an entry, or replaces it."""
    above = syntax.parents.get(entry)
    targets = [above.target] if isinstance(above, tree.AugmentedAssign) else tree.targets(above) if above else []
    if isinstance(above, (tree.AugmentedAssign, tree.Assign)) and entry in targets:
        yield above.value
    elif isinstance(above, tree.Attribute) and above.attr in _GROWS:
        call = syntax.parents.get(above)
        if isinstance(call, tree.Call) and call.func is above:
            yield from (each.value for each in call.args)
