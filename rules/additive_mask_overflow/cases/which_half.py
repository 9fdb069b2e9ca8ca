"""Autocast in a type that only a run knows."""

import os

import torch

OTHER = getattr(torch, os.environ.get("KIND", "float16"))


def attend(q, k, mask):
    with torch.autocast("cpu", dtype=OTHER):
        scores = q @ k.transpose(-2, -1)
        scores += (1.0 - mask) * -1e9  # suspected: `-1e9` is -inf in float16
    return scores.softmax(-1)


def attend_in_brain_floats(q, k, mask):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        scores = q @ k.transpose(-2, -1)
        scores += (1.0 - mask) * -1e9  # suspected: `-1e9` is -inf in float16  # refuted
    return scores.softmax(-1)


rows, mask = torch.randn(2, 4, 8), torch.ones(2, 1, 4)
print(attend(rows, rows, mask).sum(), attend_in_brain_floats(rows, rows, mask).sum())
