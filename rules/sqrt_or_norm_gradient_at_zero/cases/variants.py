import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(4, 3)
criterion = nn.MSELoss()


class Squash(nn.Module):
    def __init__(self):
        super().__init__()
        self.capsules = nn.Linear(4, 8)

    def forward(self, x):
        v = self.capsules(x)
        squared = v.pow(2).sum(-1, keepdim=True)
        return squared / (1 + squared) * v / torch.sqrt(squared)  # finding: `squared` is a sum of squares


def in_steps(a, b):
    d = a - b
    d = torch.sum(d * d, dim=1)
    d = d.sqrt()  # finding: `d` is a sum of squares
    return d


def train(x, y, optimizer):
    out = net(x)
    loss = torch.sqrt(F.mse_loss(out, y))  # finding: `F.mse_loss(out, y)` is a mean of squares
    loss = loss + criterion(out, y) ** 0.5  # finding: is a mean of squares
    loss = loss + out.var(0).sqrt().mean()  # finding: is a variance
    loss = loss + torch.sqrt((out - y).square().mean())  # finding: its square root has a NaN gradient
    loss = loss + torch.sqrt(out[:, 0] ** 2 + out[:, 1] ** 2).mean()  # finding: is a sum of squares
    loss = loss + (torch.sqrt(torch.sum(torch.pow(out - y, 2), 1)) + 1e-8).mean()  # finding: use `torch.linalg
    loss = loss + (out * torch.rsqrt(out.pow(2).mean(1, keepdim=True))).mean()  # finding: small constant inside
    loss = loss + ((out - y) ** 2).sum(1, keepdim=True).swapaxes(0, 1).sqrt().mean()  # finding: is a sum of squares
    loss = loss + in_steps(out, y).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def of_anything(a: torch.Tensor, b: torch.Tensor):
    return torch.sqrt(((a - b) ** 2).sum(1))
