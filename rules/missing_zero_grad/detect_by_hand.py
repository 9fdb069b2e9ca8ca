"""Steps that are written by hand, `p.data -= lr * p.grad`, after a backward, with nothing that clears the gradients."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.queries import View
from torchlint.syntax import tree

from .detect_clearing import clears

if TYPE_CHECKING:
    from torchlint.queries import File

_SUBTRACTING = frozenset(("sub_", "add_"))


def uncleared(file: File) -> Iterator[View]:
    """The first such step of each loop whose passes all go on from the last one's gradients, in source order.

    Also of a method that replaces another one of the project which does clear them: whoever calls it relies on that.
    """
    seen = set()
    for step, parameter in _steps(file):
        around = _passes(file, step) or _replacing(file, step)
        if around is None or around in seen or clears(around) or _is_made_in(around, parameter):
            continue
        if any(
            isinstance(n, tree.Attribute) and n.attr == "backward" and n.end < step.start for n in tree.walk(around)
        ):
            seen.add(around)
            yield View(file, step)


def _steps(file: File) -> Iterator[tuple[tree.Node, str]]:
    """What takes a part of its gradient from a tensor, each with the tensor as it is written."""
    found: list[tuple[tree.Node, tree.Node, list[tree.Expression]]] = [
        (node, node.target, [node.value]) for node in file.tree.all(tree.AugmentedAssign) if node.op in ("-", "-=")
    ]
    found += [
        (call, call.func.value, [argument.value for argument in call.args])
        for call in file.tree.all(tree.Call)
        if isinstance(call.func, tree.Attribute) and call.func.attr in _SUBTRACTING and _is_less(call)
    ]
    for node, target, given in sorted(found, key=lambda one: one[0].start):
        name = (tree.dotted(target) or "").removesuffix(".data")
        if name and any(_reads_gradient(part, name) for part in given):
            yield node, name


def _is_less(call: tree.Call) -> bool:
    """Whether `add_` is given a negative factor; `sub_` takes away as it is."""
    if tree.last_name(call.func) == "sub_":
        return True
    return any(isinstance(n, tree.UnaryOp) and n.op == "-" for argument in call.args for n in tree.walk(argument.value))


def _reads_gradient(value: tree.Expression, name: str) -> bool:
    return any(tree.dotted(node) == f"{name}.grad" for node in tree.walk(value) if isinstance(node, tree.Attribute))


def _passes(file: File, step: tree.Node) -> tree.Node | None:
    """The innermost loop around a step, in the same function, that also calls backward."""
    around = file.tree.above(step, *tree.Loops, *tree.Scope)
    while isinstance(around, tree.Loops):
        if any(isinstance(n, tree.Attribute) and n.attr == "backward" for n in tree.walk(around)):
            return around
        around = file.tree.above(around, *tree.Loops, *tree.Scope)
    return None


def _replacing(file: File, step: tree.Node) -> tree.Node | None:
    """The method around a step, if a base class of the project has one of that name which clears the gradients."""
    method = file.tree.above(step, tree.FunctionDef)
    owner = file.analysis.class_at.get(file.tree.parents.get(method)) if method is not None else None
    if owner is None or not isinstance(method, tree.FunctionDef):
        return None
    replaced = (base.methods[method.name] for base in owner.lineage[1:] if method.name in base.methods)
    return method if any(clears(one.node) for one in replaced) else None


def _is_made_in(part: tree.Node, name: str) -> bool:
    """Whether each pass makes the tensor anew; a loop over parameters goes through those that there are."""
    return any(one.name == name.partition(".")[0] and one.kind == "assignment" for one in assignments_in(part))
