"""Models behind wrappers: data_parallel by function, .module, functools.partial, torch under the name t."""

import functools

import torch as t
from torch.utils.data import DataLoader

from inner import Odds, Scores

loader = DataLoader([(t.randn(8), 0)] * 8, batch_size=4)


class Outer(t.nn.Module):
    def __init__(self, main, devices):
        super().__init__()
        self.main, self.devices = main, devices

    def forward(self, x):
        if x.is_cuda and self.devices > 1:
            return t.nn.parallel.data_parallel(self.main, x, range(self.devices))
        return self.main(x)


make = functools.partial(Odds, 8)
scores, odds, made = Outer(Scores(8), 2), t.nn.DataParallel(Odds(8)), make()
compiled = t.compile(Odds(8))
for x, y in loader:
    t.nn.functional.cross_entropy(scores(x), y).backward()
    t.nn.functional.cross_entropy(odds(x), y).backward()  # finding: applies softmax itself, but `odds(x)` already holds
    t.nn.functional.cross_entropy(odds.module(x), y).backward()  # finding: applies softmax itself, but `odds.module(x)`
    t.nn.functional.cross_entropy(made(x), y).backward()  # finding: applies softmax itself, but `made(x)` already holds
    t.nn.functional.cross_entropy(compiled(x), y).backward()  # finding: applies softmax itself, but `compiled(x)` already holds
    t.nn.functional.cross_entropy(odds.module.scores(x), y).backward()


def score(model):
    model = model.module if hasattr(model, "module") else model
    model.eval()
    return [model(x).argmax(1) for x, _ in loader]  # finding: `model` is evaluated with gradients enabled


if __name__ == "__main__":
    score(odds)
