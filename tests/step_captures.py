"""Which expressions of a marked statement play which role for the probes that look at training steps."""

from __future__ import annotations

import ast
from collections.abc import Callable

Roles = dict[str, "ast.expr | ast.stmt"]


def step_roles(probe: str, statement: ast.stmt) -> Roles | None:
    """The roles of a statement that does all that the probe is about; None for a probe that is not about steps."""
    find: dict[str, Callable[[ast.stmt], Roles]] = {
        "stale_gradients": _step,
        "gradients_at_step": lambda s: {"zero": receiver(call(s, "zero_grad")), **_step(s)},
        "clipped_gradients": _clip,
        "scaled_gradients": _scaled,
        "changed_parameters": _graph,
        "scheduler_order": _order,
        "scheduler_steps": lambda s: {"scheduler": value(s)},
        "unregistered_parameters": lambda s: {"container": target(s), "at": s},
        "missing_gradients": lambda s: {"model": value(s)},
        "batchnorm_updates": _checkpoint,
    }
    return find[probe](statement) if probe in find else None


def _step(statement: ast.stmt) -> Roles:
    step = call(statement, "step")
    by_scaler = "scaler" in ast.unparse(receiver(step))
    return {"optimizer": step.args[0] if by_scaler else receiver(step), "at": step}


def _clip(statement: ast.stmt) -> Roles:
    clip = call(statement, "clip_grad_norm_", "clip_grad_value_")
    return {"parameters": clip.args[0], "at": clip}


def _scaled(statement: ast.stmt) -> Roles:
    step = call(statement, "step")
    return {"at": call(statement, "clip_grad_norm_"), "scaler": receiver(step), "optimizer": step.args[0]}


def _graph(statement: ast.stmt) -> Roles:
    backward = call(statement, "backward")
    return {"forward": call(statement, "model"), "loss": receiver(backward), "at": backward}


def _order(statement: ast.stmt) -> Roles:
    schedule = next(c for c in calls(statement, "step") if "scheduler" in ast.unparse(receiver(c)))
    steps = [c for c in calls(statement, "step") if c is not schedule]
    return {"scheduler": receiver(schedule), **({"step": steps[0]} if steps else {})}


def _checkpoint(statement: ast.stmt) -> Roles:
    checkpoint = call(statement, "checkpoint")
    preserve = [keyword.value for keyword in checkpoint.keywords if keyword.arg == "preserve_rng_state"]
    return {"function": checkpoint.args[0], "at": checkpoint, **({"preserve": preserve[0]} if preserve else {})}


def calls(statement: ast.stmt, *names: str) -> list[ast.Call]:
    """The calls of functions and methods of these names."""
    found = (node for node in ast.walk(statement) if isinstance(node, ast.Call))
    return [node for node in found if ast.unparse(node.func).rpartition(".")[2] in names]


def call(statement: ast.stmt, *names: str) -> ast.Call:
    return calls(statement, *names)[0]


def receiver(node: ast.Call) -> ast.expr:
    assert isinstance(node.func, ast.Attribute)
    return node.func.value


def value(statement: ast.stmt) -> ast.expr:
    """What a statement assigns."""
    assert isinstance(statement, ast.Assign)
    return statement.value


def target(statement: ast.stmt) -> ast.expr:
    """What a statement assigns to."""
    assert isinstance(statement, ast.Assign)
    return statement.targets[0]
