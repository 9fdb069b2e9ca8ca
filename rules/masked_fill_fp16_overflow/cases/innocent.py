import torch
from torch.amp import GradScaler

scaler = GradScaler()


def scores_of(logits, mask, fill):
    scores = torch.softmax(logits, dim=-1)
    safe = scores.masked_fill(mask, torch.finfo(scores.dtype).min) + scores.masked_fill(mask, float("-inf"))
    safe = safe + scores.masked_fill(mask, -1e4) + scores.masked_fill(mask, 0) + scores.masked_fill(mask, fill)
    exact = scores.float().masked_fill(mask, -1e9).type_as(scores)
    brain = scores.bfloat16().masked_fill(mask, -1e9)
    return safe, exact, brain


def of_whole_numbers(mask):
    counts = torch.ones(3, 3).long()
    exact = torch.ones(3, 3).double() / 2
    return counts.masked_fill(mask, -100000), exact.masked_fill(mask, -1e9)
