"""State dicts that a loop builds in each iteration, to take one entry by the loop's own variable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assigned, names_bound
from torchlint.binding.use_def import is_changed_in, resolved_expression
from torchlint.knowledge.call_names import CASTS_MODULE, MOVES_MODULE
from torchlint.knowledge.signatures import SETS_BY_NAME
from torchlint.queries import CallView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_LOOPS = (tree.For, tree.Comprehension)
# What may give a module other tensors than those of a state dict that was taken before.
_CHANGES = SETS_BY_NAME | {"load_state_dict", "delattr"}


@dataclass(frozen=True, slots=True, eq=False)
class RepeatedStateDict(CallView):
    """A call of `state_dict` whose result is the same in each iteration, and of which each takes one entry."""

    repeated_by: View  # the loop


def repeated_state_dicts(file: File) -> Iterator[RepeatedStateDict]:
    """Such calls, one for each loop and module, in source order."""
    found: set[tuple[tree.Node, str]] = set()
    for call in file.method_calls("state_dict"):
        taken, owner = file.tree.parents.get(call.node), call.receiver
        if owner is None or call.node.args or not isinstance(taken, tree.Subscript) or taken.value is not call.node:
            continue  # the whole dict is used
        loop = _loop_of_key(file, taken)
        if loop is None or (loop, owner.code) in found or _may_change(file, owner.node, loop):
            continue
        found.add((loop, owner.code))
        yield RepeatedStateDict(file, call.node, View(file, loop))


def _loop_of_key(file: File, entry: tree.Subscript) -> tree.For | tree.Comprehension | None:
    """The loop around, in the same function, whose variable is part of the key of an entry."""
    keys = {node.id for node in tree.walk(entry.index) if isinstance(node, tree.Name)}
    here: tree.Node = entry
    for above in file.tree.around(entry):
        if isinstance(above, tree.Scope):
            return None
        if isinstance(above, _LOOPS) and not keys.isdisjoint(_variables(above)):
            over = above.iter if isinstance(above, tree.For) else above.clauses[0].iter
            is_short = isinstance(resolved_expression(file.tree, over), (tree.Tuple, tree.List))
            return above if here is not over and not is_short else None
        if isinstance(above, tree.If) and here is not above.test and "%" in file.tree.text_of(above.test):
            return None  # only now and then
        here = above
    return None


def _variables(loop: tree.For | tree.Comprehension) -> set[str]:
    targets = [loop.target] if isinstance(loop, tree.For) else [clause.target for clause in loop.clauses]
    return {node.id for target in targets for node in tree.walk(target) if isinstance(node, tree.Name)}


def _may_change(file: File, owner: tree.Expression, loop: tree.Node) -> bool:
    """Whether the loop has another module in each iteration, or may give the module other tensors."""
    names = {node.id for node in tree.walk(owner) if isinstance(node, tree.Name)}
    bound = names_bound(file.tree, loop) | (_variables(loop) if isinstance(loop, tree.Comprehension) else set())
    if not names.isdisjoint(bound) or is_changed_in(file.tree, owner, loop) or not tree.dotted(owner):
        return True
    calls = file.tree.inside(loop, tree.Call)
    if any(tree.last_part(call.func) in _CHANGES for call in calls):
        return True
    moves = (call.func for call in calls if tree.last_part(call.func) in CASTS_MODULE | MOVES_MODULE)
    if any(isinstance(func, tree.Attribute) and tree.dotted(func.value) == tree.dotted(owner) for func in moves):
        return True
    targets = (target for node in file.tree.inside(loop, tree.Assign) for _, target, _ in assigned(node))
    return any(isinstance(target, tree.Attribute) for target in targets)
