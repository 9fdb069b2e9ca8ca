"""Losses that each pass of an accumulation overwrites, and that are read after its last pass."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition, assignments_in
from torchlint.binding.use_def import reaching_definitions
from torchlint.knowledge.operations import has_column
from torchlint.queries import ExpressionView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class LastLoss(ExpressionView):
    """The first place after an accumulation that reads the loss of its last pass."""

    made: tree.Node
    passes: tree.Node  # the loop

    @property
    def part(self) -> str:
        """What each pass adds to the loss of the step: what it differentiates, if that is computed from this name."""
        for call in _calls(self.passes, "backward"):
            given = call.func.value if isinstance(call.func, tree.Attribute) else call
            is_plain = isinstance(given, (tree.Name, tree.BinaryOp))
            if is_plain and self.text in {node.id for node in tree.walk(given) if isinstance(node, tree.Name)}:
                return ExpressionView(self.file, given).with_call(".detach()")
        return f"{self}.detach()"

    @property
    def assigned(self) -> View:
        """Where each pass assigns it."""
        return View(self.file, self.made)


def last_losses(file: File) -> Iterator[LastLoss]:
    """One for each loop that adds up gradients and that a step comes after, in source order."""
    loops: list[tree.Node] = [*file.tree.all(tree.For), *file.tree.all(tree.While)]
    for loop in sorted(loops, key=lambda node: node.start):
        losses = _differentiated(file, loop)
        if losses and not _calls(loop, "step") and (steps := _steps_after(file, loop)):
            overwritten = _overwritten(loop, losses)
            read = next(_reads(file, loop, overwritten, steps), None)
            if read is not None:
                yield LastLoss(file, read, overwritten[read.id].node, loop)


def _calls(around: tree.Node, word: str) -> list[tree.Call]:
    """The calls in some code of what has this word in its name."""
    called = (node for node in tree.walk(around, into_functions=False) if isinstance(node, tree.Call))
    return [call for call in called if word in tree.last_name(call.func)]


def _differentiated(file: File, loop: tree.Node) -> set[str]:
    """The names of the losses that each pass differentiates, in this loop and in none inside it."""
    found: set[str] = set()
    for call in _calls(loop, "backward"):
        if file.tree.above(call, tree.For, tree.While) is loop and isinstance(call.func, tree.Attribute):
            parts = [call.func.value, *(argument.value for argument in call.args)]
            found.update(node.id for part in parts for node in tree.walk(part) if isinstance(node, tree.Name))
    return found | set(_differentiated_by_functions(file, loop))


def _differentiated_by_functions(file: File, loop: tree.Node) -> Iterator[str]:
    """The names that each pass gives a loss which a function has differentiated, and returns."""
    for one in assignments_in(loop):
        functions = file.facts.functions.get(one.value, ()) if isinstance(one.value, tree.Call) else ()
        if len(functions) != 1 or file.tree.above(one.node, tree.For, tree.While) is not loop:
            continue
        (function,) = functions
        returns = function.unit.tree.own(function.node, tree.Return)
        if len(returns) == 1 and isinstance(loss := returns[0].value, tree.Name):
            roots = [tree.root_name(call.func) for call in _calls(function.node, "backward")]
            if any(root is not None and root.id == loss.id for root in roots):
                yield one.name


def _steps_after(file: File, loop: tree.Node) -> list[tree.Call]:
    """The optimizer's steps that come after a loop, in the block that it is in."""
    block = file.tree.parents.get(loop)
    after = [call for call in _calls(block, "step") if call.start > loop.end] if block is not None else []
    return [call for call in after if isinstance(call.func, tree.Attribute) and call.func.attr == "step"]


def _overwritten(loop: tree.Node, losses: set[str]) -> dict[str, Definition]:
    """The names that each pass gives its loss, or the number of it, without what they were before."""
    found: dict[str, list[Definition]] = {}
    for one in assignments_in(loop):
        found.setdefault(one.name, []).append(one)
    made = {name: ones for name, ones in found.items() if all(_is_new(one) for one in ones)}
    names = {name for name in made if name in losses}
    copies = {name for name, ones in made.items() if len(ones) == 1 and _copied(ones[0].value) in names}
    return {name: made[name][-1] for name in names | copies if made[name][-1].node.start >= loop.start}


def _is_new(one: Definition) -> bool:
    """Whether a definition assigns something computed in this pass, other than from the same name by addition."""
    if not isinstance(one.node, tree.Assign):
        return False
    sums = (node for node in tree.walk(one.node.value) if isinstance(node, tree.BinaryOp) and node.op in ("+", "-"))
    return not any(isinstance(n, tree.Name) and n.id == one.name for total in sums for n in tree.walk(total))


def _copies(name: str) -> bool:
    """Whether what is called copies or fetches a loss, and leaves it one pass's."""
    return name in ("detach", "clone") or has_column(name, "cast", "move", "fetch")


def _copied(value: tree.Node | None) -> str:
    """The name of which a value is a copy, or the number: `loss.detach()`, `float(loss)`."""
    while isinstance(value, tree.Call) and _copies(tree.last_name(value.func)):
        value = value.func.value if isinstance(value.func, tree.Attribute) else tree.positional(value, 0)
    return value.id if isinstance(value, tree.Name) else ""


def _reads(
    file: File, loop: tree.Node, overwritten: dict[str, Definition], steps: list[tree.Call]
) -> Iterator[tree.Name]:
    """Where the last pass's number is used, after the loop in its function, and not scaled up again."""
    block = file.tree.parents[loop]
    names = [n for n in tree.walk(block, into_functions=False) if isinstance(n, tree.Name) and n.id in overwritten]
    for name in sorted(names, key=lambda node: node.start):
        if name.start > loop.end and _is_shown(file, name):
            reaching = reaching_definitions(file.tree, name)
            inside = [d for d in reaching if d is not None and loop.start <= d.node.start < loop.end]
            if inside and all(d is None or d in inside for d in reaching):
                yield name


def _is_shown(file: File, name: tree.Name) -> bool:
    """Whether a name is read for its number."""
    node: tree.Node = name
    above = file.tree.parents.get(node)
    while isinstance(above, tree.Attribute) and _copies(above.attr):
        node, above = above, file.tree.parents.get(above)
        if isinstance(above, tree.Call) and above.func is node:
            node, above = above, file.tree.parents.get(above)
    if isinstance(above, tree.Argument):
        call = file.tree.parents.get(above)
        return not (
            isinstance(call, tree.Call) and has_column(tree.last_name(call.func), "comparison")
        )  # whether it is sound
    if isinstance(above, tree.BinaryOp):
        # Multiplied by the number of passes it is an estimate, and meant as one; a share of it goes to a mean.
        return above.op != "*" or any(isinstance(part, tree.BinaryOp) for part in (above.left, above.right))
    return isinstance(above, (tree.Assign, tree.FormattedString, tree.Dict, tree.Tuple, tree.Return)) and (
        not isinstance(above, tree.Assign) or node is above.value
    )
