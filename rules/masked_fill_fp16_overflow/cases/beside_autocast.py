"""A program that uses autocast in one place, and leaves it in another."""

import torch


def attention(query: torch.Tensor, key: torch.Tensor, mask: torch.Tensor):
    with torch.autocast("cuda", dtype=torch.float16):
        scores = query @ key.transpose(-2, -1)
        scores = scores.masked_fill(mask, -1e9)  # finding: does not fit in float16, so this raises under autocast
        with torch.autocast("cuda", enabled=False):
            exact = query @ key.transpose(-2, -1)
            exact = exact.masked_fill(mask, -1e9)  # suspected: does not fit in float16
    return scores, exact
