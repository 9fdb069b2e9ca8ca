"""Precautions of evaluation: the mode of the layers, and no graph."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from benchmarks.mutation_operators.operators import (
    Replacement,
    called,
    method,
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


def _train_of_a_class(tree: ast.Module) -> Iterator[Replacement]:
    """A `train` that keeps a part in eval mode is left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for function in node.body:
                if isinstance(function, ast.FunctionDef) and function.name == "train" and len(function.args.args) <= 2:
                    if any(method(inner, "eval") for inner in ast.walk(function)):
                        yield replaced(function, "pass")


def _dropout_whatever_the_mode(tree: ast.Module) -> Iterator[Replacement]:
    """`attention(q, k, v, dropout_p=self.rate if self.training else 0.0)` becomes `dropout_p=self.rate`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and isinstance(node.value, ast.IfExp) and "drop" in (node.arg or ""):
            if ast.unparse(node.value.test) == "self.training":
                yield replaced(node.value, ast.unparse(node.value.body))


def _thawed(tree: ast.Module) -> Iterator[Replacement]:
    """A network in a loss is not frozen."""
    for node in ast.walk(tree):
        if isinstance(node, ast.For) and len(node.body) == 1 and _FROZEN.search(ast.unparse(node.body[0])):
            if method(node.iter, "parameters") and _IN_LOSSES.search(ast.unparse(node.iter)):
                yield replaced(node, "pass")
        elif isinstance(node, ast.Expr) and _FROZEN.search(ast.unparse(node)):
            if method(node.value, "requires_grad_") and _IN_LOSSES.search(ast.unparse(node)):
                yield replaced(node, "pass")


_FROZEN = re.compile(r"requires_grad = False|requires_grad_\(False\)")
_IN_LOSSES = re.compile(r"vgg|lpips|percept|teacher|inception|arcface|extract|clip", re.IGNORECASE)
_KEPT_GRAPHS = "eval-without-no-grad loss-accumulates-graph list-accumulates-graph target-not-detached"

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
    operator("attention dropout always on", "sdpa-dropout-ignores-eval", _dropout_whatever_the_mode),
    operator("train() of a class left out", "eval-undone-by-train frozen-bn-still-updates", _train_of_a_class),
    operator("not frozen", "loss-network-not-frozen", _thawed),
)
