import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(4, 3)


class Angles(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 3)

    def forward(self, x):
        cosine = self.layer(x)
        inside = torch.abs(cosine) < 1
        return torch.where(inside, torch.acos(cosine), torch.zeros_like(cosine))  # finding: NaN at 1 and -1


def train(x, y, optimizer):
    out = net(x)
    loss = torch.where(out > 0, out.sqrt(), out).mean()  # finding: gradient of `out.sqrt()`, which is NaN at 0
    loss = loss + torch.where(out.eq(0) | (out == 0), torch.zeros_like(out), y / out).mean()  # finding: `y / out`
    norm = out.norm(dim=1, keepdim=True)
    loss = loss + torch.where(norm > 0, out / norm, out).mean()  # finding: `out / norm`, which is NaN at 0
    loss = loss + torch.where(out > 0, 1 - out**0.5, out).mean()  # finding: `out**0.5`
    loss = loss + torch.where(out < 9, torch.exp2(out), out).mean()  # finding: NaN at large values
    capped = torch.fmin(out, y)
    loss = loss + torch.where(capped < 9, torch.exp2(capped), out).mean()
    roots = torch.sqrt(out)
    loss = loss + torch.where(out > 0, roots * 2, out).mean()
    loss = loss + torch.where(out != 0, out.log(), 0).sum() + F.mse_loss(out, y)  # finding: `out.log()`
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
