"""Registration of hooks, and their handles."""

from __future__ import annotations

from functools import cache

from torchlint.domain.values import Value
from torchlint.flow.facts import HookFact
from torchlint.flow.state import Frame
from torchlint.knowledge.torch_api import member
from torchlint.syntax import tree


@cache
def hooks_module(name: str) -> bool:
    """Whether a method of this name registers a hook on an nn.Module."""
    known = member("torch.nn.Module", name)
    return known is not None and known.returns == "handle"


@cache
def hooks_tensor(name: str) -> bool:
    """Whether a method of this name registers a hook on a tensor."""
    known = member("torch.Tensor", name)
    return known is not None and known.returns == "handle"


def register_hook(frame: Frame, receiver: Value, node: tree.Call) -> Value:
    """The handle of a hook on a module or parameter; on all modules if the receiver is unknown."""
    origin = frame.origin("hook", node)
    record = frame.interpreter.facts
    if frame.interpreter.records_facts:
        record.hooks.append(HookFact(node, origin, receiver, frame.where, len(record.forwards)))
    return Value("handle", origins=frozenset((origin,)))
