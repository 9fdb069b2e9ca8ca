"""Forwards that run under autocast, as a whole or in part, in a file without anything that scales."""

import torch
from torch import nn


class Half(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    @torch.autocast("cuda")
    def forward(self, x):
        return self.layer(x)


class Wide(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    @torch.autocast("cuda", dtype=torch.bfloat16)
    def forward(self, x):
        return self.layer(x)


class HalfInside(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x):
        with torch.autocast("cuda", dtype=torch.float16):
            x = self.layer(x)
        return x.float()


class ExactInside(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x):
        with torch.autocast("cuda", enabled=False):
            return self.layer(x)


def train_inside(batches):
    model, exact = HalfInside().cuda(), ExactInside().cuda()
    optimizer = torch.optim.Adam([*model.parameters(), *exact.parameters()])
    for x, y in batches:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()  # finding: loses small gradients
        nn.functional.cross_entropy(exact(x), y).backward()
        optimizer.step()


def train(batches):
    model = Half().cuda()
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in batches:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x).float(), y)
        loss.backward()  # finding: loses small gradients, as float16 rounds them to zero
        optimizer.step()


def train_wide(batches):
    model = Wide().cuda()
    optimizer = torch.optim.Adam(model.parameters())
    for x, y in batches:
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(x).float(), y)
        loss.backward()
        optimizer.step()


class FrozenInside(nn.Module):
    def __init__(self, frozen):
        super().__init__()
        self.frozen = frozen
        self.layer = nn.Linear(4, 2)

    def forward(self, x):
        with torch.no_grad(), torch.autocast("cuda", dtype=torch.float16):
            x = self.frozen(x)
        return self.layer(x.float())


class HalfInEvalMode(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x):
        if self.training:
            return self.layer(x)
        else:
            with torch.autocast("cuda", dtype=torch.float16):
                return self.layer(x)


class HalfInTraining(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    def forward(self, x):
        if not self.training:
            return self.layer(x)
        else:
            with torch.autocast("cuda", dtype=torch.float16):
                return self.layer(x)


class Exact(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 2)

    @torch.autocast("cuda", enabled=False)
    def forward(self, x):
        return self.layer(x.float())


def train_parts(batches, frozen):
    model, other, third = FrozenInside(frozen).cuda(), HalfInEvalMode().cuda(), HalfInTraining().cuda()
    exact = Exact().cuda()
    optimizer = torch.optim.Adam([*model.parameters(), *other.parameters(), *third.parameters(), *exact.parameters()])
    for x, y in batches:
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), y).backward()
        nn.functional.cross_entropy(other(x), y).backward()
        nn.functional.cross_entropy(third(x), y).backward()  # finding: loses small gradients
        with torch.autocast("cuda"):
            score = exact(x)
        nn.functional.cross_entropy(score, y).backward()
        optimizer.step()
