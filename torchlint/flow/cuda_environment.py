"""Assignments to CUDA's environment variables, and what initialises CUDA."""

from __future__ import annotations

from torchlint.flow.facts import EnvironmentEvent
from torchlint.flow.interpreter import evaluate
from torchlint.flow.state import Frame
from torchlint.knowledge.operations import full_names
from torchlint.syntax import tree

# CUDA reads these when it starts in a process, and never again.
READ_ONCE = frozenset(("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"))
# What starts CUDA; is_available() asks the driver how many devices there are, and the driver then reads them.
_STARTING = full_names("start", of="torch.cuda")
_SETTING = frozenset(("os.environ.setdefault", "os.putenv"))


def note_environment(frame: Frame, name: str, node: tree.Call) -> None:
    """Record a call of a function of torch.cuda or os."""
    if name in _STARTING:
        note_start(frame, node)
    elif name in _SETTING and node.args:
        _note_variable(frame, node, node.args[0].value)


def note_start(frame: Frame, node: tree.Call) -> None:
    """Record that CUDA is initialised, unless it is already."""
    if frame.interpreter.recording:
        frame.interpreter.record.environment.append(EnvironmentEvent(node, "", frame.where))


def note_written(frame: Frame, target: tree.Subscript) -> None:
    """Record `os.environ["..."] = ...`."""
    key = target.index
    if isinstance(key, tree.Constant) and key.value in READ_ONCE:
        owner = evaluate(frame, target.value)
        if owner.kind == "external" and owner.ref == "os.environ":
            _note_variable(frame, target, key)


def _note_variable(frame: Frame, node: tree.Node, key: tree.Expression) -> None:
    if frame.interpreter.recording and isinstance(key, tree.Constant) and key.value in READ_ONCE:
        frame.interpreter.record.environment.append(EnvironmentEvent(node, str(key.value), frame.where))
