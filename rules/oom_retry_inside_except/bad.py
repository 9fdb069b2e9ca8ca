"""Evaluates in batches that are halved when memory runs out."""

import torch
from torch import nn

MOST_ROWS = 8  # stands for the memory of a GPU
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 64), nn.ReLU(), nn.Linear(64, 1))


def evaluate(rows):
    hidden = model[:2](rows)
    if len(rows) > MOST_ROWS:
        raise torch.OutOfMemoryError("CUDA out of memory")
    return model[2](hidden).sum().item()


def evaluate_all(rows):
    try:
        return evaluate(rows)
    except torch.OutOfMemoryError:
        torch.cuda.empty_cache()
        half = len(rows) // 2
        return evaluate_all(rows[:half]) + evaluate_all(rows[half:])  # finding: while the exception keeps the


with torch.no_grad():
    print(f"{evaluate_all(torch.ones(32, 4)):.3f}")
