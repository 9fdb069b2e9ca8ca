"""Modules that an optimizer has beside a wrapped one."""

import itertools

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader


class Margin(nn.Module):
    """A loss with parameters."""

    def __init__(self, width, classes):
        super().__init__()
        self.centres = nn.Parameter(torch.zeros(classes, width))

    def forward(self, x, y):
        return nn.functional.cross_entropy(x @ self.centres.T, y)


def train_loss_with_parameters(loader: DataLoader):
    net = DDP(nn.Linear(8, 4))
    margin = Margin(4, 10)
    optimizer = torch.optim.SGD(
        [{"params": net.parameters()}, {"params": margin.parameters(), "lr": 0.5}],  # finding: `margin` is trained
        lr=0.1,
    )
    for x, y in loader:
        loss = margin(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def train_optimizer_of_its_own(loader: DataLoader):
    encoder = nn.Linear(8, 4)
    decoder = nn.Linear(4, 8)
    encoder = DDP(encoder)
    first = torch.optim.SGD(encoder.parameters(), lr=0.1)
    second = torch.optim.SGD(decoder.parameters(), lr=0.1)  # finding: `decoder` is trained outside
    for x in loader:
        loss = nn.functional.mse_loss(decoder(encoder(x)), x)
        first.zero_grad()
        second.zero_grad()
        loss.backward()
        first.step()
        second.step()


class Trainer:
    def __init__(self, build, loader: DataLoader):
        self.net = DDP(nn.Linear(8, 4))
        self.head = nn.Linear(4, 2)
        self.tokens = build("tokens")
        self.loader = loader
        parts = itertools.chain(
            self.net.parameters(),
            self.head.parameters(),  # finding: `self.head` is trained outside
            self.tokens.parameters(),  # suspected: `self.tokens` is trained outside
        )
        self.optimizer = torch.optim.AdamW(parts)

    def train(self):
        for x, y in self.loader:
            loss = nn.functional.cross_entropy(self.head(self.net(self.tokens(x))), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


def train_unseen(build, settings, loader):
    tokens = build(settings.tokens)
    net = build(settings.net)
    wanted = [p for p in tokens.parameters() if p.requires_grad]  # suspected: `tokens` is trained outside
    wanted = wanted + list(net.parameters())
    optimizer = torch.optim.AdamW(params=wanted)
    if settings.processes > 1:
        net = DDP(net)
    for x, y in loader:
        loss = net(tokens(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def train_with_heads(encoder, tasks, loader):
    encoder = DDP(encoder)
    heads = nn.ModuleDict({name: nn.Linear(8, size) for name, size in tasks.items()})
    extra = nn.ModuleDict({name: nn.Linear(8, size) for name, size in tasks.items()})
    wanted = list(encoder.parameters())
    wanted += list(heads.parameters())  # suspected: `heads` is trained outside
    wanted += list(extra.parameters())  # which nothing uses
    optimizer = torch.optim.AdamW(wanted)
    for x, targets in loader:
        features = encoder(x)
        loss = sum(nn.functional.cross_entropy(head(features), targets[name]) for name, head in heads.items())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
