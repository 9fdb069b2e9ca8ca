"""Masks that are added to scores, by statements alike."""

import torch
import torch.nn.functional as F
from torch.amp import GradScaler, autocast

HIDDEN = -1e9
scaler = GradScaler()


def named(q, k, mask):
    hidden = (1 - mask.float()) * -1e10  # finding: `-1e10` overflows to -inf in float16, so a fully masked row becomes
    scores = torch.matmul(q, k.transpose(-2, -1)) * 0.125
    scores += hidden
    return scores.softmax(-1)


def compared(q, k, mask):
    scores = torch.einsum("bhid,bhjd->bhij", q, k)
    scores += HIDDEN * (mask == 0)  # finding: `HIDDEN` overflows to -inf in float16, so a fully masked row becomes NaN
    return F.softmax(scores, dim=-1)


def small_enough(q, k, mask):
    scores = q @ k.transpose(-2, -1)
    scores += (1.0 - mask) * -1e4
    return scores.softmax(-1)


def a_new_tensor(q, k, mask):
    scores = q @ k.transpose(-2, -1)
    scores = scores + (1.0 - mask) * -1e9
    return scores.softmax(-1)


def in_single(q, k, mask):
    scores = (q @ k.transpose(-2, -1)).float()
    scores += (1.0 - mask) * -1e9
    return scores.softmax(-1)


def no_scores(distance, far, mask):
    penalty = distance - far
    penalty += (1.0 - mask) * -1e9
    return penalty.amax(-1)


def step(net, q, k, mask):
    with autocast("cuda"):
        return scaler.scale(net(named(q, k, mask)).sum())
