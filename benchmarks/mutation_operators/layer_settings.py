"""The settings that layers are created with."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from benchmarks.mutation_operators.operators import Replacement, called, operator, replaced, without_argument

_NORMS = re.compile(r"(Batch|Instance)Norm[123]d$")


def _momentum_second(tree: ast.Module) -> Iterator[Replacement]:
    """`BatchNorm2d(width, momentum=0.01)` becomes `BatchNorm2d(width, 0.01)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _NORMS.match(called(node)) and len(node.args) == 1:
            for keyword in node.keywords:
                if keyword.arg == "momentum":
                    left = [other for other in node.keywords if other.arg not in ("momentum", "eps")]
                    yield replaced(node, ast.unparse(ast.Call(node.func, [*node.args, keyword.value], left)))


def _dropout_of_one_layer(tree: ast.Module) -> Iterator[Replacement]:
    """`nn.LSTM(features, width)`, which has one layer, gets `dropout=0.5`."""
    for node in ast.walk(tree):
        if called(node) in ("LSTM", "GRU", "RNN") and isinstance(node, ast.Call) and len(node.args) == 2:
            if all(keyword.arg not in (None, "num_layers", "dropout") for keyword in node.keywords):
                yield replaced(node, f"{ast.unparse(node)[:-1]}, dropout=0.5)")


OPERATORS = (
    operator("momentum as eps", "batchnorm-eps-given-as-momentum", _momentum_second),
    operator("dropout of one layer", "rnn-dropout-single-layer", _dropout_of_one_layer, "torch"),
    operator("layers left out", "rnn-dropout-single-layer", without_argument("LSTM", "num_layers", ""), "dropout="),
    operator(
        "freeze=False left out",
        "embedding-from-pretrained-frozen",
        without_argument("from_pretrained", "freeze", "False"),
        "Embedding",
    ),
)
