"""Steps of optimizers, schedulers and scalers."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from benchmarks.mutation_operators.operators import (
    Replacement,
    blocks,
    called,
    method,
    operator,
    replaced,
    statements,
    swapped,
)


def _zero_grad_before_step(tree: ast.Module) -> Iterator[Replacement]:
    """Clears the gradients between backward() and step(), too."""
    for block in blocks(tree):
        for one, two in itertools.pairwise(block):
            if isinstance(one, ast.Expr) and isinstance(two, ast.Expr) and method(one.value, "backward"):
                step = method(two.value, "step")
                if step is not None and isinstance(step.func, ast.Attribute) and "opt" in ast.unparse(step.func.value):
                    yield replaced(one, f"{ast.unparse(one)}; {ast.unparse(step.func.value)}.zero_grad()")


def _unscaled_losses(tree: ast.Module) -> Iterator[Replacement]:
    """The division of a loss by the number of accumulated batches is left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Div) and "accum" in ast.unparse(node.value):
            yield replaced(node, "pass")
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.Div):
            if "loss" in ast.unparse(node.targets[0]) and "accum" in ast.unparse(node.value.right):
                yield replaced(node.value, ast.unparse(node.value.left))


def _half_the_parameters(tree: ast.Module) -> Iterator[Replacement]:
    """`Adam(list(a.parameters()) + list(b.parameters()))` keeps the first of them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            if all(called(side) == "list" and ".parameters()" in ast.unparse(side) for side in (node.left, node.right)):
                yield replaced(node, ast.unparse(node.left))


_STEP_LAST = swapped(("clip_grad_norm_", "clip_grad_value_"), ("step",))

OPERATORS = (
    operator("zero_grad() left out", "missing-zero-grad zero-grad-once-per-epoch", statements("zero_grad")),
    operator("zero_grad() before step()", "zero-grad-between-backward-and-step", _zero_grad_before_step),
    operator("unscale_() left out", "amp-clip-without-unscale", statements("unscale_"), "clip_grad"),
    operator("clipped after step()", "clip-grad-wrong-place", _STEP_LAST),
    operator("scheduler never stepped", "scheduler-step-order-or-missing", statements("step", of="sched")),
    operator("loss not scaled", "accumulation-loss-not-scaled", _unscaled_losses),
    operator("half the parameters", "model-in-no-optimizer parameters-in-no-optimizer", _half_the_parameters),
)
