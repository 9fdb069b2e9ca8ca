"""Batches of a training by several processes that one of them skips because of its own numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions
from torchlint.domain.origins import Origin
from torchlint.knowledge.call_names import ASKS_FINITE, COUNTS
from torchlint.knowledge.ranks import AGREES
from torchlint.queries import View, distributed, training
from torchlint.syntax import tree

from .detect_missing import is_made_in, is_of_missing_loss

if TYPE_CHECKING:
    from torchlint.queries import File

_STEPS = (*tree.Loops, tree.FunctionDef)
_LOSS = re.compile(r"(^|_)loss(es)?(_|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class LonelySkip(View):
    """The condition on which a rank skips a batch."""

    leaves: View  # the `continue`, or the `return` of a step
    backward: View  # the first that is skipped
    wrapper: Origin | None  # where the model of the loop was wrapped; None where another one of the program is
    is_of_numbers: bool  # whether the condition asks for finite numbers or the loss; otherwise for what a batch holds

    @property
    def is_sure(self) -> bool:
        """Whether the model of the loop is seen to be shared, and the condition may hold on one rank alone."""
        return self.wrapper is not None and self.is_of_numbers


def lonely_skips(file: File) -> Iterator[LonelySkip]:
    """The first of each loop or step, one that is surely of its own numbers before others, in source order."""
    found: dict[tree.Node, LonelySkip] = {}
    for leaves in (*file.tree.all(tree.Continue), *file.tree.all(tree.Return)):
        choice = file.tree.parents.get(leaves)
        step = file.tree.above(leaves, *tree.Loops, *tree.Scope)
        if not isinstance(choice, tree.If) or leaves not in choice.body or not isinstance(step, _STEPS):
            continue
        if isinstance(step, tree.Loops) is isinstance(leaves, tree.Return):
            continue  # leaves the whole loop, or a function outside of one
        is_of_numbers = is_of_own_numbers(file, choice.test, step)
        is_of_numbers = is_of_numbers or is_of_missing_loss(file, choice.test, step, "is")
        if step in found and (found[step].is_of_numbers or not is_of_numbers):
            continue
        if not is_of_numbers and not _is_of_own_batch(file, choice.test, step):
            continue
        backward = _backward_after(file, step, choice)
        if backward is None or may_agree(file, step, choice):
            continue
        wrapper = distributed.ddp_wrapping_in(file, step)
        if wrapper is not None or distributed.may_be_spread(file):
            found[step] = LonelySkip(
                file, choice.test, View(file, leaves), View(file, backward), wrapper, is_of_numbers
            )
    yield from sorted(found.values(), key=lambda one: one.node.start)


def is_of_own_numbers(file: File, test: tree.Expression, loop: tree.Node) -> bool:
    """Whether a condition asks whether numbers of the pass are finite, or compares its loss with a number."""
    for node in tree.walk(test):
        asked: tree.Node | None = None
        if isinstance(node, tree.Call) and (tree.last_name(node.func) in ASKS_FINITE or _asks_inside(file, node)):
            asked = node
        elif isinstance(node, tree.Compare) and node.ops[0] in ("<", ">", "<=", ">=", "==", "!="):
            is_loss = any(isinstance(n, tree.Name) and _LOSS.search(n.id) for n in tree.walk(node.left))
            asked = node.left if is_loss else None
        if asked is not None and any(is_made_in(file, name, loop) for name in tree.walk(asked)):
            return True
    return False


def _asks_inside(file: File, call: tree.Call) -> bool:
    """Whether a function of the project returns whether what it is given is finite: `is_broken(loss)`."""
    functions = file.facts.functions.get(call, set()) if call.args else set()
    bodies = [(one.unit.tree, one.node) for one in functions if isinstance(one.node, tree.FunctionDef)]
    for syntax, function in bodies:
        returned = (part for one in syntax.own(function, tree.Return) if one.value for part in tree.walk(one.value))
        calls = (part for part in returned if isinstance(part, tree.Call))
        if any(tree.last_name(part.func) in ASKS_FINITE for part in calls):
            return True
    return False


def _is_of_own_batch(file: File, test: tree.Expression, loop: tree.Node) -> bool:
    """Whether a condition asks what the batch holds: for None, or whether anything in it is not 0.

    Sizes are the same on all ranks: that of the last batch, too, as samplers fill up what is missing.
    """
    while isinstance(test, tree.UnaryOp) and test.op == "not":
        test = test.operand
    compared = test.comparators[0] if isinstance(test, tree.Compare) and len(test.ops) == 1 else None
    asked = test.left if isinstance(test, tree.Compare) else test
    if isinstance(compared, tree.Constant) and compared.value is None:
        reaching = reaching_definitions(file.tree, asked) if isinstance(asked, tree.Name) else ()
        return bool(reaching) and all(one is not None and one.node is loop for one in reaching)
    if compared is not None and tree.integer_literal(compared) is None:
        return False
    if isinstance(asked, tree.Call) and isinstance(asked.func, tree.Attribute) and asked.func.attr == "item":
        asked = asked.func.value
    if not isinstance(asked, tree.Call) or tree.last_name(asked.func) not in COUNTS:
        return False
    return any(is_made_in(file, name, loop) for name in tree.walk(asked))


def may_agree(file: File, loop: tree.Node, choice: tree.If) -> bool:
    """Whether anything that the pass calls up to the condition, or there, may make all ranks decide alike."""
    calls = (call for call in tree.walk(loop) if isinstance(call, tree.Call) and call.start < choice.end)
    if any(AGREES.search(tree.last_name(call.func)) for call in calls):
        return True
    read = [node for node in tree.walk(choice.test) if isinstance(node, (tree.Name, tree.Call))]
    sources = [
        one.source
        for name in read
        if isinstance(name, tree.Name)
        for one in reaching_definitions(file.tree, name)
        if one is not None
    ]
    return any(_agrees_inside(file, call) for call in (*read, *sources) if isinstance(call, tree.Call))


def _agrees_inside(file: File, call: tree.Call) -> bool:
    """Whether a function of the project asks the other ranks for what it returns: `is_broken(loss)`."""
    functions = file.facts.functions.get(call, ())
    inside = (one for function in functions for one in function.unit.tree.inside(function.node, tree.Call))
    return any(AGREES.search(tree.last_name(one.func)) for one in inside)


def _backward_after(file: File, loop: tree.Node, choice: tree.If) -> tree.Call | None:
    """The first backward of the same pass behind a condition."""
    calls = (call for call in file.tree.own(loop, tree.Call) if call.start >= choice.end)
    found = (call for call in calls if training.leads_to_backward(file, call))
    return min(found, key=lambda call: call.start, default=None)
