"""Autocast in a type that only a run knows."""

import os

import torch

OTHER = getattr(torch, os.environ.get("KIND", "float16"))


def attend(q, k, mask):
    with torch.autocast("cpu", dtype=OTHER):
        scores = q @ k.transpose(-2, -1)
        scores += (1.0 - mask) * -1e9  # suspected: `-1e9` overflows to -inf in float16, so a fully masked row becomes
    return scores.softmax(-1)


def attend_in_brain_floats(q, k, mask):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        scores = q @ k.transpose(-2, -1)
        scores += (1.0 - mask) * -1e9  # suspected: `-1e9` overflows to -inf in float16, so a fully masked  # refuted
    return scores.softmax(-1)


rows, mask = torch.randn(2, 4, 8), torch.ones(2, 1, 4)
print(attend(rows, rows, mask).sum(), attend_in_brain_floats(rows, rows, mask).sum())
