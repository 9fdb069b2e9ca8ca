import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(4, 3)


def train(x, y, rows, optimizer):
    out = F.cross_entropy(net(x), y, reduction="none")
    known = y >= 0
    loss = (out * known).sum() / known.sum().clamp(min=1) + out[known].sum() + out[rows].mean() + out[0].mean()
    loss = loss + (out * known).sum() / (known.sum() + 1e-8) + out[:5].mean() + out.mean() / out.size(0)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    accuracy = (net(x).argmax(1) == y)[known].float().mean()
    return accuracy, y[known].float().mean(), (y > 0).sum() / known.sum()


def guarded(x, y):
    out = net(x)
    positive = y > 0
    loss = out[positive].mean() if positive.any() else out.sum() * 0
    if positive.sum() > 0:
        loss = loss + out[positive].mean()
    loss.backward()


def of_nothing_is_a_number(x, y):
    out = net(x).sum(1)
    loss = out[y > 0].norm() + out[y > 0].logsumexp(0) + out[y.bitwise_and(3)].amax()
    loss.backward()


def of_each_row(x, y):
    loss = net(x)[y > 0].mean(1).sum() + net(x)[y > 0].std(dim=1).sum() + net(x)[y > 0].amax(1).sum()
    loss.backward()
