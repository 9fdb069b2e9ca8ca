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


def by_place(x, y, weights, optimizer):
    each = F.cross_entropy(net(x), y, reduction="none")
    loss = torch.masked_select(each, y > 1).mean()  # finding: `torch.masked_select(each, y > 1)` can be empty
    places = torch.nonzero(y == 2).squeeze(1)
    loss = loss + each[places].mean()  # finding: `each[places]` can be empty
    loss = loss + each[torch.where(y == 0)[0]].mean()  # finding: can be empty
    hard = each[each > 0.5]
    loss = loss + hard.sum() / hard.numel()  # finding: `hard.numel()` can be 0
    worst = each.masked_select(weights > 0)
    loss = loss + worst.sum() / max(1, worst.numel())
    order = torch.argsort(each)
    loss = loss + each[order].mean() + each.sum() / len(each)
    chosen = (y == 3).nonzero()
    if len(chosen) > 0:
        loss = loss + each[chosen].mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
