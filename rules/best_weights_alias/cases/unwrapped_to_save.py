"""A second name for the model, which is saved right away."""

import torch
from torch import nn


def train(model: nn.Module, batches, is_shared: bool):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step, x in enumerate(batches):
        optimizer.zero_grad()
        model(x).square().mean().backward()
        optimizer.step()
        if step % 100 == 0:
            bare = model
            if is_shared:
                bare = model.module
            torch.save({"model": bare.state_dict()}, "often.pt")
        if step % 1000 == 0:
            bare = model
            torch.save({"model": bare.state_dict()}, f"{step}.pt")


def keep(model: nn.Module, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    best, kept = 9.0, model
    for step, x in enumerate(batches):
        optimizer.zero_grad()
        loss = model(x).square().mean()
        loss.backward()
        optimizer.step()
        if step % 100 == 0:
            if loss.item() < best:
                best = loss.item()
                kept = model  # finding: `kept` is the model itself, so later steps overwrite it
    torch.save(kept.state_dict(), "best.pt")
