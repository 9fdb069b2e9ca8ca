"""Code that does nothing, and code that does too much."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from benchmarks.mutation_operators.operators import (
    Replacement,
    blocks,
    called,
    method,
    operator,
    replaced,
    rewritten,
    with_body,
)


def _not_called(tree: ast.Module) -> Iterator[Replacement]:
    """`optimizer.step()`, as a statement, loses its parentheses, and so does a `loss.item()` that is kept or shown."""
    for node in ast.walk(tree):
        found = [node.value] if isinstance(node, ast.Expr) else []
        names: tuple[str, ...] = ("zero_grad", "eval", "train", "backward", "step", "update")
        if isinstance(node, ast.Call) and called(node) in ("append", "print", "format"):
            found, names = node.args, ("item",)
        for call in filter(None, (method(one, *names) for one in found)):
            if not call.args and not call.keywords:
                yield replaced(call, ast.unparse(call.func))


def _not_entered(tree: ast.Module) -> Iterator[Replacement]:
    """`with torch.no_grad():` becomes the statement `torch.no_grad()`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.With) and len(node.items) == 1 and called(node.items[0].context_expr) in _MANAGERS:
            manager = node.items[0].context_expr
            yield replaced(node, f"{ast.unparse(manager)}\nif True", manager)


_MANAGERS = ("no_grad", "inference_mode", "autocast", "enable_grad")


def _lazy_loops(tree: ast.Module) -> Iterator[Replacement]:
    """`for critic in critics: critic.train()` becomes `map(lambda critic: critic.train(), critics)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name) and len(node.body) == 1 and not node.orelse:
            only = node.body[0]
            if isinstance(only, ast.Expr) and isinstance(only.value, ast.Call):
                function = f"lambda {node.target.id}: {ast.unparse(only)}"
                yield rewritten([node], ast.parse(f"map({function}, {ast.unparse(node.iter)})").body)


def _grown_tensors(tree: ast.Module) -> Iterator[Replacement]:
    """A list that a loop appends to, and that is concatenated after it, is concatenated in each pass."""
    for block in blocks(tree):
        for loop in block:
            is_over_batches = isinstance(loop, ast.For) and "loader" in ast.unparse(loop.iter)
            for append in loop.body if isinstance(loop, ast.For) and is_over_batches else ():
                call = method(append.value, "append") if isinstance(append, ast.Expr) else None
                if call is None or not isinstance(call.func, ast.Attribute) or not isinstance(loop, ast.For):
                    continue
                name = ast.unparse(call.func.value)
                later = block[block.index(loop) + 1 :]
                joined = [one for one in later if re.search(rf"torch\.cat\({name}\b[^()]*\)", ast.unparse(one))]
                first = [one for one in block[: block.index(loop)] if ast.unparse(one) == f"{name} = []"]
                if len(joined) == 1 and first:
                    old = block[block.index(first[-1]) : block.index(joined[0]) + 1]
                    grown = ast.parse(f"{name} = torch.cat([{name}, {ast.unparse(call.args[0])}])").body[0]
                    body = [grown if one is append else one for one in loop.body]
                    last = re.sub(rf"torch\.cat\({name}\b[^()]*\)", name, ast.unparse(joined[0]))
                    new = [with_body(loop, body) if one is loop else one for one in old[1:-1]]
                    yield rewritten(old, [*ast.parse(f"{name} = torch.empty(0)").body, *new, *ast.parse(last).body])


def _emptied_caches(tree: ast.Module) -> Iterator[Replacement]:
    """The cache is emptied after each step of an optimizer."""
    for node in ast.walk(tree):
        step = method(node.value, "step") if isinstance(node, ast.Expr) else None
        if step is not None and "opt" in ast.unparse(step.func) and not step.args:
            yield replaced(step, f"{ast.unparse(step)}; torch.cuda.empty_cache()")


def _anomalies(tree: ast.Module) -> Iterator[Replacement]:
    """Anomaly detection is switched on where the optimizer is created, whatever the options are."""
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Module)):
        made = [one for one in function.body if isinstance(one, ast.Assign)]
        for node in (one for one in made if called(one.value) in ("SGD", "Adam", "AdamW")):
            yield replaced(node, f"torch.autograd.set_detect_anomaly(True)\n{ast.unparse(node)}")


def _states_in_loops(tree: ast.Module) -> Iterator[Replacement]:
    """`state = model.state_dict()` before a loop becomes `model.state_dict()[key]` in it."""
    made = {
        ast.unparse(node.targets[0]): ast.unparse(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and called(node.value) == "state_dict"
    }
    for loop in ast.walk(tree):
        if isinstance(loop, ast.For) and not isinstance(loop.iter, ast.List | ast.Tuple):
            for node in ast.walk(loop):
                if isinstance(node, ast.Subscript) and ast.unparse(node.value) in made:
                    if isinstance(node.ctx, ast.Load) and ast.unparse(node.slice) in ast.unparse(loop.target):
                        yield replaced(node.value, made[ast.unparse(node.value)])


def _cleared_to_zero(tree: ast.Module) -> Iterator[Replacement]:
    """`zero_grad()` becomes `zero_grad(set_to_none=False)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and method(node.value, "zero_grad") and isinstance(node.value, ast.Call):
            yield replaced(node, f"{ast.unparse(node.value.func)}(set_to_none=False)")


OPERATORS = (
    operator("method not called", "method-not-called", _not_called, r"import torch\b|from torch"),
    operator("manager not entered", "bare-context-manager", _not_entered),
    operator("map instead of a loop", "map-never-runs", _lazy_loops, r"import torch\b|from torch"),
    operator("tensor grown in a loop", "cat-in-loop", _grown_tensors, r"DataLoader|loader"),
    operator("cache emptied", "empty-cache-or-gc-in-loop", _emptied_caches, r"import torch\b"),
    operator("anomaly detection", "detect-anomaly-left-on", _anomalies, r"import torch\b"),
    operator("state_dict() in a loop", "state-dict-in-loop", _states_in_loops),
    operator("gradients of zeros", "zero-grad-to-zero", _cleared_to_zero),
)
