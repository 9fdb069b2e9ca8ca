"""Graphs that are kept, or cut, too long."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from benchmarks.mutation_operators.operators import (
    Replacement,
    blocks,
    called,
    functions,
    method,
    operator,
    replaced,
    rewritten,
    statements,
    stepped,
)


def _item_in_sum(tree: ast.Module) -> Iterator[Replacement]:
    """`total += loss.item()`, in a function that trains, becomes `total += loss`."""
    for function in functions(tree, "backward"):
        for node in ast.walk(function):
            if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and "loss" in ast.unparse(node.value):
                for item in filter(None, (method(inner, "item", "detach") for inner in ast.walk(node.value))):
                    if isinstance(item.func, ast.Attribute):
                        yield replaced(item, ast.unparse(item.func.value))


def _item_in_append(tree: ast.Module) -> Iterator[Replacement]:
    """`losses.append(loss.item())`, in a function that trains, becomes `losses.append(loss)`."""
    for function in functions(tree, "backward"):
        for node in ast.walk(function):
            call = method(node, "append")
            item = method(call.args[0], "item", "detach") if call is not None and len(call.args) == 1 else None
            if item is not None and isinstance(item.func, ast.Attribute) and "loss" in ast.unparse(item):
                yield replaced(item, ast.unparse(item.func.value))


def _detached_arguments(tree: ast.Module) -> Iterator[Replacement]:
    """`discriminator(fake.detach())` becomes `discriminator(fake)`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not re.search(r"^(self\.)?(net)?d(is|$|_|\d)|disc|critic", _lower(node)):
            continue
        for argument in node.args:
            call = method(argument, "detach")
            if call is not None and isinstance(call.func, ast.Attribute):
                yield replaced(call, ast.unparse(call.func.value))


def _lower(call: ast.Call) -> str:
    return ast.unparse(call.func).lower()


def _detached_targets(tree: ast.Module) -> Iterator[Replacement]:
    """`mse_loss(value, target.detach())` becomes `mse_loss(value, target)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _LOSSES.search(ast.unparse(node.func)) and len(node.args) > 1:
            call = method(node.args[1], "detach")
            if call is not None and isinstance(call.func, ast.Attribute):
                if _TARGETS.search(ast.unparse(call.func.value)):
                    yield replaced(call, ast.unparse(call.func.value))


_TARGETS = re.compile(r"targ|next|boot|return|adv|^y$|^q", re.IGNORECASE)  # an encoder's codes are no targets
_LOSSES = re.compile(r"crit|loss|cross_entropy|bce", re.IGNORECASE)


def _severed_losses(tree: ast.Module) -> Iterator[Replacement]:
    """`loss.backward()` gets a loss that was made anew from its value."""
    for node in ast.walk(tree):
        call = method(node.value, "backward") if isinstance(node, ast.Expr) else None
        if isinstance(node, ast.Expr) and call is not None and isinstance(call.func, ast.Attribute):
            loss = call.func.value
            if isinstance(loss, ast.Name) and "torch" not in loss.id:
                yield replaced(
                    node, f"{loss.id} = torch.tensor({loss.id}.item(), requires_grad=True); {ast.unparse(node)}"
                )


def _steps_behind_a_forward(tree: ast.Module) -> Iterator[Replacement]:
    """A step of one optimizer is moved behind the forward of the next loss, right before its backward()."""
    for block in blocks(tree):
        for index, first in enumerate(block):
            optimizer = stepped(first)
            for later in range(index + 1, len(block)):
                statement = block[later]
                if not optimizer or stepped(statement):
                    break
                if isinstance(statement, ast.Expr) and method(statement.value, "backward"):
                    if any(isinstance(between, ast.Assign) for between in block[index + 1 : later]):
                        yield rewritten(block[index:later], [*block[index + 1 : later], first])
                    break


def _one_zero_grad_of_several(tree: ast.Module) -> Iterator[Replacement]:
    """Of two optimizers that step in a function, one no longer clears its gradients."""
    for function in functions(tree, "backward"):
        inside = [node for node in ast.walk(function) if isinstance(node, ast.Expr)]
        if len({stepped(node) for node in inside} - {""}) > 1:
            for node in inside:
                if method(node.value, "zero_grad"):
                    yield replaced(node, "pass")


_IN_PLACE = {"clamp": "clamp_", "masked_fill": "masked_fill_", "clip": "clamp_"}


def _writes_through_data(tree: ast.Module) -> Iterator[Replacement]:
    """`x = x.clamp(0, 1)`, in a forward, becomes `x.data.clamp_(0, 1)`."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef) or function.name != "forward":
            continue
        for node in ast.walk(function):
            if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
                continue
            call = method(node.value, *_IN_PLACE)
            if call is not None and isinstance(call.func, ast.Attribute):
                if ast.unparse(call.func.value) == node.targets[0].id:
                    arguments = ast.unparse(ast.Call(ast.Name("f"), call.args, call.keywords))[1:]
                    yield replaced(node, f"{node.targets[0].id}.data.{_IN_PLACE[call.func.attr]}{arguments}")


_STATE = re.compile(r"^(self\.)?(h|c|hx|cx|h_?[nt]|c_?[nt]|hidden\w*|\w*_?states?|hs?)$")


def _live_states(tree: ast.Module) -> Iterator[Replacement]:
    """`hidden = hidden.detach()` is left out, in a function that trains."""
    for function in functions(tree, "backward"):
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and _STATE.search(target := ast.unparse(node.targets[0])):
                if called(node.value) in ("detach", "repackage_hidden", "detach_states") and target in ast.unparse(
                    node.value
                ):
                    yield replaced(node, "pass")


def _bare_roots(tree: ast.Module) -> Iterator[Replacement]:
    """`torch.sqrt(x + eps)` becomes `torch.sqrt(x)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in ("sqrt", "rsqrt") and "math" not in ast.unparse(node.func):
            inner = node.args[0] if node.args else node.func.value if isinstance(node.func, ast.Attribute) else None
        elif (
            isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow) and ast.unparse(node.right) in ("0.5", "1 / 2")
        ):
            inner = node.left
        else:
            continue
        if isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Add) and _EPSILON.search(ast.unparse(inner.right)):
            yield replaced(inner, f"({ast.unparse(inner.left)})")


_EPSILON = re.compile(r"eps|^1e-\d+$|^1e-0\d$", re.IGNORECASE)


def _logarithms_selected(tree: ast.Module) -> Iterator[Replacement]:
    """`torch.log(x + eps)` becomes `torch.where(x > 0, torch.log(x), torch.zeros_like(x))`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "torch.log" and len(node.args) == 1:
            inner = node.args[0]
            if (
                isinstance(inner, ast.BinOp)
                and isinstance(inner.op, ast.Add)
                and _EPSILON.search(ast.unparse(inner.right))
            ):
                x = f"({ast.unparse(inner.left)})"
                yield replaced(node, f"torch.where({x} > 0, torch.log({x}), torch.zeros_like({x}))")


def _thresholded_terms(tree: ast.Module) -> Iterator[Replacement]:
    """A cross entropy that is added to another term of a loss becomes an error rate."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            for side in (node.left, node.right):
                for call in (side.left, side.right) if isinstance(side, ast.BinOp) else (side,):
                    if isinstance(call, ast.Call) and called(call) == "cross_entropy" and len(call.args) > 1:
                        one, two = map(ast.unparse, call.args[:2])
                        yield replaced(call, f"(({one}).argmax(1) != {two}).float().mean()")


def _contexts_with_attributes(tree: ast.Module) -> Iterator[Replacement]:
    """`ctx.save_for_backward(x)` becomes `ctx.x = x`, and `ctx.saved_tensors` reads it."""
    for node in tree.body:
        if not isinstance(node, ast.ClassDef) or not any("Function" in ast.unparse(base) for base in node.bases):
            continue
        saves = [call for call in ast.walk(node) if method(call, "save_for_backward") and isinstance(call, ast.Call)]
        if len(saves) == 1 and saves[0].args and all(isinstance(saved, ast.Name) for saved in saves[0].args):
            names = [ast.unparse(saved) for saved in saves[0].args]
            attributes = "".join(f"ctx.{name}, " for name in names)
            text = ast.unparse(node).replace(ast.unparse(saves[0]), f"{attributes}= {', '.join(names)},")
            yield replaced(node, text.replace("ctx.saved_tensors", f"({attributes})"))


OPERATORS = (
    operator("sum of graphs", "loss-accumulates-graph list-accumulates-graph", _item_in_sum),
    operator("list of graphs", "list-accumulates-graph loss-accumulates-graph", _item_in_append),
    operator("generator not detached", "generator-not-detached-in-discriminator-step", _detached_arguments),
    operator("target not detached", "target-not-detached", _detached_targets),
    operator("loss severed", "graph-severed-loss", _severed_losses, "optim"),
    operator("step behind the next forward", "graph-reused-after-step", _steps_behind_a_forward),
    operator(
        "one zero_grad() of several",
        "gradients-of-another-loss-in-step missing-zero-grad",
        _one_zero_grad_of_several,
    ),
    operator("write through .data", "data-attribute-in-graph", _writes_through_data),
    operator("state not detached", "rnn-state-not-detached", _live_states, "LSTM|GRU|RNN|recurrent"),
    operator("root without epsilon", "sqrt-or-norm-gradient-at-zero", _bare_roots, "torch"),
    operator("logarithm selected", "where-masks-nan-forward-only", _logarithms_selected),
    operator("error rate in a loss", "non-differentiable-in-loss", _thresholded_terms),
    operator("context keeps tensors", "ctx-attribute-tensor", _contexts_with_attributes, "save_for_backward"),
    operator("inputs not marked dirty", "function-changes-input-without-mark-dirty", statements("mark_dirty")),
)
