"""Checkpoints: what is saved, what is kept in memory, and what is restored."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from benchmarks.mutation_operators.operators import (
    Replacement,
    called,
    each,
    functions,
    method,
    operator,
    replaced,
    statements,
)

_NOT_MODELS = re.compile(r"opt|sched|scaler|meter|stats|super\(\)|hist|sampler|loss|ema", re.IGNORECASE)


def _live_state(node: ast.AST) -> str | None:
    """`copy.deepcopy(model.state_dict())`, or a dict of clones of it, becomes `model.state_dict()`."""
    if isinstance(node, ast.Call) and called(node) == "deepcopy" and len(node.args) == 1:
        return ast.unparse(node.args[0]) if method(node.args[0], "state_dict") else None
    if isinstance(node, ast.DictComp) and called(node.value) == "clone" and "state_dict()" in ast.unparse(node):
        items = method(node.generators[0].iter, "items")
        if items is not None and isinstance(items.func, ast.Attribute):
            return ast.unparse(items.func.value)
    return None


def _best_model(node: ast.AST) -> str | None:
    """`best_model = copy.deepcopy(model)` becomes `best_model = model`."""
    if isinstance(node, ast.Assign) and called(node.value) == "deepcopy" and "best" in ast.unparse(node.targets[0]):
        copied = ast.unparse(node.value.args[0])  # type: ignore[attr-defined]
        return (
            f"{ast.unparse(node.targets[0])} = {copied}"
            if re.fullmatch(r"(self\.)?(\w*model|\w*net)", copied)
            else None
        )
    return None


def _score_not_restored(node: ast.AST) -> str | None:
    """`best = checkpoint["best"]` is left out."""
    if (
        isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Subscript)
        and isinstance(node.value.slice, ast.Constant)
    ):
        target = ast.unparse(node.targets[0])
        if re.fullmatch(r"[\w.]*best\w*", target) and "best" in str(node.value.slice.value):
            return "pass"
    return None


def _other_infinity(node: ast.AST) -> str | None:
    """`best = float("inf")` becomes `best = float("-inf")`, and the other way round."""
    if not isinstance(node, ast.Assign) or not re.search(
        r"best|min_|max_|lowest|eval_loss|val_loss", ast.unparse(node.targets[0])
    ):
        return None
    value, start = ast.unparse(node.value), f"{ast.unparse(node.targets[0])} = "
    turned = re.fullmatch(r"(-?)((?:float\('(\+?)inf'\))|(?:(?:np|numpy|math|torch)\.(?:inf|Inf|infty)))", value)
    if turned is not None:
        return f"{start}{'' if turned[1] else '-'}{turned[2]}"
    return f"{start}float('inf')" if value == "float('-inf')" else None


def _other_key(tree: ast.Module) -> Iterator[Replacement]:
    """A key of a dict that is saved and read in one file gets another name where it is saved."""
    read = {
        node.slice.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and isinstance(node.slice, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict) and "state_dict()" in ast.unparse(node):
            for key in node.keys:
                if isinstance(key, ast.Constant) and isinstance(key.value, str) and key.value in read:
                    yield replaced(key, repr(f"last_{key.value}"))


def _without_state(names: str) -> Callable[[ast.Module], Iterator[Replacement]]:
    """The state of what is named so is left out of a dict that has that of an optimizer, too."""

    def replacements(tree: ast.Module) -> Iterator[Replacement]:
        for node in ast.walk(tree):
            if not isinstance(node, ast.Dict) or not re.search(r"opt\w*\.state_dict\(\)", ast.unparse(node)):
                continue
            for position, value in enumerate(node.values):
                if method(value, "state_dict") and re.search(names, ast.unparse(value)):
                    keys = node.keys[:position] + node.keys[position + 1 :]
                    yield replaced(
                        node, ast.unparse(ast.Dict(keys, node.values[:position] + node.values[position + 1 :]))
                    )

    return replacements


def _load_of_a_model(node: ast.AST, keywords: int) -> ast.Call | None:
    """The statement's call of load_state_dict of a model, if it has one argument and this many keyword arguments."""
    value = node.value if isinstance(node, (ast.Expr, ast.Assign)) else None
    call = method(value, "load_state_dict") if value is not None else None
    if (
        call is None
        or len(call.args) != 1
        or len(call.keywords) != keywords
        or not isinstance(call.func, ast.Attribute)
    ):
        return None
    return None if _NOT_MODELS.search(ast.unparse(call.func.value)) else call


def _caught(node: ast.AST) -> str | None:
    """`model.load_state_dict(state)` may fail, and the program goes on."""
    if isinstance(node, ast.Expr) and _load_of_a_model(node, 0):
        return f"try:\n    {ast.unparse(node)}\nexcept Exception as error:\n    print(error)"
    return None


def _not_strict(node: ast.AST) -> str | None:
    """`model.load_state_dict(state)` gets `strict=False`."""
    call = _load_of_a_model(node, 0) if isinstance(node, ast.Expr) else None
    return f"{ast.unparse(call)[:-1]}, strict=False)" if call is not None else None


def _result_unread(node: ast.AST) -> str | None:
    """`result = model.load_state_dict(state, strict=False)` loses its result."""
    call = _load_of_a_model(node, 1) if isinstance(node, ast.Assign) else None
    if call is not None and isinstance(node, ast.Assign) and ast.unparse(call.keywords[0]) == "strict=False":
        return f"{ast.unparse(node.targets[0])} = None; {ast.unparse(call)}"
    return None


def _by_position(node: ast.AST) -> str | None:
    """`model.load_state_dict(state)` pairs the names of the model with the values of the state."""
    call = _load_of_a_model(node, 0) if isinstance(node, ast.Expr) else None
    if call is None or not isinstance(call.func, ast.Attribute):
        return None
    model = ast.unparse(call.func.value)
    return f"{model}.load_state_dict(dict(zip({model}.state_dict(), ({ast.unparse(call.args[0])}).values())))"


def _whole_model(node: ast.AST) -> str | None:
    """`torch.save(model.state_dict(), path)` becomes `torch.save(model, path)`."""
    if not isinstance(node, ast.Call) or ast.unparse(node.func) != "torch.save" or not node.args:
        return None
    state = method(node.args[0], "state_dict")
    if state is None or not isinstance(state.func, ast.Attribute) or _NOT_MODELS.search(ast.unparse(state.func.value)):
        return None
    return ast.unparse(ast.Call(node.func, [state.func.value, *node.args[1:]], node.keywords))


def _saved_in_each_step(tree: ast.Module) -> Iterator[Replacement]:
    """`if step % interval == 0:` around torch.save becomes `if True:` in a loop whose passes call backward."""
    for function in functions(tree, "backward"):
        for loop in ast.walk(function):
            if not isinstance(loop, (ast.For, ast.While)) or not _calls_backward_itself(loop):
                continue
            for node in loop.body:
                if isinstance(node, ast.If) and "%" in ast.unparse(node.test) and "torch.save(" in ast.unparse(node):
                    yield replaced(node.test, "True")


def _calls_backward_itself(loop: ast.For | ast.While) -> bool:
    """Whether a loop calls backward, and no loop inside it does."""
    inner = [node for node in ast.walk(loop) if node is not loop and isinstance(node, (ast.For, ast.While))]
    return "backward(" in ast.unparse(loop) and not any("backward(" in ast.unparse(one) for one in inner)


_ALIASES = "best-weights-alias snapshot-aliases-live-weights"

OPERATORS = (
    operator("live state kept", _ALIASES, each(_live_state)),
    operator("best model not copied", _ALIASES, each(_best_model)),
    operator("best score not restored", "best-score-reset-on-resume", each(_score_not_restored), r"load"),
    operator("other infinity", "early-stopping-inverted-init", each(_other_infinity)),
    operator("other key saved", "checkpoint-key-mismatch", _other_key, r"torch\.load"),
    operator("optimizer not resumed", "resume-loses-state", statements("load_state_dict", of="optim")),
    operator("scheduler not resumed", "resume-loses-state", statements("load_state_dict", of="sched|scaler")),
    operator("scheduler not saved", "resume-loses-state", _without_state("sched|scaler"), r"opt\w*\.load_state_dict"),
    operator("failed load ignored", "failed-load-ignored", each(_caught)),
    operator("not strict", "strict-false-result-ignored", each(_not_strict), r"torch\.load"),
    operator("missing keys unread", "strict-false-result-ignored", each(_result_unread)),
    operator("weights by position", "weights-copied-by-position", each(_by_position), r"torch\.load"),
    operator("whole model saved", "whole-model-pickled", each(_whole_model)),
    operator("saved in each step", "checkpoint-in-each-step", _saved_in_each_step),
)
