"""Assignments to CUDA's environment variables, and what initialises CUDA."""

from __future__ import annotations

from torchlint.flow.facts import CudaEnvironmentFact
from torchlint.flow.interpreter import evaluate
from torchlint.flow.state import Frame
from torchlint.knowledge.environment import READ_ONCE
from torchlint.syntax import tree


def note_start(frame: Frame, node: tree.Call) -> None:
    """Record that CUDA is initialised, unless it is already."""
    if frame.interpreter.records_facts:
        frame.interpreter.facts.environment.append(CudaEnvironmentFact(node, "", frame.where))


def note_written(frame: Frame, target: tree.Subscript) -> None:
    """Record `os.environ["..."] = ...`."""
    key = target.index
    if isinstance(key, tree.Constant) and key.value in READ_ONCE:
        owner = evaluate(frame, target.value)
        if owner.kind == "external" and owner.ref == "os.environ":
            note_variable(frame, target, key)


def note_variable(frame: Frame, node: tree.Node, key: tree.Expression) -> None:
    """A variable of the environment is written."""
    if frame.interpreter.records_facts and isinstance(key, tree.Constant) and key.value in READ_ONCE:
        frame.interpreter.facts.environment.append(CudaEnvironmentFact(node, str(key.value), frame.where))
