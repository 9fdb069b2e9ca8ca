"""Precautions of evaluation: the mode of the layers, and no graph."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace

from benchmarks.mutation_operators.operators import (
    Replacement,
    called,
    operator,
    replaced,
    statements,
    without_argument,
)


def _context_managers(*names: str) -> Callable[[ast.Module], Iterator[Replacement]]:
    """Takes away `with` and decorators of these names."""

    def replacements(tree: ast.Module) -> Iterator[Replacement]:
        for node in ast.walk(tree):
            if isinstance(node, ast.With) and len(node.items) == 1 and called(node.items[0].context_expr) in names:
                yield replaced(node, "if True", node.items[0].context_expr)
            elif isinstance(node, ast.FunctionDef):
                for decorator in node.decorator_list:
                    if called(decorator) in names:
                        whole = replaced(decorator, "")
                        yield replace(whole, column=whole.column - 1)  # with its @

    return replacements


_KEPT_GRAPHS = "eval-without-no-grad loss-accumulates-graph list-accumulates-graph"

OPERATORS = (
    operator("eval() left out", "missing-eval-mode", statements("eval", arguments=0)),
    operator("no_grad left out", _KEPT_GRAPHS, _context_managers("no_grad", "inference_mode")),
    operator(
        "train() left out",
        "eval-not-restored-to-train pretrained-model-trained-in-eval-mode",
        statements("train", arguments=0),
        r"\.eval\(\)",
    ),
    operator("dropout always on", "functional-dropout-ignores-eval", without_argument("dropout", "training", "")),
)
