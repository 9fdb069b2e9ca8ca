"""Best scores that an object keeps, which tells whether a score is better: `if best.update(score): save(model)`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, Function
from torchlint.binding.use_def import definitions_of, uses
from torchlint.queries import View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_BEST = re.compile(r"(?i)best|better|improve")
# Methods that give an object what it knew before.
_RESTORES = re.compile(r"(?i)load|restore|resume|set")
_ORDERS = frozenset(("<", ">", "<=", ">="))
_DEEPEST = 2  # objects that an object asks in turn


def answers(file: File, loop: tree.Node) -> Iterator[tuple[tree.Call, View]]:
    """The calls in a loop that tell whether a score is the best so far, and where the object that tells it is made.

    Only objects that this function makes anew, of settings alone, and that it gives to nobody who may restore them.
    """
    for call in file.tree.own(loop, tree.Call):
        holder = call.func.value if isinstance(call.func, tree.Attribute) else None
        if isinstance(holder, tree.Name) and isinstance(call.func, tree.Attribute):
            value = file.value(holder).value
            method = value.ref.method(call.func.attr) if isinstance(value.ref, Class) else None
            if value.kind != "instance" or method is None or not _BEST.search(f"{holder.id} {call.func.attr}"):
                continue
            made = _made(file, holder)
            if made is not None and made.end <= loop.start and _compares(method):
                yield call, View(file, made)


def _made(file: File, holder: tree.Name) -> tree.Call | None:
    """The call that makes an object which nothing gives an earlier best score."""
    made = [one.value for one in definitions_of(file.tree, holder)]
    first = made[0] if len(made) == 1 else None
    if not isinstance(first, tree.Call) or isinstance(file.tree.above(first, *tree.Loops, *tree.Scope), tree.Loops):
        return None  # one for each fold
    if not all(isinstance(part, (tree.Constant, tree.Name, tree.Attribute)) for part in _given(first)):
        return None
    return first if all(_only_asks(file, use) for use in uses(file.tree, holder)) else None


def _given(call: tree.Call) -> list[tree.Expression]:
    return [argument.value for argument in call.args]


def _only_asks(file: File, use: tree.Name) -> bool:
    """Whether a use calls a method of an object that restores nothing."""
    member = file.tree.parents.get(use)
    call = file.tree.parents.get(member) if isinstance(member, tree.Attribute) else None
    is_called = isinstance(call, tree.Call) and call.func is member
    return is_called and isinstance(member, tree.Attribute) and not _RESTORES.match(member.attr)


def _compares(method: Function) -> bool:
    """Whether a method, or one that it calls of its object or of what that holds, compares two values by size."""
    seen, now = set[tree.Node](), [method]
    for _ in range(_DEEPEST + 1):
        nodes = [(one, node) for one in now if one.node not in seen for node in tree.walk(one.node)]
        if any(isinstance(node, tree.Compare) and not _ORDERS.isdisjoint(node.ops) for _, node in nodes):
            return True
        seen.update(one.node for one in now)
        called = (_called(one, node) for one, node in nodes if isinstance(node, tree.Call))
        now = list({one.node: one for one in called if one is not None}.values())
    return False


def _called(method: Function, call: tree.Call) -> Function | None:
    """The method that `self.better(...)` or `self.single.update(...)` calls."""
    parts = (tree.dotted(call.func) or "").split(".")
    cls: object = method.owner
    if len(parts) == 3 and isinstance(cls, Class):
        held = next((one.attributes[parts[1]] for one in cls.lineage if parts[1] in one.attributes), None)
        cls = held.ref if held is not None else None
    is_own = parts[0] == "self" and len(parts) in (2, 3)
    return cls.method(parts[-1]) if is_own and isinstance(cls, Class) else None
