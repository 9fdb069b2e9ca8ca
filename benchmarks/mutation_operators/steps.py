"""Steps of optimizers and schedulers, and the order of the calls around them."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator

from benchmarks.mutation_operators.operators import (
    Replacement,
    blocks,
    called,
    instead,
    method,
    operator,
    replaced,
    rewritten,
    statements,
    swapped,
    with_body,
    without_argument,
    without_item,
)


def step_of(node: ast.AST, pattern: str = "opt") -> str:
    """The object that a statement steps, if its name matches; empty if the statement is something else."""
    step = method(node.value, "step") if isinstance(node, ast.Expr) else None
    receiver = ast.unparse(step.func.value) if step is not None and isinstance(step.func, ast.Attribute) else ""
    return receiver if re.search(pattern, receiver) else ""


def _calls(node: ast.AST, *names: str) -> bool:
    """Whether the node contains a call of such a method."""
    return any(called(inner) in names for inner in ast.walk(node))


def _loops(tree: ast.Module) -> Iterator[tuple[list[ast.stmt], ast.For]]:
    """Each `for`, with the block that it is in."""
    for block in blocks(tree):
        for statement in block:
            if isinstance(statement, ast.For):
                yield block, statement


def _zero_grad_left_out(tree: ast.Module) -> Iterator[Replacement]:
    """A `zero_grad()` is left out, where its function has no other one of the same object."""
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Module)):
        inside = [one for block in _own_blocks(function) for one in block if isinstance(one, ast.Expr)]
        clearing = [one for one in inside if method(one.value, "zero_grad")]
        for one in clearing:
            if [_function(other) for other in clearing].count(_function(one)) == 1:
                yield replaced(one, "pass")


def _own_blocks(function: ast.FunctionDef | ast.Module) -> Iterator[list[ast.stmt]]:
    """The blocks of a function, without those of functions and classes in it."""
    todo: list[ast.AST] = [function]
    while todo:
        node = todo.pop()
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                yield block
                todo += [one for one in block if not isinstance(one, ast.FunctionDef | ast.ClassDef)]
        todo += getattr(node, "handlers", [])


def _zero_grad_before_step(tree: ast.Module) -> Iterator[Replacement]:
    """Clears the gradients between backward() and step(), too."""
    for block in blocks(tree):
        for one, two in itertools.pairwise(block):
            if isinstance(one, ast.Expr) and method(one.value, "backward") and step_of(two):
                yield replaced(one, f"{ast.unparse(one)}; {step_of(two)}.zero_grad()")


def _zero_grad_per_epoch(tree: ast.Module) -> Iterator[Replacement]:
    """`zero_grad()` goes from the loop over batches to the loop over epochs around it."""
    for _, outer in _loops(tree):
        for loop in outer.body:
            for statement in loop.body if isinstance(loop, ast.For) else ():
                clears = isinstance(statement, ast.Expr) and called(statement.value) == "zero_grad"
                if clears and isinstance(loop, ast.For) and any(map(step_of, loop.body)):
                    yield rewritten([loop], [statement, with_body(loop, without_item(loop.body, statement))])


def _zero_grad_per_micro_batch(tree: ast.Module) -> Iterator[Replacement]:
    """`zero_grad()` leaves the `if` under which the optimizer steps every few iterations."""
    for block in blocks(tree):
        for under in block:
            if not isinstance(under, ast.If) or under.orelse or " % " not in ast.unparse(under.test):
                continue
            for statement in under.body if not _backward_of_all(under) else ():
                if isinstance(statement, ast.Expr) and called(statement.value) == "zero_grad":
                    yield rewritten([under], [with_body(under, without_item(under.body, statement)), statement])


def _backward_of_all(under: ast.If) -> bool:
    """Whether the only backward() is under the condition as well, so that nothing is accumulated: an actor's step."""
    return _calls(under, "backward") and any(_function(one).endswith("optimizer.zero_grad") for one in under.body[:-2])


def _step_twice(tree: ast.Module) -> Iterator[Replacement]:
    """The optimizer also steps right behind backward(), before what comes between the two."""
    for block in blocks(tree):
        for index, statement in enumerate(block):
            if isinstance(statement, ast.Expr) and called(statement.value) == "backward":
                until = [one for one in block[index + 1 :] if step_of(one) or _calls(one, "backward")]
                later = step_of(until[0]) if until else ""
                if later and until[0] is not block[index + 1]:
                    yield replaced(statement, f"{ast.unparse(statement)}; {later}.step()")


def _scheduler_first(tree: ast.Module) -> Iterator[Replacement]:
    """The scheduler steps at the start of the loop, and not at its end."""
    for _, loop in _loops(tree):
        for statement in loop.body[1:]:
            if step_of(statement, "sched") and not _has_arguments(statement) and _calls(loop, "backward", "train"):
                yield rewritten(loop.body, [statement, *without_item(loop.body, statement)])


def _has_arguments(statement: ast.AST) -> bool:
    call = getattr(statement, "value", None)
    return isinstance(call, ast.Call) and bool(call.args or call.keywords)


def _scheduler_per_batch(tree: ast.Module) -> Iterator[Replacement]:
    """A scheduler that steps behind the loop over batches steps in it."""
    for block, loop in _loops(tree):
        for statement in block[block.index(loop) + 1 :]:
            if step_of(statement, "sched") and not _has_arguments(statement) and _calls(loop, "backward"):
                between = block[block.index(loop) : block.index(statement) + 1]
                yield rewritten(between, [with_body(loop, [*loop.body, statement]), *between[1:-1]])


def _scheduler_per_epoch(tree: ast.Module) -> Iterator[Replacement]:
    """A scheduler that steps in the loop over batches steps behind it."""
    for _, outer in _loops(tree):
        for loop in outer.body:
            for statement in loop.body if isinstance(loop, ast.For) else ():
                if isinstance(loop, ast.For) and step_of(statement, "sched") and not _has_arguments(statement):
                    yield rewritten([loop], [with_body(loop, without_item(loop.body, statement)), statement])


def _clipped_before_backward(tree: ast.Module) -> Iterator[Replacement]:
    """Gradients are clipped before they are computed."""
    for block in blocks(tree):
        for one, two in itertools.pairwise(block):
            clips = isinstance(two, ast.Expr | ast.Assign) and called(two.value) in _CLIP
            if isinstance(one, ast.Expr) and called(one.value) == "backward" and clips:
                yield rewritten([one, two], [two, one])


_CLIP = ("clip_grad_norm_", "clip_grad_value_", "clip_grad_norm")


def _unscaled_losses(tree: ast.Module) -> Iterator[Replacement]:
    """The division of a loss by the number of accumulated batches is left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Div) and _COUNT.search(ast.unparse(node.value)):
            yield replaced(node, "pass")
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and _COUNT.search(ast.unparse(node.right)):
            if "loss" in ast.unparse(node.left):
                yield replaced(node, ast.unparse(node.left))


_COUNT = re.compile(r"accum|grad_acc|update_freq|iter_size")


def _unfinished(tree: ast.Module) -> Iterator[Replacement]:
    """`if (i + 1) % k == 0 or i + 1 == len(loader)` forgets the end of the loader."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, ast.Or):
            kept = [value for value in node.test.values if "len(" not in ast.unparse(value)]
            if len(kept) == 1 and " % " in ast.unparse(kept[0]) and _calls(node, "step"):
                yield replaced(node.test, ast.unparse(kept[0]))


def _accumulated_twice(tree: ast.Module) -> Iterator[Replacement]:
    """One `with accelerator.accumulate(model)` becomes two: for the forward, and for the backward."""
    for node in ast.walk(tree):
        if isinstance(node, ast.With) and len(node.items) == 1 and called(node.items[0].context_expr) == "accumulate":
            for index, statement in enumerate(node.body):
                if index and isinstance(statement, ast.Expr) and called(statement.value) == "backward":
                    halves = (node.body[:index], node.body[index:])
                    yield rewritten([node], [with_body(node, half) for half in halves])


def _average_per_micro_batch(tree: ast.Module) -> Iterator[Replacement]:
    """The average of the weights is updated outside the `if` under which the optimizer steps."""
    for block in blocks(tree):
        for under in block:
            if isinstance(under, ast.If) and re.search(r" % |sync_gradients", ast.unparse(under.test)):
                for statement in under.body:
                    if isinstance(statement, ast.Expr) and re.search(r"\bema\b|_ema\b|ema_", _function(statement)):
                        body = with_body(under, without_item(under.body, statement))
                        yield rewritten([under], [body, statement])


def _function(statement: ast.stmt) -> str:
    call = statement.value if isinstance(statement, ast.Expr) else None
    return ast.unparse(call.func) if isinstance(call, ast.Call) else ""


def _half_the_parameters(tree: ast.Module) -> Iterator[Replacement]:
    """`Adam(list(a.parameters()) + list(b.parameters()))` keeps the first of them, and so do chain() and lists."""
    for node in ast.walk(tree):
        parts: list[ast.expr] = []
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            parts = [node.left, node.right]
        elif isinstance(node, ast.List):
            parts = node.elts
        elif isinstance(node, ast.Call) and called(node) == "chain":
            parts = node.args
        is_whole = len(parts) > 1 and all(".parameters()" in ast.unparse(part) for part in parts)
        if isinstance(node, ast.expr) and is_whole:
            first = ast.unparse(parts[0])
            yield replaced(node, f"[{first}]" if isinstance(node, ast.List) else first)


def _optimizer_too_early(tree: ast.Module) -> Iterator[Replacement]:
    """The optimizer is created before a layer of its model is replaced."""
    for block in blocks(tree):
        for index, layer in enumerate(block):
            target = layer.targets[0] if isinstance(layer, ast.Assign) else None
            if not isinstance(layer, ast.Assign) or not isinstance(target, ast.Attribute):
                continue
            if not called(layer.value)[:1].isupper():
                continue
            for later in block[index + 1 :]:
                text = ast.unparse(later)
                if isinstance(later, ast.Assign) and f"({ast.unparse(target.value)}.parameters()" in text:
                    others = block[index : block.index(later)]
                    yield rewritten([*others, later], [later, *others])


def _generators(tree: ast.Module) -> Iterator[Replacement]:
    """`params = list(model.parameters())`, used at least twice, stays the iterator that it is made of."""
    loads = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and called(node.value) == "list":
            whole = re.fullmatch(r"list\((.*parameters\(\).*)\)", ast.unparse(node.value))
            name = node.targets[0].id
            if whole and loads.count(name) > 1 and not re.search(rf"len\({name}\)|\b{name}\[", ast.unparse(tree)):
                yield replaced(node.value, whole[1])


def _renamed_parts(tree: ast.Module) -> Iterator[Replacement]:
    """A part of the name of parameters is written as the part was called before."""
    for node in ast.walk(tree):
        if isinstance(node, ast.For) and re.search(r"named_parameters\(\)$", ast.unparse(node.iter)):
            for test in (inner.test for inner in ast.walk(node) if isinstance(inner, ast.If)):
                for part in ast.walk(test) if not isinstance(test, ast.BoolOp) else ():
                    if isinstance(part, ast.Constant) and isinstance(part.value, str) and len(part.value) > 2:
                        yield replaced(part, repr(f"old_{part.value}"))


# Schedulers whose get_lr() gives the next rate.
_COMPUTED = r"\b(StepLR|MultiStepLR|ExponentialLR|CosineAnnealingLR|LinearLR|PolynomialLR)\("

OPERATORS = (
    operator("zero_grad() left out", "missing-zero-grad zero-grad-once-per-epoch", _zero_grad_left_out),
    operator("zero_grad() before step()", "zero-grad-between-backward-and-step", _zero_grad_before_step),
    operator("zero_grad() per epoch", "zero-grad-once-per-epoch", _zero_grad_per_epoch),
    operator("zero_grad() per micro-batch", "zero-grad-cancels-accumulation", _zero_grad_per_micro_batch),
    operator("step() twice", "step-repeated-without-backward", _step_twice),
    operator("clipped after step()", "clip-grad-wrong-place", swapped(_CLIP, ("step",))),
    operator("clipped before backward()", "clip-grad-wrong-place", _clipped_before_backward),
    operator("scheduler never stepped", "scheduler-step-order-or-missing", statements("step", of="sched")),
    operator("scheduler first", "scheduler-step-order-or-missing", _scheduler_first),
    operator("scheduler per batch", "scheduler-wrong-cadence", _scheduler_per_batch, "T_max|Cosine|StepLR|Exponential"),
    operator("scheduler per epoch", "scheduler-wrong-cadence", _scheduler_per_epoch, "OneCycle|total_steps|training_"),
    operator("get_lr()", "get-lr-outside-scheduler", instead(r"(.*)get_last_lr\(\)", r"\1get_lr()"), _COMPUTED),
    operator(
        "momentum cycled",
        "momentum-overwritten-by-scheduler",
        without_argument("OneCycleLR", "cycle_momentum", "False"),
    ),
    operator("loss not scaled", "accumulation-loss-not-scaled", _unscaled_losses),
    operator(
        "loss divided twice",
        "accumulation-loss-divided-twice",
        instead(r"(accelerator\.backward)\(([\w.]+)\)", r"\1(\2 / accelerator.gradient_accumulation_steps)"),
        r"gradient_accumulation_steps=",
    ),
    operator("accumulation unfinished", "accumulation-unfinished-at-epoch-end", _unfinished),
    operator("accumulate() twice", "accumulate-entered-twice", _accumulated_twice),
    operator("average per micro-batch", "ema-updated-per-micro-batch", _average_per_micro_batch),
    operator("half the parameters", "model-in-no-optimizer parameters-in-no-optimizer", _half_the_parameters),
    operator("optimizer too early", "optimizer-holds-stale-parameters", _optimizer_too_early),
    operator("generator of parameters", "parameters-generator-exhausted", _generators),
    operator("name of parameters", "parameter-name-matches-nothing", _renamed_parts),
)
