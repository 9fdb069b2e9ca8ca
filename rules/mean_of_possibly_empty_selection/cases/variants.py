import torch
import torch.nn.functional as F
from torch import nn

net = nn.Linear(4, 3)


def train(x, y, weights, optimizer):
    out = F.cross_entropy(net(x), y, reduction="none")
    known = ~(y == -1)
    loss = out[known].mean()  # finding: `out[known]` can be empty
    loss = loss + torch.mean(out[(y > 0) & (weights > 0)])  # finding: can be empty
    loss = loss + out[y.eq(1)].std()  # finding: `out[y.eq(1)]` can be empty, which makes the loss NaN; leave this term
    hard = out[weights.isnan()]
    loss = loss + hard.max()  # finding: `hard` can be empty
    count = known.float().sum()
    loss = loss + (out * known).sum() / count  # finding: `count` can be 0
    loss = loss + out.sum() / (y > 0).sum().float()  # finding: use `.clamp(min=1)`
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def least(x, y, weights):
    out = net(x).sum(1)
    hard = out[torch.logical_and(y > 0, weights > 0)]
    loss = hard.amax() + out[y.isneginf()].quantile(0.5)  # finding: `hard` can be empty # finding: can be empty
    loss = loss + torch.nanmean(out[y.bitwise_and(weights > 0)])  # finding: can be empty
    loss = loss + out.sum() / torch.count_nonzero(y > 0)  # finding: use `.clamp(min=1)`
    loss = loss + out.sum() / torch.sum((y > 0).half().cuda())  # finding: use `.clamp(min=1)`
    loss.backward()
