"""Where a program speaks of bfloat16, too, its autocast may be of that type, which holds -1e9."""

import torch


def scores_of(logits, mask):
    return torch.softmax(logits.masked_fill(mask, -1e9), dim=-1)  # suspected: does not fit in float16, so this raises


with torch.autocast("cpu", dtype=torch.bfloat16):
    rows = torch.zeros(2, 4) @ torch.zeros(4, 4)
    print(scores_of(rows, torch.zeros(2, 4, dtype=torch.bool)).dtype)
