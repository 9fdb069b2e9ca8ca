"""An optimizer that is saved as an object, and so is its schedule."""

import torch
from torch import nn
from torch.optim import lr_scheduler


def fit(net, loader, path, resumes):
    optimizer = torch.optim.Adam(net.parameters())
    schedule = lr_scheduler.MultiStepLR(optimizer, [3, 6])
    if resumes:
        parts = torch.load(path, weights_only=False)
        net.load_state_dict(parts["net"])
        optimizer.load_state_dict(parts["optimizer"].state_dict())
        schedule.load_state_dict(parts["schedule"].state_dict())
    for x, y in loader:
        optimizer.zero_grad()
        nn.functional.mse_loss(net(x), y).backward()
        optimizer.step()
    schedule.step()
    parts = {"net": net.state_dict(), "optimizer": optimizer, "schedule": schedule}
    torch.save(parts, path)
