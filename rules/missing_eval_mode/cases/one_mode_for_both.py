"""Models that come in a mode that is not known: what trains and evaluates them in the same mode is wrong in one of both."""

import torch
import torch.nn.functional as F
from elsewhere import EpochEnd
from torch import nn


def fit(net, batches):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for x, y in batches:
        optimizer.zero_grad()
        F.cross_entropy(net(x), y).backward()
        optimizer.step()


def fit_and_score(net: nn.Module, batches, held_out):
    fit(net, batches)
    right = 0
    with torch.no_grad():
        for x, y in held_out:
            scores = net(x)  # suspected: `net` is evaluated in the mode it is trained in
            right += (scores.argmax(1) == y).sum().item()
    return right


def switched_between(net: nn.Module, batches, held_out):
    fit(net, batches)
    net.eval()
    with torch.no_grad():
        return [net(x).argmax(1).tolist() for x, _ in held_out]


def told_to_somebody(net: nn.Module, batches, held_out):
    at_end = EpochEnd()
    fit(net, batches)
    at_end(net)
    with torch.no_grad():
        return [net(x).argmax(1).tolist() for x, _ in held_out]


def scored_before(net: nn.Module, batches, held_out):
    with torch.no_grad():
        print([net(x).argmax(1).tolist() for x, _ in held_out])
    net.train()
    fit(net, batches)


def plain(net: nn.Linear, batches, held_out):
    fit(net, batches)
    with torch.no_grad():
        return [net(x).argmax(1).tolist() for x, _ in held_out]


class Trainer:
    def __init__(self, net):
        self.net = net
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def step(self, x, y):
        self.optimizer.zero_grad()
        F.cross_entropy(self.net(x), y).backward()
        self.optimizer.step()

    @torch.no_grad()
    def predict(self, held_out):
        """Who trains and who predicts is not said here."""
        return [self.net(x).argmax(1).tolist() for x in held_out]


class Whole(nn.Module):
    """Its part is switched, and by that what it runs."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x):
        return self.net(x)

    def shared(self, batch):
        x, y = batch
        return F.cross_entropy(self(x), y), self(x).argmax(1)

    def training_step(self, batch, optimizer):
        loss, _ = self.shared(batch)
        loss.backward()
        optimizer.step()
        self.net.eval()
        with torch.no_grad():
            _, chosen = self.shared(batch)
        self.net.train()
        return chosen.tolist()
