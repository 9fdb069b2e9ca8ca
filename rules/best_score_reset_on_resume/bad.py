"""Trains, keeps the best weights in a file, and goes on from there in a second run, with another learning rate."""

import os
import tempfile

import torch
from torch import nn

FOLDER = tempfile.mkdtemp()
LAST, BEST = os.path.join(FOLDER, "last.pt"), os.path.join(FOLDER, "best.pt")
torch.manual_seed(0)
x = torch.randn(64, 4)
y = x.sum(dim=1, keepdim=True)


def train(epochs, rate):
    model = nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=rate)
    start = 0
    best_loss = float("inf")  # finding: restarts at `float("inf")` on resume
    if os.path.exists(LAST):
        checkpoint = torch.load(LAST, weights_only=True)
        model.load_state_dict(checkpoint["model"])
        optimizer.load_state_dict(checkpoint["optimizer"])
        optimizer.param_groups[0]["lr"] = rate
        start = checkpoint["epoch"] + 1
    for epoch in range(start, epochs):
        loss = nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        score = nn.functional.mse_loss(model(x), y).item()
        if score < best_loss:
            best_loss = score
            torch.save({"model": model.state_dict(), "loss": score}, BEST)
        states = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}
        torch.save(states, LAST)
    return torch.load(BEST, weights_only=True)["loss"]


first = train(10, 0.1)
print("the best loss of the first run:", round(first, 3))
print("is better than what the second run keeps:", first < train(11, 2.0))
