import torch
import torch.nn.functional as F
from torch import nn


def resumed(loader, path):
    model = nn.Linear(4, 2)
    optimizer = torch.optim.Adam(model.parameters())
    model = torch.load(path, weights_only=False)
    optimizer.param_groups[0]["params"] = list(model.parameters())
    for x, y in loader:
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()
