"""What losses are given."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from benchmarks.mutation_operators.operators import Replacement, called, operator, replaced


def _losses_made(tree: ast.Module, *classes: str) -> set[str]:
    """The names and attributes that hold an object of one of these loss classes, and never one of another class."""
    made = [node for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    names = [(ast.unparse(target), called(node.value) in classes) for node in made for target in node.targets]
    return {name for name, is_loss in names if is_loss} - {name for name, is_loss in names if not is_loss}


def _applied_twice(
    function: str, direct: tuple[str, ...], classes: tuple[str, ...]
) -> Callable[[ast.Module], Iterator[Replacement]]:
    """Applies a function to what a loss takes as logits."""

    def replacements(tree: ast.Module) -> Iterator[Replacement]:
        made = _losses_made(tree, *classes)
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or len(node.args) < 2:
                continue
            if called(node) in direct or ast.unparse(node.func) in made:
                yield replaced(node.args[0], function.format(ast.unparse(node.args[0])))

    return replacements


def _probabilities_in_nll(tree: ast.Module) -> Iterator[Replacement]:
    """`log_softmax` becomes `softmax`, in a file that uses the negative log likelihood."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in ("log_softmax", "LogSoftmax"):
            changed = ast.unparse(node.func).replace("log_softmax", "softmax").replace("LogSoftmax", "Softmax")
            yield replaced(node.func, changed)


_CE = _applied_twice("({}).softmax(dim=1)", ("cross_entropy",), ("CrossEntropyLoss",))
_BCE = _applied_twice("({}).sigmoid()", ("binary_cross_entropy_with_logits",), ("BCEWithLogitsLoss",))

OPERATORS = (
    operator("softmax before cross entropy", "softmax-before-cross-entropy softmax-over-the-batch", _CE),
    operator("sigmoid before logits", "sigmoid-before-bce-with-logits sigmoid-in-loss", _BCE),
    operator("softmax before nll_loss", "nll-without-log-softmax", _probabilities_in_nll, r"\bnll_loss|NLLLoss"),
)
