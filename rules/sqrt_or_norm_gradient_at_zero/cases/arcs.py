"""Angles of vectors, whose cosine is 1 where they are the same."""

import torch
import torch.nn.functional as F
from torch import nn


class Angles(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x, y):
        x = self.layer(x)
        cosine = F.cosine_similarity(x, y)
        angle = torch.acos(cosine)  # finding: `cosine` reaches 1, where `acos` has an infinite gradient
        limited = torch.acos(cosine.clamp(-1, 1))  # suspected: reaches 1, where `acos` has an infinite gradient
        kept = torch.acos(torch.clamp(cosine, -1 + 1e-6, 1 - 1e-6)) + torch.asin(0.9 * cosine)
        shown = cosine.detach().acos()
        print(shown.mean())
        return angle.sum() + limited.sum() + kept.sum()


def rotation_between(first, second):
    trace = (first.transpose(1, 2) @ second).diagonal(dim1=1, dim2=2).sum(-1)
    cosine = ((trace - 1) / 2).clamp(-1.0, 1.0)
    return torch.acos(cosine)  # suspected: reaches 1, where `acos` has an infinite gradient


def rotation_inside_the_limits(first, second):
    trace = (first.transpose(1, 2) @ second).diagonal(dim1=1, dim2=2).sum(-1)
    return torch.acos(((trace - 1) / 2).clamp(-1.0 + 1e-6, 1.0 - 1e-6))


class Rotations(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 9)

    def forward(self, x, y):
        x = self.layer(x).view(-1, 3, 3)
        return rotation_between(x, y).mean() + rotation_inside_the_limits(x, y).mean()


torch.manual_seed(0)
model = Angles()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(3, 4)
with torch.no_grad():
    same = model.layer(x)
model(x, same).backward()
optimizer.step()
rotations = Rotations()
rotations(x, torch.eye(3).expand(3, 3, 3)).backward()
