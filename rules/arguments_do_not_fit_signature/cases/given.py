"""Calls of modules and objects that callers pass to a function or to a constructor."""

import torch
from torch import nn


class Scores(nn.Module):
    def forward(self, samples, names, rank):
        return samples.mean() * rank

    def reset(self):
        self.seen = 0


class Counts(nn.Module):
    def forward(self, samples, names, rank):
        return samples.sum() * rank

    def reset(self, start=0):
        self.seen = start


class Sampler(nn.Module):
    def __init__(self, metrics, others):
        super().__init__()
        self.metrics, self.others, self.net = metrics, others, nn.Linear(4, 4)

    def forward(self, x):
        samples = self.net(x)
        self.metrics(samples, "train")  # finding: `Counts.forward` is called without `rank`
        self.metrics(samples, "train", rank=0)
        self.metrics.reset()
        self.metrics.reset(start=3)
        self.others(samples, "train")
        return self.report(samples)

    def report(self, samples):
        self.metrics.reset(1, 2)  # finding: `Counts.reset` takes 1 argument, but gets 2
        return self.metrics(samples, names="test", epoch=3, rank=0)  # finding: has no parameter `epoch`


class Base(nn.Module):
    """Hands itself to a function; what that gets is of a subclass, which takes more."""

    def run(self, x):
        return called(self, x)

    def forward(self, x):
        return x


class Derived(Base):
    def forward(self, x, scale):
        return x * scale


def called(model, x):
    return model(x, 2)


class Tracker:
    def update(self, value, count):
        self.total = value * count


def validate(tracker, model, loader):
    for x in loader:
        tracker.update(model(x).item())  # finding: `Tracker.update` is called without `count`
        tracker.update(model(x).item(), len(x))
        if isinstance(model, Derived):
            model(x, 2, 3)


def main(by_count, others):
    metrics = Counts() if by_count else Scores()
    sampler = Sampler(metrics, others)
    sampler(torch.rand(3, 4))
    Derived().run(torch.rand(3))
    validate(Tracker(), nn.Linear(4, 4), [torch.rand(3, 4)])


def make_loss(kind):
    if kind == "plain":

        def loss_of(score, target):
            return (score - target).abs().mean()

    elif kind == "seen":

        def loss_of(score, target, camera, weight=1.0):
            return (score - target - camera).abs().mean() * weight

    return loss_of


def make_known(kind):
    if kind == "plain":

        def known(score, target, camera):
            return (score - target).abs().mean()

    else:

        def known(score, target, camera, weight=1.0):
            return (score - target - camera).abs().mean() * weight

    return known


def train_with(net, loss_of, known, x, y, camera):
    loss = loss_of(net(x), y, camera)  # suspected: `loss_of` takes 2 arguments, but gets 3, so this call raises
    return loss + known(net(x), y, camera)


def main(kind, x, y, camera):
    return train_with(nn.Linear(4, 4), make_loss(kind), make_known(kind), x, y, camera)
