"""Parts that a constructor puts in eval mode, and which of them stay there."""

import torch
from torch import nn


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4))

    def forward(self, x):
        return self.layers(x)


class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        return self.layer(x)


class Whole(nn.Module):
    def __init__(self, with_teacher=True):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.teacher = Part().eval() if with_teacher else None  # finding: `Whole.train()` puts `self.teacher` back in
        self.target = Part()
        self.target.eval()  # finding: `Whole.train()` puts `self.target` back in train mode
        self.plain = Plain().eval()  # it has no layers that depend on the mode
        self.unused = Part().eval()  # it is handed out

    def forward(self, x):
        return self.plain(self.body(x)) - self.teacher(x) - self.target(x)


class Held(nn.Module):
    """Nobody is seen to make one: it may be a part of what is trained."""

    def __init__(self):
        super().__init__()
        self.judge = Part().eval()  # suspected: `Held.train()` puts `self.judge` back in train mode

    def forward(self, x):
        return self.judge(x)


class Keeps(nn.Module):
    def __init__(self):
        super().__init__()
        self.kept = Part().eval()

    def train(self, mode=True):
        super().train(mode)
        for part in self.children():
            part.eval()
        return self

    def forward(self, x):
        return self.kept(x)


class EachTime(nn.Module):
    def __init__(self):
        super().__init__()
        self.guide = Part().eval()

    def forward(self, x):
        self.guide.eval()
        return self.guide(x)


class Replaced(nn.Module):
    def __init__(self):
        super().__init__()
        self.fixed = Part().eval()
        self.fixed.train = lambda mode=True: self.fixed

    def forward(self, x):
        return self.fixed(x)


class NoModule:
    """What it holds is no part of a module, and has a mode of its own."""

    def __init__(self):
        self.inner = Part().eval()

    def __call__(self, x):
        return self.inner(x)


def main():
    whole = Whole()
    keeps, each, replaced, plain = Keeps(), EachTime(), Replaced(), NoModule()
    optimizer = torch.optim.SGD(whole.body.parameters(), lr=0.1)
    whole.train()
    keeps.train()
    each.train()
    replaced.train()
    rows = torch.randn(8, 4)
    for _ in range(2):
        loss = sum(part(rows).mean() for part in (whole, keeps, each, replaced, plain))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
