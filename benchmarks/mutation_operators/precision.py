"""Mixed precision, and numbers that a half-precision dtype cannot hold."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Callable, Iterator

from benchmarks.mutation_operators.operators import (
    Replacement,
    blocks,
    called,
    instead,
    method,
    operator,
    replaced,
    rewritten,
    with_body,
)


def _without_a_scaler(tree: ast.Module) -> Iterator[Replacement]:
    """`scaler.scale(loss).backward()` to `scaler.update()` become a plain backward() and step()."""
    for block in blocks(tree):
        for index, first in enumerate(block):
            if not _scaled_backward(first):
                continue
            for last in block[index + 1 :]:
                if isinstance(last, ast.Expr) and called(last.value) == "update" and "scaler" in ast.unparse(last):
                    old = block[index : block.index(last)]
                    text = "\n".join(map(ast.unparse, old))
                    for pattern, plain in _SCALED:
                        text = re.sub(pattern, plain, text)
                    yield rewritten([*old, last], ast.parse(text).body)


_SCALED = (
    (r"\w*scaler\.scale\(([^()]+)\)", r"\1"),
    (r"\w*scaler\.unscale_\(.*\)", "pass"),
    (r"\w*scaler\.step\((.+)\)", r"\1.step()"),
)


def _scaled_backward(statement: ast.AST) -> bool:
    text = ast.unparse(statement) if isinstance(statement, ast.Expr) else ""
    return bool(re.match(r"(self\.)?\w*scaler\.scale\(.*\.backward\(", text))


def _scaler_for_each_step(tree: ast.Module) -> Iterator[Replacement]:
    """`scaler = GradScaler()` stands in front of each backward()."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and _scaled_backward(node):
            scaler = ast.unparse(node).split(".scale(")[0]
            yield replaced(node, f"{scaler} = torch.cuda.amp.GradScaler()\n{ast.unparse(node)}")


def _updated_between(tree: ast.Module) -> Iterator[Replacement]:
    """`scaler.update()` also comes between the steps of two optimizers."""
    for block in blocks(tree):
        steps = [one for one in block if isinstance(one, ast.Expr) and method(one.value, "step") and _by_scaler(one)]
        for one in steps[:-1]:
            yield replaced(one, f"{ast.unparse(one)}; {ast.unparse(one).split('.step(')[0]}.update()")


def _by_scaler(statement: ast.AST) -> bool:
    return bool(re.match(r"(self\.)?\w*scaler\.step\(", ast.unparse(statement)))


def _loss_behind_autocast(tree: ast.Module) -> Iterator[Replacement]:
    """The loss, the last line in `with autocast`, comes after it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.With) and "autocast" in ast.unparse(node.items[0]) and len(node.body) > 1:
            last = node.body[-1]
            if isinstance(last, ast.Assign) and "loss" in ast.unparse(last.targets[0]).lower():
                if isinstance(last.value, ast.Call) and last.value.args:
                    yield rewritten([node], [with_body(node, node.body[:-1]), last])


def _scaled_norms(tree: ast.Module) -> Iterator[Replacement]:
    """`scaler.unscale_(optimizer)` in front of what clips is left out."""
    for block in blocks(tree):
        for one, two in itertools.pairwise(block):
            if isinstance(one, ast.Expr) and method(one.value, "unscale_") and "clip_grad" in ast.unparse(two):
                yield replaced(one, "pass")


def _cast_model(cast: str, *optimizers: str) -> Callable[[ast.Module], Iterator[Replacement]]:
    """Casts the model before an optimizer of torch is created for its parameters."""

    def replacements(tree: ast.Module) -> Iterator[Replacement]:
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and called(node.value) in optimizers:
                model = re.search(r"([\w.]+)\.parameters\(\)", ast.unparse(node.value))
                if model:
                    yield replaced(node, f"{model[1]}.{cast}()\n{ast.unparse(node)}")

    return replacements


def _positions(tree: ast.Module) -> Iterator[Replacement]:
    """Positions get the dtype of the frequencies that they are multiplied by."""
    functions = [
        one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef) and "self.inv_freq" in ast.unparse(one)
    ]
    for node in (inner for function in functions for inner in ast.walk(function)):
        if isinstance(node, ast.Call) and called(node) == "arange" and any(k.arg == "device" for k in node.keywords):
            others = [keyword for keyword in node.keywords if keyword.arg != "dtype"]
            plain = ast.unparse(ast.Call(node.func, node.args, others))
            yield replaced(node, f"{plain}.type_as(self.inv_freq)")


_NUMBER = r"float\('-inf'\)|-?(torch|np)\.finfo\([\w.]+\)\.(min|max)|-?float\('inf'\)|-(np|math|torch)\.inf"
_PLAIN = r"\A(?!(?s:.*def configure_optimizers))"  # Lightning casts models itself
_LOSSES = "backward-bypasses-accelerator"

OPERATORS = (
    operator("unscale_() left out", "amp-clip-without-unscale", _scaled_norms),
    operator("backward() of the loss", _LOSSES, instead(r"\w*\.?accelerat\w*\.backward\((.+)\)", r"(\1).backward()")),
    operator("no scaler", "fp16-autocast-without-scaler", _without_a_scaler, "autocast"),
    operator("scaler for each step", "grad-scaler-made-in-loop", _scaler_for_each_step, r"import torch\b"),
    operator(
        "step() of the optimizer",
        "optimizer-step-on-scaled-gradients",
        instead(r"\w*scaler\.step\(([\w.]+)\)", r"\1.step()"),
        r"scaler\.scale\(",
    ),
    operator("scaler updated twice", "scaler-updated-before-step", _updated_between),
    operator("loss behind autocast", "loss-outside-autocast", _loss_behind_autocast),
    operator("float16 parameters", "half-precision-training", _cast_model("half", "SGD", "Adam", "AdamW"), _PLAIN),
    operator(
        "bfloat16 parameters", "bf16-parameters-with-plain-optimizer", _cast_model("bfloat16", "Adam", "AdamW"), _PLAIN
    ),
    operator("positions in half precision", "positions-in-half-precision", _positions, r"inv_freq.*einsum|outer"),
    operator(
        "epsilon of 1e-8",
        "eps-too-small-for-dtype",
        instead(r"(.*\bclamp_?\(.*)(1e-\d+), (1(?:\.0)?) - 1e-\d+\)", r"\g<1>1e-08, \3 - 1e-08)"),
    ),
    operator(
        "mask of -1e9 is filled in",
        "masked-fill-fp16-overflow",
        instead(rf"(.*\.masked_fill_?\(.*), (?:{_NUMBER})\)", r"\1, -1000000000.0)", names="masked_fill masked_fill_"),
    ),
)
