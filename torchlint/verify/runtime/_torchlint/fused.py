"""The gradient that a logarithm hands to what went through a sigmoid or softmax, against that of the fused loss."""

from __future__ import annotations

import math
import re
from typing import Any, NamedTuple

from . import torch_state
from .backward_aside import Gradients, Unmeasured, asked, between, carried, found, ones_for, saved

# The logarithms, as autograd calls them, and what their derivative is besides 1 / x.
LOGARITHMS = {"Log": 1.0, "Log1P": 1.0, "Log2": 1 / math.log(2), "Log10": 1 / math.log(10)}
CROSS_ENTROPY = "BinaryCrossEntropy"
SMALLEST = 1e-12  # below that, binary_cross_entropy's backward does not let p * (1 - p) fall
# What may stand between probabilities and their logarithm. A cut is done without, when nothing is to be lost.
CUTS = frozenset("Clamp ClampMin ClampMax Maximum Minimum".split())
SINGLE = frozenset("Add Sub Rsub Neg".split()) | CUTS
SHAPES = frozenset(
    """View UnsafeView ReshapeAlias Alias Squeeze Unsqueeze Permute T Transpose Select Slice Index IndexSelect
    MaskedSelect Gather Expand ToCopy Clone Cat Stack Split Unbind""".split()
)
NEAR = 0.01  # the most that may be added to a probability to keep its logarithm finite


class Compared(NamedTuple):
    """Sums of absolute gradients, and how many of them are no finite numbers though the fused ones are."""

    now: float
    fused: float
    broken: int
    numbers: int


def kind(node: Any) -> str:
    """What autograd calls a node's operation, without the number of its variant."""
    return re.sub(r"Backward\d*$", "", type(node).__name__)


def is_logarithm(node: Any) -> bool:
    return kind(node) in LOGARITHMS or kind(node) == CROSS_ENTROPY


def compared(root: Any, number: int) -> Compared | None:
    """What a backward from `root` does at the activation below the logarithm with this sequence number.

    None if the backward does not reach it. Raises Unmeasured.
    """
    logarithm = found(root, number)
    if logarithm is None:
        return None
    activations = activations_below(logarithm) if is_logarithm(logarithm) else []
    if not activations:
        raise Unmeasured
    nodes = between(root, activations)
    logarithms = [node for node in nodes if is_logarithm(node)]
    arrived = carried(nodes, ones_for(root), logarithms, asked)
    now: Gradients = {}
    exact: Gradients = {}
    for each, gradients in arrived.items():
        below = between(each, activations)
        _add(now, carried(below, {each: gradients}, activations, asked))
        _add(exact, _exact(each, gradients, below, activations))
    return _summed(now, exact, activations)


def activations_below(logarithm: Any) -> list[Any]:
    """The sigmoids, or softmaxes, whose values are only cut, moved and shaped before the logarithm is taken."""
    waiting, ends = [logarithm.next_functions[0][0]], []
    for node in waiting:
        following = [each for each, _ in node.next_functions if each is not None]
        if kind(node) in ("Sigmoid", "Softmax"):
            ends.append(node)
        elif kind(node) in SHAPES or (kind(node) in SINGLE and len(following) == 1):
            waiting += [each for each in following if each not in waiting]
        else:
            return []  # an average, a product: no longer the probability of one logit
    return ends


def _exact(logarithm: Any, gradients: list[Any], nodes: list[Any], ends: list[Any]) -> Gradients:
    """The gradients of the logits, had nothing been rounded or cut."""
    if kind(logarithm) == CROSS_ENTROPY:
        if any(kind(end) != "Sigmoid" for end in ends):
            raise Unmeasured
        given = saved(logarithm._raw_saved_self)
        spread = (given * (1 - given)).clamp_min(SMALLEST)
        return _routed(logarithm, asked(logarithm, gradients)[0] * spread, nodes, ends)  # p - y, weighed
    first = gradients[0] * LOGARITHMS[kind(logarithm)]
    routed = _routed(logarithm, first, nodes, ends)
    signs = _routed(logarithm, torch_state.torch.ones_like(first), nodes, ends)
    for end in routed:
        _hold_near(logarithm, end)
        routed[end] = [_through(end, routed[end][0], signs[end][0])]
    return routed


def _routed(logarithm: Any, first: Any, nodes: list[Any], ends: list[Any]) -> Gradients:
    """What arrives at the ends of that which the logarithm hands down, as if nothing were cut on the way."""

    def through(node: Any, gradients: list[Any]) -> tuple[Any, ...]:
        if node is logarithm:
            return (first,)
        return tuple(gradients) * len(node.next_functions) if kind(node) in CUTS else asked(node, gradients)

    return carried(nodes, {logarithm: [first]}, ends, through)


def _through(activation: Any, gradient: Any, sign: Any) -> Any:
    """The gradient of logits from that of the activation's logarithm, or of its complement's where `sign` is < 0."""
    result = saved(activation._raw_saved_result)
    if kind(activation) == "Sigmoid":
        return torch_state.torch.where(sign < 0, gradient * result, gradient * (1 - result))
    if bool((sign < 0).any()):
        raise Unmeasured  # log(1 - softmax)
    dim = activation._saved_dim
    dim = dim if dim < 1 << 63 else dim - (1 << 64)
    return gradient - result * gradient.sum(dim, keepdim=True)


def _hold_near(logarithm: Any, activation: Any) -> None:
    """Raise Unmeasured if more was added to the probabilities than keeps a logarithm finite."""
    given, result = saved(logarithm._raw_saved_self), saved(activation._raw_saved_result)
    if given.numel() == result.numel():
        mean, plain = float(given.double().mean()), float(result.double().mean())
        mean += kind(logarithm) == "Log1P"
        if min(abs(mean - plain), abs(mean - (1 - plain))) > NEAR:
            raise Unmeasured


def _add(sums: Gradients, more: Gradients) -> None:
    for end, (gradient,) in more.items():
        sums[end] = [gradient if end not in sums else sums[end][0] + gradient]


def _summed(now: Gradients, exact: Gradients, activations: list[Any]) -> Compared:
    """The gradients of the logits, summed up: those that the program computes, and those that the fused loss has."""
    sums = Compared(0.0, 0.0, 0, 0)
    for end in activations:
        if end in now and end in exact:
            real, right = asked(end, now[end])[0].double(), exact[end][0].double()
            is_whole, is_broken = right.isfinite(), ~real.isfinite()
            broken = int((is_broken & is_whole).sum())
            real, right = real.nan_to_num(0.0, 0.0, 0.0).abs(), right.nan_to_num(0.0, 0.0, 0.0).abs()
            known = (sums.now + float(real.sum()), sums.fused + float(right.sum()))
            sums = Compared(*known, sums.broken + broken, sums.numbers + real.numel())
    return sums
