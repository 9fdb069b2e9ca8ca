"""Updates of a GradScaler in a loop over optimizers: each but the first one steps with another scale, perhaps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.queries import CallView
from torchlint.syntax import tree

from .detect import EarlyUpdate

if TYPE_CHECKING:
    from torchlint.queries import File

# What shows that each pass has gradients of its own.
_OF_EACH_PASS = frozenset(("scale", "backward"))


def updates_in_loops(file: File) -> Iterator[EarlyUpdate]:
    """Such updates, in source order; the loop may also call a function that steps and updates."""
    for update in file.method_calls("update"):
        scaler, step = update.receiver, _step_before(file, update)
        if scaler is None or step is None:
            continue
        is_named = scaler.value.kind == "unknown" and "scaler" in tree.last_name(scaler.node).lower()
        if scaler.value.kind != "scaler" and not is_named:
            continue  # a progress bar, perhaps
        loop = file.tree.above(step, *tree.Loops, *tree.Scope)
        if isinstance(loop, tree.For):
            if _is_over_optimizers(loop, scaler.code, step):
                yield EarlyUpdate(file, update.node, step)
        elif isinstance(loop, tree.FunctionDef) and not _differentiates(loop):
            repeated = next(_repeated_calls(file, loop, scaler.code, step), None)
            if repeated is not None:
                yield EarlyUpdate(file, update.node, repeated)


def _step_before(file: File, update: CallView) -> tree.Call | None:
    """The step that the same scaler makes right before, in the same block: `scaler.step(optimizer)`."""
    statement, scaler = update.statement.node, tree.dotted(update.receiver.node) if update.receiver else None
    block = file.tree.block(statement)
    place = block.index(statement) if statement in block else 0
    before = block[place - 1] if place else None
    call = before.value if isinstance(before, tree.ExpressionStatement) else None
    if scaler is None or update.node.args or not isinstance(call, tree.Call) or not call.args:
        return None
    return call if tree.dotted(call.func) == f"{scaler}.step" else None


def _repeated_calls(file: File, function: tree.FunctionDef, scaler: str, step: tree.Call) -> Iterator[tree.Call]:
    """The calls of a function in loops each pass of which passes another optimizer, and the same scaler."""
    names = [one.name for one in function.parameters if one.name not in ("self", "cls")]
    stepped = _names([step.args[0].value]) & set(names)
    for call in file.tree.calls_named(function.name):
        if not tree.last_part(call.func):
            continue
        given = dict(zip(names, call.args, strict=False)) | {one.keyword: one for one in call.args if one.keyword}
        loop = file.tree.above(call, tree.Comprehension, *tree.Loops, *tree.Scope)
        targets = [clause.target for clause in loop.clauses] if isinstance(loop, tree.Comprehension) else []
        if isinstance(loop, tree.For):
            targets = [loop.target] if not _differentiates(loop) else []
        varying = _names(targets)
        differing = {name for name, one in given.items() if name and _mentions(one, varying)}
        if stepped & differing and scaler not in differing:
            yield call


def _is_over_optimizers(loop: tree.For, scaler: str, step: tree.Call) -> bool:
    """Whether a loop steps another optimizer in each pass, with the same scaler, after the gradients of all."""
    varying = _names([loop.target])
    return _mentions(step.args[0], varying) and scaler.partition(".")[0] not in varying and not _differentiates(loop)


def _names(targets: list[tree.Expression]) -> set[str]:
    return {n.id for target in targets for n in tree.walk(target) if isinstance(n, tree.Name)}


def _mentions(node: tree.Node, names: set[str]) -> bool:
    return any(isinstance(n, tree.Name) and n.id in names for n in tree.walk(node))


def _differentiates(part: tree.Node) -> bool:
    """Whether a loop or function scales a loss, or calls backward."""
    return any(isinstance(n, tree.Call) and tree.last_part(n.func) in _OF_EACH_PASS for n in tree.walk(part))
