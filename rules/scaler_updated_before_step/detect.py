"""Updates of a GradScaler between a backward and a step that applies its gradients."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.queries import CallView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# Statements that run what is in them whenever they are reached.
_PLAIN = (tree.ExpressionStatement, tree.Assign, tree.With)


@dataclass(frozen=True, slots=True, eq=False)
class EarlyUpdate(CallView):
    """A call of a scaler's update after which an optimizer steps whose gradients were scaled before."""

    next_step: tree.Node

    @property
    def step(self) -> View:
        """That step."""
        return View(self.file, self.next_step)


def early_updates(file: File) -> Iterator[EarlyUpdate]:
    """Such calls, in source order."""
    for update in file.method_calls("update"):
        scaler = update.receiver
        statement = update.statement.node
        if scaler is None or scaler.value.kind != "scaler" or update.node.args or update.loop is None:
            continue
        block = file.tree.block(statement) if isinstance(statement, tree.ExpressionStatement) else []
        if statement not in block:
            continue
        place = block.index(statement)
        before = [call for one in block[:place] if isinstance(one, _PLAIN) for call in _of(one, scaler.code)]
        methods = [tree.last_part(call.func) for call in before]
        step = _next_step(file, block[place + 1 :], scaler.code)
        if "scale" in methods and "step" in methods and step is not None and not _is_stepped(file, step, before):
            yield EarlyUpdate(file, update.node, step)


def _next_step(file: File, block: list[tree.Statement], scaler: str) -> tree.Call | None:
    """The first step that a scaler lets an optimizer make in a block, if it scales nothing before."""
    for statement in block:
        own = _of(statement, scaler)
        calls = (node for node in tree.walk(statement, into_functions=False) if isinstance(node, tree.Call))
        for call in sorted(calls, key=lambda call: call.start):
            if call not in own:
                if _scales(file, call, scaler):
                    return None
            elif tree.last_part(call.func) == "step":
                return call if isinstance(statement, (*_PLAIN, tree.If)) else None
            elif tree.last_part(call.func) in ("scale", "update"):
                return None
    return None


def _scales(file: File, call: tree.Call, scaler: str) -> bool:
    """Whether a function that is called may scale another loss: it gets the scaler, or calls `scale` itself."""
    if any(tree.dotted(argument.value) == scaler for argument in call.args):
        return True
    called = file.facts.functions.get(call, ())
    return any(".scale(" in function.unit.tree.text_of(function.node) for function in called)


def _is_stepped(file: File, step: tree.Call, before: list[tree.Call]) -> bool:
    """Whether an earlier step was that of the same optimizer."""
    given = [file.tree.text_of(argument.value) for argument in step.args[:1]]
    steps = (call for call in before if tree.last_part(call.func) == "step")
    return any([file.tree.text_of(argument.value) for argument in call.args[:1]] == given for call in steps)


def _of(statement: tree.Statement, scaler: str) -> list[tree.Call]:
    """The calls of a scaler's methods in a statement."""
    calls = (node for node in tree.walk(statement, into_functions=False) if isinstance(node, tree.Call))
    return [c for c in calls if isinstance(c.func, tree.Attribute) and tree.dotted(c.func.value) == scaler]
