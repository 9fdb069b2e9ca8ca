"""Goes on after a number of steps that a setting tells; other settings only choose the weights to start from."""

import torch
from torch import nn


def train(net, batches, settings):
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3)
    if settings.warm_start > 0:
        net.load_state_dict(torch.load("other.pt", weights_only=True))
    if settings.resume_iteration > 0:
        saved = torch.load(f"{settings.resume_iteration}.pt", weights_only=True)  # finding: resumes with weights alone
        net.load_state_dict(saved["net"])
    for step in range(settings.resume_iteration, 1000):
        x, y = batches[step]
        optimizer.zero_grad()
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()
        if step % 100 == 0:
            torch.save({"net": net.state_dict()}, f"{step}.pt")
