"""Checkpoints at the start of a model, and further inside."""

import torch
import torch.utils.checkpoint as cp
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3)
        self.block = nn.Conv2d(8, 8, 3)
        self.pool = nn.MaxPool2d(2)
        self.head = nn.Linear(8, 10)

    def forward(self, images):
        x = cp.checkpoint(self.stem, images)  # finding: `cp.checkpoint` gives `self.stem` no gradients, as the input
        x = cp.checkpoint(self.block, x)  # finding: `cp.checkpoint` gives `self.block` no gradients, as the input does
        return self.head(x.mean((2, 3)))


def train(net, loader, optimizer):
    for images, labels in loader:
        loss = nn.functional.cross_entropy(net(images), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def main(dataset):
    net = Net()
    train(net, torch.utils.data.DataLoader(dataset), torch.optim.SGD(net.parameters(), lr=0.1))


class Pooled(nn.Module):
    def __init__(self):
        super().__init__()
        self.pool, self.head = nn.MaxPool2d(2), nn.Linear(8, 10)

    def forward(self, images):
        return self.head(cp.checkpoint(self.pool, images))  # nothing in it is trained


def told(net, block, rows, options):
    rows = rows.detach()
    safe = cp.checkpoint(block, rows, use_reentrant=False)
    as_told = cp.checkpoint(block, rows, use_reentrant=options.reentrant)
    wanted = cp.checkpoint(block, rows.requires_grad_())
    features = cp.checkpoint(block, net(rows))
    with torch.no_grad():
        quiet = cp.checkpoint(block, torch.ones(3))
    return safe, as_told, wanted, features, quiet


def made_up(block):
    return cp.checkpoint(block, torch.ones(3))  # finding: pass `use_reentrant=False`


def one_part_wants_it(block, weights):
    return cp.checkpoint(block, torch.ones(3), nn.Parameter(weights))


def positions(embedding, block, numbers):
    return cp.checkpoint(block, embedding(numbers))


class Unknown(nn.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = nn.Sequential(*layers)

    def forward(self, hidden):
        for layer in self.layers:
            hidden = cp.checkpoint(layer, hidden)
        return hidden


class Asking(nn.Module):
    """Checkpoints what wants a gradient, and nothing else."""

    def __init__(self):
        super().__init__()
        self.stem, self.heads = nn.Conv2d(3, 8, 3), nn.ModuleList([nn.Conv2d(8, 2, 1), nn.Conv2d(8, 2, 1)])

    def forward(self, images):
        pooled = [nn.functional.avg_pool2d(images, 2), images]
        first = cp.checkpoint(self.stem, pooled[0]) if pooled[0].requires_grad else self.stem(pooled[0])
        if images.requires_grad and self.training:
            return cp.checkpoint(self.stem, images)
        if first.requires_grad:
            images = cp.checkpoint(self.stem, images)  # finding: `cp.checkpoint` gives `self.stem` no gradients, as the
        return [head(first) for head in self.heads], images


def train_asking(loader, optimizer, net: Asking):
    for images, labels in loader:
        heads, _ = net(images)
        nn.functional.cross_entropy(heads[0].mean((2, 3)), labels).backward()
        optimizer.step()


def main_asking(dataset):
    net = Asking()
    train_asking(torch.utils.data.DataLoader(dataset), torch.optim.SGD(net.parameters(), lr=0.1), net)


stem = nn.Conv2d(3, 8, 3)
for _ in range(2):
    images = torch.rand(2, 3, 8, 8)
    if not images.requires_grad:
        features = cp.checkpoint(stem, images)  # finding: `cp.checkpoint` gives `stem` no gradients, as the input does
    if images.requires_grad:
        features = stem(images)
    else:
        features = cp.checkpoint(stem, images)  # finding: `cp.checkpoint` gives `stem` no gradients, as the input does
    features.mean().backward()
