"""Whether one loop trains and validates in turn, and so trains in train mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.domain.modes import EVAL, TRAIN, UNCLEAR, Switches
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


def is_switched_by_phase(file: File, switches: Switches) -> bool:
    """Whether a model is in train mode in one phase of a loop, and in eval mode in another.

    `if phase == "train": model.train()` with `else: model.eval()`, or `model.train(phase == "train")`. What the loop
    differentiates, it differentiates in the phase that trains.
    """
    by_mode = {switch.mode: switch.node for switch in switches}
    train, evaluate, either = by_mode.get(TRAIN), by_mode.get(EVAL), by_mode.get(UNCLEAR)
    if either is not None and evaluate is None:
        return isinstance(either, tree.Call) and any(_says_train(argument.value) for argument in either.args)
    for unit in file.analysis.units:
        syntax = unit.tree
        if len(switches) == 2 and train in syntax.parents and evaluate in syntax.parents:
            return _are_alternatives(syntax, train, evaluate)
    return False


def _says_train(given: tree.Expression) -> bool:
    """Whether a mode is a comparison with a text: `phase == "train"`."""
    texts = (one.value for one in tree.walk(given) if isinstance(one, tree.Constant) and isinstance(one.value, str))
    return isinstance(given, tree.Compare) and any("train" in text.lower() for text in texts)


def _are_alternatives(syntax: tree.Tree, first: tree.Node, second: tree.Node) -> bool:
    """Whether two calls are in the two branches of one condition."""
    choice = syntax.above(first, tree.If, tree.Conditional)
    if isinstance(choice, tree.Conditional):
        return syntax.above(second, tree.If, tree.Conditional) is choice
    if not isinstance(choice, tree.If) or choice not in syntax.around(second):
        return False
    return _is_in(syntax, first, choice.body) != _is_in(syntax, second, choice.body)


def _is_in(syntax: tree.Tree, node: tree.Node, block: list[tree.Statement]) -> bool:
    around = {node, *syntax.around(node)}
    return any(statement in around for statement in block)
