"""Where a file chooses a device, `cpu()` may copy."""

import torch
from torch import nn

device = "cuda" if torch.cuda.is_available() else "cpu"


def keep(batches):
    model, best, weights = nn.Linear(4, 2).to(device), 1e9, None
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for x in batches:
        optimizer.zero_grad()
        loss = model(x.to(device)).square().mean()
        loss.backward()
        optimizer.step()
        if loss.item() < best:
            best = loss.item()
            weights = {k: v.cpu() for k, v in model.state_dict().items()}
    return weights
