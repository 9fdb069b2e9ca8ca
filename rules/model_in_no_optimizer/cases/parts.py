"""Optimizers that are given some parts of a model, and leave out others that its outputs are computed with."""

import torch
import torch.nn.functional as F
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 8)

    def forward(self, x):
        return F.relu(self.layer(x))


class Whole(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.neck = nn.Linear(8, 8)
        self.head = nn.Linear(8, 2)
        self.unused = nn.Linear(8, 2)

    def forward(self, x):
        codes = self.encoder(x)
        codes = F.relu(self.neck(codes))
        return self.head(codes)


def step(model, optimizer, x, y):
    optimizer.zero_grad()
    F.cross_entropy(model(x), y).backward()
    optimizer.step()


def batches():
    return [(torch.randn(4, 8), torch.randint(2, (4,))) for _ in range(4)]


def in_groups():
    model = Whole()
    groups = [{"params": model.encoder.parameters(), "lr": 1e-4}, {"params": model.head.parameters()}]
    optimizer = torch.optim.Adam(groups)  # finding: `model.neck` is in no optimizer, so it never learns
    for x, y in batches():
        optimizer.zero_grad()
        F.cross_entropy(model(x), y).backward()
        optimizer.step()


def in_a_list():
    model = Whole()
    parts = list(model.encoder.parameters()) + list(model.head.parameters())
    optimizer = torch.optim.Adam(parts)  # finding: `model.neck` is in no optimizer, so it never learns; add
    for x, y in batches():
        step(model, optimizer, x, y)


class Tagger(nn.Module):
    """Several layers in a list, of which the loop calls each."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(8, 8), nn.Linear(8, 8)])
        self.out = nn.Linear(8, 2)

    def forward(self, x):
        for layer in self.layers:
            x = x + torch.tanh(layer(x))
        return self.out(x)


def without_the_list():
    model = Tagger()
    optimizer = torch.optim.SGD(model.out.parameters(), lr=0.1)  # finding: `model.layers` is in no optimizer
    for x, y in batches():
        step(model, optimizer, x, y)


def all_of_them():
    model = Whole()
    groups = [
        {"params": model.encoder.parameters(), "lr": 1e-4},
        {"params": model.neck.parameters()},
        {"params": model.head.parameters()},
    ]
    optimizer = torch.optim.Adam(groups)
    for x, y in batches():
        step(model, optimizer, x, y)


class TwoHeads(nn.Module):
    """One loss uses one head, and the other optimizer is another file's."""

    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 8)
        self.head = nn.Linear(8, 2)
        self.second = nn.Linear(8, 2)

    def forward(self, x):
        h = F.relu(self.body(x))
        return self.head(h), self.second(h)


def one_of_two_heads():
    model = TwoHeads()
    parts = [*model.body.parameters(), *model.head.parameters()]
    optimizer = torch.optim.SGD(parts, lr=0.1)  # suspected: `model.second` is in no optimizer, but may have to learn
    for x, y in batches():
        first, second = model(x)
        loss = F.cross_entropy(first, y) + F.cross_entropy(second, y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def only_the_first_of_two_heads():
    model = TwoHeads()
    parts = [*model.body.parameters(), *model.head.parameters()]
    optimizer = torch.optim.SGD(parts, lr=0.1)  # suspected: `model.second` is in no optimizer, but may have to learn
    for x, y in batches():
        first, _ = model(x)
        optimizer.zero_grad()
        F.cross_entropy(first, y).backward()
        optimizer.step()


class Probe(nn.Module):
    """Features that get no gradients."""

    def __init__(self):
        super().__init__()
        self.features = Encoder()
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        with torch.no_grad():
            h = self.features(x)
        return self.head(h)


def a_probe():
    model = Probe()
    optimizer = torch.optim.SGD(model.head.parameters(), lr=0.1)
    for x, y in batches():
        step(model, optimizer, x, y)


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(8, 8)
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(F.relu(self.body(x)))


def frozen_by_hand():
    model = Classifier()
    model.body.requires_grad_(False)
    optimizer = torch.optim.SGD(model.head.parameters(), lr=0.1)
    for x, y in batches():
        step(model, optimizer, x, y)


class Chosen(nn.Module):
    """A layer that only some models have."""

    def __init__(self, deep):
        super().__init__()
        self.body = nn.Linear(8, 8)
        self.extra = nn.Linear(8, 8)
        self.head = nn.Linear(8, 2)
        self.deep = deep

    def forward(self, x):
        x = F.relu(self.body(x))
        if self.deep:
            x = F.relu(self.extra(x))
        return self.head(x)


def shallow():
    model = Chosen(deep=False)
    optimizer = torch.optim.SGD([*model.body.parameters(), *model.head.parameters()], lr=0.1)
    for x, y in batches():
        step(model, optimizer, x, y)


for train in (
    in_groups,
    in_a_list,
    without_the_list,
    all_of_them,
    one_of_two_heads,
    only_the_first_of_two_heads,
    a_probe,
    frozen_by_hand,
    shallow,
):
    train()
