"""Layers that a loop puts in eval mode, in the constructor or in a method that it calls."""

import torch
from torch import nn


def body():
    return nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4))


class Frozen(nn.Module):
    def __init__(self, wanted=True):
        super().__init__()
        self.body = body()
        if wanted:
            self.freeze_norms()

    def freeze_norms(self):
        for layer in self.body.modules():
            if isinstance(layer, nn.BatchNorm1d):
                layer.eval()  # finding: puts what `layer.eval()` has switched back in train mode; override `train` to

    def forward(self, x):
        return self.body(x)


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = body()
        self.prepare()

    def prepare(self):
        pass


class Derived(Base):
    def prepare(self):
        for _, layer in self.named_modules():
            if isinstance(layer, (nn.BatchNorm1d, nn.Dropout)):
                layer.eval()  # finding: `Derived.train()` puts what `layer.eval()` has switched back in train mode

    def forward(self, x):
        return self.body(x)


class FrozenByItsTrain(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = body()
        self.keep_norms()

    def keep_norms(self):
        for layer in self.body.modules():
            if isinstance(layer, nn.BatchNorm1d):
                layer.eval()

    def train(self, mode=True):
        super().train(mode)
        self.keep_norms()
        return self

    def forward(self, x):
        return self.body(x)


def main(x):
    frozen = Frozen()
    derived = Derived()
    kept = FrozenByItsTrain()
    frozen.train()
    derived.train()
    kept.train()
    return frozen(x), derived(x), kept(x)


print(main(torch.rand(8, 4)))
