"""Roots that are written as powers, of absolute values, and of what a clamp keeps from being negative."""

import torch
import torch.nn.functional as F
from torch import nn


class Distance(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x, y):
        x = self.layer(x)
        far = ((x - y) ** 2).sum(-1).pow(0.5)  # finding: is a sum of squares, and its square root has a NaN gradient
        rooted = torch.sqrt(torch.abs(x - x.detach()))  # finding: is an absolute value, and its square root has a NaN
        signed = torch.sign(x) * torch.sqrt(torch.abs(x) + 1e-8)
        cosine = F.cosine_similarity(x, y)
        sine = torch.sqrt(torch.clamp(1 - cosine.pow(2), min=0))  # finding: is 1 minus a square, and its square root
        height = (1 - cosine**2).clamp(0, 1).sqrt()  # finding: is 1 minus a square, and its square root has an infinite
        kept = torch.sqrt((1 - cosine.pow(2)).clamp(min=1e-6)) + (x.square().sum(-1) + 1e-8).pow(0.5)
        cubes = x.square().sum(-1).pow(1.5)
        halves = torch.sqrt(F.relu(x))  # a ReLU passes no gradient where it is 0
        total = far.sum() + rooted.sum() + signed.sum() + sine.sum() + height.sum() + kept.sum()
        return total + cubes.sum() + halves.sum()


torch.manual_seed(0)
model = Distance()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(3, 4)
with torch.no_grad():
    same = model.layer(x)
model(x, same).backward()
optimizer.step()
