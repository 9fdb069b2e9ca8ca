"""Checkpoints, and what several processes share."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from benchmarks.mutation_operators.operators import Replacement, called, method, operator, replaced, statements


def _wrapped_states(tree: ast.Module) -> Iterator[Replacement]:
    """`model.module.state_dict()` becomes `model.state_dict()`."""
    for node in ast.walk(tree):
        call = method(node, "state_dict")
        if call is not None and isinstance(call.func, ast.Attribute):
            receiver = call.func.value
            if isinstance(receiver, ast.Attribute) and receiver.attr == "module":
                yield replaced(call, f"{ast.unparse(receiver.value)}.state_dict()")


def _live_states(tree: ast.Module) -> Iterator[Replacement]:
    """`copy.deepcopy(model.state_dict())` becomes `model.state_dict()`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) == "deepcopy" and len(node.args) == 1:
            if method(node.args[0], "state_dict"):
                yield replaced(node, ast.unparse(node.args[0]))


def _saves_on_each_rank(tree: ast.Module) -> Iterator[Replacement]:
    """`if rank == 0:` around torch.save becomes `if True:`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and re.search(r"rank\b.*== 0|is_main|is_master", ast.unparse(node.test)):
            if any(called(inner) == "save" for inner in ast.walk(node)):
                yield replaced(node.test, "True")


OPERATORS = (
    operator("wrapped state", "ddp-state-dict-prefix", _wrapped_states, "DistributedDataParallel|DDP"),
    operator("live state kept", "best-weights-alias snapshot-aliases-live-weights", _live_states),
    operator("every rank saves", "save-on-every-rank", _saves_on_each_rank),
    operator("optimizer not resumed", "resume-loses-state", statements("load_state_dict", of="optim")),
    operator("not reduced", "metric-not-reduced-across-ranks", statements("all_reduce", "reduce")),
)
