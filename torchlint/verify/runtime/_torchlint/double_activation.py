"""What a loss that wants logits makes of probabilities, in double precision: its floor, its value and its gradient."""

from __future__ import annotations

import math
from typing import Any

from . import torch_state

TINY = 1e-30


def of_classes(p: Any, target: Any) -> dict[str, float] | None:
    """Plain means of cross entropies of rows of probabilities; None for targets that are not known or of no use.

    The logits are known up to a constant in each row, which the right loss does not mind.
    """
    wanted = _distributions(p, target)
    if wanted is None or not wanted.numel():
        return None
    is_counted = wanted.sum(1) > 0  # a target to be ignored is no class
    if not bool(is_counted.all()):
        p, wanted = p[is_counted], wanted[is_counted]
    if not len(p):
        return None
    logarithms = p.log_softmax(1)
    pull = logarithms.exp() - wanted
    gradient = p * (pull - (p * pull).sum(1, keepdim=True))
    now = (wanted * logarithms).sum() / -len(p)
    right = (wanted * p.clamp_min(TINY).log()).sum() / -len(p)
    return _known(now, right, gradient, p - wanted)


def floor_of_classes(classes: int) -> float:
    """The lowest cross entropy that numbers between 0 and 1 can reach, where one class is right."""
    return math.log(1 + (classes - 1) / math.e)


def of_labels(p: Any, y: Any) -> dict[str, float]:
    """Plain means of binary cross entropies of probabilities, and the lowest that these targets leave."""
    softplus = torch_state.torch.nn.functional.softplus
    z = p.clamp(TINY, 1 - 1e-15).logit()
    best = y.clamp(0, 1).logit().clamp(0, 1)
    known = _known(
        (softplus(p) - y * p).mean(),
        (softplus(z) - y * z).mean(),
        (p.sigmoid() - y) * p * (1 - p),
        p - y,
    )
    return {**known, "floor": float((softplus(best) - y * best).mean())}


def _distributions(p: Any, target: Any) -> Any:
    """The targets as one row of weights for each row of probabilities, zeros for one that is ignored."""
    if target.is_floating_point():
        return target.double() if target.shape == p.shape else None
    if target.numel() != len(p):
        return None
    classes = target.reshape(-1)
    is_class = (classes >= 0) & (classes < p.shape[1])
    columns = classes.clamp(0, p.shape[1] - 1).long()
    return torch_state.torch.zeros_like(p).scatter_(1, columns.unsqueeze(1), is_class.to(p.dtype).unsqueeze(1))


def _known(now: Any, right: Any, gradient: Any, right_gradient: Any) -> dict[str, float]:
    known = now, right, gradient.norm(), right_gradient.norm()
    loss, right_loss, pull, strength = torch_state.torch.stack(known).tolist()
    return {"now": loss, "right": right_loss, "gradient": pull / strength if strength else 1.0}
