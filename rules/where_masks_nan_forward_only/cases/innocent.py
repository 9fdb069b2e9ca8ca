import torch
from torch import nn

net = nn.Linear(4, 3)


def huber(x, y, beta=1.0):
    n = torch.abs(net(x) - y)
    return torch.where(n < beta, 0.5 * n**2 / beta, n - 0.5 * beta).mean()


def train(x, y, optimizer):
    out = net(x)
    safe = torch.where(out > 0, out, torch.ones_like(out))
    loss = torch.where(out > 0, torch.log(safe), torch.zeros_like(out)).mean()
    kept = out.clamp(min=1e-6)
    loss = loss + torch.where(kept > 1e-6, kept.log(), kept).mean()
    hidden = torch.relu(out)  # lets nothing through where it gives 0
    loss = loss + torch.where(hidden > 0, hidden.log(), hidden).mean()
    loss = loss + torch.where(y > 0, torch.log(y), y).mean()  # of data, which wants no gradient
    loss = loss + torch.where(y > 0, torch.log(out.exp() + 1), out).mean()
    loss = loss + torch.log(out.masked_fill(out <= 0, 1.0)).mean() + huber(x, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    precision = torch.where(out > 0, 1 / out, out)
    return precision.detach()


@torch.no_grad()
def evaluate(x, y):
    out = net(x)
    return torch.where(out > 0, torch.log(out), torch.zeros_like(out))
