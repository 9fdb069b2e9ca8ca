"""A name for the model that is evaluated in each pass, and one that keeps the best model, which goes on training."""

import copy

import torch
from torch import nn


def fit(loader, evaluate, uses_average):
    model = nn.Linear(4, 1)
    average = copy.deepcopy(model)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    best, kept = 0.0, None
    for _ in range(10):
        for x, y in loader:
            optimizer.zero_grad()
            nn.functional.mse_loss(model(x), y).backward()
            optimizer.step()
            average.lerp(model)
        shown = model
        if uses_average:
            shown = average
        shown.eval()
        score = evaluate(shown)
        shown.train()
        if score > best:
            best = score
            kept = model  # finding: `kept` is the model itself
    return evaluate(kept)
