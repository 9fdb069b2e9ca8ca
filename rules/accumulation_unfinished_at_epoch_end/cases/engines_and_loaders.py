"""A step by an engine in one branch and by a call that is told when in the other, and loaders of the project's own."""

import torch
from torch import nn


class Advance:
    def __init__(self):
        self.scaler = torch.amp.GradScaler("cuda")

    def __call__(self, loss, optimizer, update=True):
        self.scaler.scale(loss).backward()
        if update:
            self.scaler.step(optimizer)
            self.scaler.update()


class PairLoader:
    def __init__(self, pairs):
        self.pairs = pairs

    def __iter__(self):
        yield from self.pairs

    def __len__(self):
        return len(self.pairs)


class Tries(list):
    pass


def train_epoch(engine, loader, optimizer, epoch, is_sharded, k):
    advance = Advance()
    optimizer.zero_grad()
    for i, batch in enumerate(loader):
        loss = engine(batch) / k
        if is_sharded:
            engine.backward(loss)
            engine.step()
        else:
            advance(loss, optimizer, update=(i + 1) % k == 0)  # finding: leftover batches are discarded
            if (i + 1) % k == 0:
                optimizer.zero_grad()


def train_epoch_by_both(engine, loader, optimizer, epoch, extra, k):
    advance = Advance()
    for i, batch in enumerate(loader):
        advance(engine(batch) / k, optimizer, update=(i + 1) % k == 0)
        if extra:
            optimizer.step()


def fit(pairs, epochs, k):
    net = nn.Linear(4, 4)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    data = PairLoader(pairs)
    for _ in range(epochs):
        for i, (x, y) in enumerate(data):
            (nn.functional.mse_loss(net(x), y) / k).backward()
            if (i + 1) % k == 0:
                optimizer.step()  # finding: leftover batches leak into the next epoch; also step after the loop
                optimizer.zero_grad()


def try_out(pairs, epochs, k):
    net = nn.Linear(4, 4)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    tries = Tries(pairs)
    for _ in range(epochs):
        for i, (x, y) in enumerate(tries):
            (nn.functional.mse_loss(net(x), y) / k).backward()
            if (i + 1) % k == 0:
                optimizer.step()
                optimizer.zero_grad()


pairs = [(torch.rand(2, 4), torch.rand(2, 4))]
fit(pairs, 3, 4)
try_out(pairs, 3, 4)
