"""Chains of methods whose last result is dropped, functions of what a model returns, and loops over parts of a batch."""

import torch
import torch.nn.functional as F
from torch import nn


@torch.no_grad()
def follow(average, model, decay):
    mine = dict(average.named_parameters())
    for name, weight in model.named_parameters():
        mine[name].mul(decay).add(weight, alpha=1 - decay)  # suspected: leaves `mine[name]` unchanged
        mine[name].mul_(decay).add_(weight, alpha=1 - decay)


def halves(x: torch.Tensor):
    x.mul_(2).clamp(0, 1)  # finding: leaves `x` unchanged
    torch.zeros(1).float().cuda()  # starts CUDA
    x.float().sum().item()
    return x


class Embedder:
    def __init__(self, net: nn.Module, device):
        self.net = net
        self.device = device

    def embed(self, images):
        out = self.net(images)
        F.normalize(out, dim=1)  # finding: leaves `out` unchanged
        F.relu_(out)
        return out


def triplets(net, train_loader, device):
    for anchor, other, far in train_loader:
        for part in (anchor, other, far):
            part.to(device)  # suspected: leaves `part` unchanged
        yield net(anchor), net(other), net(far)


def trees(pots, shed):
    for pot in (pots, shed):
        pot.to(shed)
    return pots


@torch.no_grad()
def generate(model, ids, steps):
    for _ in range(steps):
        new = torch.multinomial(model(ids).softmax(-1), 1)
        torch.cat([ids, new], dim=1)  # finding: leaves `ids` unchanged
    return ids


def added(rows, more):
    rows.append(more)
    torch.cat([rows, more])
    return rows
