"""Calls of torch.utils.checkpoint: whether their results carry a graph."""

from __future__ import annotations

from torchlint.binding.symbols import module_has_parameters
from torchlint.domain.values import MAYBE, TRUE, YES, Value, truth_of
from torchlint.flow.graphs import graph_of


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
