"""Calls of torch.utils.checkpoint: what they return, and whether that carries a graph."""

from __future__ import annotations

from torchlint.binding.symbols import module_has_parameters
from torchlint.domain.kinds import ValueKind
from torchlint.domain.values import MAYBE, TRUE, YES, Value, truth_of
from torchlint.flow.framework_effects import LibraryCall
from torchlint.flow.graphs import graph_of
from torchlint.flow.interpreter import call_value
from torchlint.knowledge.signatures import CHECKPOINT_OPTIONS

_FOLLOWED: frozenset[ValueKind] = frozenset(("function", "method", "partial", "module"))


def graph_of_checkpoint(args: list[Value], keywords: dict[str, Value], *, sequential: bool) -> tuple[int, bool]:
    """Whether the result has a graph, and whether that is assumed. If reentrant, only the inputs decide."""
    body, inputs = args[:1], args[2 if sequential else 1 :] + [v for k, v in keywords.items() if k == "input"]
    reenters = truth_of(keywords.get("use_reentrant", TRUE))
    grad, assumed = graph_of(inputs)
    is_known = all(v.kind in ("number", "none", "batch") or (v.is_tensor and not v.assumed) for v in inputs)
    if grad == YES or (reenters and is_known and not sequential):
        return grad, assumed
    if reenters is False and body and body[0].kind == "module" and module_has_parameters(body[0]):
        return YES, body[0].assumed
    return MAYBE, True


def result_of_checkpoint(call: LibraryCall, graph: tuple[int, bool]) -> Value | None:
    """What the checkpointed function returns for these arguments; None if it is not known."""
    body = call.args[0] if call.args else call.keywords.get("function")
    if body is None or body.kind not in _FOLLOWED:
        return None
    passed = {name: value for name, value in call.keywords.items() if name not in CHECKPOINT_OPTIONS}
    made = call_value(call.frame, body, call.args[1:], passed, call.code)
    if made.kind in ("unknown", "none"):
        return None
    return made if truth_of(call.keywords.get("use_reentrant", TRUE)) is False else _recomputed(made, *graph)


def _recomputed(made: Value, grad: int, assumed: bool, depth: int = 0) -> Value:
    """What a function returned, as its caller has it: a reentrant checkpoint may have cut the graph."""
    if made.is_tensor and made.grad > grad:
        return made.replace(grad=grad, assumed=assumed)
    if made.kind in ("tuple", "list") and depth < 3:
        return made.replace(items=tuple(_recomputed(one, grad, assumed, depth + 1) for one in made.items))
    return made
