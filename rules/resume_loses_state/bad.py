"""Fits a line, stops half-way, and goes on from the checkpoint."""

import io

import torch
from torch import nn


def train(stop: int, kept: "io.BytesIO | None" = None) -> io.BytesIO:
    torch.manual_seed(0)
    model = nn.Linear(1, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=3)
    start = 0
    if kept is not None:
        state = torch.load(kept, weights_only=True)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        start = state["epoch"]
    for epoch in range(start, stop):
        rates = [group["lr"] for group in optimizer.param_groups]
        print(f"epoch {epoch}: learning rate {rates[0]:.4f}")
        optimizer.zero_grad()
        x = torch.rand(16, 1)
        nn.functional.mse_loss(model(x), 2 * x).backward()
        optimizer.step()
        scheduler.step()
    file = io.BytesIO()
    taken = optimizer.state_dict()  # finding: is saved and restored without `scheduler`, whose schedule starts over
    torch.save({"model": model.state_dict(), "optimizer": taken, "epoch": stop}, file)
    file.seek(0)
    return file


train(6, train(2))
